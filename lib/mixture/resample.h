/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resample.h -- fits of resampled top units, and intervals from them. */
#ifndef MIXTURE_RESAMPLE_H
#define MIXTURE_RESAMPLE_H

#include <stdatomic.h>

#include <assay/bootstrap.h>
#include <assay/mixture.h>

/* The values of the drawn top units, to be freed; NULL when memory is lacking. */
double *resample_values(const struct assay_resample *resample, size_t *n);

/* `steps` EM steps on the drawn values from the fit of all. False when memory is lacking. */
bool resample_refit(const struct assay_resample *resample, const struct assay_mixture_fit *fit,
                    size_t steps, struct assay_mixture *out);

/* value with the interval of the statistic, which has no ends when there is no bootstrap. A resample
 * whose statistic is NaN for want of memory must say so in *lacking, which the context knows. */
enum assay_status resample_estimate(const struct assay_sample *samples, size_t n,
                                    assay_resample_statistic *statistic, void *context,
                                    const atomic_bool *lacking, double value,
                                    const struct assay_bootstrap_options *options,
                                    struct assay_estimate *out, struct assay_error *error);

/* What the counts allow to be said of P(x < y + delta) (bound.c): of independent values the share
 * counted in them gets the interval of assay_superiority_of; where that share is 0 or 1, both shares
 * are bounded by the number of top units. */
enum assay_status superiority_bound(const struct assay_sample *x, const struct assay_sample *y,
                                    double delta, double confidence, struct assay_estimate *fitted,
                                    struct assay_estimate *counted, struct assay_error *error);
/* The latter alone, of k top units. */
void superiority_bound_by_count(size_t k, double confidence, struct assay_estimate *fitted,
                                struct assay_estimate *counted);

#endif
