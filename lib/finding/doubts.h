/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doubts.h -- what the values themselves say against a plain reading of their mean. */
#pragma once

#include <stdbool.h>

#include <assay/finding.h>

/* clock-tick, from values in ascending order. */
assay_warnings doubts_of_values(struct assay_view sorted, double sd);

/* Skewness of few numbers beyond twice its standard error under normality. */
bool doubts_skewed(const double *x, size_t n);

/* The few values far from the rest that make most of the interval; n = 0 where none do. sorted: the
 * sample's values in ascending order. */
enum assay_status far_values(const struct assay_sample *sample, struct assay_view sorted,
                             struct assay_far *out, struct assay_error *error);
