/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up.c -- a comparison with and without the iterations before executions are steady. */
#include "analysis/comparison_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/failure.h"
#include "base/owned.h"

/* ---- looking ---- */

/* The warm-up in the store is assay's own choice: no more is claimed of it than of --warm-up cut. */
static bool chosen_here(const struct assay_series *series)
{
    return series->decided == ASSAY_DECIDED_AUTOMATIC;
}

/* Where the values were cut, what was seen before that. */
static enum assay_status look_at(const struct input *input, const struct assay_series *series,
                                 double margin, struct assay_warm_up *out,
                                 struct assay_error *error)
{
    if (!input_has_iterations(series))
        return ASSAY_OK;
    if (input->warm_up.looked != NULL && series >= input->series &&
        series < input->series + input->n) {
        *out = input->warm_up.looked[series - input->series];
        return ASSAY_OK;
    }
    struct assay_series seen = *series;
    if (chosen_here(series))
        seen.live = series->all;
    return input_warm_up(input, &seen, margin, out, error);
}

static bool is_open_end(const struct assay_warm_up *warm_up)
{
    return assay_warm_up_moves(warm_up) && warm_up->ended != ASSAY_ENDED_SEEN;
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

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static enum assay_status look(const struct input *input, struct comparison_finding *row,
                              struct assay_error *error)
{
    struct warm_up_finding *out = &row->warm_up;
    const struct assay_warm_up *a = &out->old_sample, *b = &out->new_sample;
    const double margin = row->finding.margin;
    enum assay_status status = look_at(input, row->old_series, margin, &out->old_sample, error);
    if (status == ASSAY_OK)
        status = look_at(input, row->new_series, margin, &out->new_sample, error);
    out->moves = assay_warm_up_moves(a) || assay_warm_up_moves(b);
    if (status != ASSAY_OK || !out->moves)
        return status;
    out->until = larger(a->until, b->until);
    out->seen = !is_open_end(a) && !is_open_end(b);
    out->cut = (input->warm_up.looked != NULL && !row->waiting.decides) ||
               chosen_here(row->old_series) || chosen_here(row->new_series);
    if (out->cut)
        return ASSAY_OK;
    out->iterations = SIZE_MAX;
    if (input_has_iterations(row->old_series))
        out->iterations = shortest(&row->old_series->live.shape);
    if (input_has_iterations(row->new_series)) {
        const size_t n = shortest(&row->new_series->live.shape);
        out->iterations = n < out->iterations ? n : out->iterations;
    }
    out->from =
        assay_warm_up_rest(out->until, out->iterations, larger(a->cycle.period, b->cycle.period));
    return ASSAY_OK;
}

static enum assay_status cut(const struct assay_series *series, size_t until,
                             struct assay_cut_sample *out, struct assay_error *error)
{
    if (input_has_iterations(series))
        return assay_sample_cut(&series->live, until, out, error);
    *out = (struct assay_cut_sample){.sample = series->live};
    return ASSAY_OK;
}

static enum assay_status compare_without(const struct assay_compare_options *options,
                                         const struct comparison_finding *row, size_t until,
                                         struct assay_comparison *out, struct assay_error *error)
{
    SCOPED(assay_sample_cut_fini) struct assay_cut_sample old_cut = {0}, new_cut = {0};
    struct assay_compare_options plain = *options;
    plain.without_bootstrap = true;
    TRY(cut(row->old_series, until, &old_cut, error));
    TRY(cut(row->new_series, until, &new_cut, error));
    return assay_compare(&old_cut.sample, &new_cut.sample, &plain, out, error);
}

/* ---- what may still come ---- */

/* Logarithms; both at least 0. */
struct to_come {
    double falls, rises;
};

/* Where the end was seen, what the slowest decay would still do (METHODS I3); where not, twice that, and where too
 * little is left to tell, twice what the system fell to there. */
static struct to_come to_come(const struct assay_warm_up *warm_up, double whole, double rest)
{
    const struct assay_level *level = &warm_up->level;
    const double fell = warm_up->found && whole > 0 && rest > 0 ? 2 * log(whole / rest) : 0;
    if (isnan(level->still_falls))
        return (struct to_come){fmax(0, fell), fmax(0, -fell)};
    const bool rises =
        warm_up->n_slowing > warm_up->n_warming || warm_up->ended == ASSAY_ENDED_RISING;
    const double times = is_open_end(warm_up) ? 2 : 1;
    return (struct to_come){times * level->still_falls, rises ? times * level->still_rises : 0};
}

static void widen(struct assay_interval *interval, double down, double up)
{
    if (interval->kind != ASSAY_BOUNDED && interval->kind != ASSAY_RAY)
        return;
    interval->lower *= interval->lower > 0 ? exp(-down) : exp(down);
    interval->upper *= exp(up);
}

/* The interval of the equivalence test, of one at this confidence. */
static struct assay_interval narrower(const struct assay_estimate *ratio)
{
    struct assay_interval interval = ratio->interval;
    const double df = isfinite(interval.df) && interval.df > 0 ? interval.df : 1e6;
    const double confidence = assay_verdict_narrower(interval.confidence);
    if (interval.kind != ASSAY_BOUNDED || !(confidence > 0 && confidence < 1))
        return interval;
    const double part =
        assay_t_critical(confidence, df) / assay_t_critical(interval.confidence, df);
    interval.lower = ratio->estimate + part * (interval.lower - ratio->estimate);
    interval.upper = ratio->estimate + part * (interval.upper - ratio->estimate);
    return interval;
}

/* Widens the comparison's intervals by what may still come of both systems; a verdict that does not survive it
 * becomes inconclusive. */
static void allow_for(const struct to_come *of_old, const struct to_come *of_new,
                      bool more_is_better, struct assay_comparison *finding)
{
    const double down = of_new->falls + of_old->rises, up = of_old->falls + of_new->rises;
    struct assay_interval narrow = narrower(&finding->ratio);
    widen(&narrow, down, up);
    widen(&finding->ratio.interval, down, up);
    widen(&finding->mean_ratio.interval, down, up);
    widen(&finding->typical.ratio.interval, down, up);
    if (down + up > 0 && finding->verdict != ASSAY_MIXED &&
        assay_verdict_of(&finding->ratio.interval, &narrow, finding->margin, more_is_better) !=
            finding->verdict)
        finding->verdict = ASSAY_INCONCLUSIVE;
}

static void allow_for_both(const struct comparison_finding *row,
                           const struct assay_comparison *whole, struct assay_comparison *rest)
{
    const struct to_come of_old = to_come(&row->warm_up.old_sample, whole->old_sample.mean,
                                          rest->old_sample.mean),
                         of_new = to_come(&row->warm_up.new_sample, whole->new_sample.mean,
                                          rest->new_sample.mean);
    allow_for(&of_old, &of_new, row->old_series->more_is_better, rest);
}

/* ---- with and without ---- */

/* Another answer, not the same one less surely; of what has no end that is seen, that too. */
static bool turns(const struct warm_up_finding *warm_up, const struct assay_comparison *whole)
{
    const struct assay_interval *interval = &whole->ratio.interval;
    const double rest = warm_up->ratio.estimate;
    if (whole->verdict == warm_up->verdict)
        return false;
    return !warm_up->seen || warm_up->verdict != ASSAY_INCONCLUSIVE ||
           (interval->kind == ASSAY_BOUNDED &&
            !(interval->lower <= rest && rest <= interval->upper));
}

/* Where it was decided what is meant, only another answer is worth a word. */
static bool matters(const struct comparison_finding *row, bool decided)
{
    const struct warm_up_finding *warm_up = &row->warm_up;
    if (!warm_up->has_rest || warm_up->turns)
        return true;
    const double moved = fabs(log(warm_up->ratio.estimate / row->finding.ratio.estimate));
    return !decided && moved > fmax(row->finding.margin, ASSAY_MARGIN_DEFAULT) / 4;
}

/* As long as no end is seen, further executions as short decide nothing either. */
static bool keeps_open(const struct comparison_finding *row)
{
    return !row->warm_up.seen && row->finding.verdict == ASSAY_INCONCLUSIVE;
}

/* What cannot be compared once it is cut has no answer of its own. */
static enum assay_status compare_rest(const struct assay_compare_options *options,
                                      struct comparison_finding *row, struct assay_error *error)
{
    struct warm_up_finding *warm_up = &row->warm_up;
    struct assay_comparison rest;
    const enum assay_status status = compare_without(options, row, warm_up->from, &rest, error);
    warm_up->has_rest = status == ASSAY_OK;
    if (warm_up->has_rest) {
        const struct assay_estimate plain = rest.ratio;
        allow_for_both(row, &row->finding, &rest);
        warm_up->ratio = warm_up->seen ? rest.ratio : plain;
        warm_up->verdict = rest.verdict;
        warm_up->turns = turns(warm_up, &row->finding);
    } else {
        warm_up->turns = !warm_up->seen && row->finding.verdict != ASSAY_INCONCLUSIVE;
    }
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

/* The comparison is that of the rest: level, it is wider by what may still come; of what still falls or rises nothing
 * is claimed, and of what nobody can tell what would stand if it went on. */
static void judge_rest(struct comparison_finding *row)
{
    struct warm_up_finding *warm_up = &row->warm_up;
    const struct assay_warm_up *a = &warm_up->old_sample, *b = &warm_up->new_sample;
    struct assay_comparison judged = row->finding;
    allow_for_both(row, &row->finding, &judged);
    if (warm_up->seen) {
        row->finding = judged;
        return;
    }
    const bool still = a->ended > ASSAY_ENDED_SEEN || b->ended > ASSAY_ENDED_SEEN;
    const bool unknown = isnan(a->found ? a->level.fall : 0) || isnan(b->found ? b->level.fall : 0);
    warm_up->matters = true;
    warm_up->turns = warm_up->open = still || unknown || judged.verdict != row->finding.verdict;
    warm_up->ratio = row->finding.ratio;
    warm_up->verdict = judged.verdict;
    if (warm_up->open)
        row->finding.verdict = ASSAY_INCONCLUSIVE;
}

enum assay_status warm_up_compare(const struct input *input,
                                  const struct assay_compare_options *options, bool decided,
                                  struct comparison_finding *row, struct assay_error *error)
{
    enum assay_status status = look(input, row, error);
    if (status != ASSAY_OK || !row->warm_up.moves)
        return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
    /* A decay has a long tail and no modes. */
    row->finding.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    row->finding.old_sample.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    row->finding.new_sample.warnings &= ~ASSAY_WARNING(ASSAY_WARN_SEVERAL_MODES);
    if (row->warm_up.cut) {
        judge_rest(row);
        return ASSAY_OK;
    }
    status = compare_rest(options, row, error);
    row->warm_up.open = !decided && (row->warm_up.turns || keeps_open(row));
    row->warm_up.matters = row->warm_up.open || matters(row, decided);
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
    if (!input_has_iterations(row->old_series) || !input_has_iterations(row->new_series) ||
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
