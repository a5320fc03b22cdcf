/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_secret.c -- what looks like a secret, and what ordinary manifests hold. */
#include "design/secret.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *const secrets[][2] = {
    {"env: {API_TOKEN: hunter22}", "env: {API_TOKEN: ***}"},
    {"env: {\"DB_PASSWORD\": \"a b c d\", N: 1}", "env: {\"DB_PASSWORD\": \"***\", N: 1}"},
    {"./load --password=hunter2 -n 3", "./load --password=*** -n 3"},
    {"./load --api-key hunter2 -n 3", "./load --api-key *** -n 3"},
    {"AWS_SECRET_ACCESS_KEY=abc/def+g ./x", "AWS_SECRET_ACCESS_KEY=*** ./x"},
    {"curl -H 'Authorization: Bearer gh"
     "p_0123456789abcdefghij'",
     "curl -H 'Authorization: Bearer ***'"},
    {"psql postgres://me:pw@host/db", "psql postgres://me:***@host/db"},
    {"secret: 'x y z 1 2'\npassword: abcdef", "secret: '***'\npassword: ***"},
    {"AKIA"
     "ABCDEFGHIJKLMNOP",
     "***"},
};

static const char *const ordinary[] = {
    "run: ./tokenize --max-tokens=100000 --token-file=/run/token",
    "run: ./llm --tokens abcdefgh --tokenizer=bpe-large",
    "env: {TOKEN: $TOKEN, PASSWORD: '{password}', SECRET: /run/secrets/x, API_KEY: 12345678}",
    "systems: [{name: password-hash}, {name: token}, {name: secret}]",
    "benchmarks: [{name: sort-key, run: './sort --key=column1 --keys=abcdefgh'}]",
    "run: ssh://host:22/x https://example.org/a:b@c",
    "env: {PASSWORD: '', TOKEN: no, SECRET: ***}",
    "parameters: {key: alphabetic, primary_key: identifier}",
    "run: ./bench --filter=eyJ --npm_config=1 hf_small sk-learn AKIAB",
};

static void secrets_are_masked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
        char *text = secret_redact(secrets[i][0]);
        assert_string_equal(text, secrets[i][1]);
        char *again = secret_redact(text);
        assert_string_equal(again, text);
        free(text);
        free(again);
    }
}

static void ordinary_words_are_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++) {
        const struct secret found = secret_find(ordinary[i], ordinary[i]);
        if (found.value != NULL)
            fail_msg("%s: %.*s", ordinary[i], (int)found.size, found.value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secrets_are_masked),
        cmocka_unit_test(ordinary_words_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
