/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.c -- quantiles from libRmath's, mended.
 * Source:   normal: one Newton step on erf about 1/2. Beta: Newton within a bracket on pbeta; qbeta
 *           prints to stdout where it does not converge (1 of 1e12 at 95 %). F: both shares of the beta quantile, since
 *           1 / share - 1 cancels (R's qf gives 0 at p = 1e-10, df1 = 1).
 * Edge:     p = 0 and 1, and arguments outside the domain, are what libRmath makes of them.
 * Checked:  tests/data/distributions.json (60-digit values): all functions that we use of
 *           libRmath, and these two, relative 1e-12.
 */
#include "base/distribution.h"

#include <Rmath.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

double normal_quantile(double p, bool lower_tail)
{
    double x = qnorm(p, 0, 1, lower_tail, 0);
    double beyond_half = lower_tail ? p - 0.5 : 0.5 - p; /* exact near 1/2 */
    if (!(fabs(beyond_half) < 0.1))
        return x;
    return x - (0.5 * erf(x * M_SQRT1_2) - beyond_half) / dnorm(x, 0, 1, 0);
}

/* The double half-way between two in the order of their bits: 0 <= low < high. */
static double middle_double(double low, double high)
{
    uint64_t a, b;
    memcpy(&a, &low, sizeof a);
    memcpy(&b, &high, sizeof b);
    a += (b - a) / 2;
    memcpy(&low, &a, sizeof low);
    return low;
}

double beta_quantile(double p, double a, double b, bool lower_tail)
{
    if (!(p > 0 && p < 1 && a > 0 && b > 0 && isfinite(a) && isfinite(b)))
        return qbeta(p, a, b, lower_tail, 0);
    if (p > 0.5) /* 1 - p is exact, and the other tail has the digits */
        return beta_quantile(1 - p, a, b, !lower_tail);
    double low = 0, high = 1, x = a / (a + b);
    for (int step = 1; step <= 400; step++) {
        double excess = pbeta(x, a, b, lower_tail, 0) - p;
        if (excess == 0)
            return x;
        *((excess > 0) == lower_tail ? &high : &low) = x;
        double newton = x - (lower_tail ? excess : -excess) / dbeta(x, a, b, 0);
        /* Every fourth step bisects, so that a flat start ends too. */
        bool bisect = step % 4 == 0 || !(newton > low && newton < high);
        double next = bisect ? middle_double(low, high) : newton;
        if (next == low || (!bisect && fabs(next - x) <= 4 * 0x1p-53 * x))
            return next;
        x = next;
    }
    return x;
}

double f_quantile(double p, double df1, double df2, bool lower_tail)
{
    if (!(p > 0 && p < 1 && isfinite(df1) && isfinite(df2)))
        return qf(p, df1, df2, lower_tail, 0);
    double share = beta_quantile(p, df1 / 2, df2 / 2, lower_tail);
    double rest =
        beta_quantile(p, df2 / 2, df1 / 2, !lower_tail); /* 1 - share, with all its digits */
    return share / rest * (df2 / df1);
}
