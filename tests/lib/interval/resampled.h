/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resampled.h -- means on resamples that are given as positions, by the definition (METHODS A4). */
#pragma once

#include "support/oracle.h"

#include <assay/sample.h>

/* index[] are positions counted from 0: n of them in a flat array. */
static inline double resampled_mean(const double *x, const size_t *index, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[index[i]] / (double)n;
    return sum;
}

/* Of the n units of a level that start at begin. Positions stand depth first: a unit, its first drawn child,
 * that child's drawn children, …, as many as the parent has; *index moves behind those that were read. */
static inline double resampled_units(const struct assay_sample *sample, size_t level, size_t begin,
                                     size_t n, const size_t **index)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t unit = begin + *(*index)++;
        size_t first, end;
        assert_true(unit < begin + n);
        if (level + 1 == sample->shape.n_levels) {
            sum += sample->values[unit] / (double)n;
            continue;
        }
        assay_shape_children(&sample->shape, level, unit, &first, &end);
        sum += resampled_units(sample, level + 1, first, end - first, index) / (double)n;
    }
    return sum;
}

/* The resample has n positions. */
static inline double resampled_nested_mean(const struct assay_sample *sample, const size_t *index,
                                           size_t n)
{
    const size_t *at = index;
    const double mean = resampled_units(sample, 0, 0, sample->shape.count[0], &at);
    assert_int_equal(at - index, n);
    return mean;
}
