/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_distribution.c -- what a page says of whole distributions must not depend on how many of the
 * values it looked at. */
#include "analysis/distribution.h"

#include <math.h>
#include <stdlib.h>

#include "support/oracle.h"

enum { UNITS = 8, EACH = 500, N = UNITS * EACH };

static double x[N], y[N];
static const size_t counts[] = {UNITS, EACH};

/* Near normal: a sum of sequences that are evenly spread. */
static double bell(size_t i)
{
    static const double primes[] = {2, 3, 5, 7, 11, 13};
    double sum = 0;
    for (size_t k = 0; k < sizeof primes / sizeof primes[0]; k++)
        sum += fmod((double)(i + 1) * sqrt(primes[k]), 1);
    return sum - 3;
}

/* Old and new of a constant factor, in one mode or with a gap in two. */
static struct comparison_finding rows_of(struct assay_series series[2], double factor, double gap)
{
    for (size_t i = 0; i < N; i++) {
        x[i] = 1 + 0.05 * bell(i) + (i % 3 == 0 ? gap : 0);
        y[i] = factor * x[i];
    }
    series[0] = (struct assay_series){.unit = "s"};
    series[1] = series[0];
    series[0].live = assay_sample_balanced(x, 2, counts);
    series[1].live = assay_sample_balanced(y, 2, counts);
    struct comparison_finding row = {.old_series = &series[0], .new_series = &series[1]};
    row.finding.ratio.interval.confidence = 0.95;
    row.finding.paired = true;
    return row;
}

/* New is a tenth above old everywhere. */
static void shift_of_a_constant_factor(void **state)
{
    static const size_t most[] = {400, N};
    struct assay_series series[2];
    const struct comparison_finding row = rows_of(series, 1.1, 0);
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        struct comparison_shift shift;
        assert_int_equal(shift_of(&row, most[k], &shift), ASSAY_OK);
        assert_true(shift.resampled);
        assert_int_equal(shift.values, most[k]);
        /* six uniform ones have the deviation sqrt(1/2) */
        assert_close(shift.points[0].old_quantile, 1 - 1.2816 * 0.05 * sqrt(0.5), 0, 0.006);
        assert_close(shift.points[8].old_quantile, 1 + 1.2816 * 0.05 * sqrt(0.5), 0, 0.006);
        for (size_t i = 0; i < SHIFT_POINTS; i++) {
            assert_close(shift.points[i].probability, (double)(i + 1) / 10, 1e-12, 0);
            assert_close(shift.points[i].change.estimate, 1.1, 1e-9, 0);
            assert_close(shift.points[i].change.interval.upper, 1.1, 1e-9, 0);
        }
    }
}

/* Four top units carry no bootstrap; a decile of zero no ratio. */
static void shift_without_intervals(void **state)
{
    static const size_t few[] = {4, EACH};
    struct assay_series series[2];
    const struct comparison_finding row = rows_of(series, 1.1, 0);
    struct comparison_shift shift;
    (void)state;
    series[0].live = assay_sample_balanced(x, 2, few);
    series[1].live = assay_sample_balanced(y, 2, few);
    assert_int_equal(shift_of(&row, N, &shift), ASSAY_OK);
    assert_false(shift.resampled);
    assert_int_equal(shift.values, 4 * EACH);
    assert_close(shift.points[4].change.estimate, 1.1, 1e-9, 0);
    assert_true(isnan(shift.points[4].change.interval.upper) && isnan(shift.points[4].band_upper));
    for (size_t i = 0; i < N; i++)
        x[i] = 0;
    assert_int_equal(shift_of(&row, N, &shift), ASSAY_OK);
    assert_int_equal(shift.values, 0);
}

/* A third of the values lies one above the others. */
static void mixture_of_two_modes(void **state)
{
    static const size_t most[] = {500, N};
    struct assay_series series[2];
    (void)state;
    (void)rows_of(series, 1, 1);
    for (size_t k = 0; k < 2; k++) {
        struct sample_mixture mixture;
        assert_int_equal(mixture_of(&series[0], most[k], &mixture), ASSAY_OK);
        assert_int_equal(mixture.fitted, most[k]);
        assert_int_equal(mixture.modes.n, 2);
        assert_close(mixture.modes.mode[1].at - mixture.modes.mode[0].at, 1, 0.1, 0);
        assert_close(mixture.modes.mode[1].weight, 1.0 / 3, 0.02, 0);
    }
    for (size_t i = 0; i < N; i++)
        x[i] = 1;
    struct sample_mixture none;
    assert_int_equal(mixture_of(&series[0], N, &none), ASSAY_OK);
    assert_int_equal(none.fitted, 0);
}

/* Each has its place: samples by their number, rows through all pairs. */
static void all_are_estimated(void **state)
{
    struct assay_series series[2];
    const struct sample_finding samples[2] = {{.series = &series[0]}, {.series = &series[1]}};
    struct comparison_finding rows[2];
    struct system_pair items[2] = {{.rows = &rows[0], .n = 1}, {.rows = &rows[1], .n = 1}};
    struct comparison pairs = {items, 2};
    struct sample_mixture *mixtures;
    (void)state;
    rows[0] = rows_of(series, 1.2, 1);
    rows[1] = rows[0];
    rows[1].new_series = &series[0];
    assert_int_equal(distributions_of(samples, 2, &pairs, 2, &mixtures, NULL), ASSAY_OK);
    assert_int_equal(mixtures[1].modes.n, 2);
    assert_close(rows[0].distribution->shift.points[4].change.estimate, 1.2, 1e-9, 0);
    assert_close(rows[1].distribution->shift.points[4].change.estimate, 1, 1e-9, 0);
    free(mixtures);
    free(items[0].distributions);
    free(items[1].distributions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shift_of_a_constant_factor),
        cmocka_unit_test(shift_without_intervals),
        cmocka_unit_test(mixture_of_two_modes),
        cmocka_unit_test(all_are_estimated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
