/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_environment.c -- a command gets the caller's variables, but for those that a make or assay put
 * there for itself; whole names count. */
#include "support/oracle.h"

#include "measure/environment.h"

static void names_are_whole(void **state)
{
    (void)state;
    char *base[] = {(char *)"PATH_OF_MINE=1", (char *)"PATH=2",
                    (char *)"PAT=3",          (char *)"MAKEFLAGS=-j8",
                    (char *)"MAKEFLAGSX",     (char *)"ASSAY_SEEDS=4",
                    (char *)"ASSAY_SEED=5",   NULL};
    struct environment e;
    assert_true(environment_init(&e, base));
    assert_int_equal(e.n, 5);
    assert_string_equal(environment_get(&e, "PATH"), "2");
    assert_string_equal(environment_get(&e, "PAT"), "3");
    assert_string_equal(environment_get(&e, "ASSAY_SEEDS"), "4");
    assert_null(environment_get(&e, "ASSAY_SEED"));
    assert_null(environment_get(&e, "MAKEFLAGS"));
    assert_true(environment_set(&e, "PATH", "6"));
    assert_true(environment_set(&e, "PA", ""));
    assert_true(environment_set_number(&e, "ASSAY_SEED", UINT64_MAX));
    assert_int_equal(e.n, 7);
    assert_string_equal(e.items[0], "PATH_OF_MINE=1");
    assert_string_equal(e.items[1], "PATH=6");
    assert_string_equal(environment_get(&e, "PA"), "");
    assert_string_equal(environment_get(&e, "ASSAY_SEED"), "18446744073709551615");
    assert_null(e.items[7]);
    environment_fini(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
