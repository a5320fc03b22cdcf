/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resample.c -- fits of resampled top units, and intervals from them.
 * Source:   METHODS B4: whole top units drawn, expanded percentile.
 * Edge:     of a resample of more than MOST values every n/MOST-th takes part. Too few top units, or
 *           too many samples, for a bootstrap: no ends.
 * Checked:  tests/lib/mixture/test_compare.c, test_contest.c.
 */
#include "mixture/resample.h"

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "mixture/problem.h"

enum { MOST = 4096 };

/* The values of the drawn top units, NULL when memory is lacking. */
double *resample_values(const struct assay_resample *resample, size_t *n)
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
bool resample_refit(const struct assay_resample *resample, const struct assay_mixture_fit *fit,
                    size_t steps, struct assay_mixture *out)
{
    SCOPED(mixture_problem_fini) struct mixture_problem problem = {0};
    size_t n, stride;
    OWNED double *x = resample_values(resample, &n);
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
        for (size_t step = 0; step < steps; step++)
            (void)em_step(&problem.full, out, out);
        mixture_restore(&problem, out, out);
    }
    return status != ASSAY_NO_MEMORY;
}

/* The estimate stands whatever the bootstrap can say; without intervals when there are too few top
 * units to draw from. */
enum assay_status resample_estimate(const struct assay_sample *samples, size_t n,
                                    assay_resample_statistic *statistic, void *context,
                                    const atomic_bool *lacking, double value,
                                    const struct assay_bootstrap_options *options,
                                    struct assay_estimate *out, struct assay_error *error)
{
    struct assay_bootstrap_result found;
    enum assay_status status =
        assay_bootstrap_custom(samples, n, statistic, context, options, &found, error);
    if (atomic_load(lacking))
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the resamples");
    if (status == ASSAY_OK) {
        *out = found.estimate;
    } else if (status == ASSAY_UNDEFINED || n > ASSAY_BOOTSTRAP_MAX_SAMPLES) {
        *out = (struct assay_estimate){.interval = {(double)NAN, (double)NAN, options->confidence,
                                                    (double)NAN, "bootstrap-cluster (refused)",
                                                    ASSAY_ALL},
                                       .warnings = ASSAY_WARNING(ASSAY_WARN_BOOTSTRAP_REFUSED)};
        status = ASSAY_OK;
    }
    out->estimate = value;
    return status;
}
