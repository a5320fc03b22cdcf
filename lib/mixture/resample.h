/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resample.h -- fits of resampled top units, and intervals from them. */
#pragma once

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

/* Shares of single runs, of the values or of what is fitted to them; false when memory is lacking. */
typedef bool share_statistic(const struct assay_resample *resamples, size_t n, void *context,
                             double *shares);

/* Shares (share.c) with intervals from their spread when top units are left out: none of fewer than five
 * top units, or of more than ASSAY_BOOTSTRAP_MAX_SAMPLES samples. */
enum assay_status share_estimates(const struct assay_sample *samples, size_t n,
                                  share_statistic *statistic, void *context, const double *shares,
                                  size_t n_shares, double confidence, struct assay_estimate *out,
                                  struct assay_error *error);

/* Where the counted share is 0 or 1 it is bounded by the number of top units; no fit is surer than the values. */
void share_bound(const struct assay_sample *samples, size_t n, double confidence,
                 struct assay_estimate *fitted, struct assay_estimate *counted);

/* P(x < y + delta) of independent values, whose interval is that of assay_superiority_of; leaves
 * others alone. */
enum assay_status share_of_independent(const struct assay_sample *x, const struct assay_sample *y,
                                       double delta, double confidence,
                                       struct assay_estimate *counted, struct assay_error *error);
