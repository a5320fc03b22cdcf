/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proportion.c -- interval of a proportion a / b, and the trials that a precision needs.
 * Source:   Wilson 1927, JASA 22:209-212; with continuity correction as R 4.2's prop.test (Newcombe
 *           1998, Statistics in Medicine 17:857-872); Clopper & Pearson 1934, Biometrika 26:404-413.
 * Assumes:  independent trials with one probability: benchmarks drawn at random.
 * Edge:     prop.test's quirk: the correction is min(1/2, |a - b/2|), so none when a = b/2; its ends
 *           stop at 0 and 1. Wald's do not, and have no width when a = 0 or a = b.
 * Checked:  tests/data/proportions.json, relative 1e-10. */
#include <assay/test.h>

#include <math.h>

#include "base/distribution.h"
#include "base/try.h"
#include "base/view.h"

/* The roots of (c - p)^2 = z^2 p (1 - p) / b. Their product is c^2 / (1 + z^2/b): the smaller one by
 * division, not by a difference. */
static double wilson_upper(double c, double z2_over_b)
{
    double half = z2_over_b / 2;
    return (c + half + sqrt(z2_over_b * (c * (1 - c) + z2_over_b / 4))) / (1 + z2_over_b);
}

static double wilson_lower(double c, double z2_over_b)
{
    return c * c / ((1 + z2_over_b) * wilson_upper(c, z2_over_b));
}

static void score_interval(struct assay_proportion *out, double b, double z, double correction)
{
    double below = out->estimate - correction / b, above = out->estimate + correction / b;
    out->lower = below <= 0 ? 0 : wilson_lower(below, z * z / b);
    out->upper = above >= 1 ? 1 : fmin(1, wilson_upper(above, z * z / b));
}

static void exact_interval(struct assay_proportion *out, double a, double b)
{
    double tail = (1 - out->confidence) / 2;
    out->lower = a == 0 ? 0 : beta_quantile(tail, a, b - a + 1, true);
    out->upper = a == b ? 1 : beta_quantile(tail, a + 1, b - a, false);
}

static void wald_interval(struct assay_proportion *out, double b, double z)
{
    double reach = z * sqrt(out->estimate * (1 - out->estimate) / b);
    out->lower = out->estimate - reach;
    out->upper = out->estimate + reach;
}

static enum assay_status check(uint64_t successes, uint64_t trials, double confidence,
                               double precision, struct assay_error *error)
{
    if (trials == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "a proportion of no trials is undefined");
    if (successes > trials)
        return assay_fail(error, ASSAY_INVALID,
                          "successes must not exceed trials, are %llu of %llu",
                          (unsigned long long)successes, (unsigned long long)trials);
    if (!(precision > 0 && precision < 1))
        return assay_fail(error, ASSAY_INVALID, "precision must lie in (0, 1), is %g", precision);
    return confidence_check(confidence, error);
}

enum assay_status assay_proportion_interval(uint64_t successes, uint64_t trials,
                                            enum assay_proportion_method method, double confidence,
                                            double precision, struct assay_proportion *out,
                                            struct assay_error *error)
{
    TRY(check(successes, trials, confidence, precision, error));
    double a = (double)successes, b = (double)trials, share = a / b;
    double z = normal_quantile((1 - confidence) / 2, false);
    struct assay_proportion result = {
        .estimate = share,
        .confidence = confidence,
        .needed = successes == 0 || successes == trials
                      ? (double)NAN
                      : ceil(z * z * share * (1 - share) / (precision * precision)),
        .valid = a * (1 - share) > 5};
    if (method == ASSAY_PROPORTION_EXACT)
        exact_interval(&result, a, b);
    else if (method == ASSAY_PROPORTION_WALD)
        wald_interval(&result, b, z);
    else
        score_interval(&result, b, z,
                       method == ASSAY_PROPORTION_PROP_TEST ? fmin(0.5, fabs(a - b / 2)) : 0);
    *out = result;
    return ASSAY_OK;
}
