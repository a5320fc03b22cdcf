/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_part.h -- what is said of an execution from the iteration on from which it is steady. */
#pragma once

#include <assay/steady.h>

/* Mean and variance of x[begin, end), not empty; the variance of one value is 0. */
void span_moments(const double *x, size_t begin, size_t end, double *mean, double *variance);

/* Fills what out->steady_from leads to: moments, effective size, independence, warnings. */
enum assay_status steady_part_describe(struct assay_view view,
                                       const struct assay_steady_options *options,
                                       struct assay_execution_state *out,
                                       struct assay_error *error);
