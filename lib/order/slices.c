/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slices.c -- whether systems may share one processor at the same time, how long and in which slices.
 * Source:   METHODS I1, Allowed, Design, Length of a slice. The limits 1.05, 0.10, 0.80, 100 ms, 10 slices and 100
 *           ticks are judgement.
 * Assumes:  the pilot's rounds ran alone on a processor each: waiting for others' work looks as waiting does.
 * Edge:     no pair yet: overlap is NaN and speaks against nothing. k times slower overlaps 2 / (1 + k): from 1.5 on
 *           rounds, which see such differences at once.
 * Checked:  tests/data/slices.json; by hand.
 */
#include <math.h>

#include <assay/descriptive.h>
#include <assay/order.h>

#include "base/try.h"

static const double most_processors = 1.05, most_waiting = 0.10, pair_s = 0.1, slices_in_run = 10, ticks_in_value = 100;

const char *assay_slices_reason_name(enum assay_slices_reason reason)
{
    static const char *const names[] = {NULL, "parallel", "waits", "overlap", "tick"};
    return names[reason];
}

static enum assay_slices_reason reason_of(const struct assay_slices_use *use,
                                          const struct assay_slices_pilot *pilot)
{
    if (use->processors > most_processors)
        return ASSAY_SLICES_PARALLEL;
    if (use->waiting > most_waiting)
        return ASSAY_SLICES_WAITS;
    if (use->overlap < ASSAY_SLICES_OVERLAP_LEAST)
        return ASSAY_SLICES_OVERLAP;
    return pilot->least_cpu_s < ticks_in_value * pilot->tick_s ? ASSAY_SLICES_TICK
                                                               : ASSAY_SLICES_ALLOWED;
}

enum assay_status assay_slices_may(const struct assay_slices_pilot *pilot,
                                   struct assay_slices_use *out, struct assay_error *error)
{
    struct assay_moments busy;
    struct assay_slices_use use = {.overlap = (double)NAN};
    double median;
    TRY(assay_moments_of(pilot->busy, &busy, error));
    TRY(assay_median(pilot->busy, &median, error));
    if (pilot->overlap.n > 0)
        TRY(assay_median(pilot->overlap, &use.overlap, error));
    use.processors = busy.max;
    use.waiting = 1 - median;
    use.reason = reason_of(&use, pilot);
    *out = use;
    return ASSAY_OK;
}

size_t assay_slices_batch(double least_cpu_s, double sum_cpu_s, double slice_s)
{
    if (!(least_cpu_s > 0 && sum_cpu_s >= least_cpu_s && slice_s >= 0))
        return 0;
    const double batch =
        ceil(fmax(pair_s / sum_cpu_s, slices_in_run * slice_s / least_cpu_s) * (1 - 1e-12));
    return batch < 1e9 ? (size_t)fmax(batch, 1) : 0;
}

enum assay_status assay_slices_length_of(const struct assay_order_spread *short_slices,
                                         const struct assay_order_spread *long_slices,
                                         const struct assay_order_spread *rounds, double margin,
                                         enum assay_slices_length *out, struct assay_error *error)
{
    struct assay_order_bias lengths, brief, lengthy;
    TRY(assay_order_bias_of(short_slices, long_slices, margin, &lengths, error));
    TRY(assay_order_bias_of(short_slices, rounds, margin, &brief, error));
    TRY(assay_order_bias_of(long_slices, rounds, margin, &lengthy, error));
    if (lengths.agreement != ASSAY_ORDER_INTERFERENCE &&
        brief.agreement != ASSAY_ORDER_INTERFERENCE)
        *out = ASSAY_SLICES_SHORT;
    else if (lengthy.agreement != ASSAY_ORDER_INTERFERENCE)
        *out = ASSAY_SLICES_LONG;
    else
        *out = ASSAY_SLICES_NEITHER;
    return ASSAY_OK;
}
