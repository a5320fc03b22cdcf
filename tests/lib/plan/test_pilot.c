/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pilot.c -- a pilot's components: TR Tables III and IV, levels that were not repeated. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>

static const double table_3[] = {9, 5, 8, 3, 10, 6, 7, 11, 1, 12, 2, 4};

/* The execution level has T^2 = -5.67: pooled, Table IV's 12.722 and 0.38194 come out, and then 19.
 */
static void pooled(void **state)
{
    (void)state;
    struct assay_sample sample = assay_sample_balanced(table_3, 3, (size_t[]){3, 2, 2});
    struct assay_plan_pilot pilot;
    const double cost_s[] = {10, 0, 1};
    assert_int_equal(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL), ASSAY_OK);
    assert_true(!pilot.removed[0] && pilot.removed[1] && !pilot.removed[2]);
    assert_close(pilot.t2[0], 0.3819444444444442, 1e-12, 0);
    assert_close(pilot.t2[1], -5.666666666666666, 1e-12, 0);
    assert_close(pilot.t2[2], 12.722222222222223, 1e-12, 0);
    struct assay_plan plan;
    assert_int_equal(assay_plan_paper(&pilot.input, &plan, NULL), ASSAY_OK);
    assert_true(plan.count[1] == 1 && plan.count[2] == 19);
}

static void not_repeated(void **state)
{
    (void)state;
    struct assay_plan_pilot pilot;
    const double cost_s[] = {100, 1, 0.5};
    /* One build: nothing is known of builds, executions are the top. */
    struct assay_sample sample = assay_sample_balanced(table_3, 3, (size_t[]){1, 3, 4});
    assert_int_equal(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL), ASSAY_OK);
    assert_true(pilot.first == 1 && pilot.input.n_levels == 2 && isnan(pilot.t2[0]));
    assert_close(pilot.input.t2[0], 0.3819444444444442, 1e-12, 0);
    assert_true(pilot.input.cost_s[0] == 1 && pilot.input.cost_s[1] == 0.5);
    /* One iteration: its variance is in that of executions. */
    sample = assay_sample_balanced(table_3, 3, (size_t[]){3, 4, 1});
    assert_int_equal(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL), ASSAY_OK);
    assert_true(pilot.first == 0 && pilot.removed[2] && pilot.input.t2[2] == 0);
    assert_close(pilot.input.t2[1], 12.722222222222223, 1e-12, 0);
    sample = assay_sample_balanced(table_3, 3, (size_t[]){1, 1, 1});
    assert_int_equal(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL), ASSAY_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pooled),
        cmocka_unit_test(not_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
