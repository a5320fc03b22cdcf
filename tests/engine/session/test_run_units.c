/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_run_units.c -- means of top units, from executions as they come. */
#include "support/oracle.h"

#include "session/session_units.h"

static void flat(void **state)
{
    (void)state;
    struct run_units units = {0};
    for (uint32_t i = 2; i < 5; i++)
        assert_true(run_units_add(&units, &i, 10 * i, 1));
    assert_true(run_units_end(&units));
    assert_int_equal(units.n, 3);
    assert_int_equal(units.items[0].unit, 2);
    assert_true(units.items[0].mean == 20 && units.items[2].mean == 40);
    run_units_clear(&units);
    assert_int_equal(units.n, 0);
    run_units_fini(&units);
}

/* Machines of builds of executions, unbalanced: children weigh equally at each level. */
static void nested(void **state)
{
    (void)state;
    struct run_units units = {.top = 0, .execution = 2};
    static const struct {
        uint32_t unit[3];
        double mean;
    } executions[] = {{{0, 0, 0}, 1}, {{0, 0, 1}, 3},  {{0, 1, 0}, 6},
                      {{1, 0, 0}, 9}, {{1, 0, 1}, 11}, {{1, 0, 2}, 13}};
    for (size_t i = 0; i < 6; i++)
        assert_true(run_units_add(&units, executions[i].unit, executions[i].mean, 1));
    assert_int_equal(units.n, 1);          /* the second machine is still open */
    assert_true(units.items[0].mean == 4); /* of 2 and 6 */
    assert_true(run_units_end(&units));
    assert_int_equal(units.n, 2);
    assert_true(units.items[1].unit == 1 && units.items[1].mean == 11);
    assert_true(run_units_end(&units)); /* nothing is open */
    assert_int_equal(units.n, 2);
    run_units_fini(&units);
}

/* A level above that has one unit only is none. */
static void below_the_first_level(void **state)
{
    (void)state;
    struct run_units units = {.top = 1, .execution = 2};
    const uint32_t first[] = {0, 3, 0}, second[] = {0, 3, 1}, third[] = {0, 4, 0};
    assert_true(run_units_add(&units, first, 2, 1) && run_units_add(&units, second, 4, 3) &&
                run_units_add(&units, third, 8, 1) && run_units_end(&units));
    assert_int_equal(units.n, 2);
    assert_true(units.items[0].unit == 3 && units.items[0].mean == 3);
    assert_true(units.items[1].unit == 4 && units.items[1].mean == 8);
    run_units_fini(&units);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat),
        cmocka_unit_test(nested),
        cmocka_unit_test(below_the_first_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
