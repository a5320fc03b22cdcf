/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum.c -- compensated sums in eight lanes.
 * Source:   Knuth 1969 (two-sum), Dekker 1971 (two-product, Veltkamp's split); two-pass variance.
 * Assumes:  finite input, round to nearest, no -ffast-math, no contraction of a*b+c.
 * Edge:     n = 1 gives the value itself and 0.
 * Checked:  NIST StRD univariate and ANOVA sets, tests/lib/descriptive/test_moments.c; 1e7 values
 *           run at memory speed with plain SSE2, so one code path serves every x86-64 and ARM.
 */
#include "base/sum.h"

#include <math.h>
#include <string.h>

/* Eight doubles side by side; the compiler maps them to whatever registers there are. */
typedef double lanes __attribute__((vector_size(64)));
enum { N_LANES = 8 };

/* Through pointers, because how such vectors are passed by value depends on compiler flags. */
static inline void load(lanes *v, const double *x)
{
    memcpy(v, x, sizeof *v);
}

/* A sum in lanes with the rounding errors of all steps beside it. */
struct lane_sum {
    lanes high, low;
};

static inline void lane_add(struct lane_sum *sum, const lanes *x)
{
    lanes high = sum->high + *x;
    lanes part = high - sum->high;
    sum->low += (sum->high - (high - part)) + (*x - part);
    sum->high = high;
}

static struct twofold lane_total(const struct lane_sum *sum)
{
    struct twofold total = {0, 0};
    for (int k = 0; k < N_LANES; k++) {
        total = twofold_add(total, sum->high[k]);
        total.low += sum->low[k];
    }
    return total;
}

static inline struct twofold normalise(struct twofold sum)
{
    return twofold_sum(sum.high, sum.low);
}

/* a * b = high + low exactly, barring overflow (Dekker 1971). */
static struct twofold product(double a, double b)
{
    double big_a = a * 134217729.0, big_b = b * 134217729.0; /* 2^27 + 1 */
    double a1 = big_a - (big_a - a), a2 = a - a1;
    double b1 = big_b - (big_b - b), b2 = b - b1;
    double high = a * b;
    return (struct twofold){high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

/* sum / n for a whole number n in [1, 2^53]. */
static struct twofold divide(struct twofold sum, double n)
{
    double quotient = sum.high / n;
    struct twofold back = product(quotient, n);
    double rest = ((sum.high - back.high) - back.low + sum.low) / n;
    return twofold_sum(quotient, rest);
}

/* x - x is 0 for a finite x and NaN otherwise, and NaN stays in a sum. Plain arrays, because compilers
 * make minima of these comparisons, and of those of whole vectors single ones (GCC 12). */
bool sum_scan(const double *x, size_t n, double *min, double *max)
{
    double lows[N_LANES], highs[N_LANES], poisons[N_LANES] = {0};
    double low = x[0], high = x[0], poison = 0;
    size_t i = 0;
    for (int k = 0; k < N_LANES; k++)
        lows[k] = highs[k] = x[0];
    for (; i + N_LANES <= n; i += N_LANES)
        for (int k = 0; k < N_LANES; k++) {
            const double v = x[i + (size_t)k];
            lows[k] = v < lows[k] ? v : lows[k];
            highs[k] = v > highs[k] ? v : highs[k];
            poisons[k] += v - v;
        }
    for (int k = 0; k < N_LANES; k++) {
        low = lows[k] < low ? lows[k] : low;
        high = highs[k] > high ? highs[k] : high;
        poison += poisons[k];
    }
    for (; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
        poison += x[i] - x[i];
    }
    *min = low;
    *max = high;
    return poison == 0;
}

double sum_scale(double min, double max)
{
    double magnitude = fmax(fabs(min), fabs(max));
    if (magnitude == 0)
        return 1;
    int exponent = ilogb(magnitude);
    if (exponent >= -300 && exponent <= 300)
        return 1;
    return ldexp(1, exponent < -1000 ? 1000 : exponent > 1000 ? -1000 : -exponent);
}

static struct twofold sum_of(const double *x, size_t n, double scale)
{
    struct lane_sum part = {{0}, {0}};
    size_t i = 0;
    for (; i + N_LANES <= n; i += N_LANES) {
        lanes v;
        load(&v, x + i);
        v *= scale;
        lane_add(&part, &v);
    }
    struct twofold sum = lane_total(&part);
    for (; i < n; i++)
        sum = twofold_add(sum, x[i] * scale);
    return normalise(sum);
}

static double squares_about(const double *x, size_t n, double scale, struct twofold mean)
{
    struct lane_sum part = {{0}, {0}};
    size_t i = 0;
    for (; i + N_LANES <= n; i += N_LANES) {
        lanes v;
        load(&v, x + i);
        v = (v * scale - mean.high) - mean.low;
        v *= v;
        lane_add(&part, &v);
    }
    struct twofold sum = lane_total(&part);
    for (; i < n; i++) {
        double deviation = (x[i] * scale - mean.high) - mean.low;
        sum = twofold_add(sum, deviation * deviation);
    }
    return sum.high + sum.low;
}

/* Few values: as deviations from the first one, plain sums of so few lose nothing that matters (the
 * first deviates from the mean by at most sqrt(n) standard deviations). */
static struct sum_moments moments_of_few(const double *x, size_t n, double scale)
{
    double origin = x[0] * scale, sum = 0, squares = 0;
    for (size_t i = 1; i < n; i++)
        sum += x[i] * scale - origin;
    double shift = sum / (double)n;
    for (size_t i = 0; i < n; i++) {
        double deviation = (x[i] * scale - origin) - shift;
        squares += deviation * deviation;
    }
    return (struct sum_moments){twofold_sum(origin, shift), squares};
}

struct sum_moments sum_moments_of(const double *x, size_t n, double scale)
{
    if (n < 2 * N_LANES)
        return moments_of_few(x, n, scale);
    struct twofold mean = divide(sum_of(x, n, scale), (double)n);
    return (struct sum_moments){mean, squares_about(x, n, scale, mean)};
}

struct sum_moments sum_moments_twofold(const double *high, const double *low, size_t n)
{
    if (n == 1)
        return (struct sum_moments){{high[0], low[0]}, 0};
    struct twofold sum = {0, 0};
    for (size_t i = 0; i < n; i++) {
        sum = twofold_add(sum, high[i]);
        sum.low += low[i];
    }
    struct twofold mean = divide(normalise(sum), (double)n);
    struct twofold squares = {0, 0};
    for (size_t i = 0; i < n; i++) {
        double deviation = (high[i] - mean.high) + (low[i] - mean.low);
        squares = twofold_add(squares, deviation * deviation);
    }
    return (struct sum_moments){mean, squares.high + squares.low};
}
