/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doubts.c -- ticks and skewness, as warnings.
 * Source:   ticks: METHODS B12, C6. Skewness G1 and its standard error: Joanes & Gill 1998; METHODS
 *           C1 for what skewed means do to t intervals of one mean.
 * Checked:  tests/lib/finding/test_describe.c.
 */
#include "finding/effective.h"

#include <math.h>

#include "base/sum.h"

/* The smallest distance between neighbours that differ, and the number of different values. */
static double finest_step(struct assay_view sorted, size_t *n_distinct)
{
    double finest = INFINITY;
    *n_distinct = 1;
    for (size_t i = 1; i < sorted.n; i++) {
        double step = sorted.x[i] - sorted.x[i - 1];
        if (step > 0) {
            finest = step < finest ? step : finest;
            (*n_distinct)++;
        }
    }
    return finest;
}

/* The grid on which a quarter of the values coincide and which is no finer than a tenth of the sd: fits to the shape
 * of the distribution go wrong on it (METHODS C6). 0: there is none; INFINITY: values never differ. */
static double grid_of(struct assay_view sorted, double sd)
{
    if (sorted.n < 2)
        return 0;
    size_t n_distinct;
    const double step = finest_step(sorted, &n_distinct);
    return n_distinct == 1 || (step >= 0.1 * sd && n_distinct <= sorted.n / 4 * 3) ? step : 0;
}

bool doubts_skewed(const double *x, size_t n)
{
    struct sum_moments moments = sum_moments_of(x, n, 1);
    double m2 = moments.sum_squares / (double)n, m3 = 0, count = (double)n;
    if (!(m2 > 0))
        return false;
    for (size_t i = 0; i < n; i++) {
        double z = (x[i] - moments.mean.high) / sqrt(m2);
        m3 += z * z * z / count;
    }
    double g1 = sqrt(count * (count - 1)) / (count - 2) * m3;
    double error = sqrt(6 * count * (count - 1) / ((count - 2) * (count + 1) * (count + 3)));
    return fabs(g1) > 2 * error;
}

bool doubts_one_sided(const double *x, size_t n)
{
    static const double other_side = 0.05;
    const double mean = sum_moments_of(x, n, 1).mean.high;
    double above = 0, below = 0;
    for (size_t i = 0; i < n; i++) {
        const double off = x[i] - mean;
        *(off > 0 ? &above : &below) += fabs(off * off * off);
    }
    return doubts_skewed(x, n) && fmin(above, below) < other_side * fmax(above, below);
}

/* A grid adds step^2 / 12 to the variance: from a fifth of it on, much of the spread is the clock's. */
assay_warnings doubts_of_values(struct assay_view sorted, double sd, double *step)
{
    static const double share = 0.2;
    const double grid = grid_of(sorted, sd);
    *step = isfinite(grid) ? grid : 0;
    if (grid == 0)
        return 0;
    return grid * grid / 12 >= share * sd * sd ? ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK)
                                               : ASSAY_WARNING(ASSAY_WARN_ROUNDED);
}
