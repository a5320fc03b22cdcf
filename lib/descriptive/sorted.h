/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sorted.h -- statistics of values that are already in ascending order. */
#pragma once

#include <stddef.h>

#include <assay/descriptive.h>
#include <assay/sample.h>

/* Where the quantile of type 1..9 lies among n values: (1 - weight) * the rank-th smallest + weight *
 * the next one, ranks from 1 and held within the sample. */
struct quantile_place {
    double rank, weight;
};
struct quantile_place quantile_place(double n, double probability, int type);

/* The quantile of type 1..9; probability in [0, 1], n >= 1. */
double sorted_quantile(struct assay_view sorted, double probability, int type);

/* The mean of the two middle values when n is even. n >= 1. */
double sorted_median(struct assay_view sorted);

/* The same of values in any order: sorts them, or a copy of them in scratch. */
double median_sorting(double *x, size_t n);
double median_copying(const double *x, size_t n, double *scratch);

/* The distinct numbers of those that are kept in order. */
enum { ORDERED_BLOCK = 256 };

/* A stretch of ascending distinct numbers. */
struct assay_ordered_block {
    size_t n, total; /* total: with repeats */
    double x[ORDERED_BLOCK];
    size_t times[ORDERED_BLOCK];
};

/* Each distinct number once, ascending; out has room for ordered->distinct. */
void ordered_distinct(const struct assay_ordered *ordered, double *out);

/* The mean of the two middle ones when n is even. n >= 1. */
double ordered_median(const struct assay_ordered *ordered);

/* The step of the grid of ascending values, NaN when there is none. */
double tick_of_sorted(const double *sorted, size_t n);

/* Spreads values that share a place of the grid evenly over their tick: each may have been anywhere
 * in it. They stay in ascending order; a value alone stays where it is. */
void tick_spread(double *sorted, size_t n, double tick);
