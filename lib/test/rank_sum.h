/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank_sum.h -- the exact null distribution of Wilcoxon's W, without ties and given the ties. */
#pragma once

#include <stdint.h>

#include <assay/status.h>

/* Whether an exact p can be had in memory and seconds that anybody would spend. */
bool rank_sum_feasible(size_t n, size_t m);

/* Without ties: W takes the values 0 .. n m, symmetric around the middle. */
struct untied {
    size_t n, m;
    double *frequency; /* of W = 0 .. floor(n m / 2), times a common factor */
    double total;      /* the sum over all W, in the same scale */
};

/* Whether the frequencies fit into a double, and the work into a second or so. */
bool untied_feasible(size_t n, size_t m);
enum assay_status untied_init(struct untied *untied, size_t n, size_t m, struct assay_error *error);
void untied_fini(struct untied *untied);

/* P(W <= w); w < 0 gives 0. P(W >= w) is untied_lower(n m - w) by symmetry. */
double untied_lower(const struct untied *untied, int64_t w);

/* The smallest w with P(W <= w) >= probability, as R's qwilcox finds it; 0 < probability < 1. */
size_t untied_quantile(const struct untied *untied, double probability);

/* Given the ties: the pooled values in ascending groups of equal ones. x is the smaller sample, or
 * the caller swaps. */
struct tied {
    size_t n, m;
    size_t n_groups;
    size_t *size;   /* of each group; n + m in all */
    int64_t *score; /* of each group, rising from 0: twice the midrank, less the first, over their
                       common divisor */
    int64_t divisor;
};

/* Takes over group sizes (n_groups of them; size[] stays the caller's until tied_fini). */
enum assay_status tied_init(struct tied *tied, size_t n, size_t m, size_t n_groups, size_t *size,
                            struct assay_error *error);
void tied_fini(struct tied *tied);

/* A tail and the probability of its last value alone. */
struct tail {
    double p;
    double point;
};

/* P(W <= twice_w / 2) and P(W >= twice_w / 2), each with P(W = twice_w / 2). */
enum assay_status tied_lower(const struct tied *tied, int64_t twice_w, struct tail *out,
                             struct assay_error *error);
enum assay_status tied_upper(const struct tied *tied, int64_t twice_w, struct tail *out,
                             struct assay_error *error);
