/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plan_curve.c -- what more time buys, by hand where only one level is repeated. */
#include "support/oracle.h"

#include <math.h>

#include "analysis/plan_curve.h"

/* t(n - 1) of 0.975 for the five units of the first point; sd 0.1 of a mean of 1. */
static void one_level_by_hand(void **state)
{
    (void)state;
    double x[] = {0.9, 1.1, 0.9, 1.1, 0.9, 1.1, 0.9, 1.1};
    struct assay_series series = {.level_name = {"execution"}, .cost_s = {2}};
    series.live = (struct assay_sample){x, {.n_levels = 1, .count = {8}}};
    struct plan_curves curves;
    assert_int_equal(plan_curves_of(&series, 0.95, &curves, NULL), ASSAY_OK);
    assert_int_equal(curves.planned.n, PLAN_CURVE_POINTS);
    assert_int_equal(curves.one_level.n, PLAN_CURVE_POINTS);
    const double sd = sqrt(8 * 0.01 / 7);
    assert_close(curves.planned.points[0].time_s, 10, 1e-12, 0);
    assert_close(curves.planned.points[0].half_width, 2.7764451051977987 * sd / sqrt(5), 1e-9, 0);
    assert_close(curves.planned.points[PLAN_CURVE_POINTS - 1].time_s, 10000, 1e-9, 0);
    for (size_t i = 0; i < PLAN_CURVE_POINTS; i++) {
        assert_true(curves.planned.points[i].half_width == curves.one_level.points[i].half_width);
        assert_true(i == 0 ||
                    curves.planned.points[i].half_width < curves.planned.points[i - 1].half_width);
    }
}

/* Executions that cost nothing beside builds: the planned counts are never worse than builds alone. */
static void plans_are_no_worse(void **state)
{
    (void)state;
    double x[24];
    const size_t counts[] = {6, 4};
    for (size_t i = 0; i < 24; i++)
        x[i] = 1 + 0.01 * (double)(i / 4 % 2) + 0.1 * (double)(i * 7 % 5);
    struct assay_series series = {.level_name = {"build", "execution"}, .cost_s = {50, 1}};
    series.live = assay_sample_balanced(x, 2, counts);
    struct plan_curves curves;
    assert_int_equal(plan_curves_of(&series, 0.95, &curves, NULL), ASSAY_OK);
    assert_true(curves.planned.n > 0 && curves.one_level.n > 0);
    const struct plan_point last = curves.planned.points[curves.planned.n - 1];
    assert_true(last.half_width < curves.one_level.points[curves.one_level.n - 1].half_width);
}

static void unknown_costs(void **state)
{
    (void)state;
    double x[] = {1, 2, 3};
    struct assay_series series = {.level_name = {"execution"}, .cost_s = {NAN}};
    series.live = (struct assay_sample){x, {.n_levels = 1, .count = {3}}};
    struct plan_curves curves;
    assert_int_equal(plan_curves_of(&series, 0.95, &curves, NULL), ASSAY_UNDEFINED);
    series.cost_s[0] = 1;
    x[0] = -7;
    assert_int_equal(plan_curves_of(&series, 0.95, &curves, NULL), ASSAY_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_level_by_hand),
        cmocka_unit_test(plans_are_no_worse),
        cmocka_unit_test(unknown_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
