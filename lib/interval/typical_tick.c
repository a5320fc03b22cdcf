/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typical_tick.c -- what a clock's tick hides from the typical run.
 * Source:   each value lies within half a tick of the true one, so do medians of values, and so does
 *           each log ratio within the sum of both systems' halves relative to their values. Order
 *           statistics move by no more than what they are made of.
 * Assumes:  rounding to the nearest; values about as large as their median.
 * Edge:     a tick shows where a quarter of the values coincide; finer ones hide nothing that counts.
 * Checked:  tests/lib/interval/test_typical.c; coverage with and without, docs/coverage.md.
 */
#include <assay/typical.h>

#include <math.h>

#include "descriptive/sorted.h"
#include "descriptive/tick.h"

/* Half a tick relative to the median. */
static double hidden(struct assay_view sorted)
{
    size_t distinct = sorted.n > 0;
    for (size_t i = 1; i < sorted.n; i++)
        distinct += sorted.x[i] != sorted.x[i - 1];
    double tick = distinct <= sorted.n / 4 * 3 ? tick_of_sorted(sorted.x, sorted.n) : (double)NAN;
    return tick > 0 ? tick / 2 / fabs(sorted_median(sorted)) : 0;
}

double assay_typical_resolution(struct assay_view old_sorted, struct assay_view new_sorted)
{
    return hidden(old_sorted) + hidden(new_sorted);
}

void assay_typical_widen(struct assay_typical *typical, double resolution)
{
    typical->ratio.interval.lower *= exp(-resolution);
    typical->ratio.interval.upper *= exp(resolution);
}
