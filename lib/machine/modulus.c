/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modulus.c -- the studentised maximum modulus: simultaneous intervals of independent means.
 * Source:   Hochberg & Tamhane 1987, Multiple Comparison Procedures; METHODS H1:
 *           int (2 Phi(M sqrt(u / nu)) - 1)^n chi2_nu(u) du = confidence. Over x = ln sqrt(u / nu) the
 *           integrand is analytic and falls off on both sides: the plain sum converges exponentially.
 * Edge:     n = 1 is Student's t. n = 0, df <= 0 or a confidence outside (0, 1): NaN.
 * Checked:  t for n = 1 (1e-12); tests/data/machines.json (R's integrate, 1e-6).
 */
#include <Rmath.h>
#include <math.h>

#include <assay/machine.h>

static double term(double modulus, double n, double df, double x)
{
    const double s = exp(x), u = df * s * s;
    const double inside = 1 - 2 * pnorm(modulus * s, 0, 1, 0, 0);
    return pow(inside, n) * dchisq(u, df, 0) * 2 * u;
}

static double probability(double modulus, double n, double df)
{
    /* A peak of width 1 / sqrt(2 df), and a strip of pi / 4 without a singularity. */
    const double step = fmin(0.08, 0.25 / sqrt(2 * df));
    double sum = term(modulus, n, df, 0);
    for (int side = -1; side <= 1; side += 2)
        for (int k = 1; k < 100000; k++) {
            const double one = term(modulus, n, df, side * k * step);
            sum += one;
            if (one <= 1e-17 * sum)
                break;
        }
    return sum * step;
}

double assay_maximum_modulus(double confidence, size_t n, double df)
{
    if (!(confidence > 0 && confidence < 1) || n == 0 || !(df > 0))
        return (double)NAN;
    double low = assay_t_critical(confidence, df);
    double high = assay_t_critical(1 - (1 - confidence) / (double)n, df); /* Bonferroni's */
    if (n == 1)
        return low;
    for (int i = 0; i < 60 && high - low > 1e-13 * high; i++) {
        const double middle = (low + high) / 2;
        *(probability(middle, (double)n, df) < confidence ? &low : &high) = middle;
    }
    return (low + high) / 2;
}
