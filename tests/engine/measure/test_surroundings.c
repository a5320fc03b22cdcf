/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_surroundings.c -- what is kept of the caller's environment: names, numbers, and nothing of a secret. */
#include "measure/surroundings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A text that may be written, as those of an environment. */
#define V(text) ((char[]){text})

static void values_are_numbers(void **state)
{
    (void)state;
    char *const one[] = {V("N=3000000"), V("EMPTY="), V("ASSAY_STORE=x"), V("odd"), V("=x"), NULL};
    char *const other[] = {V("N=3000001"), V("EMPTY="), NULL};
    json_t *a = surroundings_json(one), *b = surroundings_json(other);
    assert_int_equal(json_object_size(a), 2);
    assert_int_equal(json_string_length(json_object_get(a, "N")), 8);
    assert_false(json_equal(json_object_get(a, "N"), json_object_get(b, "N")));
    assert_true(json_equal(json_object_get(a, "EMPTY"), json_object_get(b, "EMPTY")));
    json_decref(a);
    json_decref(b);
}

static void of_secrets_only_the_name_is_kept(void **state)
{
    (void)state;
    char *const secret[] = {V("API_TOKEN=hunter22"),
                            V("MY_PASSWORD=x"),
                            V("SSH_PRIVATE=1"),
                            V("DB_URL=postgres://a:b-c-d-e@h/"),
                            V("monkey=1"),
                            V("session_cookie=y"),
                            NULL};
    json_t *kept = surroundings_json(secret);
    const char *name;
    json_t *value;
    assert_int_equal(json_object_size(kept), 6);
    json_object_foreach(kept, name, value) if (!json_is_null(value)) fail_msg("%s is kept", name);
    json_decref(kept);
}

static void too_many_are_not_known(void **state)
{
    (void)state;
    static char texts[1001][16];
    static char *many[1002];
    for (size_t i = 0; i < 1001; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "V%zu=1", i);
        many[i] = texts[i];
    }
    json_t *kept = surroundings_json(many);
    assert_true(json_is_null(kept));
    json_decref(kept);
    many[1000] = NULL;
    kept = surroundings_json(many);
    assert_int_equal(json_object_size(kept), 1000);
    json_decref(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_numbers),
        cmocka_unit_test(of_secrets_only_the_name_is_kept),
        cmocka_unit_test(too_many_are_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
