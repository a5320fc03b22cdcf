/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_quantile_pilot.c -- what more top units would give a quantile. */
#include "support/oracle.h"

#include <math.h>

#include <assay/bootstrap.h>
#include <assay/random.h>

enum { N = 100, MOST = 1000000 };
static double ranks[N], twice[2 * N];
static const struct assay_statistic p90 = {ASSAY_STATISTIC_QUANTILE, 0.9, 7};

static struct assay_quantile_pilot pilot_of(const struct assay_sample *samples, size_t n,
                                            bool paired)
{
    struct assay_quantile_pilot pilot;
    assert_int_equal(assay_quantile_pilot_of(samples, n, paired, &p90, 0.95, &pilot, NULL),
                     ASSAY_OK);
    return pilot;
}

/* log(96 / 84) over (96 - 84) / 101 of R's qbinom, times sd(x <= 90.1); sinh(qt(.975, 399) s / 20). */
static void by_r(void **state)
{
    (void)state;
    const struct assay_sample flat = assay_sample_flat(ranks, N);
    const struct assay_quantile_pilot pilot = pilot_of(&flat, 1, false);
    assert_close(pilot.spread, 0.338865350257472, 1e-12, 0);
    assert_int_equal(pilot.least, 36);
    assert_close(assay_quantile_half_width(&pilot, 400, 0.95), 0.0333153918869573, 1e-12, 0);
    assert_true(isnan(assay_quantile_half_width(&pilot, 35, 0.95)));
}

/* Independent systems add; a new one that is the old one times two in every round has no spread. */
static void two_systems(void **state)
{
    (void)state;
    double doubled[N];
    for (size_t i = 0; i < N; i++)
        doubled[i] = 2 * ranks[i];
    const struct assay_sample samples[2] = {assay_sample_flat(ranks, N),
                                            assay_sample_flat(doubled, N)};
    assert_close(pilot_of(samples, 2, false).spread, 0.338865350257472 * sqrt(2), 1e-12, 0);
    assert_close(pilot_of(samples, 2, true).spread, 0, 0, 1e-12);
}

/* Two iterations that are alike say what one does, but for the density between more values. */
static void units_count_once(void **state)
{
    (void)state;
    const size_t counts[] = {N, 2};
    const struct assay_sample nested = assay_sample_balanced(twice, 2, counts),
                              flat = assay_sample_flat(twice, 2 * N);
    const struct assay_quantile_pilot units = pilot_of(&nested, 1, false),
                                      values = pilot_of(&flat, 1, false);
    assert_int_equal(units.least, 18);
    assert_close(units.spread / values.spread, sqrt((2.0 * N - 1) / (2 * (N - 1)) * 2 / 2), 1e-9,
                 0);
}

static void fewest_units(void **state)
{
    (void)state;
    const struct assay_sample flat = assay_sample_flat(ranks, N),
                              few = assay_sample_flat(ranks, 35);
    struct assay_quantile_pilot pilot = pilot_of(&flat, 1, false);
    const size_t units = assay_quantile_units(&pilot, 0.02, 0.95, MOST);
    assert_true(assay_quantile_half_width(&pilot, units, 0.95) <= 0.02);
    assert_true(assay_quantile_half_width(&pilot, units - 1, 0.95) > 0.02);
    assert_int_equal(assay_quantile_units(&pilot, 10, 0.95, MOST), pilot.least);
    assert_int_equal(assay_quantile_units(&pilot, 1e-6, 0.95, MOST), 0);
    assert_int_equal(assay_quantile_pilot_of(&few, 1, false, &p90, 0.95, &pilot, NULL),
                     ASSAY_UNDEFINED);
}

/* A pilot of 60 exponential values on a constant, planned for 5 %: the fresh run's interval is as narrow in
 * half to four fifths of 200 (R's simulation of the same: 66 %, standard error 3). */
static void as_often_as_said(void **state)
{
    enum { RUNS = 200, PILOT = 60, LONGEST = 4000 };
    static double fresh[LONGEST];
    size_t reached = 0;
    (void)state;
    for (uint32_t run = 0; run < RUNS; run++) {
        struct assay_random random;
        struct assay_estimate value;
        assay_random_init(&random, 12, ASSAY_RANDOM_SIMULATION, run, 0);
        for (size_t i = 0; i < LONGEST; i++)
            fresh[i] = 1 - 0.1 * log(assay_random_uniform(&random));
        const struct assay_sample sample = assay_sample_flat(fresh, PILOT);
        const struct assay_quantile_pilot pilot = pilot_of(&sample, 1, false);
        const size_t n = assay_quantile_units(&pilot, 0.05, 0.95, LONGEST - PILOT);
        const struct assay_sample planned = assay_sample_flat(fresh + PILOT, n);
        assert_true(n > 0);
        assert_int_equal(assay_quantile_interval(&planned, &p90, 0.95, &value, NULL), ASSAY_OK);
        reached += value.interval.upper - value.interval.lower <= 2 * 0.05 * value.estimate;
    }
    assert_true(reached >= RUNS / 2 && reached <= RUNS * 4 / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_r),
        cmocka_unit_test(two_systems),
        cmocka_unit_test(units_count_once),
        cmocka_unit_test(fewest_units),
        cmocka_unit_test(as_often_as_said),
    };
    for (size_t i = 0; i < N; i++)
        ranks[i] = twice[2 * i] = twice[2 * i + 1] = (double)(i + 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
