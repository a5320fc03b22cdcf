/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_value.c -- lists of numbers: read whole or not at all, and the item at fault is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "design/value.h"

static void lists(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n;
        double items[3];
    } cases[] = {{"0.5", 1, {0.5}}, {"1%,0.1, 50%", 3, {0.01, 0.1, 0.5}}, {"0,0", 2, {0, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct value_list list;
        assert_int_equal(value_read_list(cases[i].text, value_read_fraction, &list), ASSAY_OK);
        assert_int_equal(list.n, cases[i].n);
        assert_memory_equal(list.items, cases[i].items, list.n * sizeof *list.items);
        free(list.items);
    }
}

static void bad_lists(void **state)
{
    (void)state;
    static const struct {
        const char *text, *bad;
        size_t at;
    } cases[] = {{"", "", 0},        {"1,,2", "", 2},           {"1,2,", "", 4},
                 {"1, x,2", "x", 3}, {"0.1;0.2", "0.1;0.2", 0}, {"1,-2", "-2", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct value_list list;
        assert_int_equal(value_read_list(cases[i].text, value_read_fraction, &list), ASSAY_INVALID);
        assert_null(list.items);
        assert_int_equal(list.n, 0);
        assert_ptr_equal(list.bad, cases[i].text + cases[i].at);
        assert_int_equal(list.n_bad, strlen(cases[i].bad));
        assert_memory_equal(list.bad, cases[i].bad, strlen(cases[i].bad));
    }
}

/* Of a confidence level both ends are no values: they ask for nothing, or for everything. */
static void confidence_levels(void **state)
{
    (void)state;
    static const char *const none[] = {"0", "0%", "1", "100%", "-0.5", "1.5"};
    double level = 7;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_false(value_read_confidence(none[i], &level));
    assert_true(level == 7);
    assert_true(value_read_confidence("0.99", &level));
    assert_true(level == 0.99);
    assert_true(value_read_confidence("90%", &level));
    assert_true(level == 0.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(bad_lists),
        cmocka_unit_test(confidence_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
