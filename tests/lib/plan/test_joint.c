/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_joint.c -- one design for several benchmarks. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>

static const double costs_s[] = {20, 2, 0.5};

/* Means 10 and 2: relative components (0.01, 0.04, 0.09) and (0.03, 0, 0.25). */
static const struct assay_plan_served two[] = {
    {10, {3, {1, 4, 9}, {10, 1, 0.25}}, {{0, 0, 2}, {0, 40, 0}}},
    {2, {3, {0.12, 0, 1}, {10, 1, 0.25}}, {{0, 3, 0}, {0, 2, 8}}}};

static void by_hand(void **state)
{
    (void)state;
    static const double t2[] = {0.02, 0.02, 0.17};
    struct assay_plan_input input;
    struct assay_plan_limits limits;
    assert_int_equal(assay_plan_joint(two, 2, costs_s, &input, &limits, NULL), ASSAY_OK);
    assert_int_equal(input.n_levels, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_close(input.t2[i], t2[i], 1e-14, 0);
        assert_close(input.cost_s[i], costs_s[i], 0, 0);
    }
    assert_int_equal(limits.most[1], 2);  /* the tighter one */
    assert_int_equal(limits.most[2], 8);  /* 0 is none */
    assert_int_equal(limits.least[1], 2); /* 3, which one of them does not allow */
    assert_int_equal(limits.least[2], 2);
}

/* One that stands there three times, and in another unit, is planned as it is by itself. */
static void alike(void **state)
{
    (void)state;
    const struct assay_plan_input one = {3, {0.01, 0.04, 0.09}, {20, 2, 0.5}};
    struct assay_plan_served three[3] = {{1, one, {{0}, {0}}}, {1, one, {{0}, {0}}}};
    three[2] = (struct assay_plan_served){1e6, one, {{0}, {0}}};
    for (size_t i = 0; i < 3; i++)
        three[2].input.t2[i] *= 1e12;
    struct assay_plan_input input;
    struct assay_plan_limits limits;
    struct assay_plan joint, alone;
    assert_int_equal(assay_plan_joint(three, 3, costs_s, &input, &limits, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_within(&input, &limits, &joint, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_exact(&one, &alone, NULL), ASSAY_OK);
    for (size_t i = 1; i < 3; i++)
        assert_int_equal(joint.count[i], alone.count[i]);
    assert_close(joint.unit_variance, alone.unit_variance, 1e-12, 0);
}

/* Mean relative variance times cost of all together. */
static double product(const struct assay_plan_served *served, size_t n, const size_t *count)
{
    double mean = 0, cost_s, variance, unit_cost_s;
    struct assay_plan_input costs = served[0].input;
    for (size_t i = 0; i < 3; i++)
        costs.cost_s[i] = costs_s[i];
    for (size_t s = 0; s < n; s++) {
        assert_int_equal(assay_plan_evaluate(&served[s].input, count, &cost_s, &variance, NULL),
                         ASSAY_OK);
        mean += variance / served[s].mean / served[s].mean / (double)n;
    }
    assert_int_equal(assay_plan_evaluate(&costs, count, &unit_cost_s, &variance, NULL), ASSAY_OK);
    return mean * unit_cost_s;
}

/* No other counts serve all better, on average. */
static void none_is_better(void **state)
{
    (void)state;
    struct assay_plan_served free_ones[] = {two[0], two[1]};
    struct assay_plan_input input;
    struct assay_plan_limits limits;
    struct assay_plan plan;
    free_ones[0].limits = free_ones[1].limits = (struct assay_plan_limits){{0}, {0}};
    assert_int_equal(assay_plan_joint(free_ones, 2, costs_s, &input, &limits, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_within(&input, &limits, &plan, NULL), ASSAY_OK);
    assert_true(plan.count[1] > 1 && plan.count[2] > 1);
    const double found = product(free_ones, 2, plan.count);
    for (size_t executions = 1; executions <= 40; executions++)
        for (size_t iterations = 1; iterations <= 40; iterations++) {
            const size_t count[ASSAY_MAX_LEVELS] = {1, executions, iterations};
            assert_true(found <= product(free_ones, 2, count) * (1 + 1e-12));
        }
}

static void the_most_variable(void **state)
{
    (void)state;
    static const size_t few[ASSAY_MAX_LEVELS] = {1, 1, 1}, many[ASSAY_MAX_LEVELS] = {1, 2, 50};
    size_t worst;
    double variance;
    assert_int_equal(assay_plan_joint_worst(two, 2, few, &worst, &variance, NULL), ASSAY_OK);
    assert_int_equal(worst, 1);
    assert_close(variance, 0.28, 1e-12, 0); /* beside 0.14 */
    assert_int_equal(assay_plan_joint_worst(two, 2, many, &worst, &variance, NULL), ASSAY_OK);
    assert_int_equal(worst, 1);
    assert_close(variance, 0.03 + 0.25 / 100, 1e-12, 0); /* beside 0.01 + 0.02 + 0.0009 */
    const struct assay_plan_served still[] = {two[0], {1, {3, {0, 0, 0}, {1, 1, 1}}, {{0}, {0}}}};
    assert_int_equal(assay_plan_joint_worst(still, 2, few, &worst, &variance, NULL), ASSAY_OK);
    assert_int_equal(worst, 0);
    assert_close(variance, 0.14, 1e-12, 0);
}

/* Two pairs, of which one gains nothing: (0.14 + 0.28 + 0.42) / (0.14 + 0.42). */
static void gain(void **state)
{
    (void)state;
    static const size_t count[ASSAY_MAX_LEVELS] = {1, 1, 1};
    const struct assay_plan_served sum = {1, {3, {0.04, 0.04, 0.34}, {20, 2, 0.5}}, {{0}, {0}}},
                                   none = {1, {3, {0, 0, 0}, {20, 2, 0.5}}, {{0}, {0}}};
    const struct assay_plan_compared pairs[] = {{two[0], two[1], two[0]}, {sum, none, sum}},
                                     still = {two[0], two[1], none};
    double found;
    assert_int_equal(assay_plan_joint_gain(pairs, 2, count, &found, NULL), ASSAY_OK);
    assert_close(found, 0.84 / 0.56, 1e-12, 0);
    assert_int_equal(assay_plan_joint_gain(&still, 1, count, &found, NULL), ASSAY_UNDEFINED);
    assert_int_equal(assay_plan_joint_gain(NULL, 0, count, &found, NULL), ASSAY_UNDEFINED);
}

static void what_cannot_be_served(void **state)
{
    (void)state;
    struct assay_plan_input input;
    struct assay_plan_limits limits;
    struct assay_plan_served bad[] = {two[0], two[1]};
    assert_int_equal(assay_plan_joint(two, 0, costs_s, &input, &limits, NULL), ASSAY_INVALID);
    bad[1].mean = 0;
    assert_int_equal(assay_plan_joint(bad, 2, costs_s, &input, &limits, NULL), ASSAY_INVALID);
    bad[1] = two[1];
    bad[1].input.n_levels = 2;
    assert_int_equal(assay_plan_joint(bad, 2, costs_s, &input, &limits, NULL), ASSAY_INVALID);
    bad[1] = two[1];
    bad[0].input.t2[1] = NAN;
    assert_int_equal(assay_plan_joint(bad, 2, costs_s, &input, &limits, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),        cmocka_unit_test(alike),
        cmocka_unit_test(none_is_better), cmocka_unit_test(the_most_variable),
        cmocka_unit_test(gain),           cmocka_unit_test(what_cannot_be_served),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
