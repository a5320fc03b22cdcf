/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest.c -- I3 of several samples and I4 of one, with intervals from resampled top units.
 * Source:   METHODS B4 (whole top units drawn, expanded percentile), A12.
 * Assumes:  the number of parts is known; intervals do not carry the choice of K.
 * Edge:     modes are counted after more EM steps than means need: a mode goes when its part has
 *           moved or widened. More samples than a bootstrap takes, or too few top units: no ends.
 * Checked:  tests/lib/mixture/test_contest.c: coverage, two versions against I2, sums.
 */
#include <math.h>
#include <stdlib.h>

#include "base/view.h"
#include "mixture/problem.h"
#include "mixture/resample.h"

enum { SHARE_STEPS = 5, COUNT_STEPS = 20 };

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
        out[j] = found[j];
    free(shares);
    free(found);
    return status;
}

static double count_modes(const struct assay_resample *resamples, size_t n, void *given)
{
    struct context *context = given;
    struct assay_mixture mixture;
    struct assay_modes modes;
    (void)n;
    if (!resample_refit(&resamples[0], context->fits, COUNT_STEPS, &mixture))
        return no_memory(context);
    const enum assay_status status = assay_mixture_modes(&mixture, &modes, NULL);
    if (status == ASSAY_NO_MEMORY)
        return no_memory(context);
    return status == ASSAY_OK ? (double)modes.n : (double)NAN;
}

enum assay_status assay_mixture_count(const struct assay_sample *sample,
                                      const struct assay_mixture_fit *fit,
                                      const struct assay_mixture_pair_options *options,
                                      struct assay_estimate *out, struct assay_error *error)
{
    const struct assay_bootstrap_options bootstrap = bootstrap_of(options);
    struct context context = {fit, 0, false};
    struct assay_modes modes;
    enum assay_status status = assay_sample_check(sample, error);
    if (status == ASSAY_OK)
        status = confidence_check(options->confidence, error);
    if (status == ASSAY_OK)
        status = assay_mixture_modes(&fit->mixture, &modes, error);
    if (status != ASSAY_OK)
        return status;
    return resample_estimate(sample, 1, count_modes, &context, &context.lacking, (double)modes.n,
                             &bootstrap, out, error);
}
