/* SPDX-License-Identifier: GPL-3.0-or-later */
/* groups.h -- two samples pooled in ascending order, one group of equal values at a time: what all
 * rank tests walk over. */
#pragma once

#include <assay/sample.h>

struct groups {
    double *x, *y; /* ascending copies */
    size_t n, m;
    size_t i, j; /* how many of each stand before the walk */
};

/* Checks both samples (at least `least` values each) and sorts copies of them. */
enum assay_status groups_init(struct groups *groups, struct assay_view x, struct assay_view y,
                              size_t least, const char *statistic, struct assay_error *error);
void groups_fini(struct groups *groups);

/* Goes on to the next value and counts how often x and y have it; false at the end, and then the
 * walk may begin anew. */
bool groups_next(struct groups *groups, size_t *in_x, size_t *in_y);
