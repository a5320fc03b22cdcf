/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_json_number.c -- an array is read as its numbers one by one are: the same values, the same
 * end and the same complaint, however it is written and wherever it ends. */
#include "engine/import/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <assay/random.h>

#include "text/json_pull.h"

enum { MOST = 32, ROUNDS = 50000 };

struct result {
    double values[MOST + 1];
    size_t n;
    struct pull json;
    struct assay_error error;
};

static void begin(struct result *result, const struct format_text *text)
{
    memset(result, 0, sizeof *result);
    pull_init(&result->json, text, &result->error);
    pull_array(&result->json);
}

static void read_single(struct result *result, const struct format_text *text)
{
    begin(result, text);
    while (pull_item(&result->json)) {
        pull_number(&result->json, -3, &result->values[result->n]);
        result->n += !result->json.failed;
    }
}

static void read_together(struct result *result, const struct format_text *text, size_t room)
{
    begin(result, text);
    size_t n;
    do
        result->n += n = pull_numbers(&result->json, -3, result->values + result->n,
                                      room < MOST + 1 - result->n ? room : MOST + 1 - result->n);
    while (n == room);
}

static void assert_same(const struct format_text *text, size_t room)
{
    struct result one, many;
    read_single(&one, text);
    read_together(&many, text, room);
    if (one.n != many.n || memcmp(one.values, many.values, one.n * sizeof one.values[0]) != 0)
        fail_msg("%.*s: %zu values, not %zu", (int)text->size, text->text, many.n, one.n);
    if (one.json.p != many.json.p || one.json.failed != many.json.failed ||
        one.json.cut != many.json.cut || strcmp(one.error.text, many.error.text) != 0)
        fail_msg("%.*s: %s, not %s", (int)text->size, text->text, many.error.text, one.error.text);
    pull_fini(&one.json);
    pull_fini(&many.json);
}

static void arrays(void **state)
{
    (void)state;
    static const char *const items[] = {
        "0",     "1.5",
        "-2",    "0.30000000000000004",
        "1e-9",  "12345678901234567890123",
        "NaN",   "null",
        "\"x\"", "-Infinity",
        "1e999", "7",
        "[1]",   "{}",
        "nine",  "",
        "0x10",  "1.7976931348623157e308",
    };
    static const char *const between[] = {",", ", ", ",\n        ", " , ", " ", "\t,\r\n"};
    enum { N_ITEMS = sizeof items / sizeof items[0], N_GOOD = 12 };
    enum { N_BETWEEN = sizeof between / sizeof between[0] };
    struct assay_random random;
    assay_random_init(&random, 11, ASSAY_RANDOM_TEST, 0, 0);
    for (int round = 0; round < ROUNDS; round++) {
        char text[2048] = "[";
        char *end = text + 1;
        const char *comma = between[assay_random_below(&random, N_BETWEEN)];
        const bool mixed = assay_random_below(&random, 2) == 0;
        for (size_t i = 0, n = (size_t)assay_random_below(&random, MOST); i < n; i++) {
            if (mixed)
                comma = between[assay_random_below(&random, N_BETWEEN)];
            const size_t known = assay_random_below(&random, 30) == 0 ? N_ITEMS : N_GOOD;
            end = stpcpy(end, i > 0 ? comma : "");
            end = stpcpy(end, items[assay_random_below(&random, known)]);
        }
        end = stpcpy(end, "],9");
        const size_t cut = assay_random_below(&random, 4) == 0
                               ? (size_t)assay_random_below(&random, (uint64_t)(end - text))
                               : 0;
        const struct format_text whole = {text, (size_t)(end - text) - cut, false};
        assert_same(&whole, 1 + (size_t)assay_random_below(&random, MOST));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
