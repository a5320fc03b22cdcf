/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum.h -- sums and moments that keep about 32 digits on the way.
 *
 * A twofold is an unevaluated sum high + low of two doubles, |low| <= ulp(high) / 2. Means are
 * carried as twofolds from level to level, so that values of 1e9 +- 1e-6 lose nothing.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct twofold {
    double high, low;
};

/* high + low = a + b exactly (Knuth 1969, 4.2.2 theorem B). */
static inline struct twofold twofold_sum(double a, double b)
{
    double high = a + b;
    double part = high - a;
    return (struct twofold){high, (a - (high - part)) + (b - part)};
}

/* sum + x; the errors of many such steps are kept in the lower half. */
static inline struct twofold twofold_add(struct twofold sum, double x)
{
    struct twofold step = twofold_sum(sum.high, x);
    return (struct twofold){step.high, sum.low + step.low};
}

/* In plain doubles, where digits are no matter. */
static inline double plain_mean(const double *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

/* False when a value is NaN or infinite; else the smallest and largest value. n >= 1. */
bool sum_scan(const double *x, size_t n, double *min, double *max);

/* The power of two by which values within [min, max] are multiplied so that their squares neither
 * overflow nor vanish: 1 unless the largest magnitude lies outside 2^-300 .. 2^300. */
double sum_scale(double min, double max);

/* Mean and sum of squared deviations from it of scale * x[i] (scale a power of two), n >= 1, x
 * finite. The same bits whatever the processor offers: eight fixed lanes, no fused operation. */
struct sum_moments {
    struct twofold mean;
    double sum_squares;
};
struct sum_moments sum_moments_of(const double *x, size_t n, double scale);

/* The same of twofold numbers high[i] + low[i], as unit means are. */
struct sum_moments sum_moments_twofold(const double *high, const double *low, size_t n);
