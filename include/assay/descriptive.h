/* SPDX-License-Identifier: GPL-3.0-or-later */
/* descriptive.h -- what a flat array of numbers looks like. */
#ifndef ASSAY_DESCRIPTIVE_H
#define ASSAY_DESCRIPTIVE_H

#include <assay/api.h>
#include <assay/sample.h>
#include <assay/status.h>

ASSAY_BEGIN_DECLS

/* Count, mean, sum of squared deviations and sample variance (divisor n - 1; NaN when n = 1).
 * Two passes with compensated (double-double) sums: correct to the last digits also when the mean
 * is 1e9 times the spread (NIST NumAcc4). n >= 1; values must be finite. */
struct assay_moments {
    size_t n;
    double mean;
    double sum_squares; /* sum of (x - mean)^2 */
    double variance;
    double min, max;
};
ASSAY_API enum assay_status assay_moments_of(struct assay_view view, struct assay_moments *out,
                                             struct assay_error *error);

/* Quantiles after Hyndman & Fan 1996, type 1..9 as R 4.2 numbers them (type 7 is R's default).
 * probabilities lie in [0, 1]; values[] receives n_probabilities numbers. */
ASSAY_API enum assay_status assay_quantiles(struct assay_view view, const double *probabilities,
                                            size_t n_probabilities, int type, double *values,
                                            struct assay_error *error);

/* Median: the mean of the two middle values when n is even. */
ASSAY_API enum assay_status assay_median(struct assay_view view, double *out,
                                         struct assay_error *error);

ASSAY_END_DECLS

#endif
