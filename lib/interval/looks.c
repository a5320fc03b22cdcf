/* SPDX-License-Identifier: GPL-3.0-or-later */
/* looks.c -- intervals for a few looks that were announced before.
 * Source:   O'Brien & Fleming 1979, Biometrics 35:549-556: reject at look k of K when |Z_k| >= c
 *           sqrt(K / k); c by the recursion of Armitage, McPherson & Rowe 1969, JRSS A 132:235-244.
 *           Turned to t by the nominal level p_k = 2 (1 - Phi(z_k)), METHODS B6(c).
 * Assumes:  equally spaced looks; normal differences. With few rounds the t form is 0.2 points off.
 * Edge:     one look is the plain interval. The early looks of many ask for so much that p underflows
 *           to confidence 1: nothing is concluded there.
 * Checked:  Jennison & Turnbull 2000, table 2.3 (c for K = 1 .. 10); false alarms by simulation. */
#include <Rmath.h>
#include <math.h>

#include "base/try.h"
#include "interval/common.h"

enum { MOST_LOOKS = 50, STEPS = 120 };

/* One step of the walk: density[] at the points of [-b, b] becomes that after one more unit normal
 * increment, for those that stayed inside. Simpson's weights. */
static void walk(double *density, const double *kernel, double spacing)
{
    double before[STEPS + 1];
    for (int i = 0; i <= STEPS; i++) {
        double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
        before[i] = density[i] * weight * spacing / 3;
    }
    for (int j = 0; j <= STEPS; j++) {
        density[j] = 0;
        for (int i = 0; i <= STEPS; i++)
            density[j] += before[i] * kernel[i > j ? i - j : j - i];
    }
}

/* Probability that a walk of n unit normal steps leaves [-bound, bound]. */
static double leaves(double bound, size_t n)
{
    double kernel[STEPS + 1], density[STEPS + 1], spacing = 2 * bound / STEPS, inside = 0;
    for (int i = 0; i <= STEPS; i++) {
        kernel[i] = dnorm(i * spacing, 0, 1, 0);
        density[i] = dnorm(i * spacing - bound, 0, 1, 0);
    }
    for (size_t k = 1; k < n; k++)
        walk(density, kernel, spacing);
    for (int i = 0; i <= STEPS; i++)
        inside += density[i] * (i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2);
    return 1 - inside * spacing / 3;
}

/* The boundary that is left with probability alpha, by false position (Illinois) on its logarithm. */
static double boundary(size_t n_looks, double alpha)
{
    /* One look at the end, and the walk's limit for very many: Brownian motion crosses at most twice
     * as often. */
    double root = sqrt((double)n_looks);
    double low = root * qnorm(alpha / 2, 0, 1, 0, 0), high = root * qnorm(alpha / 4, 0, 1, 0, 0);
    double at_low = log(leaves(low, n_looks) / alpha), at_high = log(leaves(high, n_looks) / alpha);
    double middle = low;
    for (int i = 0, side = 0; i < 30 && high - low > 1e-9 * high; i++) {
        middle = (low * at_high - high * at_low) / (at_high - at_low);
        double at = log(leaves(middle, n_looks) / alpha);
        if (fabs(at) < 1e-10)
            break;
        if (at > 0) {
            low = middle;
            at_low = at;
            at_high /= side == 1 ? 2 : 1;
            side = 1;
        } else {
            high = middle;
            at_high = at;
            at_low /= side == -1 ? 2 : 1;
            side = -1;
        }
    }
    return middle;
}

static enum assay_status check(size_t look, size_t n_looks, double confidence,
                               struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (n_looks < 1 || n_looks > MOST_LOOKS || look < 1 || look > n_looks)
        return assay_fail(error, ASSAY_INVALID,
                          "look %zu of %zu: there are 1 to %d looks, counted from 1", look, n_looks,
                          MOST_LOOKS);
    return ASSAY_OK;
}

enum assay_status look_boundary(size_t n_looks, double confidence, double *out,
                                struct assay_error *error)
{
    TRY(check(1, n_looks, confidence, error));
    *out =
        n_looks == 1 ? qnorm((1 - confidence) / 2, 0, 1, 0, 0) : boundary(n_looks, 1 - confidence);
    return ASSAY_OK;
}

double look_confidence_at(double bound, size_t look)
{
    return 1 - 2 * pnorm(bound / sqrt((double)look), 0, 1, 0, 0);
}

enum assay_status assay_look_confidence(size_t look, size_t n_looks, double confidence, double *out,
                                        struct assay_error *error)
{
    TRY(check(look, n_looks, confidence, error));
    *out = n_looks == 1 ? confidence : look_confidence_at(boundary(n_looks, 1 - confidence), look);
    return ASSAY_OK;
}

/* Never of confidence 1: the last double below it. */
static double squared_at(double nominal, size_t r)
{
    double t = assay_t_critical(fmin(nominal, 1 - 0x1p-53), (double)r - 1);
    return t * t;
}

double look_squared(double bound, size_t look, size_t r)
{
    return squared_at(look_confidence_at(bound, look), r);
}

static double squared(const void *context, size_t r, double confidence)
{
    (void)confidence;
    return squared_at(*(const double *)context, r);
}

enum assay_status assay_ratio_look(const struct assay_sample *old_sample,
                                   const struct assay_sample *new_sample, size_t look,
                                   size_t n_looks, double confidence, struct assay_estimate *out,
                                   struct assay_error *error)
{
    double nominal;
    TRY(assay_look_confidence(look, n_looks, confidence, &nominal, error));
    const struct critical critical = {squared, &nominal, "fieller-paired-obrien-fleming", 0};
    return ratio_paired_by(old_sample, new_sample, confidence, &critical, out, error);
}
