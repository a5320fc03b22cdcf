/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_build_effect.c -- the accident of a build: shares, factors and advice. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>

enum { BUILDS = 4, EXECUTIONS = 3 };

static struct assay_series series_of(const double *values, const char *top)
{
    return (struct assay_series){
        .system = "s",
        .benchmark = "b",
        .metric = "wall",
        .unit = "s",
        .level_name = {top, "execution"},
        .cost_s = {16, 1},
        .live = {values, {.n_levels = 2, .count = {BUILDS, EXECUTIONS}}},
    };
}

/* Means of builds 10, 20, 30, 40; executions -1, 0, +1 around them: S_1^2 = 1, S_2^2 = 500/3,
 * T_2^2 = 500/3 - 1/3. */
static void a_case_by_hand(void **state)
{
    (void)state;
    static const double values[] = {9, 10, 11, 19, 20, 21, 29, 30, 31, 39, 40, 41};
    struct assay_series series = series_of(values, "build");
    struct assay_build_effect a;
    assert_int_equal(assay_build_effect_of(&series, 0.95, &a, NULL), ASSAY_OK);
    const double t2 = 500.0 / 3 - 1.0 / 3;
    assert_close(a.share, t2 / (t2 + 1), 1e-12, 0);
    assert_close(a.error_percent, 100 * sqrt(t2) / 25, 1e-9, 0);
    assert_close(a.impact.factor, sqrt(1 + t2), 1e-9, 0);
    assert_int_equal(a.advice, ASSAY_BUILDS_WORTH);
    assert_close(a.step, 64.0 / 4, 1e-9, 0); /* 8 from 11 to 19, 2 from 9 to 11 */
    assert_true(a.beyond_drift);
    assert_true(a.share_lower > 0 && a.share_lower < a.share && a.share < a.share_upper);
    assert_close(a.executions, 1, 0, 0); /* sqrt(16 / 1 * 1 / 166) < 1 */
}

/* The same differences as a trend over time: 10, 11, 12 … is what executions of one build show, too.
 * Halves of one value: within a build the last is 2 above the first, and 1 lies between builds. */
static void a_trend_is_no_build(void **state)
{
    (void)state;
    double values[BUILDS * EXECUTIONS] = {0};
    struct assay_series series = series_of(values, "build");
    struct assay_build_effect a;
    for (size_t i = 0; i < BUILDS * EXECUTIONS; i++)
        values[i] = 10 + (double)i;
    assert_int_equal(assay_build_effect_of(&series, 0.95, &a, NULL), ASSAY_OK);
    assert_true(a.share_lower > 0 && a.impact.lower > 1);
    assert_close(a.step, 1.0 / 4, 1e-12, 0);
    assert_false(a.beyond_drift);
    assert_int_equal(a.advice, ASSAY_BUILDS_UNCLEAR);
}

/* Builds that are alike: the interval covers zero, but four of them show nothing of one with twelve
 * executions. */
static void builds_that_do_not_differ(void **state)
{
    (void)state;
    static const double values[] = {9, 10, 11, 10, 11, 9, 11, 9, 10, 9, 11, 10};
    struct assay_series series = series_of(values, "build");
    struct assay_build_effect a;
    assert_int_equal(assay_build_effect_of(&series, 0.95, &a, NULL), ASSAY_OK);
    assert_close(a.share, 0, 0, 0);
    assert_close(a.share_lower, 0, 0, 0);
    assert_close(a.impact.factor, 1, 0, 0);
    assert_int_equal(a.advice, ASSAY_BUILDS_UNCLEAR);
    assert_close(a.all, 12, 0, 0);
    assert_true(a.alone.upper > 5 && a.alone.most < 2);
    assert_true(isnan(a.executions));
}

/* A factor that is surely below 1.1 is about one execution of each build: a hundred of one build need a
 * much smaller one. F = 1 with 399 and 7600 degrees of freedom: T^2 / S^2 is at most 0.0075, which
 * 22 executions bear (0.17 / 0.0075) and 100 do not. */
static void what_one_build_bears(void **state)
{
    (void)state;
    struct assay_build_effect a = {
        .below_s2 = 4,
        .impact = {.factor = 1, .lower = 1, .upper = 1.004, .f = 1, .df1 = 399, .df2 = 7600}};
    assay_build_effect_judge(&a, 0.95, 20, 4.0 / 20);
    assert_int_equal(a.advice, ASSAY_BUILDS_ENOUGH);
    assert_true(a.alone.most >= 21 && a.alone.most <= 23 && a.alone.coverage >= 0.93);
    assay_build_effect_judge(&a, 0.95, 100, 4.0 / 100);
    assert_int_equal(a.advice, ASSAY_BUILDS_UNCLEAR);
    /* Twice as many iterations in each, whose means vary half as much: half as many executions. */
    assay_build_effect_judge(&a, 0.95, 20, 2.0 / 20);
    assert_int_equal(a.advice, ASSAY_BUILDS_UNCLEAR);
    assert_true(a.alone.most >= 10 && a.alone.most <= 11);
    /* That fewer iterations make it bear more is not relied on. */
    assay_build_effect_judge(&a, 0.95, 30, 8.0 / 30);
    assert_int_equal(a.advice, ASSAY_BUILDS_UNCLEAR);
}

static void only_builds_that_were_repeated(void **state)
{
    (void)state;
    static const double values[] = {9, 10, 11, 19, 20, 21, 29, 30, 31, 39, 40, 41};
    struct assay_series series = series_of(values, "machine");
    struct assay_build_effect a;
    assert_int_equal(assay_build_effect_of(&series, 0.95, &a, NULL), ASSAY_UNDEFINED);
    series = series_of(values, "build");
    series.live.shape.count[0] = 1;
    assert_int_equal(assay_build_effect_of(&series, 0.95, &a, NULL), ASSAY_UNDEFINED);
    series.live.shape.count[0] = 12;
    series.live.shape.count[1] = 1;
    assert_int_equal(assay_build_effect_of(&series, 0.95, &a, NULL), ASSAY_UNDEFINED);
    series.live.shape.n_levels = 1;
    assert_int_equal(assay_build_effect_of(&series, 0.95, &a, NULL), ASSAY_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_case_by_hand),
        cmocka_unit_test(a_trend_is_no_build),
        cmocka_unit_test(builds_that_do_not_differ),
        cmocka_unit_test(what_one_build_bears),
        cmocka_unit_test(only_builds_that_were_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
