/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest.c -- I3 of several samples, with intervals from resampled top units.
 * Source:   METHODS B4 (whole top units drawn, expanded percentile), A12; Clopper & Pearson 1934
 *           where one version won every run, or none.
 * Assumes:  the number of parts is known; intervals do not carry the choice of K.
 * Edge:     two samples of independent values: the interval of I2's twin, as it is the same share.
 *           More samples than a bootstrap takes, or too few top units: no ends.
 * Checked:  tests/lib/mixture/test_contest.c: coverage, two versions against I2, sums.
 */
#include <math.h>
#include <stdlib.h>

#include "base/view.h"
#include "mixture/problem.h"
#include "mixture/resample.h"

enum { SHARE_STEPS = 5 };

struct context {
    const struct assay_mixture_fit *fits;
    size_t which;        /* of the samples */
    atomic_bool lacking; /* memory, in a resample */
};

static double no_memory(struct context *context)
{
    atomic_store(&context->lacking, true);
    return (double)NAN;
}

/* Where there is no winner the share is NaN. */
static double share_of(struct context *context, enum assay_status status, const double *share)
{
    if (status == ASSAY_NO_MEMORY)
        return no_memory(context);
    return status == ASSAY_OK ? share[context->which] : (double)NAN;
}

static double fitted_share(const struct assay_resample *resamples, size_t n, void *given)
{
    struct context *context = given;
    struct assay_mixture mixture[ASSAY_BOOTSTRAP_MAX_SAMPLES];
    double share[ASSAY_BOOTSTRAP_MAX_SAMPLES];
    for (size_t j = 0; j < n; j++)
        if (!resample_refit(&resamples[j], &context->fits[j], SHARE_STEPS, &mixture[j]))
            return no_memory(context);
    return share_of(context, mixture_winner_rough(mixture, n, share), share);
}

static double counted_share(const struct assay_resample *resamples, size_t n, void *given)
{
    struct context *context = given;
    struct assay_view view[ASSAY_BOOTSTRAP_MAX_SAMPLES] = {{NULL, 0}};
    double *values[ASSAY_BOOTSTRAP_MAX_SAMPLES], share[ASSAY_BOOTSTRAP_MAX_SAMPLES];
    bool complete = true;
    for (size_t j = 0; j < n; j++) {
        values[j] = resample_values(&resamples[j], &view[j].n);
        view[j].x = values[j];
        complete = complete && values[j] != NULL;
    }
    const enum assay_status status =
        complete ? assay_values_winner(view, n, share, NULL) : ASSAY_NO_MEMORY;
    for (size_t j = 0; j < n; j++)
        free(values[j]);
    return share_of(context, status, share);
}

static struct assay_bootstrap_options bootstrap_of(const struct assay_mixture_pair_options *options)
{
    return (struct assay_bootstrap_options){
        .mode = ASSAY_BOOTSTRAP_CLUSTER,
        .confidence = options->confidence,
        .replicates = options->replicates != 0 ? options->replicates : 999,
        .seed = options->seed,
        .n_threads = options->n_threads};
}

/* The shares of all samples: of their fits, then of their values. */
static enum assay_status shares_of(const struct assay_sample *samples,
                                   const struct assay_mixture_fit *fits, size_t n, double *shares,
                                   struct assay_error *error)
{
    struct assay_mixture *mixture = calloc(n, sizeof *mixture);
    struct assay_view *view = calloc(n, sizeof *view);
    enum assay_status status = ASSAY_OK;
    if (mixture == NULL || view == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare %zu samples", n);
    for (size_t j = 0; j < n && status == ASSAY_OK; j++) {
        const struct assay_shape *shape = &samples[j].shape;
        status = assay_sample_check(&samples[j], error);
        if (status != ASSAY_OK)
            break;
        mixture[j] = fits[j].mixture;
        view[j] =
            (struct assay_view){samples[j].values, assay_shape_units(shape, shape->n_levels - 1)};
    }
    if (status == ASSAY_OK)
        status = assay_mixture_winner(mixture, n, shares, error);
    if (status == ASSAY_OK)
        status = assay_values_winner(view, n, shares + n, error);
    free(mixture);
    free(view);
    return status;
}

/* What resampling cannot know: that of version j as one of two, or when it won always or never. */
static enum assay_status bound_share(const struct assay_sample *samples, size_t n, size_t j,
                                     double confidence, struct assay_mixture_share *share,
                                     struct assay_error *error)
{
    size_t k = samples[0].shape.count[0];
    if (n == 2)
        return superiority_bound(&samples[j], &samples[1 - j], 0, confidence, &share->i3,
                                 &share->i3_values, error);
    for (size_t i = 1; i < n; i++)
        k = samples[i].shape.count[0] < k ? samples[i].shape.count[0] : k;
    if (n > 2)
        superiority_bound_by_count(k, confidence, &share->i3, &share->i3_values);
    return ASSAY_OK;
}

enum assay_status assay_mixture_contest(const struct assay_sample *samples,
                                        const struct assay_mixture_fit *fits, size_t n,
                                        const struct assay_mixture_pair_options *options,
                                        struct assay_mixture_share *out, struct assay_error *error)
{
    const struct assay_bootstrap_options bootstrap = bootstrap_of(options);
    enum assay_status status = confidence_check(options->confidence, error);
    if (status == ASSAY_OK && n < 1)
        status = assay_fail(error, ASSAY_INVALID, "no sample to choose from");
    if (status != ASSAY_OK)
        return status;
    double *shares = calloc(2 * n, sizeof *shares);
    struct assay_mixture_share *found = calloc(n, sizeof *found);
    if (shares == NULL || found == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare %zu samples", n);
    if (status == ASSAY_OK)
        status = shares_of(samples, fits, n, shares, error);
    for (size_t j = 0; j < n && status == ASSAY_OK; j++) {
        struct context context = {fits, j, false};
        status = resample_estimate(samples, n, fitted_share, &context, &context.lacking, shares[j],
                                   &bootstrap, &found[j].i3, error);
        if (status == ASSAY_OK)
            status = resample_estimate(samples, n, counted_share, &context, &context.lacking,
                                       shares[n + j], &bootstrap, &found[j].i3_values, error);
    }
    for (size_t j = 0; j < n && status == ASSAY_OK; j++)
        status = bound_share(samples, n, j, options->confidence, &found[j], error);
    for (size_t j = 0; j < n && status == ASSAY_OK; j++)
        out[j] = found[j];
    free(shares);
    free(found);
    return status;
}
