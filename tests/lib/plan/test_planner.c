/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_planner.c -- the best counts: the papers' examples, brute force over integers, edges. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/plan.h>
#include <assay/random.h>

static struct assay_plan_input two_levels(double top_t, double top_cost, double t, double cost)
{
    return (struct assay_plan_input){2, {top_t * top_t, t * t}, {top_cost, cost}};
}

/* ISMM Table 5: 10, 1, 2, 15 by the paper's formula; the exact planner never does worse. */
static void ismm_table_5(void **state)
{
    (void)state;
    json_t *root = oracle_load("examples.json"), *one;
    size_t i, checked = 0;
    json_array_foreach(json_object_get(root, "examples"), i, one)
    {
        if (strncmp(json_string_value(json_object_get(one, "id")), "003-table-5", 11) != 0)
            continue;
        json_t *in = json_object_get(one, "inputs"), *expected = json_object_get(one, "outputs");
        struct assay_plan_input input =
            two_levels(oracle_number(in, "t2_percent"), oracle_number(in, "c2_s"),
                       oracle_number(in, "t1_percent"), oracle_number(in, "c1_s"));
        struct assay_plan paper, exact;
        assert_int_equal(assay_plan_paper(&input, &paper, NULL), ASSAY_OK);
        assert_int_equal(assay_plan_exact(&input, &exact, NULL), ASSAY_OK);
        assert_close(paper.real[1], oracle_number(expected, "r1_real"), 1e-12, 0);
        assert_true((double)paper.count[1] == oracle_number(expected, "r1"));
        assert_true(exact.unit_cost_s * exact.unit_variance <=
                    paper.unit_cost_s * paper.unit_variance);
        assert_true(fabs((double)exact.count[1] - (double)paper.count[1]) <= 1);
        checked++;
    }
    assert_int_equal(checked, 4);
    json_decref(root);
}

/* TR 6.1: T^2 unrounded gives 18.25, so 19 and not the printed 18. */
static void tr_6_1(void **state)
{
    (void)state;
    struct assay_plan_input input = {2, {0.3819444444444442, 12.722222222222223}, {10, 1}};
    struct assay_plan plan;
    assert_int_equal(assay_plan_paper(&input, &plan, NULL), ASSAY_OK);
    assert_close(plan.real[1], 18.25077831466125, 1e-12, 0);
    assert_int_equal(plan.count[1], 19);
}

/* KT06 (21) on S^2 with b = 5000, w = 20; (23) with q = 3 is the same in seconds. */
static void kt2006(void **state)
{
    (void)state;
    const double s2[] = {4.275051039416661, 6.029474031510416, 2.002892176190476};
    struct assay_plan_input input = {3, {s2[0], s2[1], s2[2]}, {5000, 20, 1}};
    struct assay_plan plan;
    assert_int_equal(assay_plan_paper(&input, &plan, NULL), ASSAY_OK);
    assert_close(plan.real[1], 18.777556041439986, 1e-12, 0);
    assert_close(plan.real[2], 2.577532015540889, 1e-12, 0);
    input.cost_s[1] = 60;
    input.cost_s[2] = 3;
    assert_int_equal(assay_plan_paper(&input, &plan, NULL), ASSAY_OK);
    assert_close(plan.real[1], 10.84122703524866, 1e-12, 0);
    assert_close(plan.real[2], 2.577532015540889, 1e-12, 0);
}

/* All counts of varcomp.json: n_1 = sqrt(c_1 T_1^2 / T_2^2), costs in units of a measurement. */
static void oracle_optima(void **state)
{
    (void)state;
    json_t *root = oracle_load("varcomp.json"), *one;
    size_t i, checked = 0;
    json_array_foreach(json_object_get(root, "cases"), i, one)
    {
        json_t *expected = json_object_get(one, "expected");
        json_t *optimum = json_object_get(expected, "optimum"), *costs;
        costs = json_object_get(json_object_get(one, "input"), "cost_c1_c2");
        json_t *t2 = json_object_get(expected, "T2_hp");
        if (!json_is_array(optimum) || !json_is_array(costs))
            continue;
        struct assay_plan_input input = {.n_levels = json_array_size(t2)};
        for (size_t k = 0; k < input.n_levels; k++) {
            size_t level = input.n_levels - 1 - k;
            input.t2[level] = oracle_value(json_array_get(t2, k));
            input.cost_s[level] = k == 0 ? 1 : oracle_value(json_array_get(costs, k - 1));
        }
        struct assay_plan plan;
        assert_int_equal(assay_plan_paper(&input, &plan, NULL), ASSAY_OK);
        json_t *real = json_object_get(expected, "optimum_real");
        for (size_t k = 0; k + 1 < input.n_levels; k++) {
            double exact = oracle_value(json_array_get(real, k));
            assert_close(plan.real[input.n_levels - 1 - k], exact, 1e-6, 0);
            if (fabs(exact - round(exact)) > 1e-6)
                assert_true((double)plan.count[input.n_levels - 1 - k] ==
                            oracle_value(json_array_get(optimum, k)));
        }
        checked++;
    }
    assert_true(checked > 10);
    json_decref(root);
}

/* ---- brute force ---- */

static double product_of(const struct assay_plan_input *input, const size_t *count)
{
    double cost_s, variance;
    assert_int_equal(assay_plan_evaluate(input, count, &cost_s, &variance, NULL), ASSAY_OK);
    return cost_s * variance;
}

static const struct assay_plan_limits up_to_30 = {{1, 1, 1, 1}, {1, 30, 30, 30}};

static double brute_force(const struct assay_plan_input *input,
                          const struct assay_plan_limits *limits)
{
    double best = INFINITY;
    const size_t n = input->n_levels, *least = limits->least, *most = limits->most;
    size_t count[ASSAY_MAX_LEVELS] = {1, 1, 1, 1};
    for (count[1] = least[1]; count[1] <= most[1]; count[1]++)
        for (count[2] = n > 2 ? least[2] : 1; count[2] <= (n > 2 ? most[2] : 1); count[2]++)
            for (count[3] = n > 3 ? least[3] : 1; count[3] <= (n > 3 ? most[3] : 1); count[3]++) {
                double cost = 0, variance = 0, units = 1;
                for (size_t i = 0; i < n; i++) {
                    units *= i == 0 ? 1 : (double)count[i];
                    cost += input->cost_s[i] * units;
                    variance += input->t2[i] > 0 ? input->t2[i] / units : 0;
                }
                best = fmin(best, cost * variance);
            }
    return best;
}

/* Components over eight decades of cost and six of variance, one in ten negative. */
static struct assay_plan_input random_problem(uint32_t k, struct assay_random *random)
{
    struct assay_plan_input input = {.n_levels = 2 + k % 3};
    assay_random_init(random, 6, ASSAY_RANDOM_TEST, k, 0);
    for (size_t i = 0; i < input.n_levels; i++) {
        input.cost_s[i] =
            exp(9 * assay_random_uniform(random)) * exp(2 * (double)(input.n_levels - i));
        input.t2[i] = exp(7 * assay_random_uniform(random));
        if (i > 0 && assay_random_uniform(random) < 0.1)
            input.t2[i] = -input.t2[i];
    }
    return input;
}

static void brute_force_agrees(void **state)
{
    (void)state;
    enum { PROBLEMS = 1000 };
    for (uint32_t k = 0; k < PROBLEMS; k++) {
        struct assay_random random;
        const struct assay_plan_input input = random_problem(k, &random);
        struct assay_plan plan;
        assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
        double found = product_of(&input, plan.count), best = brute_force(&input, &up_to_30);
        assert_close(found, plan.unit_cost_s * plan.unit_variance, 1e-14, 0);
        if (found > best * 1.001)
            fail_msg("problem %u: %.17g, brute force %.17g", k, found, best);
    }
}

static size_t between(struct assay_random *random, size_t least, size_t most)
{
    return least + (size_t)(assay_random_uniform(random) * (double)(most - least + 1));
}

/* With limits, also below a top that adds nothing, nothing between them is better. */
static void brute_force_agrees_within_limits(void **state)
{
    (void)state;
    enum { PROBLEMS = 500 };
    size_t bounded = 0;
    for (uint32_t k = 0; k < PROBLEMS; k++) {
        struct assay_random random;
        struct assay_plan_input input = random_problem(k, &random);
        struct assay_plan_limits limits = {.least = {0}};
        for (size_t i = 1; i < input.n_levels; i++) {
            limits.least[i] = between(&random, 1, 3);
            limits.most[i] = between(&random, limits.least[i], 12);
        }
        if (k % 5 == 0)
            input.t2[0] = -1;
        struct assay_plan plan;
        assert_int_equal(assay_plan_within(&input, &limits, &plan, NULL), ASSAY_OK);
        for (size_t i = 1; i < input.n_levels; i++) {
            assert_true(plan.count[i] >= limits.least[i] && plan.count[i] <= limits.most[i]);
            bounded += plan.bounded[i];
        }
        double found = product_of(&input, plan.count), best = brute_force(&input, &limits);
        if (found > best * 1.001)
            fail_msg("problem %u: %.17g, brute force %.17g", k, found, best);
    }
    assert_true(bounded > 50);
}

/* ---- edges ---- */

static void negative_middle_is_merged(void **state)
{
    (void)state;
    struct assay_plan_input with = {3, {4, -1, 9}, {100, 20, 1}}, without = {2, {4, 9}, {120, 1}};
    struct assay_plan a, b;
    assert_int_equal(assay_plan_exact(&with, &a, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_exact(&without, &b, NULL), ASSAY_OK);
    assert_true(a.removed[1] && a.count[1] == 1 && !a.removed[2]);
    assert_int_equal(a.count[2], b.count[1]);
    assert_close(a.unit_cost_s, b.unit_cost_s, 1e-15, 0);
    assert_int_equal(assay_plan_paper(&with, &a, NULL), ASSAY_OK);
    assert_true(a.removed[1] && a.count[1] == 1);
    assert_close(a.real[2], sqrt(120 * 9.0 / 4), 1e-14, 0);
}

static void top_that_adds_nothing(void **state)
{
    (void)state;
    struct assay_plan_input input = {3, {-1, 4, 9}, {100, 20, 1}};
    struct assay_plan plan;
    assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
    assert_true(isinf(plan.real[1]) && plan.count[1] == ASSAY_PLAN_MOST);
    assert_true(plan.count[2] == 6 || plan.count[2] == 7); /* sqrt(20 * 9 / 4) = 6.7 */
    input = (struct assay_plan_input){2, {0, 0}, {1, 1}};
    assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
    assert_true(plan.count[1] == 1 && plan.unit_variance == 0);
}

/* What is free below a top that adds nothing is taken often, and soon found. */
static void free_below_nothing(void **state)
{
    (void)state;
    const struct assay_plan_input inputs[] = {
        {3, {-0.034, 0.00052, 1.6}, {2.96, 2.17, 0}},
        {4, {0, 0.5, 0.3, 0.2}, {0, 1, 0, 3}},
        {3, {1, 1, 1}, {1, 0, 0}},
        {8, {0, 1, 0, 1, 0, 1, 0, 1}, {1, 0, 1, 0, 1, 0, 1, 0}},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        struct assay_plan plan;
        assert_int_equal(assay_plan_exact(&inputs[i], &plan, NULL), ASSAY_OK);
        for (size_t k = 1; k < plan.n_levels; k++)
            assert_true(plan.count[k] >= 1 && plan.count[k] <= ASSAY_PLAN_MOST);
    }
}

static void scale_changes_nothing(void **state)
{
    (void)state;
    struct assay_plan_input a = {3, {11.56, 67.24, 1.96}, {21, 0.35, 0.0012}}, b = a;
    struct assay_plan x, y;
    for (size_t i = 0; i < 3; i++) {
        b.t2[i] *= 1e-18;
        b.cost_s[i] *= 1e9;
    }
    assert_int_equal(assay_plan_exact(&a, &x, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_exact(&b, &y, NULL), ASSAY_OK);
    assert_true(x.count[1] == 19 && x.count[2] == 3);
    assert_memory_equal(x.count, y.count, sizeof x.count);
}

static void mistakes(void **state)
{
    (void)state;
    struct assay_plan plan;
    struct assay_error error;
    struct assay_plan_input input = {2, {1, NAN}, {1, 1}};
    assert_int_equal(assay_plan_exact(&input, &plan, &error), ASSAY_INVALID);
    assert_string_equal(error.text, "the component of level 2 must be finite, is nan");
    input = (struct assay_plan_input){2, {1, 1}, {-1, 1}};
    assert_int_equal(assay_plan_paper(&input, &plan, &error), ASSAY_INVALID);
    input = (struct assay_plan_input){2, {1, 1}, {0, 0}};
    assert_int_equal(assay_plan_exact(&input, &plan, &error), ASSAY_INVALID);
    input.n_levels = 0;
    assert_int_equal(assay_plan_exact(&input, &plan, &error), ASSAY_INVALID);
    input = (struct assay_plan_input){1, {1}, {1}};
    assert_int_equal(assay_plan_exact(&input, &plan, &error), ASSAY_OK);
    input = (struct assay_plan_input){2, {1, 1}, {0, 1}}; /* a free level is opened again */
    assert_int_equal(assay_plan_exact(&input, &plan, &error), ASSAY_OK);
    assert_int_equal(plan.count[1], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ismm_table_5),
        cmocka_unit_test(tr_6_1),
        cmocka_unit_test(kt2006),
        cmocka_unit_test(oracle_optima),
        cmocka_unit_test(brute_force_agrees),
        cmocka_unit_test(brute_force_agrees_within_limits),
        cmocka_unit_test(negative_middle_is_merged),
        cmocka_unit_test(top_that_adds_nothing),
        cmocka_unit_test(free_below_nothing),
        cmocka_unit_test(scale_changes_nothing),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
