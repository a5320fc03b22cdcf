/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up.c -- a comparison with and without the iterations before executions are steady. */
#include "analysis/comparison_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/failure.h"
#include "base/owned.h"

static bool has_iterations(const struct assay_series *series)
{
    return assay_series_paired_level(series) + 1 < series->live.shape.n_levels;
}

static enum assay_status look(const struct comparison_finding *row, struct warm_up_finding *out,
                              struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    if (has_iterations(row->old_series))
        status = assay_warm_up_of(&row->old_series->live, row->old_series->more_is_better,
                                  &out->old_sample, error);
    if (status == ASSAY_OK && has_iterations(row->new_series))
        status = assay_warm_up_of(&row->new_series->live, row->new_series->more_is_better,
                                  &out->new_sample, error);
    if (out->old_sample.found)
        out->until = out->old_sample.until;
    if (out->new_sample.found && out->new_sample.until > out->until)
        out->until = out->new_sample.until;
    return status;
}

static enum assay_status cut(const struct assay_series *series, size_t until,
                             struct assay_cut_sample *out, struct assay_error *error)
{
    if (has_iterations(series))
        return assay_sample_cut(&series->live, until, out, error);
    *out = (struct assay_cut_sample){.sample = series->live};
    return ASSAY_OK;
}

/* Another answer, not the same one less surely. */
static bool turns(const struct assay_comparison *whole, const struct assay_comparison *steady)
{
    const struct assay_interval *interval = &whole->ratio.interval;
    if (whole->verdict == steady->verdict)
        return false;
    return steady->verdict != ASSAY_INCONCLUSIVE ||
           (interval->kind == ASSAY_BOUNDED && !(interval->lower <= steady->ratio.estimate &&
                                                 steady->ratio.estimate <= interval->upper));
}

/* What a system has still before it, as logarithm: of an exponential decay seen for one and a half time constants that
 * is one and a half times what it fell to its last quarter. Convention: twice; 0 where the end was seen. */
static double to_come(const struct assay_warm_up *warm_up, double whole, double rest)
{
    return warm_up->unended ? 2 * log(rest / whole) : 0;
}

/* Whether a warm-up whose end was not seen may bring the change to the other side. */
static bool may_turn(const struct comparison_finding *row, const struct assay_comparison *steady)
{
    const struct assay_comparison *all = &row->finding;
    const double of_old =
        to_come(&row->warm_up.old_sample, all->old_sample.mean, steady->old_sample.mean);
    const double of_new =
        to_come(&row->warm_up.new_sample, all->new_sample.mean, steady->new_sample.mean);
    const double rest = log(steady->ratio.estimate);
    const double least = rest + fmin(of_new, 0) - fmax(of_old, 0);
    const double most = rest + fmax(of_new, 0) - fmin(of_old, 0);
    return (all->verdict == ASSAY_SLOWER || all->verdict == ASSAY_FASTER) && least <= 0 &&
           most >= 0;
}

/* Where it was decided what is meant, only another answer is worth a word. */
static bool matters(const struct comparison_finding *row, bool decided)
{
    const struct warm_up_finding *warm_up = &row->warm_up;
    if (!warm_up->has_steady || warm_up->turns)
        return true;
    const double moved = fabs(log(warm_up->ratio.estimate / row->finding.ratio.estimate));
    return !decided && moved > fmax(row->finding.margin, 0.01) / 4;
}

static enum assay_status compare_without(const struct assay_compare_options *options,
                                         const struct comparison_finding *row, size_t until,
                                         struct assay_comparison *out, struct assay_error *error)
{
    SCOPED(assay_sample_cut_fini) struct assay_cut_sample old_cut = {0}, new_cut = {0};
    struct assay_compare_options plain = *options;
    plain.without_bootstrap = true;
    enum assay_status status = cut(row->old_series, until, &old_cut, error);
    if (status == ASSAY_OK)
        status = cut(row->new_series, until, &new_cut, error);
    if (status == ASSAY_OK)
        status = assay_compare(&old_cut.sample, &new_cut.sample, &plain, out, error);
    return status;
}

/* What cannot be compared once it is cut has no answer of its own. */
static enum assay_status compare_steady(const struct assay_compare_options *options,
                                        struct comparison_finding *row, struct assay_error *error)
{
    struct warm_up_finding *warm_up = &row->warm_up;
    struct assay_comparison steady;
    const enum assay_status status = compare_without(options, row, warm_up->until, &steady, error);
    warm_up->has_steady = status == ASSAY_OK;
    if (warm_up->has_steady) {
        warm_up->ratio = steady.ratio;
        warm_up->verdict = steady.verdict;
        warm_up->turns = turns(&row->finding, &steady) || may_turn(row, &steady);
    }
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

enum assay_status warm_up_compare(const struct assay_compare_options *options, bool decided,
                                  struct comparison_finding *row, struct assay_error *error)
{
    enum assay_status status = look(row, &row->warm_up, error);
    if (status != ASSAY_OK || row->warm_up.until == 0)
        return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    /* A decay has a long tail and no modes. */
    row->finding.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    row->finding.old_sample.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    row->finding.new_sample.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    status = compare_steady(options, row, error);
    row->warm_up.matters = matters(row, decided);
    row->warm_up.open = row->warm_up.turns && !decided;
    if (row->warm_up.open)
        row->finding.verdict = ASSAY_INCONCLUSIVE;
    return status;
}

/* ---- other places ---- */

/* The warm-up that all executions of a series have; false: they differ. */
static bool one_warm_up(const struct assay_series *series, size_t *warm_up)
{
    const struct assay_shape *shape = &series->all.shape;
    const size_t n = assay_shape_units(shape, shape->n_levels - 2);
    *warm_up = series->n_warmup != NULL ? series->n_warmup[0] : 0;
    for (size_t u = 1; series->n_warmup != NULL && u < n; u++)
        if (series->n_warmup[u] != *warm_up)
            return false;
    return true;
}

static size_t shortest(const struct assay_shape *shape)
{
    const size_t level = shape->n_levels - 2;
    size_t least = SIZE_MAX;
    for (size_t u = 0, n = assay_shape_units(shape, level); u < n; u++) {
        size_t begin, end;
        assay_shape_values(shape, level, u, &begin, &end);
        least = end - begin < least ? end - begin : least;
    }
    return least;
}

/* How many places, of `last` + 1; 0: too few. */
static size_t places_of(const struct comparison_finding *row, size_t most_values, size_t last)
{
    enum { FEW = 6, MOST = 200 };
    const size_t values = row->finding.old_sample.n + row->finding.new_sample.n;
    const size_t wanted = last < MOST ? last + 1 : MOST;
    const size_t possible = values > 0 ? most_values / values : 0;
    return possible >= wanted ? wanted : possible >= FEW ? possible : 0;
}

enum assay_status warm_up_cuts(const struct assay_compare_options *options, size_t most_values,
                               struct comparison_finding *row, struct assay_error *error)
{
    enum { LEAST = 8 }; /* values that are left of each execution */
    size_t warm_up, other;
    if (!has_iterations(row->old_series) || !has_iterations(row->new_series) ||
        !one_warm_up(row->old_series, &warm_up) || !one_warm_up(row->new_series, &other) ||
        warm_up != other)
        return ASSAY_OK;
    const size_t old_n = shortest(&row->old_series->live.shape),
                 new_n = shortest(&row->new_series->live.shape), n = old_n < new_n ? old_n : new_n;
    const size_t places = n > LEAST ? places_of(row, most_values, n - LEAST) : 0;
    row->cuts = calloc(places + 1, sizeof *row->cuts);
    if (row->cuts == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < places; i++) {
        const size_t until = i * (n - LEAST) / (places - 1);
        struct assay_comparison without;
        const enum assay_status status = compare_without(options, row, until, &without, error);
        if (status == ASSAY_NO_MEMORY)
            return status;
        if (status == ASSAY_OK)
            row->cuts[row->n_cuts++] =
                (struct comparison_cut){warm_up + until + 1, without.ratio, without.verdict};
    }
    return ASSAY_OK;
}
