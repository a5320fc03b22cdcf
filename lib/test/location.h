/* SPDX-License-Identifier: GPL-3.0-or-later */
/* location.h -- what the four t tests share: moments on one scale, and from them t, p and ends. */
#pragma once

#include <assay/test.h>

#include "base/sum.h"

/* One sample in units of 1 / scale, a power of two that keeps squares in range. */
struct location_sample {
    size_t n;
    struct twofold mean;
    double variance; /* divisor n - 1; 0 for one value */
};

/* Moments of one or two samples (y NULL: one) on a scale that both share. */
enum assay_status location_moments(const struct assay_view *x, const struct assay_view *y,
                                   size_t least, const char *test, struct location_sample *of_x,
                                   struct location_sample *of_y, double *scale,
                                   struct assay_error *error);

/* mean of x - mean of y without losing the digits that both share. */
double location_difference(const struct location_sample *x, const struct location_sample *y);

/* Scaled numbers in, *out in the caller's units: t, p, ends; options checked. `magnitude` is the
 * larger of the means' absolute values. */
struct location_parts {
    double estimate, standard_error, df, magnitude, scale;
};
enum assay_status location_finish(const struct location_parts *parts,
                                  const struct assay_t_options *options, const char *test,
                                  struct assay_t_test *out, struct assay_error *error);
