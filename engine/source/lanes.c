/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.c -- what the rows of a file tell of systems that were measured at the same time.
 * Source:   METHODS I1, "Edges": a median overlap below 0.80 says nothing that a verdict may rest on. Lockstep has turns,
 *           of which nobody is alone.
 * Checked:  tests/engine/source/test_lanes.c; a file out and back in tests/stories/side_by_side and duet. */
#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>
#include <assay/order.h>

#include "base/owned.h"
#include "source/input_parts.h"

/* How many occasions the series has; 0: none is known. */
static size_t n_occasions(const struct assay_series *series)
{
    const struct assay_shape *shape =
        series->n_warmup != NULL ? &series->all.shape : &series->live.shape;
    return series->occasion != NULL && shape->count[0] > 0
               ? assay_shape_units(shape, assay_series_paired_level(series))
               : 0;
}

/* The median overlap of n series; NaN: nothing is known of any, or no memory. */
static double overlap_of(const struct assay_series *const *series, size_t n)
{
    size_t room = 1, n_known = 0;
    double median = (double)NAN;
    for (size_t i = 0; i < n; i++)
        room += n_occasions(series[i]);
    OWNED double *known = malloc(room * sizeof *known);
    for (size_t i = 0; known != NULL && i < n; i++)
        for (size_t k = 0; k < n_occasions(series[i]); k++)
            if (series[i]->occasion[k].lane.overlap > 0)
                known[n_known++] = series[i]->occasion[k].lane.overlap;
    if (n_known > 0)
        (void)assay_median((struct assay_view){known, n_known}, &median, NULL);
    return median;
}

static double median_memory(const struct assay_dataset *dataset, const struct assay_series *like,
                            const char *system)
{
    double median = (double)NAN;
    const struct assay_series *found =
        assay_dataset_find(dataset, system, like->benchmark, "max_rss");
    if (found != NULL)
        (void)assay_median((struct assay_view){found->live.values,
                                               assay_shape_units(&found->live.shape,
                                                                 found->live.shape.n_levels - 1)},
                           &median, NULL);
    return median;
}

double source_peak_memory(const struct input_source *source)
{
    const size_t n = assay_dataset_count(source->dataset);
    double most = 1;
    for (size_t i = 0; i < n; i++) {
        const struct assay_series *series = assay_dataset_get(source->dataset, i),
                                  *first = assay_dataset_get(source->dataset, 0);
        const double old = median_memory(source->dataset, series, first->system),
                     new = median_memory(source->dataset, series, series->system);
        if (order_memory_differs(old, new) && fabs(log(new / old)) > fabs(log(most)))
            most = new / old;
    }
    return most;
}

void lanes_doubt(struct assay_series *series)
{
    if ((series->together == ASSAY_IN_SLICES || series->together == ASSAY_IN_DUET) &&
        overlap_of((const struct assay_series *const[]){series}, 1) < ASSAY_SLICES_OVERLAP_LEAST)
        series->warnings |= ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP);
}

enum assay_together lanes_together(enum design_order_by by)
{
    return by == ORDER_SLICES     ? ASSAY_IN_SLICES
           : by == ORDER_DUET     ? ASSAY_IN_DUET
           : by == ORDER_LOCKSTEP ? ASSAY_IN_LOCKSTEP
                                  : ASSAY_IN_ROUNDS;
}

enum design_order_by lanes_order(enum assay_together together)
{
    return together == ASSAY_IN_SLICES     ? ORDER_SLICES
           : together == ASSAY_IN_DUET     ? ORDER_DUET
           : together == ASSAY_IN_LOCKSTEP ? ORDER_LOCKSTEP
                                           : ORDER_ROUNDS;
}

/* The order of all series; rounds where they differ. */
static enum assay_together common_order(const struct assay_series *const *series, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (series[i]->together != series[0]->together)
            return ASSAY_IN_ROUNDS;
    return n > 0 ? series[0]->together : ASSAY_IN_ROUNDS;
}

bool lanes_tell(const struct assay_dataset *dataset, bool planned, struct input_order *order)
{
    const size_t n = assay_dataset_count(dataset);
    OWNED const struct assay_series **series = calloc(n + 1, sizeof *series);
    if (series == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        series[i] = assay_dataset_get(dataset, i);
    if (!planned)
        *order = (struct input_order){.by = lanes_order(common_order(series, n))};
    order->overlap = order_is_beside(order->by) ? overlap_of(series, n) : (double)NAN;
    for (size_t i = 0; i < n; i++)
        if (n_occasions(series[i]) > 0 && series[i]->occasion[0].lane.slice_s > 0)
            order->slice_s = series[i]->occasion[0].lane.slice_s;
    return true;
}
