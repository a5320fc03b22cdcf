/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ordered.h -- the distinct numbers of those that are kept in order. */
#pragma once

#include <assay/descriptive.h>

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
