/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pilot.c -- a pilot's components: TR Tables III and IV, levels that were not repeated. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>
#include <assay/random.h>

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

/* Values of executions in which each depends on the one before, phi 0: it does not. */
static void draw_executions(double phi, size_t executions, size_t iterations, double *values)
{
    struct assay_random random;
    assay_random_init(&random, 11, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t u = 0; u < executions; u++) {
        double last = assay_random_normal(&random) / sqrt(1 - phi * phi);
        for (size_t i = 0; i < iterations; i++) {
            last = phi * last + assay_random_normal(&random);
            values[u * iterations + i] = 100 + last;
        }
    }
}

/* AR(1): the long-run variance is (1 + phi) / (1 - phi) times the variance. */
static void dependent_iterations(void **state)
{
    (void)state;
    enum { EXECUTIONS = 20, ITERATIONS = 400 };
    static double values[EXECUTIONS * ITERATIONS];
    const double cost_s[] = {1, 0.1};
    const struct assay_sample sample =
        assay_sample_balanced(values, 2, (size_t[]){EXECUTIONS, ITERATIONS});
    struct assay_plan_pilot pilot;
    draw_executions(0, EXECUTIONS, ITERATIONS, values);
    assert_int_equal(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL), ASSAY_OK);
    assert_true(pilot.dependence == 1 && pilot.input.t2[1] == pilot.t2[1]);
    draw_executions(0.6, EXECUTIONS, ITERATIONS, values);
    assert_int_equal(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL), ASSAY_OK);
    assert_close(pilot.dependence, 4, 0.15, 0);
    assert_close(pilot.input.t2[1], pilot.dependence * pilot.t2[1], 1e-14, 0);
}

static void bounds(void **state)
{
    (void)state;
    struct assay_plan_pilot pilot = {.input = {3, {4, 0, 9}, {100, 20, 1e-6}},
                                     .t2 = {4, -1, 9},
                                     .upper = {9, 0.1, 12},
                                     .count = {10, 5, 10}};
    struct assay_plan_limits limits;
    struct assay_plan plan;
    assert_int_equal(assay_plan_limits_of(&pilot, NAN, &limits, NULL), ASSAY_OK);
    assert_true(limits.most[1] == 20 && limits.most[2] == 40);
    assert_int_equal(assay_plan_cautious(&pilot, &limits, &plan, NULL), ASSAY_OK);
    assert_true(plan.count[1] == 1 && plan.count[2] == 40 && plan.bounded[2] && !plan.bounded[1]);
    /* The execution level may add much: never fewer than two. */
    pilot.upper[1] = 8;
    assert_int_equal(assay_plan_cautious(&pilot, &limits, &plan, NULL), ASSAY_OK);
    assert_true(plan.count[1] == 2 && limits.least[1] == 2);
    const struct assay_plan_goal goal = {100, 0.95, 5};
    struct assay_plan_target target;
    assert_int_equal(assay_plan_for_precision(&pilot.input, &plan, &goal, 10, &target, NULL),
                     ASSAY_OK);
    assert_true(target.count[0] == 5 && target.count[1] == 2 && target.count[2] == 1);
    /* A top that was not seen: at most twice below it what the pilot had, unless asked for. */
    pilot.t2[0] = pilot.input.t2[0] = -1;
    assert_int_equal(assay_plan_limits_of(&pilot, NAN, &limits, NULL), ASSAY_OK);
    assert_true(limits.most[1] == 10 && limits.most[2] == 20);
    assert_int_equal(assay_plan_limits_of(&pilot, 100, &limits, NULL), ASSAY_OK);
    assert_true(limits.most[1] == 500 && limits.most[2] == 1000);
    assert_int_equal(assay_plan_limits_of(&pilot, 0.5, &limits, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pooled),
        cmocka_unit_test(not_repeated),
        cmocka_unit_test(dependent_iterations),
        cmocka_unit_test(bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
