/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rounds.c -- two systems measured in rounds, planned by their ratio. */
#include "support/oracle.h"

#include <math.h>
#include <string.h>

#include <assay/interval.h>
#include <assay/plan.h>
#include <assay/random.h>

enum { BUILDS = 40, EXECUTIONS = 3, ITERATIONS = 4, VALUES = BUILDS * EXECUTIONS * ITERATIONS };

static const size_t shape[] = {BUILDS, EXECUTIONS, ITERATIONS};
static const double costs_s[] = {1, 0.1, 0.01};

/* Relative effects of 2, 1 and 4 % by level, and of each build a drift that both systems share. */
static void draw(uint64_t seed, double mean, const double *drift, double *values)
{
    struct assay_random random;
    assay_random_init(&random, seed, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t b = 0, n = 0; b < BUILDS; b++) {
        const double build = 0.02 * assay_random_normal(&random) + drift[b];
        for (size_t e = 0; e < EXECUTIONS; e++) {
            const double execution = build + 0.01 * assay_random_normal(&random);
            for (size_t i = 0; i < ITERATIONS; i++)
                values[n++] = mean * (1 + execution + 0.04 * assay_random_normal(&random));
        }
    }
}

/* A wandering of the machine, of `size` from one build to the next. */
static void draw_drift(double size, double *drift)
{
    struct assay_random random;
    double at = 0;
    assay_random_init(&random, 5, ASSAY_RANDOM_TEST, 0, 0);
    for (size_t b = 0; b < BUILDS; b++)
        drift[b] = at += size * assay_random_normal(&random);
}

static void pair_with(double drift_size, double old_mean, double new_mean, double *old_values,
                      double *new_values)
{
    double drift[BUILDS];
    draw_drift(drift_size, drift);
    draw(1, old_mean, drift, old_values);
    draw(2, new_mean, drift, new_values);
}

/* The half-width that the pilot's own counts are worth again, by the plan. */
static double predicted(const struct assay_plan_pilot *pilot)
{
    double cost_s, variance;
    size_t counts[ASSAY_MAX_LEVELS];
    for (size_t i = 0; i < pilot->input.n_levels; i++)
        counts[i] = shape[i];
    assert_int_equal(assay_plan_evaluate(&pilot->input, counts, &cost_s, &variance, NULL),
                     ASSAY_OK);
    return assay_t_critical(0.95, BUILDS - 1) * sqrt(variance / BUILDS);
}

static void is_the_paired_interval(void **state)
{
    (void)state;
    double old_values[VALUES], new_values[VALUES];
    struct assay_plan_pilot pilot;
    struct assay_estimate ratio;
    pair_with(0.02, 80, 100, old_values, new_values);
    const struct assay_sample old_sample = assay_sample_balanced(old_values, 3, shape),
                              new_sample = assay_sample_balanced(new_values, 3, shape);
    assert_int_equal(assay_plan_from_rounds(&old_sample, &new_sample, costs_s, &pilot, NULL),
                     ASSAY_OK);
    assert_true(pilot.first == 0 && !pilot.removed[1] && pilot.dependence == 1);
    assert_close(pilot.mean, 1, 1e-14, 0);
    assert_int_equal(assay_ratio_paired(&old_sample, &new_sample, 0.95, &ratio, NULL), ASSAY_OK);
    /* Fieller's interval is a little wider than the linear one: by (t cv)^2 of the old mean. */
    const double half = (ratio.interval.upper - ratio.interval.lower) / 2 / ratio.estimate;
    assert_close(predicted(&pilot), half, 5e-3, 0);
    /* The variance itself agrees to the last digits. */
    double old_means[BUILDS], new_means[BUILDS], d_mean = 0, d_square = 0;
    assert_int_equal(assay_sample_unit_means(&old_sample, 0, old_means, NULL), ASSAY_OK);
    assert_int_equal(assay_sample_unit_means(&new_sample, 0, new_means, NULL), ASSAY_OK);
    double old_mean = 0, new_mean = 0;
    for (size_t b = 0; b < BUILDS; b++) {
        old_mean += old_means[b] / BUILDS;
        new_mean += new_means[b] / BUILDS;
    }
    for (size_t b = 0; b < BUILDS; b++)
        d_mean += (new_means[b] / new_mean - old_means[b] / old_mean) / BUILDS;
    for (size_t b = 0; b < BUILDS; b++) {
        const double d = new_means[b] / new_mean - old_means[b] / old_mean - d_mean;
        d_square += d * d / (BUILDS - 1);
    }
    assert_close(pilot.s2[0], d_square, 1e-12, 0);
}

static void what_is_shared_cancels(void **state)
{
    (void)state;
    double old_values[VALUES], new_values[VALUES];
    struct assay_plan_pilot still, drifting, alone;
    pair_with(0, 80, 100, old_values, new_values);
    struct assay_sample old_sample = assay_sample_balanced(old_values, 3, shape),
                        new_sample = assay_sample_balanced(new_values, 3, shape);
    assert_int_equal(assay_plan_from_rounds(&old_sample, &new_sample, costs_s, &still, NULL),
                     ASSAY_OK);
    pair_with(0.05, 80, 100, old_values, new_values);
    assert_int_equal(assay_plan_from_rounds(&old_sample, &new_sample, costs_s, &drifting, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_plan_from_pilot(&new_sample, costs_s, &alone, NULL), ASSAY_OK);
    /* Relative values are divided by a mean that the drift has moved, nothing else is left of it. */
    assert_close(drifting.t2[0], still.t2[0], 0.35, 0);
    assert_true(alone.t2[0] / (alone.mean * alone.mean) > 10 * drifting.t2[0]);
    assert_close(drifting.t2[2], still.t2[2], 0.35, 0);
}

/* Without anything shared the components are those of both together. */
static void independent_systems_add(void **state)
{
    (void)state;
    double old_values[VALUES], new_values[VALUES];
    struct assay_plan_pilot ratio, old_alone, new_alone;
    pair_with(0, 80, 100, old_values, new_values);
    const struct assay_sample old_sample = assay_sample_balanced(old_values, 3, shape),
                              new_sample = assay_sample_balanced(new_values, 3, shape);
    assert_int_equal(assay_plan_from_rounds(&old_sample, &new_sample, costs_s, &ratio, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_plan_from_pilot(&old_sample, costs_s, &old_alone, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_from_pilot(&new_sample, costs_s, &new_alone, NULL), ASSAY_OK);
    const double lowest = old_alone.t2[2] / (80 * 80) + new_alone.t2[2] / (100 * 100);
    assert_close(ratio.t2[2], lowest, 0.1, 0);
    assert_close(ratio.t2[2], 2 * 0.04 * 0.04, 0.15, 0);
}

static void measured_apart(void **state)
{
    (void)state;
    double old_values[VALUES], new_values[VALUES];
    struct assay_plan_pilot old_alone, new_alone, sum, twice;
    pair_with(0, 80, 100, old_values, new_values);
    const struct assay_sample old_sample = assay_sample_balanced(old_values, 3, shape),
                              new_sample = assay_sample_balanced(new_values, 3, shape);
    assert_int_equal(assay_plan_from_pilot(&old_sample, costs_s, &old_alone, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_from_pilot(&new_sample, costs_s, &new_alone, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_from_apart(&old_alone, &new_alone, &sum, NULL), ASSAY_OK);
    double old_square = old_alone.mean * old_alone.mean,
           new_square = new_alone.mean * new_alone.mean;
    for (size_t k = 0; k < 3; k++) {
        assert_close(sum.t2[k], old_alone.t2[k] / old_square + new_alone.t2[k] / new_square, 1e-14,
                     0);
        assert_close(sum.input.t2[k],
                     old_alone.input.t2[k] / old_square + new_alone.input.t2[k] / new_square, 1e-14,
                     0);
        assert_close(sum.input.cost_s[k], 2 * costs_s[k], 1e-14, 0);
    }
    assert_true(sum.mean == 1 && sum.units == BUILDS);
    /* One system beside itself: twice its variance, known twice as well. */
    assert_int_equal(assay_plan_from_apart(&old_alone, &old_alone, &twice, NULL), ASSAY_OK);
    assert_close(twice.s2[0], 2 * old_alone.s2[0] / old_square, 1e-14, 0);
    assert_close(twice.df[0], 2 * old_alone.df[0], 1e-14, 0);
    /* A level that one of them did not repeat adds what the other saw. */
    const struct assay_sample flat =
        assay_sample_balanced(new_values, 3, (size_t[]){BUILDS, EXECUTIONS * ITERATIONS, 1});
    assert_int_equal(assay_plan_from_pilot(&flat, costs_s, &new_alone, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_from_apart(&old_alone, &new_alone, &sum, NULL), ASSAY_OK);
    assert_close(sum.t2[2], old_alone.t2[2] / old_square, 1e-14, 0);
    assert_true(!sum.removed[2] && sum.df[2] == old_alone.df[2]);
    const struct assay_sample one_build =
        assay_sample_balanced(new_values, 3, (size_t[]){1, BUILDS * EXECUTIONS, ITERATIONS});
    assert_int_equal(assay_plan_from_pilot(&one_build, costs_s, &new_alone, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_from_apart(&old_alone, &new_alone, &sum, NULL), ASSAY_UNDEFINED);
}

static void units_do_not_matter(void **state)
{
    (void)state;
    double old_values[VALUES], new_values[VALUES], scaled[VALUES];
    struct assay_plan_pilot plain, other, swapped;
    pair_with(0.02, 80, 100, old_values, new_values);
    for (size_t i = 0; i < VALUES; i++)
        scaled[i] = 1e-9 * new_values[i];
    const struct assay_sample old_sample = assay_sample_balanced(old_values, 3, shape),
                              new_sample = assay_sample_balanced(new_values, 3, shape),
                              small = assay_sample_balanced(scaled, 3, shape);
    assert_int_equal(assay_plan_from_rounds(&old_sample, &new_sample, costs_s, &plain, NULL),
                     ASSAY_OK);
    assert_int_equal(assay_plan_from_rounds(&old_sample, &small, costs_s, &other, NULL), ASSAY_OK);
    assert_int_equal(assay_plan_from_rounds(&new_sample, &old_sample, costs_s, &swapped, NULL),
                     ASSAY_OK);
    for (size_t k = 0; k < 3; k++) {
        assert_close(other.t2[k], plain.t2[k], 1e-9, 0);
        assert_close(swapped.t2[k], plain.t2[k], 1e-9, 0);
    }
}

static void edges(void **state)
{
    (void)state;
    double old_values[VALUES], new_values[VALUES];
    struct assay_plan_pilot pilot;
    struct assay_error error;
    pair_with(0, 80, 100, old_values, new_values);
    const struct assay_sample old_sample = assay_sample_balanced(old_values, 3, shape);
    const struct assay_sample fewer =
        assay_sample_balanced(new_values, 3, (size_t[]){BUILDS - 1, EXECUTIONS, ITERATIONS});
    assert_int_equal(assay_plan_from_rounds(&old_sample, &fewer, costs_s, &pilot, &error),
                     ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "shape"));
    for (size_t i = 0; i < VALUES; i++)
        new_values[i] = -1;
    const struct assay_sample negative = assay_sample_balanced(new_values, 3, shape);
    assert_int_equal(assay_plan_from_rounds(&old_sample, &negative, costs_s, &pilot, &error),
                     ASSAY_UNDEFINED);
    new_values[7] = NAN;
    assert_int_equal(assay_plan_from_rounds(&old_sample, &negative, costs_s, &pilot, &error),
                     ASSAY_INVALID);
    const struct assay_sample one = assay_sample_flat(old_values, 1);
    assert_int_equal(assay_plan_from_rounds(&one, &one, costs_s, &pilot, &error), ASSAY_UNDEFINED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_paired_interval),  cmocka_unit_test(what_is_shared_cancels),
        cmocka_unit_test(independent_systems_add), cmocka_unit_test(measured_apart),
        cmocka_unit_test(units_do_not_matter),     cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
