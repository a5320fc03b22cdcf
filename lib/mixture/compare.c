/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c -- I1 and I2 of two samples with intervals from resampled top units.
 * Source:   METHODS B4 (whole top units drawn, expanded percentile), A12; twins: mean |x - y|, and
 *           Mann-Whitney's share of pairs.
 * Assumes:  the number of parts is known; intervals do not carry the choice of K.
 * Edge:     each resample takes REFIT_STEPS EM steps from the fit: after one step mean and variance
 *           of the mixture are those of the resample, after a few its shape follows. Of a resample
 *           of more than MOST values every n/MOST-th takes part. Too few top units: no ends.
 * Checked:  tests/lib/mixture/test_compare.c: coverage; the twins against all pairs.
 */
#include <assay/bootstrap.h>

#include <math.h>
#include <stdlib.h>

#include "base/view.h"
#include "mixture/problem.h"

enum { REFIT_STEPS = 5, MOST = 4096 };

struct context {
    const struct assay_mixture_fit *fit[2];
    double delta;
    bool superiority;
};

/* The values of the drawn top units, NULL when memory is lacking. */
static double *gather(const struct assay_resample *resample, size_t *n)
{
    const struct assay_sample *sample = resample->sample;
    bool flat = sample->shape.n_levels == 1;
    size_t begin, end, at = 0;
    *n = 0;
    for (size_t u = 0; u < resample->n_top; u++) {
        if (!flat)
            assay_shape_values(&sample->shape, 0, resample->top[u], &begin, &end);
        *n += flat ? 1 : end - begin;
    }
    double *x = malloc(*n * sizeof *x);
    for (size_t u = 0; x != NULL && u < resample->n_top; u++) {
        begin = resample->top[u], end = begin + 1;
        if (!flat)
            assay_shape_values(&sample->shape, 0, resample->top[u], &begin, &end);
        for (size_t i = begin; i < end; i++)
            x[at++] = sample->values[i];
    }
    return x;
}

/* A resample may be constant, or too small, for a fit: then it is one narrow part. */
static bool refit(const struct assay_resample *resample, const struct assay_mixture_fit *fit,
                  struct assay_mixture *out)
{
    struct mixture_problem problem;
    size_t n, stride;
    double *x = gather(resample, &n);
    if (x == NULL)
        return false;
    stride = (n + MOST - 1) / MOST;
    for (size_t i = 0; i * stride < n; i++)
        x[i] = x[i * stride];
    n = (n + stride - 1) / stride;
    enum assay_status status = mixture_problem_init(
        &problem, (struct assay_view){x, n},
        fit->rounded ? ASSAY_LIKELIHOOD_ROUNDED : ASSAY_LIKELIHOOD_DENSITY, fit->tick, NULL);
    *out = (struct assay_mixture){1, {{1, x[0], fit->sd_floor}}};
    if (status == ASSAY_OK) {
        mixture_standardise(&problem, &fit->mixture, out);
        for (int step = 0; step < REFIT_STEPS; step++)
            (void)em_step(&problem.full, out, out);
        mixture_restore(&problem, out, out);
    }
    mixture_problem_fini(&problem);
    free(x);
    return status != ASSAY_NO_MEMORY;
}

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
    const struct context *context = given;
    struct assay_mixture x, y;
    (void)n;
    if (!refit(&resamples[0], context->fit[0], &x) || !refit(&resamples[1], context->fit[1], &y))
        return (double)NAN;
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
    const struct context *context = given;
    size_t n, m = 0;
    double result = (double)NAN, *x = gather(&resamples[0], &n), *y = gather(&resamples[1], &m);
    (void)n_samples;
    if (x != NULL && y != NULL) {
        for (size_t i = 0; context->superiority && i < m; i++)
            y[i] += context->delta;
        sort_doubles(x, n);
        sort_doubles(y, m);
        result = context->superiority ? share_below(x, n, y, m) : mean_distance(x, n, y, m);
    }
    free(x);
    free(y);
    return result;
}

/* The estimate stands whatever the bootstrap can say; without intervals when there are too few top
 * units to draw from. */
static enum assay_status estimate(const struct assay_sample samples[2],
                                  assay_resample_statistic *statistic, struct context *context,
                                  double value, const struct assay_bootstrap_options *options,
                                  struct assay_estimate *out, struct assay_error *error)
{
    struct assay_bootstrap_result found;
    enum assay_status status =
        assay_bootstrap_custom(samples, 2, statistic, context, options, &found, error);
    if (status == ASSAY_OK) {
        *out = found.estimate;
    } else if (status == ASSAY_UNDEFINED) {
        *out = (struct assay_estimate){.interval = {(double)NAN, (double)NAN, options->confidence,
                                                    (double)NAN, "bootstrap-cluster (refused)",
                                                    ASSAY_ALL},
                                       .warnings = ASSAY_WARNING(ASSAY_WARN_BOOTSTRAP_REFUSED)};
        status = ASSAY_OK;
    }
    out->estimate = value;
    return status;
}

static double value_of(const struct assay_sample samples[2], struct context *context)
{
    struct assay_resample all[2];
    double result = (double)NAN;
    size_t r = samples[0].shape.count[0], s = samples[1].shape.count[0], n = r > s ? r : s;
    size_t *identity = malloc(n * sizeof *identity);
    for (size_t i = 0; identity != NULL && i < n; i++)
        identity[i] = i;
    all[0] = (struct assay_resample){&samples[0], identity, r};
    all[1] = (struct assay_resample){&samples[1], identity, s};
    if (identity != NULL)
        result = of_values(all, 2, context);
    free(identity);
    return result;
}

enum assay_status assay_mixture_compare(const struct assay_sample *x,
                                        const struct assay_mixture_fit *x_fit,
                                        const struct assay_sample *y,
                                        const struct assay_mixture_fit *y_fit,
                                        const struct assay_mixture_pair_options *options,
                                        struct assay_mixture_pair *out, struct assay_error *error)
{
    const struct assay_sample samples[2] = {*x, *y};
    const struct assay_bootstrap_options bootstrap = {
        .mode = ASSAY_BOOTSTRAP_CLUSTER,
        .confidence = options->confidence,
        .replicates = options->replicates != 0 ? options->replicates : 999,
        .seed = options->seed,
        .n_threads = options->n_threads};
    struct assay_mixture_pair pair;
    enum assay_status status = assay_sample_check(x, error);
    if (status == ASSAY_OK)
        status = assay_sample_check(y, error);
    if (status == ASSAY_OK)
        status = confidence_check(options->confidence, error);
    for (int superiority = 0; superiority < 2 && status == ASSAY_OK; superiority++) {
        struct context context = {{x_fit, y_fit}, options->delta, superiority};
        double value = metric_of(&context, &x_fit->mixture, &y_fit->mixture);
        status = estimate(samples, fitted, &context, value, &bootstrap,
                          superiority ? &pair.i2 : &pair.i1, error);
        if (status == ASSAY_OK)
            status = estimate(samples, of_values, &context, value_of(samples, &context), &bootstrap,
                              superiority ? &pair.i2_values : &pair.i1_values, error);
    }
    if (status == ASSAY_OK)
        *out = pair;
    return status;
}
