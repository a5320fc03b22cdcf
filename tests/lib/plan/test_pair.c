/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pair.c -- two systems that cost and vary differently. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>

static void by_hand(void **state)
{
    (void)state;
    /* Relative sd 4 % and 2 %, costs 1 and 4 s: sqrt(4 * 4) = 4 old ones for each new one. */
    const struct assay_plan_system old_system = {100, 1, 16}, new_system = {50, 4, 1};
    struct assay_plan_pair pair;
    assert_int_equal(assay_plan_two_systems(&old_system, &new_system, 0.95, 0.01, 5, &pair, NULL),
                     ASSAY_OK);
    assert_close(pair.old_per_new, 4, 1e-14, 0);
    assert_true(pair.half_width <= 0.01);
    assert_close(pair.time_s, (double)pair.old_count + 4 * (double)pair.new_count, 1e-14, 0);
    /* Equal numbers would take longer. */
    struct assay_plan_pair equal;
    const struct assay_plan_system same = {100, 2.5, 10};
    assert_int_equal(assay_plan_two_systems(&same, &same, 0.95, 0.01, 5, &equal, NULL), ASSAY_OK);
    assert_true(pair.time_s < equal.time_s);
}

static void equal_systems(void **state)
{
    (void)state;
    const struct assay_plan_system same = {10, 3, 0.25};
    struct assay_plan_pair pair, least;
    assert_int_equal(assay_plan_two_systems(&same, &same, 0.95, 0.02, 5, &pair, NULL), ASSAY_OK);
    assert_true(pair.old_per_new == 1);
    assert_true(pair.half_width <= 0.02);
    /* Of equally cheap numbers those nearest to the ratio. */
    const struct assay_plan_system built = {100, 1340, 33.4};
    assert_int_equal(assay_plan_two_systems(&built, &built, 0.95, 0.02, 5, &pair, NULL), ASSAY_OK);
    assert_true(pair.old_count <= pair.new_count + 1 && pair.new_count <= pair.old_count + 1);
    assert_int_equal(assay_plan_two_systems(&same, &same, 0.95, 10, 5, &least, NULL), ASSAY_OK);
    assert_true(least.old_count == 5 && least.new_count == 5);
}

static void edges(void **state)
{
    (void)state;
    const struct assay_plan_system still = {10, 3, 0}, moving = {10, 3, 0.25}, wrong = {-1, 3, 1};
    struct assay_plan_pair pair;
    assert_int_equal(assay_plan_two_systems(&still, &still, 0.95, 0.01, 5, &pair, NULL), ASSAY_OK);
    assert_true(pair.old_count == 5 && pair.new_count == 5 && pair.half_width == 0);
    assert_int_equal(assay_plan_two_systems(&still, &moving, 0.95, 0.01, 5, &pair, NULL), ASSAY_OK);
    assert_true(pair.old_count == 5 && pair.new_count > 5 && pair.half_width <= 0.01);
    assert_int_equal(assay_plan_two_systems(&wrong, &moving, 0.95, 0.01, 5, &pair, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_plan_two_systems(&moving, &moving, 0.95, 0, 5, &pair, NULL),
                     ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(equal_systems),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
