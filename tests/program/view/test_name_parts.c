/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_name_parts.c -- names taken apart: those of JMH, Go, Google Benchmark, and such as look like them. */
#include "view/text/distinct_names.h"

#include <string.h>

#include "support/oracle.h"

#define TAKE(parts, ...)                                                                           \
    do {                                                                                           \
        const char *const given[] = {__VA_ARGS__};                                                 \
        assert_true(name_parts_of(given, sizeof given / sizeof given[0], parts));                  \
    } while (0)

static void brackets_hold_parameters(void **state)
{
    (void)state;
    struct name_parts parts;
    TAKE(&parts, "org.x.Svd.execute (dim=100, lib=ACM)", "org.x.Svd.execute (dim=150, lib=MTJ)",
         "org.x.Svd.plain");
    assert_string_equal(parts.prefix, "org.x.Svd.");
    assert_int_equal(parts.n_keys, 2);
    assert_string_equal(parts.key[0], "dim");
    assert_string_equal(parts.key[1], "lib");
    assert_string_equal(parts.rest[0], "execute");
    assert_string_equal(parts.value[0], "100");
    assert_string_equal(parts.value[3], "MTJ");
    assert_string_equal(parts.rest[2], "plain");
    assert_null(parts.value[4]);
    name_parts_fini(&parts);
    TAKE(&parts, "sort[n=4]", "sort[n=8]");
    assert_string_equal(parts.rest[1], "sort");
    assert_string_equal(parts.value[1], "8");
    name_parts_fini(&parts);
}

static void segments_are_parameters(void **state)
{
    (void)state;
    struct name_parts parts;
    TAKE(&parts, "CRC32/poly=IEEE/size=15/align=0-8", "CRC32/poly=Koopman/size=15/align=1-8");
    assert_int_equal(parts.n_keys, 2); /* what all have alike tells nothing apart */
    assert_string_equal(parts.key[1], "align");
    assert_string_equal(parts.alike, "size=15");
    assert_string_equal(parts.rest[0], "CRC32");
    assert_string_equal(parts.value[3], "1-8");
    name_parts_fini(&parts);
    TAKE(&parts, "BM_copy/1024", "BM_copy/8", "BM_fill/8");
    assert_int_equal(parts.n_keys, 1);
    assert_string_equal(parts.key[0], "");
    assert_string_equal(parts.value[0], "1024");
    assert_string_equal(parts.rest[2], "BM_fill");
    name_parts_fini(&parts);
}

/* What is no list of parameters stays in the name, whole. */
static void other_names_stay_whole(void **state)
{
    (void)state;
    static const char *const names[] = {"f(x)",      "(a=1)",  "[]",    "a=b",    "x (a=1, b)",
                                        "rg (mmap)", "y (a=)", "/1024", "n [=4]", ""};
    struct name_parts parts;
    const size_t n = sizeof names / sizeof names[0];
    assert_true(name_parts_of(names, n, &parts));
    assert_int_equal(parts.n_keys, 0);
    assert_string_equal(parts.prefix, "");
    for (size_t i = 0; i < n; i++)
        assert_string_equal(parts.rest[i], names[i]);
    name_parts_fini(&parts);
    TAKE(&parts, "g/f (n=64, m=1) c 7", "g/f[n=4] c", "g/a b=1");
    assert_int_equal(parts.n_keys, 0);
    name_parts_fini(&parts);
}

static void too_many_keys_are_none(void **state)
{
    (void)state;
    struct name_parts parts;
    TAKE(&parts, "f (a=1, b=2, c=3, d=4, e=5)", "f (a=2, b=2, c=3, d=4, e=5)");
    assert_int_equal(parts.n_keys, 0);
    assert_string_equal(parts.rest[1], "f (a=2, b=2, c=3, d=4, e=5)");
    name_parts_fini(&parts);
    TAKE(&parts, "f (a=1, a=2)", "f (a=1)");
    assert_int_equal(parts.n_keys, 0);
    name_parts_fini(&parts);
    TAKE(&parts, "f (a=1)", "g (b=1)", "h (c=1)", "i (d=1)", "j (e=1)");
    assert_int_equal(parts.n_keys, 0);
    assert_string_equal(parts.rest[4], "j (e=1)");
    name_parts_fini(&parts);
    TAKE(&parts, "f (a=1)", "g", "h");
    assert_int_equal(parts.n_keys, 0);
    name_parts_fini(&parts);
}

static void a_prefix_leaves_something_of_each(void **state)
{
    (void)state;
    struct name_parts parts;
    TAKE(&parts, "group/inner/fft", "group/inner/lu");
    assert_string_equal(parts.prefix, "group/inner/");
    assert_string_equal(parts.rest[0], "fft");
    name_parts_fini(&parts);
    TAKE(&parts, "group/inner/", "group/inner/lu");
    assert_string_equal(parts.prefix, "group/");
    assert_string_equal(parts.rest[0], "inner/");
    name_parts_fini(&parts);
    TAKE(&parts, "a/x", "a/y");
    assert_string_equal(parts.prefix, "");
    name_parts_fini(&parts);
    TAKE(&parts, "group/inner/fft");
    assert_string_equal(parts.prefix, "");
    name_parts_fini(&parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brackets_hold_parameters),
        cmocka_unit_test(segments_are_parameters),
        cmocka_unit_test(other_names_stay_whole),
        cmocka_unit_test(too_many_keys_are_none),
        cmocka_unit_test(a_prefix_leaves_something_of_each),
    };
    return cmocka_run_group_tests_name("name_parts", tests, NULL, NULL);
}
