/* SPDX-License-Identifier: GPL-3.0-or-later */
/* location.c -- from means, standard error and degrees of freedom to t, p and the interval.
 * Source:   R 4.2's t.test, also for "essentially constant": standard error below 10 epsilon times
 *           the larger mean.
 * Assumes:  nothing of its own.
 * Edge:     values up to 1e308 and down to 1e-308: everything is computed on a scale of powers of
 *           two that both samples share.
 * Checked:  tests/data/ttest.json. */
#include "test/location.h"

#include <Rmath.h>
#include <float.h>
#include <math.h>

#include "base/try.h"
#include "base/view.h"

static struct location_sample moments_of(struct assay_view view, double scale)
{
    struct sum_moments moments = sum_moments_of(view.x, view.n, scale);
    double variance = view.n > 1 ? moments.sum_squares / (double)(view.n - 1) : 0;
    return (struct location_sample){view.n, moments.mean, variance};
}

enum assay_status location_moments(const struct assay_view *x, const struct assay_view *y,
                                   size_t least, const char *test, struct location_sample *of_x,
                                   struct location_sample *of_y, double *scale,
                                   struct assay_error *error)
{
    TRY(view_check(*x, least, test, error));
    if (y != NULL)
        TRY(view_check(*y, least, test, error));
    double min, max;
    (void)sum_scan(x->x, x->n, &min, &max);
    if (y != NULL) {
        double min_y, max_y;
        (void)sum_scan(y->x, y->n, &min_y, &max_y);
        min = fmin(min, min_y);
        max = fmax(max, max_y);
    }
    *scale = sum_scale(min, max);
    *of_x = moments_of(*x, *scale);
    if (y != NULL)
        *of_y = moments_of(*y, *scale);
    return ASSAY_OK;
}

double location_difference(const struct location_sample *x, const struct location_sample *y)
{
    struct twofold high = twofold_sum(x->mean.high, -y->mean.high);
    return high.high + (high.low + (x->mean.low - y->mean.low));
}

static double p_of(double t, double df, enum assay_alternative alternative)
{
    if (alternative == ASSAY_TWO_SIDED)
        return 2 * pt(-fabs(t), df, 1, 0);
    return pt(t, df, alternative == ASSAY_LESS, 0);
}

static void find_interval(const struct location_parts *parts, const struct assay_t_options *options,
                          struct assay_t_test *out)
{
    double alpha = 1 - options->confidence;
    if (options->alternative == ASSAY_TWO_SIDED)
        alpha /= 2;
    double reach = qt(alpha, parts->df, 0, 0) * parts->standard_error;
    out->lower = options->alternative == ASSAY_LESS ? (double)-INFINITY
                                                    : (parts->estimate - reach) / parts->scale;
    out->upper = options->alternative == ASSAY_GREATER ? (double)INFINITY
                                                       : (parts->estimate + reach) / parts->scale;
}

enum assay_status location_finish(const struct location_parts *parts,
                                  const struct assay_t_options *options, const char *test,
                                  struct assay_t_test *out, struct assay_error *error)
{
    TRY(confidence_check(options->confidence, error));
    if (!isfinite(options->mu))
        return assay_fail(error, ASSAY_INVALID, "mu must be finite, is %g", options->mu);
    if (!(parts->standard_error >= 10 * DBL_EPSILON * parts->magnitude) ||
        parts->standard_error == 0)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "%s is undefined: the data are essentially constant", test);
    struct assay_t_test result = {.df = parts->df,
                                  .estimate = parts->estimate / parts->scale,
                                  .mean_x = NAN,
                                  .mean_y = NAN,
                                  .standard_error = parts->standard_error / parts->scale,
                                  .confidence = options->confidence};
    result.t = (parts->estimate - options->mu * parts->scale) / parts->standard_error;
    result.p = p_of(result.t, result.df, options->alternative);
    find_interval(parts, options, &result);
    *out = result;
    return ASSAY_OK;
}
