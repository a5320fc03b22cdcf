/* SPDX-License-Identifier: GPL-3.0-or-later */
/* autocorrelation.c -- how each value depends on the ones before it.
 * Source:   Venables & Ripley 2002, section 14.1, as R 4.2's acf(): divisor n at every lag.
 * Assumes:  a stationary series in order of measurement.
 * Edge:     constant series or n = 0 -> ASSAY_UNDEFINED.
 * Checked:  tests/data/acf.json (R 4.2.2 and exact rationals), absolute 1e-11; the sums
 *           against the Fourier transform on long series. */
#include <assay/descriptive.h>

#include <Rmath.h>
#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_fft_real.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"

size_t assay_autocorrelation_lags(size_t n)
{
    size_t lags = (size_t)floor(10 * log10((double)n));
    return lags < n ? lags : n - 1;
}

double assay_autocorrelation_bound(size_t n, double confidence)
{
    return qnorm((1 - confidence) / 2, 0, 1, 0, 0) / sqrt((double)n);
}

/* Deviations from the mean, divided by the largest, so that no square over- or underflows; the mean
 * is carried to twice the digits, so that a large offset costs none of theirs. */
static void deviations(struct assay_view view, double min, double max, double *d)
{
    double scale = sum_scale(min, max), largest = 0;
    struct twofold mean = sum_moments_of(view.x, view.n, scale).mean;
    for (size_t i = 0; i < view.n; i++) {
        d[i] = (scale * view.x[i] - mean.high) - mean.low;
        largest = fabs(d[i]) > largest ? fabs(d[i]) : largest;
    }
    for (size_t i = 0; i < view.n; i++)
        d[i] /= largest;
}

static double lagged_sum(const double *d, size_t begin, size_t end, size_t lag)
{
    double sum = 0;
    for (size_t i = begin; i < end; i++)
        sum += d[i] * d[i - lag];
    return sum;
}

/* The sums of n_lags lags from 0, four in one pass: one sum alone waits for each of its additions. */
static void lagged_sums(const double *d, size_t n, size_t n_lags, double *sums)
{
    size_t lag = 0;
    for (; lag + 4 <= n_lags; lag += 4) {
        const size_t begin = lag + 3; /* < n, the last lag of the four */
        double a = lagged_sum(d, lag, begin, lag), b = lagged_sum(d, lag + 1, begin, lag + 1);
        double c = lagged_sum(d, lag + 2, begin, lag + 2), e = 0;
        for (size_t i = begin; i < n; i++) {
            a += d[i] * d[i - lag];
            b += d[i] * d[i - lag - 1];
            c += d[i] * d[i - lag - 2];
            e += d[i] * d[i - lag - 3];
        }
        sums[lag] = a;
        sums[lag + 1] = b;
        sums[lag + 2] = c;
        sums[lag + 3] = e;
    }
    for (; lag < n_lags; lag++)
        sums[lag] = lagged_sum(d, lag, n, lag);
}

/* All lagged sums at once as the inverse transform of the power spectrum (Wiener and Khinchin);
 * d has size >= n + lag_max values, zero beyond n, so that the circle does not close. */
static void lagged_sums_by_fft(double *d, size_t size)
{
    gsl_fft_real_radix2_transform(d, 1, size);
    d[0] *= d[0];
    d[size / 2] *= d[size / 2];
    for (size_t i = 1; i < size / 2; i++) {
        d[i] = d[i] * d[i] + d[size - i] * d[size - i];
        d[size - i] = 0;
    }
    gsl_fft_halfcomplex_radix2_inverse(d, 1, size);
}

static size_t power_of_two(size_t n)
{
    size_t size = 2;
    while (size < n)
        size *= 2;
    return size;
}

enum assay_status assay_autocorrelation(struct assay_view view, size_t lag_max, double *values,
                                        struct assay_error *error)
{
    TRY(view_check(view, 1, "an autocorrelation", error));
    if (lag_max >= view.n)
        return assay_fail(error, ASSAY_INVALID, "%zu values have lags up to %zu, asked for %zu",
                          view.n, view.n - 1, lag_max);
    double min, max;
    if (sum_scan(view.x, view.n, &min, &max) && min == max)
        return assay_fail(error, ASSAY_UNDEFINED, "all %zu values are %g: no autocorrelation",
                          view.n, min);

    /* About 128 plain sums cost as much as the transform (measured 2026-11, n = 1e4 .. 1e6). */
    bool by_fft = lag_max >= 128;
    size_t size = by_fft ? power_of_two(view.n + lag_max) : view.n;
    OWNED double *d = calloc(size, sizeof *d);
    if (d == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", size);
    deviations(view, min, max, d);
    if (by_fft) {
        lagged_sums_by_fft(d, size);
        memcpy(values, d, (lag_max + 1) * sizeof *values);
    } else {
        lagged_sums(d, view.n, lag_max + 1, values);
    }
    for (size_t lag = lag_max; lag > 0; lag--)
        values[lag] /= values[0];
    values[0] = 1;
    return ASSAY_OK;
}
