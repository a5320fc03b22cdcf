/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view.h -- what statistics of flat arrays begin with. */
#pragma once

#include <assay/status.h>
#include <assay/view.h>

/* ASSAY_UNDEFINED when the view has fewer than least values, ASSAY_INVALID when one is not finite;
 * the sentence names the statistic ("the Shapiro-Wilk test") and the place. */
enum assay_status view_check(struct assay_view view, size_t least, const char *statistic,
                             struct assay_error *error);

/* ASSAY_INVALID unless confidence lies in (0, 1). */
enum assay_status confidence_check(double confidence, struct assay_error *error);

/* The standard deviation (divisor n - 1) in two plain passes: for replicates, whose digits need no
 * care. */
double plain_sd(const double *x, size_t n);

/* A sorted copy of the values, which the caller frees; n = 0 gives an array too. The values must
 * be finite. */
enum assay_status view_sorted(struct assay_view view, double **sorted, struct assay_error *error);

/* Sorts in place, ascending (base/sort.h, with scratch of its own); values must not be NaN. */
void sort_doubles(double *x, size_t n);
