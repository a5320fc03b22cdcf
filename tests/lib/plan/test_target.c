/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_target.c -- top counts for a half-width or a time: TR 8.5, Table VIII, neighbours, limits. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/plan.h>

/* Both tables are in per cent of the mean: the mean is 100. */
static const struct assay_plan_goal paper_goal = {100, 0.95, 2}, goal = {100, 0.95, 5};

/* TR Table VIII: T from Table VII, n_1 and n_2 by (14), then as many binaries as fit. The rows with
 * two levels take the warm-up alone as the cost that n_1 pays for, as the paper did. */
static void check_row(const json_t *inputs, const json_t *row, size_t *checked)
{
    double iteration_s = oracle_number(inputs, "measurement_time_s");
    double warmup = oracle_number(inputs, "warmup_c1");
    double t[] = {oracle_number(row, "T3"), oracle_number(row, "T2"), oracle_number(row, "T1")};
    if (!(t[0] > 0))
        return; /* T_3 vanishes within rounding: the paper's counts are infinite */
    struct assay_plan_input input = {
        3,
        {t[0] * t[0], isnan(t[1]) ? 0 : t[1] * t[1], t[2] * t[2]},
        {oracle_number(inputs, "compile_s"), warmup * iteration_s, iteration_s}};
    struct assay_plan_input for_n1 = input;
    if (isnan(t[1]))
        for_n1.cost_s[0] = 0;
    struct assay_plan plan, flat;
    struct assay_plan_target target;
    assert_int_equal(assay_plan_paper(&for_n1, &plan, NULL), ASSAY_OK);
    assert_int_equal(
        assay_plan_evaluate(&input, plan.count, &plan.unit_cost_s, &plan.unit_variance, NULL),
        ASSAY_OK);
    assert_true((double)plan.count[2] == oracle_number(row, "n1"));
    assert_true((double)plan.count[1] == oracle_number(row, "n2"));
    double time_s = 3600 * oracle_number(row, "hours");
    assert_int_equal(assay_plan_for_time(&input, &plan, &paper_goal, time_s, &target, NULL),
                     ASSAY_OK);
    assert_true((double)target.count[0] == oracle_number(row, "n3"));
    assert_close(100 * target.half_width, oracle_number(row, "ours"), 1e-10, 0);
    assert_int_equal(assay_plan_one_level(&input, &flat, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_time(&input, &flat, &paper_goal, time_s, &target, NULL),
                     ASSAY_OK);
    assert_true((double)target.count[0] == oracle_number(row, "default_n"));
    assert_close(100 * target.half_width, oracle_number(row, "default"), 2e-2, 0);
    ++*checked;
}

static void tr_table_8(void **state)
{
    (void)state;
    json_t *root = oracle_load("examples.json"), *one, *row;
    size_t i, j, checked = 0;
    json_array_foreach(json_object_get(root, "examples"), i, one)
    {
        if (strncmp(json_string_value(json_object_get(one, "id")), "000-table-VIII", 14) != 0)
            continue;
        json_t *rows = json_object_get(json_object_get(one, "outputs"), "rows");
        json_array_foreach(rows, j, row)
        {
            check_row(json_object_get(one, "inputs"), row, &checked);
        }
    }
    assert_int_equal(checked, 27);
    json_decref(root);
}

/* TR 8.5: 4 and 28, 16 binaries in six hours, 2.3 %; 4.7 % by compiling each time. */
static void tr_8_5(void **state)
{
    (void)state;
    const double iteration_s = 1200.0 / 5343;
    struct assay_plan_input input = {
        3,
        {4.044885659694227 * 4.044885659694227, 6.664816409907911 * 6.664816409907911, 4.6 * 4.6},
        {1200, 19 * iteration_s, iteration_s}};
    struct assay_plan plan, flat;
    struct assay_plan_target target;
    assert_int_equal(assay_plan_paper(&input, &plan, NULL), ASSAY_OK);
    assert_true(plan.count[1] == 28 && plan.count[2] == 4);
    assert_int_equal(assay_plan_for_time(&input, &plan, &paper_goal, 21600, &target, NULL),
                     ASSAY_OK);
    assert_int_equal(target.count[0], 16);
    assert_close(100 * target.half_width, 2.269296259972315, 1e-10, 0);
    assert_int_equal(assay_plan_one_level(&input, &flat, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_time(&input, &flat, &paper_goal, 21600, &target, NULL),
                     ASSAY_OK);
    assert_int_equal(target.count[0], 17);
    /* The exact planner's design is no worse in the time that it takes. */
    struct assay_plan exact;
    assert_int_equal(assay_plan_exact(&input, &exact, NULL), ASSAY_OK);
    assert_true(exact.unit_cost_s * exact.unit_variance <= plan.unit_cost_s * plan.unit_variance);
}

/* The example of the screens: 61 and 235 builds, 64 in half an hour. */
static void fewest_that_do(void **state)
{
    (void)state;
    struct assay_plan_input input = {3, {11.56, 67.24, 1.96}, {21, 0.35, 0.0012}};
    struct assay_plan plan;
    struct assay_plan_target target, less;
    assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, 0.01, &target, NULL), ASSAY_OK);
    assert_int_equal(target.count[0], 61);
    assert_true(target.half_width <= 0.01 && !target.adjusted);
    assert_close(target.time_s, 61 * plan.unit_cost_s, 1e-14, 0);
    assert_int_equal(assay_plan_for_time(&input, &plan, &goal, target.time_s, &less, NULL),
                     ASSAY_OK);
    assert_int_equal(less.count[0], 61);
    assert_int_equal(assay_plan_for_time(&input, &plan, &goal, 0.999 * target.time_s, &less, NULL),
                     ASSAY_OK);
    assert_true(less.count[0] == 60 && less.half_width > 0.01);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, 0.005, &target, NULL),
                     ASSAY_OK);
    assert_int_equal(target.count[0], 235);
}

/* Five builds are the fewest; then fewer executions do, and the precision still holds. */
static void never_below_least(void **state)
{
    (void)state;
    struct assay_plan_input input = {3, {0.01, 67.24, 1.96}, {21, 0.35, 0.0012}};
    struct assay_plan plan;
    struct assay_plan_target target, lower;
    double cost_s, variance;
    assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
    assert_true(plan.count[1] > 400);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, 0.02, &target, NULL), ASSAY_OK);
    assert_true(target.count[0] == 5 && target.adjusted && target.count[1] < plan.count[1]);
    assert_true(target.half_width <= 0.02);
    lower = target;
    lower.count[1]--;
    assert_int_equal(assay_plan_evaluate(&input, lower.count, &cost_s, &variance, NULL), ASSAY_OK);
    assert_true(assay_t_critical(0.95, 4) * sqrt(variance / 5) / 100 > 0.02);
    /* Two minutes: five builds and the executions that fit. */
    assert_int_equal(assay_plan_for_time(&input, &plan, &goal, 120, &target, NULL), ASSAY_OK);
    assert_true(target.count[0] == 5 && target.adjusted && target.time_s <= 120);
    target.count[1]++;
    assert_int_equal(assay_plan_evaluate(&input, target.count, &cost_s, &variance, NULL), ASSAY_OK);
    assert_true(5 * cost_s > 120);
    /* A minute: not even five builds. */
    assert_int_equal(assay_plan_for_time(&input, &plan, &goal, 60, &target, NULL), ASSAY_OK);
    assert_true(target.count[0] == 2 && isfinite(target.half_width));
    /* What the two leave of it is used: 2 x (21 + 25 x (0.35 + 3 x 0.0012)) s. */
    assert_true(target.count[1] == 25 && target.count[2] == 3 && target.adjusted);
    assert_int_equal(assay_plan_for_time(&input, &plan, &goal, 10, &target, NULL), ASSAY_OK);
    assert_true(target.count[0] == 0 && isnan(target.half_width));
}

/* Where builds add nothing: five of them, and the precision from executions. */
static void top_that_adds_nothing(void **state)
{
    (void)state;
    struct assay_plan_input input = {2, {-3, 25}, {100, 1}};
    struct assay_plan plan;
    struct assay_plan_target target;
    assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, 0.01, &target, NULL), ASSAY_OK);
    assert_int_equal(target.count[0], 5);
    double t = assay_t_critical(0.95, 4);
    assert_int_equal(target.count[1], (size_t)ceil(t * t * 25 / 5));
    assert_int_equal(assay_plan_for_time(&input, &plan, &goal, 1000, &target, NULL), ASSAY_OK);
    assert_true(target.count[0] == 5 && target.count[1] == 100);
}

/* The papers' count is infinite there: for a time as for a half-width it is as large as fits. */
static void paper_without_end(void **state)
{
    (void)state;
    struct assay_plan_input input = {3, {0, 1, 9}, {100, 10, 1}};
    struct assay_plan plan;
    struct assay_plan_target target;
    assert_int_equal(assay_plan_paper(&input, &plan, NULL), ASSAY_OK);
    assert_true(plan.count[1] == ASSAY_PLAN_MOST && plan.count[2] == 10);
    assert_int_equal(assay_plan_for_time(&input, &plan, &paper_goal, 3600, &target, NULL),
                     ASSAY_OK);
    /* 2 x (100 + 85 x (10 + 10)) s */
    assert_true(target.count[0] == 2 && target.count[1] == 85 && target.count[2] == 10);
    assert_true(target.adjusted && target.time_s == 3600);
    /* Counts that end stand as they are, and fit or not. */
    input.t2[0] = 1e-6;
    assert_int_equal(assay_plan_paper(&input, &plan, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_time(&input, &plan, &paper_goal, 3600, &target, NULL),
                     ASSAY_OK);
    assert_true(target.count[0] == 0 && target.count[1] == plan.count[1] && !target.adjusted);
}

static void mistakes(void **state)
{
    (void)state;
    struct assay_plan_input input = {1, {25}, {1}};
    struct assay_plan plan;
    struct assay_plan_target target;
    struct assay_plan_goal wrong = {0, 0.95, 5};
    assert_int_equal(assay_plan_exact(&input, &plan, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &wrong, 0.01, &target, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, 0, &target, NULL),
                     ASSAY_INVALID);
    assert_int_equal(assay_plan_for_precision(&input, &plan, &goal, 1e-9, &target, NULL),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_plan_for_time(&input, &plan, &goal, NAN, &target, NULL), ASSAY_INVALID);
    wrong = (struct assay_plan_goal){1, 95, 5};
    assert_int_equal(assay_plan_for_time(&input, &plan, &wrong, 1, &target, NULL), ASSAY_INVALID);
    wrong = (struct assay_plan_goal){1, 0.95, 1};
    assert_int_equal(assay_plan_for_time(&input, &plan, &wrong, 1, &target, NULL), ASSAY_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tr_table_8),
        cmocka_unit_test(tr_8_5),
        cmocka_unit_test(fewest_that_do),
        cmocka_unit_test(never_below_least),
        cmocka_unit_test(top_that_adds_nothing),
        cmocka_unit_test(paper_without_end),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
