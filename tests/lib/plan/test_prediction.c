/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_prediction.c -- how near a fresh run's half-width comes: by hand, and over the whole procedure. */
#include "support/oracle.h"

#include <math.h>

#include <assay/plan.h>
#include <assay/random.h>

/* One level of normal values: both variances have n - 1 degrees of freedom. */
static void one_level(void **state)
{
    (void)state;
    const double values[] = {9, 10, 11, 10, 9.5, 10.5, 10, 10.2, 9.8, 10}, cost_s = 1;
    const struct assay_sample sample = assay_sample_flat(values, 10);
    struct assay_plan_pilot pilot;
    struct assay_plan_prediction prediction;
    assert_int_equal(assay_plan_from_pilot(&sample, &cost_s, &pilot, NULL), ASSAY_OK);
    assert_true(pilot.df[0] == 9 && pilot.units == 10);
    pilot.kurtosis[0] = 0;
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){10}, 0.8, &prediction, NULL), ASSAY_OK);
    assert_close(prediction.df, 9, 1e-12, 0);
    /* qf(c(0.1, 0.9), 9, 9), R 4.2.2 */
    assert_close(prediction.lower * prediction.lower, 0.4097788917, 1e-9, 0);
    assert_close(prediction.upper * prediction.upper, 2.4403404377, 1e-9, 0);
    /* A pilot with heavy tails is worth fewer units. */
    pilot.kurtosis[0] = 3;
    struct assay_plan_prediction heavy;
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){10}, 0.8, &heavy, NULL), ASSAY_OK);
    assert_close(heavy.df, 2 / (2.0 / 9 + 0.3), 1e-12, 0);
    assert_true(heavy.upper > prediction.upper && heavy.near < prediction.near);
}

/* Ten builds of four iterations. */
static const struct assay_plan_pilot ten_builds = {.input = {2, {3, 4}, {1, 1}},
                                                   .t2 = {3, 4},
                                                   .s2 = {4, 4},
                                                   .df = {9, 30},
                                                   .count = {10, 4},
                                                   .dependence = 1,
                                                   .units = 10};

/* V = S_top^2 - S_low^2 / 4 + S_low^2 / 8 for 4 iterations in the pilot and 8 in the plan. */
static void two_levels(void **state)
{
    (void)state;
    const struct assay_plan_pilot pilot = ten_builds;
    struct assay_plan_prediction prediction;
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){50, 8}, 0.8, &prediction, NULL),
                     ASSAY_OK);
    assert_close(prediction.df, 3.5 * 3.5 / (4.0 * 4 / 9 + 0.5 * 0.5 / 30), 1e-12, 0);
    /* The same counts as the pilot's: only the top mean square is left. */
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){50, 4}, 0.8, &prediction, NULL),
                     ASSAY_OK);
    assert_close(prediction.df, 9, 1e-12, 0);
    assert_true(prediction.pilot_units > 10 && isfinite(prediction.pilot_units));
    /* Five builds vary by themselves more than a quarter, whatever the pilot knew. */
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){5, 4}, 0.8, &prediction, NULL),
                     ASSAY_OK);
    assert_true(isinf(prediction.pilot_units));
}

/* By hand: the pilot's 10 builds x 4 iterations, a run of 50 x 1. */
static void tails_of_each_level(void **state)
{
    (void)state;
    struct assay_plan_pilot pilot = ten_builds;
    struct assay_plan_prediction light, heavy;
    const size_t fewer[] = {50, 1};
    assert_int_equal(assay_plan_predict(&pilot, fewer, 0.8, &light, NULL), ASSAY_OK);
    pilot.kurtosis[0] = 1;
    pilot.kurtosis[1] = 20;
    assert_int_equal(assay_plan_predict(&pilot, fewer, 0.8, &heavy, NULL), ASSAY_OK);
    /* V = 3 + 4. */
    assert_close(2 / heavy.df, 2 / light.df + (9.0 / 10 + 20 * 16.0 / 40) / 49, 1e-12, 0);
    assert_close(2 / heavy.run_df, 2.0 / 49 + (9.0 + 20 * 16.0) / 49 / 50, 1e-12, 0);
    /* In builds of 4 iterations their tails count for a sixty-fourth in the run. */
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){50, 4}, 0.8, &heavy, NULL), ASSAY_OK);
    assert_close(2 / heavy.run_df, 2.0 / 49 + (9.0 + 20 * 16.0 / 64) / 16 / 50, 1e-12, 0);
}

static void refused(void **state)
{
    (void)state;
    struct assay_plan_pilot pilot = {
        .input = {1, {0}, {1}}, .df = {9}, .dependence = 1, .units = 10};
    struct assay_plan_prediction prediction;
    struct assay_error error;
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){5}, 0.8, &prediction, &error),
                     ASSAY_UNDEFINED);
    pilot.t2[0] = pilot.s2[0] = pilot.input.t2[0] = 1;
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){1}, 0.8, &prediction, &error),
                     ASSAY_UNDEFINED);
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){5}, 80, &prediction, &error),
                     ASSAY_INVALID);
    assert_int_equal(assay_plan_predict(&pilot, (size_t[]){5}, 0.8, &prediction, &error), ASSAY_OK);
}

/* ---- the whole procedure ---- */

enum { RUNS = 400, PILOT = 30, PLANNED = 100, EXECUTIONS = 3 };

static void draw(struct assay_random *random, size_t builds, double *values)
{
    for (size_t b = 0; b < builds; b++) {
        const double base = 100 + 3 * assay_random_normal(random);
        for (size_t e = 0; e < EXECUTIONS; e++)
            values[b * EXECUTIONS + e] = base + 4 * assay_random_normal(random);
    }
}

static double variance_of_means(const double *values, size_t builds)
{
    const struct assay_sample sample =
        assay_sample_balanced(values, 2, (size_t[]){builds, EXECUTIONS});
    struct assay_components components;
    assert_int_equal(assay_components_of(&sample, &components, NULL), ASSAY_OK);
    return components.level[0].s2;
}

/* Pilot and run in one design: 80 % of the ratios lie in the interval, and as many within a quarter as
 * it says. Standard error 2 points. */
static void calibrated(void **state)
{
    (void)state;
    static double values[PLANNED * EXECUTIONS];
    const double cost_s[] = {1, 0.1};
    double inside = 0, near = 0, promised = 0;
    for (uint32_t run = 0; run < RUNS; run++) {
        struct assay_random random;
        struct assay_plan_pilot pilot;
        struct assay_plan_prediction prediction;
        assay_random_init(&random, 6, ASSAY_RANDOM_TEST, run, 0);
        draw(&random, PILOT, values);
        const struct assay_sample sample =
            assay_sample_balanced(values, 2, (size_t[]){PILOT, EXECUTIONS});
        assert_int_equal(assay_plan_from_pilot(&sample, cost_s, &pilot, NULL), ASSAY_OK);
        assert_int_equal(
            assay_plan_predict(&pilot, (size_t[]){PLANNED, EXECUTIONS}, 0.8, &prediction, NULL),
            ASSAY_OK);
        double predicted, cost;
        assert_int_equal(
            assay_plan_evaluate(&pilot.input, (size_t[]){1, EXECUTIONS}, &cost, &predicted, NULL),
            ASSAY_OK);
        draw(&random, PLANNED, values);
        const double ratio = sqrt(variance_of_means(values, PLANNED) / predicted);
        inside += ratio >= prediction.lower && ratio <= prediction.upper;
        near += fabs(ratio - 1) <= ASSAY_PLAN_NEAR;
        promised += prediction.near;
    }
    assert_true(inside / RUNS > 0.76 && inside / RUNS < 0.89);
    assert_true(fabs(near - promised) / RUNS < 0.06);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_level),           cmocka_unit_test(two_levels),
        cmocka_unit_test(tails_of_each_level), cmocka_unit_test(refused),
        cmocka_unit_test(calibrated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
