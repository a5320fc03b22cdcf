/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draws.h -- drawn values for the tests of resampling. */
#ifndef INTERVAL_DRAWS_H
#define INTERVAL_DRAWS_H

#include <assay/random.h>

/* n values about 100, with a standard deviation of 1. */
static inline void fill_normal(double *x, size_t n, uint32_t replicate)
{
    struct assay_random random;
    assay_random_init(&random, 77, ASSAY_RANDOM_TEST, replicate, 0);
    for (size_t i = 0; i < n; i++)
        x[i] = 100 + assay_random_normal(&random);
}

#endif
