/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changepoints.c -- where a series of times changes.
 * Source:   penalties: Barrett et al., OOPSLA 2017 (15 log n); Zhang & Siegmund 2007, Biometrics
 *           63:22-32, twice its equation (MBIC). The automatic cost: see confirm.c.
 *           6 log n by ranks: at most 0.7 % false changes in independent series of 20 to 1000 values.
 * Assumes:  values in order of measurement.
 * Edge:     n < 4 -> ASSAY_UNDEFINED; a constant series has no change.
 * Checked:  tests/lib/steady/test_changepoints.c; false changes by simulation, docs/steady.md. */
#include "steady/changepoints.h"

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

struct fences fences_of(const double *sorted, size_t n)
{
    const double low = sorted[(n - 1) / 10], high = sorted[n - 1 - (n - 1) / 10];
    const double reach = 3 * (high - low);
    if (!(reach > 0) || !isfinite(reach))
        return (struct fences){sorted[0], sorted[n - 1]};
    return (struct fences){low - reach, high + reach};
}

/* The clock's tick: the smallest step between distinct values, when a tenth of them are ties. */
static double tick_of(const double *sorted, size_t n)
{
    const double least = 1e-12 * fmax(fabs(sorted[0]), fabs(sorted[n - 1]));
    double tick = INFINITY;
    size_t ties = 0;
    for (size_t i = 1; i < n; i++) {
        const double gap = sorted[i] - sorted[i - 1];
        if (gap > least)
            tick = fmin(tick, gap);
        else
            ties++;
    }
    return 10 * ties >= n && isfinite(tick) ? tick : 0;
}

static double penalty_of(const struct assay_changepoint_options *options, size_t n)
{
    const double log_n = log((double)n);
    if (options->penalty == ASSAY_PENALTY_GIVEN)
        return options->penalty_value;
    if (options->penalty == ASSAY_PENALTY_MBIC)
        return 3 * log_n;
    return (options->cost == ASSAY_COST_RANKS ? 6 : 15) * log_n;
}

static enum assay_status options_check(const struct assay_changepoint_options *options, size_t n,
                                       struct assay_error *error)
{
    if (options->min_segment > n)
        return assay_fail(error, ASSAY_INVALID,
                          "a segment of at least %zu iterations does not fit into %zu",
                          options->min_segment, n);
    if (options->penalty == ASSAY_PENALTY_GIVEN && !(options->penalty_value > 0))
        return assay_fail(error, ASSAY_INVALID, "a penalty must be positive, is %g",
                          options->penalty_value);
    if (options->penalty == ASSAY_PENALTY_MBIC && options->cost == ASSAY_COST_RANKS)
        return assay_fail(error, ASSAY_INVALID,
                          "MBIC is derived from the normal likelihood; give the cost by ranks a "
                          "number, or leave the penalty out");
    return ASSAY_OK;
}

static double *cut_copy(struct assay_view view, struct fences fences)
{
    double *cut = malloc(view.n * sizeof *cut);
    for (size_t i = 0; cut != NULL && i < view.n; i++)
        cut[i] = fmin(fmax(view.x[i], fences.low), fences.high);
    return cut;
}

static enum assay_status search(struct assay_view view,
                                const struct assay_changepoint_options *options, double tick,
                                struct assay_changepoints *changes, struct assay_error *error)
{
    SCOPED(segment_cost_fini) struct segment_cost cost = {0};
    TRY(segment_cost_init(&cost, view, options->cost, tick, options->penalty == ASSAY_PENALTY_MBIC,
                          error));
    return pelt(&cost, penalty_of(options, view.n),
                options->min_segment > 0 ? options->min_segment : 2, changes, error);
}

/* Automatic: lone far values must not pass for segments, so the search sees them cut. */
static enum assay_status search_confirmed(struct assay_view view,
                                          const struct assay_changepoint_options *options,
                                          const double *sorted, double tick,
                                          struct assay_changepoints *changes,
                                          struct assay_error *error)
{
    OWNED double *cut = cut_copy(view, fences_of(sorted, view.n));
    if (cut == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", view.n);
    TRY(search((struct assay_view){cut, view.n}, options, tick, changes, error));
    const enum assay_status status = confirm_changes(view, NULL, changes, error);
    if (status != ASSAY_OK)
        assay_changepoints_fini(changes);
    return status;
}

enum assay_status assay_changepoints_find(struct assay_view view,
                                          const struct assay_changepoint_options *options,
                                          struct assay_changepoints *out, struct assay_error *error)
{
    TRY(view_check(view, 4, "a search for changes", error));
    TRY(options_check(options, view.n, error));
    OWNED double *sorted = NULL;
    TRY(view_sorted(view, &sorted, error));
    struct assay_changepoints changes = {0};
    const double tick = tick_of(sorted, view.n);
    enum assay_status status = ASSAY_OK;
    if (sorted[0] < sorted[view.n - 1])
        status = options->cost == ASSAY_COST_AUTO
                     ? search_confirmed(view, options, sorted, tick, &changes, error)
                     : search(view, options, tick, &changes, error);
    if (status == ASSAY_OK) {
        changes.tick = tick;
        *out = changes;
    }
    return status;
}

void assay_changepoints_fini(struct assay_changepoints *changes)
{
    free(changes->at);
    *changes = (struct assay_changepoints){0};
}
