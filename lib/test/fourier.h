/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fourier.h -- the tail of a rank sum given the ties, from its characteristic function. */
#pragma once

#include "test/rank_sum.h"

/* Contributions below exp(-34) = 2e-15 of the whole are left out; the bound is loose, so that all of
 * them together stay near 1e-14. */
static const double FOURIER_INVISIBLE = 34;

struct fourier {
    const struct tied *tied;
    int64_t limit;          /* the tail: sums of scores up to here, least <= limit < greatest */
    int64_t least;          /* the smallest sum possible */
    double intercept, tilt; /* a value of score v is x with logit intercept + tilt v, tilt <= 0 */
    double *chance;         /* that probability for each group */
    double weight;          /* sum of chance (1 - chance) over all values */
    bool by_phases;         /* which of the two ways of characteristic.c is the cheaper */
    size_t period;          /* a power of two above the range of sums */
    size_t *frequency;      /* those whose contribution can be seen in a double */
    size_t n_frequencies;
};

/* Finds the tilt and the frequencies that matter. */
enum assay_status fourier_init(struct fourier *fourier, const struct tied *tied, int64_t limit,
                               int64_t least, int64_t greatest, struct assay_error *error);
void fourier_fini(struct fourier *fourier);

/* Nanoseconds that fourier_tail will take, roughly. */
double fourier_cost(const struct fourier *fourier);

/* P(sum <= limit) and P(sum = limit). */
enum assay_status fourier_tail(const struct fourier *fourier, struct tail *out,
                               struct assay_error *error);
