/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_parameters.c -- parameters in names, as tools write them, and those of a manifest. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "source/parameters.h"

static void check(const char *name, const char *base, const char *const *pairs)
{
    struct parameter_list list;
    assert_true(parameters_of_name(name, &list));
    assert_string_equal(list.base, base);
    size_t n = 0;
    for (; pairs[2 * n] != NULL; n++) {
        const char *value = parameters_get(&list, pairs[2 * n]);
        assert_non_null(value);
        assert_string_equal(value, pairs[2 * n + 1]);
    }
    assert_int_equal(list.n, n);
    parameters_fini(&list);
}

static void names_of_tools(void **state)
{
    (void)state;
    check("sort/size=1024", "sort", (const char *const[]){"size", "1024", NULL});
    check("BM_sort/1024/8", "BM_sort", (const char *const[]){"arg1", "1024", "arg2", "8", NULL});
    check("BM_sort/n:64/real_time", "BM_sort//real_time", (const char *const[]){"n", "64", NULL});
    check("test_sort[1024-list]", "test_sort",
          (const char *const[]){"arg1", "1024", "arg2", "list", NULL});
    check("time_sort(1024, 'a')", "time_sort",
          (const char *const[]){"arg1", "1024", "arg2", "'a'", NULL});
    check("sort (size=1024, mode=fast)", "sort",
          (const char *const[]){"size", "1024", "mode", "fast", NULL});
    check("size=1, level=9", "", (const char *const[]){"size", "1", "level", "9", NULL});
    check("group/parse/64KiB", "group/parse/64KiB", (const char *const[]){NULL});
    check("group/parse/64k", "group/parse", (const char *const[]){"arg", "64k", NULL});
}

/* What is no parameter stays as it is. */
static void plain_names(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    const char *const names[] = {"fft-1024", "sort",   "std::sort", "utf8/decode", "O2", "1024",
                                 "a=",       "x::y/z", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check(names[i], names[i], none);
}

static void of_a_design(void **state)
{
    (void)state;
    char level[] = "level", six[] = "6", n[] = "n", size[] = "1000";
    char *names[] = {level, n}, *values[] = {six, size};
    const struct design_environment known = {names, values, 2};
    struct parameter_list list;
    assert_true(parameters_of_design("zstd -6 -c l1000", &known, &list));
    assert_string_equal(list.base, "zstd -{level} -c l{n}");
    assert_string_equal(parameters_get(&list, "n"), "1000");
    parameters_fini(&list);
    assert_true(parameters_of_design("sort n=1000", &known, &list));
    assert_string_equal(list.base, "sort");
    parameters_fini(&list);
    /* What is assigned stands for itself, whatever else is called like its value. */
    assert_true(parameters_of_design("1000-sort/level=6/n=1000", &known, &list));
    assert_string_equal(list.base, "1000-sort");
    parameters_fini(&list);
    assert_true(parameters_of_design("sort/n=10000/level=6", &known, &list));
    assert_string_equal(list.base, "sort/n=10000");
    parameters_fini(&list);
    /* A value inside a longer number is none. */
    assert_true(parameters_of_design("sha256 16", &known, &list));
    assert_string_equal(list.base, "sha256 16");
    parameters_fini(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_tools),
        cmocka_unit_test(plain_names),
        cmocka_unit_test(of_a_design),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
