/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.c -- quantiles from libRmath's, mended.
 * Source:   normal: one Newton step on erf about 1/2. F: both shares of the beta quantile, since
 *           1 / share - 1 cancels (R's qf gives 0 at p = 1e-10, df1 = 1).
 * Edge:     p = 0 and 1, and arguments outside the domain, are what libRmath makes of them.
 * Checked:  oracle/reference/distributions.json (60-digit values): all functions that we use of
 *           libRmath, and these two, relative 1e-12.
 */
#include "base/distribution.h"

#include <Rmath.h>
#include <math.h>

double normal_quantile(double p, bool lower_tail)
{
    double x = qnorm(p, 0, 1, lower_tail, 0);
    double beyond_half = lower_tail ? p - 0.5 : 0.5 - p; /* exact near 1/2 */
    if (!(fabs(beyond_half) < 0.1))
        return x;
    return x - (0.5 * erf(x * M_SQRT1_2) - beyond_half) / dnorm(x, 0, 1, 0);
}

double f_quantile(double p, double df1, double df2, bool lower_tail)
{
    if (!(p > 0 && p < 1 && isfinite(df1) && isfinite(df2)))
        return qf(p, df1, df2, lower_tail, 0);
    double share = qbeta(p, df1 / 2, df2 / 2, lower_tail, 0);
    double rest = qbeta(p, df2 / 2, df1 / 2, !lower_tail, 0); /* 1 - share, with all its digits */
    return share / rest * (df2 / df1);
}
