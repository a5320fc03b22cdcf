/* SPDX-License-Identifier: GPL-3.0-or-later */
/* law.c -- by which law time grows with size, or that it cannot be told.
 * Source:   METHODS H2. Five laws a + b f(n) with a, b >= 0 are fitted to the means, relative to them, and b n^p of a
 *           free p by the logarithms: as many parameters. The latter competes where the slope of the logarithms is certainly
 *           (99 %) none of 1, 2 and 3, which would else share their weights with it, and above 0.3, below which a + b log n
 *           looks like it (ours). The noise v of a mean
 *           is a floor under what a fit can be worth: IC = P ln((Q + P v) / P), weights as Burnham & Anderson 2002. A law only if it has 95 % of the weight, of 5 sizes over a factor
 *           of 8, growth is certain, and no mean lies farther from it than three standard errors: weights
 *           only rank six laws, and time may follow none (the bound is ours, docs/coverage.md); "1" only where growth over the whole range is certainly below
 *           the margin. No p value: no law is true.
 * Assumes:  one law over the measured range.
 * Edge:     falling time: all laws are constants, cannot tell. A size below 2 leaves log n out.
 * Checked:  tests/data/scaling.json (weighted lm of R 4.2.2: 1e-8); scaled times; six truths and curves of
 *           none (docs/coverage.md).
 */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "factor/factor.h"

static const double ENOUGH_WEIGHT = 0.95, FLAT = 0.9, GROWS = 0.95;
static const double NO_OTHER_POWER = 0.99, LEAST_POWER = 0.3;
static const double ROUNDING = 1e-9, NEAR_ERRORS = 3;

const char *assay_law_name(enum assay_law law)
{
    static const char *const names[] = {"log n", "n", "n log n", "n^2", "n^3", "n^p", "1"};
    return (size_t)law < sizeof names / sizeof *names ? names[law] : "cannot tell";
}

static double law_at(enum assay_law law, double n)
{
    switch (law) {
    case ASSAY_LAW_LOG: return log(n);
    case ASSAY_LAW_LINEAR: return n;
    case ASSAY_LAW_LINEARITHMIC: return n * log(n);
    case ASSAY_LAW_QUADRATIC: return n * n;
    default: return n * n * n;
    }
}

/* Means over rounds, and the variance of ln t that rounds and sizes leave, of a mean. */
static double take_means(const double *z, size_t rounds, size_t sizes, double *means)
{
    double total = 0, squares = 0;
    double *centre = means + sizes;
    for (size_t i = 0; i < sizes; i++) {
        means[i] = centre[i] = 0;
        for (size_t k = 0; k < rounds; k++) {
            means[i] += exp(z[k * sizes + i]) / (double)rounds;
            centre[i] += z[k * sizes + i] / (double)rounds;
        }
        total += centre[i] / (double)sizes;
    }
    for (size_t k = 0; k < rounds; k++) {
        double level = 0;
        for (size_t i = 0; i < sizes; i++)
            level += z[k * sizes + i] / (double)sizes;
        for (size_t i = 0; i < sizes; i++) {
            const double residual = z[k * sizes + i] - centre[i] - level + total;
            squares += residual * residual;
        }
    }
    return squares / ((double)(rounds - 1) * (double)(sizes - 1)) / (double)rounds;
}

/* Least squares of T = a + b f with weights 1 / T^2: sums of the relative regressors u = 1 / T,
 * w = f / T of the constant 1. f is taken over its largest value: cubes of sizes are large. */
static void fit(enum assay_law law, const double *n, const double *means, size_t sizes,
                struct assay_law_fit *out)
{
    double unit = 0, uu = 0, uw = 0, ww = 0, u1 = 0, w1 = 0;
    for (size_t i = 0; i < sizes; i++)
        unit = fmax(unit, law_at(law, n[i]));
    for (size_t i = 0; i < sizes; i++) {
        const double u = 1 / means[i], w = law_at(law, n[i]) / unit / means[i];
        uu += u * u;
        uw += u * w;
        ww += w * w;
        u1 += u;
        w1 += w;
    }
    const double determinant = uu * ww - uw * uw;
    double a = (u1 * ww - w1 * uw) / determinant, b = (w1 * uu - u1 * uw) / determinant;
    if (!(a >= 0)) {
        a = 0;
        b = w1 / ww;
    }
    if (!(b >= 0)) {
        b = 0;
        a = u1 / uu;
    }
    *out = (struct assay_law_fit){.a = a, .b = b / unit};
    for (size_t i = 0; i < sizes; i++) {
        const double off = 1 - (a + b * law_at(law, n[i]) / unit) / means[i];
        out->q += off * off;
        out->worst = fmax(out->worst, fabs(off));
    }
}

/* ln T = ln b + p ln n by least squares. */
static double fit_power(const double *n, const double *means, size_t sizes,
                        struct assay_law_fit *out)
{
    double x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < sizes; i++) {
        x += log(n[i]) / (double)sizes;
        y += log(means[i]) / (double)sizes;
    }
    for (size_t i = 0; i < sizes; i++) {
        xx += (log(n[i]) - x) * (log(n[i]) - x);
        xy += (log(n[i]) - x) * (log(means[i]) - y);
    }
    const double p = xy / xx;
    *out = (struct assay_law_fit){.b = exp(y - p * x)};
    for (size_t i = 0; i < sizes; i++) {
        const double off = 1 - exp(y + p * (log(n[i]) - x)) / means[i];
        out->q += off * off;
        out->worst = fmax(out->worst, fabs(off));
    }
    return p;
}

/* The slope is certainly none of the powers that are named, and large enough that a + b log n does not look like it. */
static bool is_other_power(const struct assay_exponent *grows)
{
    const struct assay_effect *slope = &grows->slope;
    bool other = (slope->exact ? slope->estimate : slope->lower) > LEAST_POWER;
    for (int power = 1; power <= 3; power++)
        other = other && (slope->exact ? fabs(slope->estimate - power) > ROUNDING
                                       : slope->lower > power || slope->upper < power);
    return other;
}

static void weigh(const double *n, const double *means, size_t sizes, bool other_power,
                  struct assay_growth *out)
{
    const double p = (double)sizes;
    double least = INFINITY, total = 0, smallest = INFINITY;
    for (size_t i = 0; i < sizes; i++)
        smallest = fmin(smallest, n[i]);
    for (int law = 0; law < ASSAY_GROWING_LAWS; law++) {
        struct assay_law_fit *one = &out->fit[law];
        if (law == ASSAY_LAW_POWER)
            out->power = fit_power(n, means, sizes, one);
        else
            fit((enum assay_law)law, n, means, sizes, one);
        one->ic = p * log((one->q + p * out->v) / p);
        if ((law == ASSAY_LAW_LOG && smallest < 2) || (law == ASSAY_LAW_POWER && !other_power))
            one->ic = INFINITY;
        least = fmin(least, one->ic);
    }
    for (int law = 0; law < ASSAY_GROWING_LAWS; law++) {
        struct assay_law_fit *one = &out->fit[law];
        one->weight = one->ic == least ? 1 : exp((least - one->ic) / 2);
        total += one->weight;
    }
    for (int law = 0; law < ASSAY_GROWING_LAWS; law++)
        out->fit[law].weight /= total;
}

static enum assay_law decide(const struct assay_growth *growth, size_t sizes, double range,
                             double margin)
{
    const double limit = log1p(margin);
    if (growth->flat_low > -limit && growth->flat_high < limit)
        return ASSAY_LAW_CONSTANT;
    if (sizes < ASSAY_LAW_SIZES || range < ASSAY_LAW_RANGE)
        return ASSAY_LAW_FEW_SIZES;
    const double near = fmax(ROUNDING, NEAR_ERRORS * sqrt(growth->v));
    for (int law = 0; law < ASSAY_GROWING_LAWS; law++)
        if (growth->trend_low > limit && growth->fit[law].weight >= ENOUGH_WEIGHT &&
            growth->fit[law].worst <= near)
            return (enum assay_law)law;
    return ASSAY_LAW_UNKNOWN;
}

/* ln(largest / smallest size). */
static double log_range(const double *n, size_t sizes)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < sizes; i++) {
        least = fmin(least, n[i]);
        most = fmax(most, n[i]);
    }
    return log(most / least);
}

static enum assay_status take_trend(const struct assay_cells *cells, const double *n, double range,
                                    bool *other_power, struct assay_growth *out,
                                    struct assay_error *error)
{
    struct assay_exponent grows, flat, certain;
    TRY(assay_growth_exponent(cells, n, GROWS, &grows, error));
    TRY(assay_growth_exponent(cells, n, NO_OTHER_POWER, &certain, error));
    TRY(assay_growth_exponent(cells, n, FLAT, &flat, error));
    *other_power = is_other_power(&certain);
    const bool exact = grows.slope.exact; /* the slope itself is all that these rounds say */
    out->trend = grows.slope.estimate * range;
    out->trend_low = (exact ? grows.slope.estimate : grows.slope.lower) * range;
    out->trend_high = (exact ? grows.slope.estimate : grows.slope.upper) * range;
    out->flat_low = (exact ? flat.slope.estimate : flat.slope.lower) * range;
    out->flat_high = (exact ? flat.slope.estimate : flat.slope.upper) * range;
    return ASSAY_OK;
}

enum assay_status assay_growth_law(const struct assay_cells *cells, const double *n, double margin,
                                   struct assay_growth *out, struct assay_error *error)
{
    if (!(margin >= 0) || !isfinite(margin))
        return assay_fail(error, ASSAY_INVALID, "the margin must be >= 0, is %g", margin);
    struct assay_growth growth = {0};
    const double range = log_range(n, cells->cells);
    bool other_power = false;
    TRY(take_trend(cells, n, range, &other_power, &growth, error));
    double *z = NULL, *means = calloc(2 * cells->cells, sizeof *means);
    size_t rounds;
    if (means == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu sizes", cells->cells);
    enum assay_status status = cells_complete(cells, &z, &rounds, error);
    if (status == ASSAY_OK) {
        growth.v = take_means(z, rounds, cells->cells, means);
        weigh(n, means, cells->cells, other_power, &growth);
        growth.law = decide(&growth, cells->cells, exp(range), margin);
        *out = growth;
        free(z);
    }
    free(means);
    return status;
}
