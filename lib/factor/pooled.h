/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pooled.h -- the fit of one variance for all cells. */
#pragma once

#include <assay/factor.h>

struct assay_pooled {
    size_t cells, rounds;
    double s2, df, spread;
    bool balanced;
    double *mean;    /* [cells] */
    double *inverse; /* [cells][cells]: Var(mean_i - mean_j) = s2 (V_ii + V_jj - 2 V_ij) */
};

/* The standard error of a difference. */
double pooled_se(const struct assay_pooled *pooled, struct assay_cell_pair pair);
