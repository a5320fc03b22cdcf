/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variance.c -- F test of the ratio of two variances.
 * Source:   Fisher; R 4.2's var.test.
 * Assumes:  independent samples from normal distributions: very sensitive to any other shape.
 * Edge:     one variance zero: F is 0 or infinite, p accordingly; both zero -> ASSAY_UNDEFINED (R:
 *           NaN). The two-sided p is twice the smaller tail, each computed as a tail: R's 1 - P has
 *           an absolute error of 1e-16.
 * Checked:  tests/data/ftest.json, relative 1e-10 (60-digit p). */
#include <assay/test.h>

#include <Rmath.h>
#include <math.h>

#include "base/distribution.h"
#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"

struct spread {
    double variance; /* of the values times scale */
    double scale;
    double df;
};

static enum assay_status spread_of(struct assay_view view, struct spread *out,
                                   struct assay_error *error)
{
    TRY(view_check(view, 2, "the F test of variances", error));
    double min, max;
    (void)sum_scan(view.x, view.n, &min, &max);
    double scale = sum_scale(min, max), df = (double)(view.n - 1);
    *out = (struct spread){sum_moments_of(view.x, view.n, scale).sum_squares / df, scale, df};
    return ASSAY_OK;
}

static double p_of(double f, double df1, double df2, enum assay_alternative alternative)
{
    double below = pf(f, df1, df2, 1, 0), above = pf(f, df1, df2, 0, 0);
    if (alternative == ASSAY_TWO_SIDED)
        return fmin(1, 2 * fmin(below, above));
    return alternative == ASSAY_LESS ? below : above;
}

/* Divides by quantiles of F: the upper one for the lower end, the lower one for the upper end. */
static void find_interval(struct assay_variance_test *test, enum assay_alternative alternative)
{
    double alpha = 1 - test->confidence;
    if (alternative == ASSAY_TWO_SIDED)
        alpha /= 2;
    test->lower = alternative == ASSAY_LESS
                      ? 0
                      : test->ratio / f_quantile(alpha, test->df1, test->df2, false);
    test->upper = alternative == ASSAY_GREATER
                      ? (double)INFINITY
                      : test->ratio / f_quantile(alpha, test->df1, test->df2, true);
}

enum assay_status assay_variance_compare(struct assay_view x, struct assay_view y,
                                         const struct assay_variance_options *options,
                                         struct assay_variance_test *out, struct assay_error *error)
{
    struct spread of_x, of_y;
    if (!(options->ratio > 0 && isfinite(options->ratio)))
        return assay_fail(error, ASSAY_INVALID, "the hypothetical ratio must be positive, is %g",
                          options->ratio);
    TRY(confidence_check(options->confidence, error));
    TRY(spread_of(x, &of_x, error));
    TRY(spread_of(y, &of_y, error));
    if (of_x.variance == 0 && of_y.variance == 0)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the F test of variances is undefined: both samples are constant");
    double rescale = of_y.scale / of_x.scale;
    struct assay_variance_test result = {.df1 = of_x.df,
                                         .df2 = of_y.df,
                                         .ratio = of_x.variance / of_y.variance * rescale * rescale,
                                         .confidence = options->confidence};
    result.f = result.ratio / options->ratio;
    result.p = p_of(result.f, result.df1, result.df2, options->alternative);
    find_interval(&result, options->alternative);
    *out = result;
    return ASSAY_OK;
}
