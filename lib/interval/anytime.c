/* SPDX-License-Identifier: GPL-3.0-or-later */
/* anytime.c -- intervals that hold at every number of rounds at once.
 * Source:   METHODS B6(d), F5: the t likelihood ratio mixed over a normal prior of variance g on the
 *           standardised effect, k = 1 + n g, Q = (sqrt(k) / alpha)^(2/n), t*^2 = (n - 1)(Q - 1) /
 *           (1 - Q / k); Wang & Ramdas, arXiv 2310.03722. g = 8.5 / expected is narrowest near there.
 * Assumes:  normal differences of the rounds; the number expected was named before the first value.
 * Edge:     Q >= k: nothing is excluded, INFINITY. n < 2, or expected <= 0 -> NaN, ASSAY_INVALID.
 * Checked:  false alarms over whole runs of normal and skewed data, tests/lib/interval and
 *           bench/stopping; by hand. */
#include <math.h>

#include "base/try.h"
#include "interval/common.h"

/* Prior variance times the expected number of rounds. */
static const double prior_scale = 8.5;

double assay_anytime_critical(size_t n, double expected, double confidence)
{
    if (n < 2 || !(expected > 0 && isfinite(expected)) || !(confidence > 0 && confidence < 1))
        return NAN;
    double rounds = (double)n, k = 1 + rounds * prior_scale / expected;
    /* Q - 1 by expm1: Q is near 1 when there are many rounds. */
    double log_q = 2 / rounds * (0.5 * log(k) - log1p(-confidence));
    if (log_q >= log(k))
        return INFINITY;
    return (rounds - 1) * expm1(log_q) / -expm1(log_q - log(k));
}

static double squared(const void *context, size_t r, double confidence)
{
    return assay_anytime_critical(r, *(const double *)context, confidence);
}

static enum assay_status check(double expected, struct assay_error *error)
{
    if (expected > 0 && isfinite(expected))
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID, "the expected number of rounds must be positive, is %g",
                      expected);
}

enum assay_status assay_ratio_anytime(const struct assay_sample *old_sample,
                                      const struct assay_sample *new_sample, double expected,
                                      double confidence, struct assay_estimate *out,
                                      struct assay_error *error)
{
    TRY(check(expected, error));
    const struct critical critical = {squared, &expected, "fieller-paired-anytime", 0};
    return ratio_paired_by(old_sample, new_sample, confidence, &critical, out, error);
}

enum assay_status assay_mean_anytime(const struct assay_sample *sample, double expected,
                                     double confidence, struct assay_estimate *out,
                                     struct assay_error *error)
{
    TRY(check(expected, error));
    const struct critical critical = {squared, &expected, "anytime t on top-level means", 0};
    return mean_by(sample, confidence, &critical, out, error);
}
