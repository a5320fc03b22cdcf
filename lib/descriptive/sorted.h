/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sorted.h -- statistics of values that are already in ascending order. */
#pragma once

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
