/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doubts.c -- ticks, outliers and skewness, as warnings.
 * Source:   ticks: METHODS B12, C6. Outliers: more than 10 robust standard deviations (1.4826 MAD)
 *           from the median. Skewness G1 and its standard error: Joanes & Gill 1998; METHODS C1 for
 *           what skewed means do to t intervals.
 * Edge:     outliers need 10 values and a MAD above 0; skewness 5 to 49 numbers (fewer are few
 *           anyway, of more the mean is near normal).
 * Checked:  tests/lib/finding/test_describe.c.
 */
#include "finding/doubts.h"

#include <math.h>

#include "base/sum.h"
#include "descriptive/sorted.h"
#include "interval/common.h"

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

/* Values that never differ, or a grid coarser than a tenth of the sd on which a quarter of the
 * values coincide: at that size, fits to the shape of the distribution go wrong (METHODS C6). */
static bool tick_visible(struct assay_view sorted, double sd)
{
    if (sorted.n < 2)
        return false;
    size_t n_distinct;
    double step = finest_step(sorted, &n_distinct);
    return n_distinct == 1 || (step >= 0.1 * sd && n_distinct <= sorted.n / 4 * 3);
}

bool doubts_skewed(const double *x, size_t n)
{
    if (n < FEW_TOP_UNITS || n >= 50)
        return false;
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

/* The median of |x - median|, walking outwards from the middle of the sorted values. */
static double median_deviation(struct assay_view sorted, double median)
{
    size_t right = 0;
    while (right < sorted.n && sorted.x[right] < median)
        right++;
    size_t left = right; /* values before it are still to come */
    double deviation = 0;
    for (size_t taken = 0; taken <= sorted.n / 2; taken++) {
        double below = left > 0 ? median - sorted.x[left - 1] : (double)INFINITY;
        double above = right < sorted.n ? sorted.x[right] - median : (double)INFINITY;
        deviation = fmin(below, above);
        if (below <= above)
            left--;
        else
            right++;
    }
    return deviation;
}

static bool outlying(struct assay_view sorted)
{
    enum { LEAST = 10 };
    if (sorted.n < LEAST)
        return false;
    double median = sorted_median(sorted);
    double spread = 1.4826 * median_deviation(sorted, median);
    double farthest = fmax(median - sorted.x[0], sorted.x[sorted.n - 1] - median);
    return spread > 0 && farthest > 10 * spread;
}

assay_warnings doubts_of_values(struct assay_view sorted, double sd)
{
    assay_warnings warnings = 0;
    if (tick_visible(sorted, sd))
        warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    if (outlying(sorted))
        warnings |= ASSAY_WARNING(ASSAY_WARN_OUTLIERS);
    return warnings;
}
