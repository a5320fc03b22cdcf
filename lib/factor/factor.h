/* SPDX-License-Identifier: GPL-3.0-or-later */
/* factor.h -- what the methods of the room share. */
#pragma once

#include <assay/factor.h>

/* ASSAY_UNDEFINED with fewer rounds or cells, ASSAY_INVALID where a logarithm is infinite. */
enum assay_status cells_check(const struct assay_cells *cells, size_t least_rounds,
                              size_t least_cells, struct assay_error *error);

/* The second cell less the first in each round; NaN where one is lost. */
void cells_difference(const struct assay_cells *cells, struct assay_cell_pair pair, double *values);

/* Whether a round has all of its cells. */
bool row_complete(const double *row, size_t cells);

/* The sum of the products of two rows. */
double row_product(const double *a, const double *b, size_t n);

/* The rounds that have every cell, copied one behind the other; the caller frees them. Fewer than two
 * are ASSAY_UNDEFINED. */
enum assay_status cells_complete(const struct assay_cells *cells, double **z, size_t *rounds,
                                 struct assay_error *error);

/* Lines of z on x in each round: z = level + slope (x - mean x), and the coefficient of x^2 beside
 * them. Each [rounds]; the caller frees `level`, which holds all three. */
struct round_lines {
    double *level, *slope, *bend; /* bend is NULL of fewer than three sizes */
    size_t rounds;
    double centre; /* mean x, x = ln n */
};
enum assay_status round_lines_fit(const struct assay_cells *cells, const double *n,
                                  struct round_lines *out, struct assay_error *error);

/* The fit of one variance for all cells. */
struct assay_pooled {
    size_t cells, rounds;
    double s2, df, spread;
    bool balanced;
    double *mean;    /* [cells] */
    double *inverse; /* [cells][cells]: Var(mean_i - mean_j) = s2 (V_ii + V_jj - 2 V_ij) */
};

/* The standard error of a difference. */
double pooled_se(const struct assay_pooled *pooled, struct assay_cell_pair pair);
