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
#include <stdbool.h>
#include <stdlib.h>

#include "base/try.h"
#include "descriptive/sorted.h"

/* A tick is looked for only where it shows. */
static bool shows(size_t distinct, size_t n)
{
    return distinct > 0 && distinct <= n / 4 * 3;
}

/* Half a tick relative to the median. */
static double half_of(double tick, double median)
{
    return tick > 0 ? tick / 2 / fabs(median) : 0;
}

static double hidden(struct assay_view sorted)
{
    size_t distinct = sorted.n > 0;
    for (size_t i = 1; i < sorted.n; i++)
        distinct += sorted.x[i] != sorted.x[i - 1];
    return shows(distinct, sorted.n)
               ? half_of(tick_of_sorted(sorted.x, sorted.n), sorted_median(sorted))
               : 0;
}

/* Values that come again change nothing of a tick. */
static double hidden_kept(const struct assay_ordered *kept)
{
    if (!shows(kept->distinct, kept->n))
        return 0;
    OWNED double *distinct = malloc((kept->distinct + 1) * sizeof *distinct);
    if (distinct == NULL)
        return NAN;
    ordered_distinct(kept, distinct);
    return half_of(tick_of_sorted(distinct, kept->distinct), ordered_median(kept));
}

double assay_typical_resolution(struct assay_view old_sorted, struct assay_view new_sorted)
{
    return hidden(old_sorted) + hidden(new_sorted);
}

double assay_typical_resolution_kept(const struct assay_ordered *old_values,
                                     const struct assay_ordered *new_values)
{
    return hidden_kept(old_values) + hidden_kept(new_values);
}

void assay_typical_widen(struct assay_typical *typical, double resolution)
{
    typical->ratio.interval.lower *= exp(-resolution);
    typical->ratio.interval.upper *= exp(resolution);
}
