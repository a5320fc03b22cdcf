/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dunnett.c -- the largest of k differences from one control.
 * Source:   Dunnett 1955; METHODS H2: the mean over s = sqrt(chi2_df / df) of
 *           int phi(z) [Phi(d s sqrt 2 + z) - Phi(-d s sqrt 2 + z)]^k dz, one-sided without the second
 *           term. Over z and over ln s the integrands are analytic and fall off: the plain sums converge
 *           exponentially. Tails are summed, not subtracted from 1.
 * Assumes:  as many values of each: the differences are correlated by 1/2.
 * Edge:     k = 1 is Student's t. k = 0, df <= 0, a confidence outside (0, 1): NaN.
 * Checked:  t for k = 1 (1e-9); tests/data/factors.json (another quadrature: 1e-6 and better).
 */
#include <Rmath.h>
#include <math.h>

#include <assay/factor.h>

/* The normal density has nothing left beyond; steps of a sixth of its sd are exact to rounding. */
static const double REACH = 8.6, STEP = 1.0 / 6;

/* P(one of k exceeds | s), w = d s sqrt 2. */
static double tail_given(double w, double k, bool two_sided)
{
    double sum = 0;
    for (double z = -REACH; z <= REACH; z += STEP) {
        double out = pnorm(-w - z, 0, 1, 1, 0);
        if (two_sided)
            out += pnorm(z - w, 0, 1, 1, 0);
        sum += dnorm(z, 0, 1, 0) * -expm1(k * log1p(-fmin(out, 1)));
    }
    return sum * STEP;
}

static double term(double d, double k, double df, bool two_sided, double x)
{
    const double s = exp(x), u = df * s * s;
    return dchisq(u, df, 0) * 2 * u * tail_given(d * s * M_SQRT2, k, two_sided);
}

double assay_dunnett_tail(double d, size_t k, double df, bool two_sided)
{
    if (k == 0 || !(df > 0) || isnan(d))
        return (double)NAN;
    const double step = fmin(0.08, 0.25 / sqrt(2 * df));
    double sum = term(d, (double)k, df, two_sided, 0);
    for (int side = -1; side <= 1; side += 2) {
        double most = 0;
        for (int i = 1; i < 100000; i++) {
            const double one = term(d, (double)k, df, two_sided, side * i * step);
            sum += one;
            most = fmax(most, one);
            /* The tail may peak at a small s: only what falls has passed it. */
            if (one < most && one <= 1e-15 * sum)
                break;
            if (one == 0 && i * step > 1)
                break;
        }
    }
    return fmin(sum * step, 1);
}

/* Illinois' false position: the tail falls in d from above alpha to below it. */
double assay_dunnett_critical(double confidence, size_t k, double df, bool two_sided)
{
    if (!(confidence > 0 && confidence < 1) || k == 0 || !(df > 0))
        return (double)NAN;
    const double alpha = 1 - confidence, share = two_sided ? alpha / 2 : alpha;
    double low = qt(share, df, 0, 0), high = qt(share / (double)k, df, 0, 0);
    if (k == 1)
        return low;
    double f_low = log(assay_dunnett_tail(low, k, df, two_sided) / alpha);
    double f_high = log(assay_dunnett_tail(high, k, df, two_sided) / alpha);
    for (int i = 0, side = 0; i < 100 && fabs(high - low) > 1e-11 * fabs(high); i++) {
        const double d = high - f_high * (high - low) / (f_high - f_low);
        const double f = log(assay_dunnett_tail(d, k, df, two_sided) / alpha);
        if (fabs(f) < 1e-12)
            return d;
        if (f > 0) {
            low = d;
            f_low = f;
            f_high = side == 1 ? f_high / 2 : f_high;
            side = 1;
        } else {
            high = d;
            f_high = f;
            f_low = side == -1 ? f_low / 2 : f_low;
            side = -1;
        }
    }
    return (low + high) / 2;
}
