/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overview.h -- what the comparisons of one pair say together: how many changed, how far, which most. */
#pragma once

#include "finding/comparison_finding.h"

enum { OVERVIEW_VERDICTS = ASSAY_MIXED + 1 };

/* The comparisons of one verdict, or all. Sizes are costs: above 1 is worse, whatever the metric. */
struct verdict_group {
    size_t n;
    double mean;        /* geometric, of those with a ratio; NaN: none has */
    double least, most; /* costs; NaN likewise */
    size_t best, worst; /* rows of these */
};

struct pair_overview {
    struct verdict_group verdict[OVERVIEW_VERDICTS], all;
    size_t *order;  /* the rows, the worst first; those without a ratio last */
    bool *counted;  /* of each row: false where another row tells the same fact */
    size_t n_twins; /* that are not counted */
};

/* The ratio turned so that above 1 is worse; NaN where there is none. */
double comparison_cost(const struct comparison_finding *comparison);
/* Its interval turned likewise: an open end is 0 or INFINITY; NaN where nothing is known. */
struct cost_range {
    double lower, upper;
};
struct cost_range cost_range_of(const struct assay_estimate *ratio, bool more_is_better);
struct cost_range comparison_cost_range(const struct comparison_finding *comparison);

/* A rate beside the time of the same runs is one fact, counted once. False: no memory, and nothing is
 * to be freed. */
bool pair_overview_of(const struct system_pair *pair, struct pair_overview *out);
void pair_overview_fini(struct pair_overview *overview);

/* Of n pairs with one old system: the rank of each new system, and last of the old one, averaged over
 * the benchmarks and metrics that all of them have; 1 is best, ties share. Returns over how many (0:
 * ranks are NaN). ranks has room for n + 1. */
size_t system_ranks(const struct system_pair *pairs, size_t n, double *ranks);
