/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_name_list.c -- lists of names as people write them, and what their patterns select. */
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/name_list.h"

static void joins(void **state)
{
    (void)state;
    const char *items[] = {"fft", "sort", "gzip -1"};
    char text[32];
    name_list_join(&(const struct name_list){items, 3}, text, sizeof text);
    assert_string_equal(text, "fft, sort, gzip -1");
    name_list_join(&(const struct name_list){items, 3}, text, 8);
    assert_string_equal(text, "fft, so");
    name_list_join(&(const struct name_list){NULL, 0}, text, sizeof text);
    assert_string_equal(text, "");
}

static void selects(void **state)
{
    (void)state;
    const char *items[] = {"fft/*", "sort[1]", "map"};
    const struct name_list patterns = {items, 3}, none = {NULL, 0};
    assert_true(name_list_selects(&patterns, "fft/1024"));
    assert_true(name_list_selects(&patterns, "sort1"));
    assert_true(name_list_selects(&patterns, "sort[1]")); /* the name itself */
    assert_true(name_list_selects(&patterns, "map"));
    assert_false(name_list_selects(&patterns, "fft"));
    assert_false(name_list_selects(&patterns, "maps"));
    assert_true(name_list_selects(&none, "anything"));
}

/* A beginning and an end are compared here, other patterns by the C library: they must agree. */
static void matches_as_files_do(void **state)
{
    (void)state;
    static const char *const patterns[] = {"*",    "a*",   "*a", "a*a", "ab*ba",
                                           "*\\*", "a*b?", "**", "[a]*"},
                             *const names[] = {"",
                                               "a",
                                               "aa",
                                               "aba",
                                               "abba",
                                               "ab/.ba",
                                               "\xff"
                                               "a",
                                               "a*b?"};
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
            assert_int_equal(name_matches(patterns[i], names[j]),
                             strcmp(patterns[i], names[j]) == 0 ||
                                 fnmatch(patterns[i], names[j], 0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joins),
        cmocka_unit_test(selects),
        cmocka_unit_test(matches_as_files_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
