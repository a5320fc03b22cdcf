/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doubts.h -- what the values themselves say against a plain reading of their mean. */
#ifndef FINDING_DOUBTS_H
#define FINDING_DOUBTS_H

#include <stdbool.h>

#include <assay/sample.h>
#include <assay/warning.h>

/* clock-tick and outliers, from values in ascending order. */
assay_warnings doubts_of_values(struct assay_view sorted, double sd);

/* Skewness of few numbers beyond twice its standard error under normality. */
bool doubts_skewed(const double *x, size_t n);

#endif
