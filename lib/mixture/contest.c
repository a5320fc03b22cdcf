/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest.c -- I3 of several samples, with intervals from top units left out.
 * Source:   METHODS A12; intervals: share.c.
 * Assumes:  the number of parts is known; intervals do not carry the choice of K.
 * Edge:     two samples of independent values: the interval of I2's twin, as it is the same share.
 *           More samples than ASSAY_BOOTSTRAP_MAX_SAMPLES, or too few top units: no ends.
 * Checked:  tests/lib/mixture/test_contest.c: coverage, two versions against I2, sums.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "mixture/problem.h"
#include "mixture/resample.h"

enum { SHARE_STEPS = 5 };

static bool fitted_shares(const struct assay_resample *resamples, size_t n, void *given,
                          double *shares)
{
    const struct assay_mixture_fit *fits = given;
    struct assay_mixture mixture[ASSAY_BOOTSTRAP_MAX_SAMPLES];
    for (size_t j = 0; j < n; j++)
        if (!resample_refit(&resamples[j], &fits[j], SHARE_STEPS, &mixture[j]))
            return false;
    return mixture_winner_rough(mixture, n, shares) != ASSAY_NO_MEMORY;
}

static bool counted_shares(const struct assay_resample *resamples, size_t n, void *given,
                           double *shares)
{
    struct assay_view view[ASSAY_BOOTSTRAP_MAX_SAMPLES] = {{NULL, 0}};
    double *values[ASSAY_BOOTSTRAP_MAX_SAMPLES];
    bool complete = true;
    (void)given;
    for (size_t j = 0; j < n; j++) {
        values[j] = resample_values(&resamples[j], &view[j].n);
        view[j].x = values[j];
        complete = complete && values[j] != NULL;
    }
    complete = complete && assay_values_winner(view, n, shares, NULL) == ASSAY_OK;
    for (size_t j = 0; j < n; j++)
        free(values[j]);
    return complete;
}

/* The shares of all samples: of their fits, then of their values. */
static enum assay_status shares_of(const struct assay_sample *samples,
                                   const struct assay_mixture_fit *fits, size_t n, double *shares,
                                   struct assay_error *error)
{
    OWNED struct assay_mixture *mixture = calloc(n, sizeof *mixture);
    OWNED struct assay_view *view = calloc(n, sizeof *view);
    if (mixture == NULL || view == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare %zu samples", n);
    for (size_t j = 0; j < n; j++) {
        const struct assay_shape *shape = &samples[j].shape;
        TRY(assay_sample_check(&samples[j], error));
        mixture[j] = fits[j].mixture;
        view[j] =
            (struct assay_view){samples[j].values, assay_shape_units(shape, shape->n_levels - 1)};
    }
    TRY(assay_mixture_winner(mixture, n, shares, error));
    return assay_values_winner(view, n, shares + n, error);
}

enum assay_status assay_mixture_contest(const struct assay_sample *samples,
                                        const struct assay_mixture_fit *fits, size_t n,
                                        const struct assay_mixture_pair_options *options,
                                        struct assay_mixture_share *out, struct assay_error *error)
{
    TRY(confidence_check(options->confidence, error));
    if (n < 1)
        return assay_fail(error, ASSAY_INVALID, "no sample to choose from");
    OWNED double *shares = calloc(2 * n, sizeof *shares);
    OWNED struct assay_estimate *found =
        calloc(2 * n, sizeof *found); /* of the fits, then of the values */
    if (shares == NULL || found == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare %zu samples", n);
    TRY(shares_of(samples, fits, n, shares, error));
    TRY(share_estimates(samples, n, fitted_shares, (void *)(uintptr_t)fits, shares, n,
                        options->confidence, found, error));
    TRY(share_estimates(samples, n, counted_shares, NULL, shares + n, n, options->confidence,
                        found + n, error));
    for (size_t j = 0; j < n && n == 2; j++)
        TRY(share_of_independent(&samples[j], &samples[1 - j], 0, options->confidence,
                                 &found[n + j], error));
    for (size_t j = 0; j < n; j++) {
        if (n > 1)
            share_bound(samples, n, options->confidence, &found[j], &found[n + j]);
        out[j] = (struct assay_mixture_share){found[j], found[n + j]};
    }
    return ASSAY_OK;
}
