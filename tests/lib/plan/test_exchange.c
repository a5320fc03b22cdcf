/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_exchange.c -- designs for one precision or time, where few top units make t large. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/plan.h>
#include <assay/random.h>

enum { MOST = 30, MOST_TOP = 60, PROBLEMS = 60 };

static const struct assay_plan_goal goal = {100, 0.95, 5};

/* Departures that save less than this are not taken: half-widths go with the root. */
static const double WITHIN = 1.05;

static double half_width(const struct assay_plan_input *input, const size_t *count, double *time_s)
{
    double cost_s, variance;
    assert_int_equal(assay_plan_evaluate(input, count, &cost_s, &variance, NULL), ASSAY_OK);
    *time_s = (double)count[0] * cost_s;
    return assay_t_critical(0.95, (double)count[0] - 1) * sqrt(variance / (double)count[0]) / 100;
}

/* The best designs of up to MOST units a level and MOST_TOP top units, for a precision and for a time. */
static void brute_force(const struct assay_plan_input *input, double width, double time_s,
                        double *least_s, double *narrowest)
{
    size_t count[ASSAY_MAX_LEVELS] = {5, 1, 1};
    *least_s = *narrowest = INFINITY;
    for (count[0] = 5; count[0] <= MOST_TOP; count[0]++)
        for (count[1] = 1; count[1] <= MOST; count[1]++)
            for (count[2] = 1; count[2] <= (input->n_levels > 2 ? MOST : 1); count[2]++) {
                double cost = 0, variance = 0, units = 1;
                for (size_t i = 0; i < input->n_levels; i++) {
                    units *= i == 0 ? 1 : (double)count[i];
                    cost += input->cost_s[i] * units;
                    variance += fmax(input->t2[i], 0) / units;
                }
                const double taken_s = cost * (double)count[0];
                if (taken_s > *least_s && taken_s > time_s)
                    continue;
                const double reached = assay_t_critical(0.95, (double)count[0] - 1) *
                                       sqrt(variance / (double)count[0]) / 100;
                if (reached <= width)
                    *least_s = fmin(*least_s, taken_s);
                if (taken_s <= time_s)
                    *narrowest = fmin(*narrowest, reached);
            }
}

/* Costs within a factor of 20 of each other, so that the best designs have few units of each. */
static struct assay_plan_input random_problem(uint32_t k, double *width, double *time_s)
{
    struct assay_random random;
    struct assay_plan_input input = {.n_levels = 2 + k % 2};
    assay_random_init(&random, 7, ASSAY_RANDOM_TEST, k, 0);
    for (size_t i = 0; i < input.n_levels; i++) {
        input.cost_s[i] = exp(3 * assay_random_uniform(&random));
        input.t2[i] = exp(6 * assay_random_uniform(&random) - 3) - 0.2;
    }
    *width = exp(2 * assay_random_uniform(&random) - 4.5);
    *time_s = 50 * exp(3 * assay_random_uniform(&random));
    return input;
}

/* Costs within a factor of 400 of each other, and longer times. */
static struct assay_plan_input uneven_problem(uint32_t k, double *width, double *time_s)
{
    struct assay_plan_input input = random_problem(k, width, time_s);
    struct assay_random random;
    assay_random_init(&random, 77, ASSAY_RANDOM_TEST, k, 0);
    for (size_t i = 0; i < input.n_levels; i++)
        input.cost_s[i] = exp(6 * assay_random_uniform(&random));
    *time_s *= exp(2 * assay_random_uniform(&random));
    return input;
}

static void against_brute_force(const struct assay_plan_input *input, double width, double time_s,
                                uint32_t k)
{
    double least_s, narrowest, taken_s;
    struct assay_plan plan;
    struct assay_plan_target target;
    brute_force(input, width, time_s, &least_s, &narrowest);
    assert_int_equal(assay_plan_exact(input, &plan, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_precision(input, &plan, &goal, width, &target, NULL), ASSAY_OK);
    assert_true(half_width(input, target.count, &taken_s) <= width);
    if (taken_s > WITHIN * least_s)
        fail_msg("problem %u: %g s, brute force %g s", k, taken_s, least_s);
    assert_int_equal(assay_plan_for_time(input, &plan, &goal, time_s, &target, NULL), ASSAY_OK);
    double reached = target.count[0] >= 5 ? half_width(input, target.count, &taken_s) : 0;
    assert_true(target.time_s <= time_s * (1 + 1e-9));
    if (reached > sqrt(WITHIN) * narrowest)
        fail_msg("problem %u: %g, brute force %g", k, reached, narrowest);
}

/* The last ones came nearest to the bound, in time or half-width, of 4000 of both kinds in turn. */
static void brute_force_agrees(void **state)
{
    (void)state;
    static const uint32_t near[] = {2941, 3739, 1675, 3028};
    double width, time_s;
    for (uint32_t k = 0; k < PROBLEMS; k++) {
        const struct assay_plan_input input = random_problem(k, &width, &time_s);
        against_brute_force(&input, width, time_s, k);
    }
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++) {
        const struct assay_plan_input input = near[i] % 4 >= 2
                                                  ? uneven_problem(near[i], &width, &time_s)
                                                  : random_problem(near[i], &width, &time_s);
        against_brute_force(&input, width, time_s, near[i]);
    }
}

/* Repeating builds alone is one of the designs: a plan is never worse. */
static void never_worse_than_one_level(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 20 * PROBLEMS; k++) {
        double width, time_s;
        const struct assay_plan_input input = random_problem(k, &width, &time_s);
        struct assay_plan plan, flat;
        struct assay_plan_target ours, theirs;
        assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
        assert_int_equal(assay_plan_one_level(&input, &flat, NULL), ASSAY_OK);
        (void)assay_plan_for_precision(&input, &plan, &goal, width, &ours, NULL);
        (void)assay_plan_for_precision(&input, &flat, &goal, width, &theirs, NULL);
        assert_true(ours.time_s <= theirs.time_s * (1 + 1e-9));
        for (size_t i = 1; i < input.n_levels; i++)
            assert_int_equal(theirs.count[i], 1);
        (void)assay_plan_for_time(&input, &plan, &goal, time_s, &ours, NULL);
        (void)assay_plan_for_time(&input, &flat, &goal, time_s, &theirs, NULL);
        if (theirs.count[0] >= 5)
            assert_true(ours.half_width <= theirs.half_width * (1 + 1e-9));
    }
}

/* By hand: an iteration costs as much as an execution, nothing varies but iterations. At +- 2 % of
 * variance 1 and n values, t(n - 1) sqrt(1 / n) <= 2: n = 4, but 5 are the least; one of each. */
static void by_hand(void **state)
{
    (void)state;
    struct assay_plan_input input = {2, {0, 1}, {1, 1}};
    struct assay_plan plan;
    struct assay_plan_target target;
    assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, 0.02, &target, NULL), ASSAY_OK);
    assert_true(target.count[0] == 5 && target.count[1] == 1);
    /* +- 0.25 %: 5 executions take 2.776^2 / (5 x 0.0625) = 24.7, so 25 iterations each: 130 s; 12 of
     * 7: t = 2.201, sqrt(1 / 84) 2.201 = 0.2402: 96 s. */
    assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, 0.0025, &target, NULL),
                     ASSAY_OK);
    assert_true(target.time_s <= 96 && target.adjusted && target.half_width <= 0.0025);
}

/* Counts keep to the plan's limits. */
static void limits_hold(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < PROBLEMS; k++) {
        double width, time_s;
        const struct assay_plan_input input = random_problem(k, &width, &time_s);
        const struct assay_plan_limits limits = {{0, 2, 1}, {0, 4, 3}};
        struct assay_plan plan;
        struct assay_plan_target target;
        assert_int_equal(assay_plan_within(&input, &limits, &plan, NULL), ASSAY_OK);
        assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, width, &target, NULL),
                         ASSAY_OK);
        for (size_t i = 1; i < input.n_levels; i++)
            assert_true(target.count[i] >= limits.least[i] && target.count[i] <= limits.most[i]);
    }
}

/* Of the papers' formulas nothing is changed. */
static void papers_stand(void **state)
{
    (void)state;
    const struct assay_plan_goal paper = {100, 0.95, 2};
    const struct assay_plan_input input = {2, {0.04, 100}, {1, 1}};
    struct assay_plan plan;
    struct assay_plan_target target;
    assert_int_equal(assay_plan_paper(&input, &plan, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &paper, 0.01, &target, NULL),
                     ASSAY_OK);
    assert_true(!target.adjusted && target.count[1] == 50 && target.of_plan == target.count[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(never_worse_than_one_level),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(papers_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
