/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c -- I1 and I2 of two samples with intervals from resampled top units.
 * Source:   METHODS B4 (whole top units drawn, expanded percentile) of I1, A12; intervals of shares:
 *           share.c; twins: mean |x - y|, and Mann-Whitney's share of pairs.
 * Assumes:  the number of parts is known; intervals do not carry the choice of K.
 * Edge:     each resample takes REFIT_STEPS EM steps from the fit: after one step mean and variance
 *           of the mixture are those of the resample, after a few its shape follows. Too few top
 *           units: no ends.
 * Checked:  tests/lib/mixture/test_compare.c: coverage; the twins against all pairs.
 */

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "mixture/resample.h"

enum { REFIT_STEPS = 5 };

struct context {
    const struct assay_mixture_fit *fit[2];
    double delta;
    bool superiority;
    atomic_bool lacking; /* memory, in a resample */
};

static double metric_of(const struct context *context, const struct assay_mixture *x,
                        const struct assay_mixture *y)
{
    double metric = (double)NAN;
    if (context->superiority)
        (void)assay_mixture_superiority(x, y, context->delta, &metric, NULL);
    else
        (void)assay_mixture_distance(x, y, &metric, NULL);
    return metric;
}

static double fitted(const struct assay_resample *resamples, size_t n, void *given)
{
    struct context *context = given;
    struct assay_mixture x, y;
    (void)n;
    if (!resample_refit(&resamples[0], context->fit[0], REFIT_STEPS, &x) ||
        !resample_refit(&resamples[1], context->fit[1], REFIT_STEPS, &y)) {
        atomic_store(&context->lacking, true);
        return (double)NAN;
    }
    return metric_of(context, &x, &y);
}

/* mean |x - y| of ascending values, in one walk: the sum of y above and below each x. */
static double mean_distance(const double *x, size_t n, const double *y, size_t m)
{
    double total = 0, below = 0, sum = 0, origin = x[0];
    size_t j = 0;
    for (size_t i = 0; i < m; i++)
        total += y[i] - origin;
    for (size_t i = 0; i < n; i++) {
        double here = x[i] - origin;
        for (; j < m && y[j] <= x[i]; j++)
            below += y[j] - origin;
        sum += (here * (double)j - below) + ((total - below) - here * (double)(m - j));
    }
    return sum / ((double)n * (double)m);
}

/* The share of pairs with x < y, ties one half. */
static double share_below(const double *x, size_t n, const double *y, size_t m)
{
    double sum = 0;
    size_t less = 0, most = 0;
    for (size_t i = 0; i < m; i++) {
        while (less < n && x[less] < y[i])
            less++;
        while (most < n && x[most] <= y[i])
            most++;
        sum += 0.5 * (double)(less + most);
    }
    return sum / ((double)n * (double)m);
}

static double of_values(const struct assay_resample *resamples, size_t n_samples, void *given)
{
    struct context *context = given;
    size_t n, m = 0;
    double result = (double)NAN, *x = resample_values(&resamples[0], &n),
           *y = resample_values(&resamples[1], &m);
    (void)n_samples;
    if (x != NULL && y != NULL) {
        for (size_t i = 0; context->superiority && i < m; i++)
            y[i] += context->delta;
        sort_doubles(x, n);
        sort_doubles(y, m);
        result = context->superiority ? share_below(x, n, y, m) : mean_distance(x, n, y, m);
    } else {
        atomic_store(&context->lacking, true);
    }
    free(x);
    free(y);
    return result;
}

static double value_of(const struct assay_sample samples[2], struct context *context)
{
    struct assay_resample all[2];
    double result = (double)NAN;
    size_t r = samples[0].shape.count[0], s = samples[1].shape.count[0], n = r > s ? r : s;
    OWNED size_t *identity = malloc(n * sizeof *identity);
    for (size_t i = 0; identity != NULL && i < n; i++)
        identity[i] = i;
    all[0] = (struct assay_resample){&samples[0], identity, r};
    all[1] = (struct assay_resample){&samples[1], identity, s};
    if (identity != NULL)
        result = of_values(all, 2, context);
    else
        atomic_store(&context->lacking, true);
    return result;
}

static bool fitted_share(const struct assay_resample *resamples, size_t n, void *given,
                         double *share)
{
    struct context *context = given;
    *share = fitted(resamples, n, given);
    return !atomic_load(&context->lacking);
}

static bool counted_share(const struct assay_resample *resamples, size_t n, void *given,
                          double *share)
{
    struct context *context = given;
    *share = of_values(resamples, n, given);
    return !atomic_load(&context->lacking);
}

static enum assay_status superiority_of(const struct assay_sample samples[2],
                                        struct context *context,
                                        const struct assay_mixture_pair_options *options,
                                        struct assay_mixture_pair *pair, struct assay_error *error)
{
    const double confidence = options->confidence;
    const double share = metric_of(context, &context->fit[0]->mixture, &context->fit[1]->mixture),
                 counted = value_of(samples, context);
    TRY(share_estimates(samples, 2, fitted_share, context, &share, 1, confidence, &pair->i2,
                        error));
    TRY(share_estimates(samples, 2, counted_share, context, &counted, 1, confidence,
                        &pair->i2_values, error));
    TRY(share_of_independent(&samples[0], &samples[1], options->delta, confidence, &pair->i2_values,
                             error));
    share_bound(samples, 2, confidence, &pair->i2, &pair->i2_values);
    return ASSAY_OK;
}

static enum assay_status distance_of(const struct assay_sample samples[2], struct context *context,
                                     const struct assay_mixture_pair_options *options,
                                     struct assay_mixture_pair *pair, struct assay_error *error)
{
    const struct assay_bootstrap_options bootstrap = {
        .mode = ASSAY_BOOTSTRAP_CLUSTER,
        .confidence = options->confidence,
        .replicates = options->replicates != 0 ? options->replicates : 999,
        .seed = options->seed,
        .n_threads = options->n_threads};
    TRY(resample_estimate(samples, 2, fitted, context, &context->lacking,
                          metric_of(context, &context->fit[0]->mixture, &context->fit[1]->mixture),
                          &bootstrap, &pair->i1, error));
    return resample_estimate(samples, 2, of_values, context, &context->lacking,
                             value_of(samples, context), &bootstrap, &pair->i1_values, error);
}

enum assay_status assay_mixture_compare(const struct assay_sample *x,
                                        const struct assay_mixture_fit *x_fit,
                                        const struct assay_sample *y,
                                        const struct assay_mixture_fit *y_fit,
                                        const struct assay_mixture_pair_options *options,
                                        struct assay_mixture_pair *out, struct assay_error *error)
{
    const struct assay_sample samples[2] = {*x, *y};
    struct context of_runs = {{x_fit, y_fit}, options->delta, false, false}, of_winners = of_runs;
    struct assay_mixture_pair pair;
    TRY(assay_sample_check(x, error));
    TRY(assay_sample_check(y, error));
    TRY(confidence_check(options->confidence, error));
    of_winners.superiority = true;
    TRY(distance_of(samples, &of_runs, options, &pair, error));
    TRY(superiority_of(samples, &of_winners, options, &pair, error));
    *out = pair;
    return ASSAY_OK;
}
