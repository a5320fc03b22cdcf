/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distribution.h -- findings about whole distributions: the modes of one sample, the deciles of one
 * against those of another. */
#pragma once

#include <assay/bootstrap.h>
#include <assay/mixture.h>

struct sample_mixture {
    struct assay_mixture mixture;
    struct assay_modes modes;
    size_t fitted; /* values that it was fitted to; 0: what there is has no mixture */
};

enum { SHIFT_POINTS = 9 }; /* the deciles */

struct comparison_shift {
    struct assay_shift_point points[SHIFT_POINTS]; /* ratios; without intervals unless resampled */
    double confidence;
    size_t values;  /* of the old system, from which they are; 0: the deciles have no ratio */
    bool resampled; /* the intervals are the bootstrap's of top units */
};

/* What two samples say as wholes. */
struct comparison_distribution {
    struct comparison_shift shift;
};

/* Of n things the i-th of m that are evenly spaced, the first and the last among them (m > 1). */
static inline size_t spaced(size_t i, size_t m, size_t n)
{
    return m > 1 ? i * (n - 1) / (m - 1) : 0;
}
