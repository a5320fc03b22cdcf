/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_typical.c -- what the typical run of paired rounds takes, or a quantile: rounds like the pilot's, by
 * the order statistics of its changes or values (METHODS H10; docs/coverage.md says how near the predictions
 * come). */
#include "analysis/planning_parts.h"

#include <assay/typical.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"

enum { MOST_ROUNDS = 1000000 };

struct assay_sample planning_repeated(const struct assay_sample *live, size_t *dropped)
{
    struct assay_sample sample = *live;
    size_t top = 0;
    while (top + 1 < live->shape.n_levels && assay_shape_units(&live->shape, top) == 1)
        top++;
    sample.shape.n_levels = live->shape.n_levels - top;
    for (size_t i = 0; i < sample.shape.n_levels; i++) {
        sample.shape.count[i] = live->shape.count[i + top];
        sample.shape.first[i] = live->shape.first[i + top];
    }
    sample.shape.count[0] = assay_shape_units(&live->shape, top);
    *dropped = top;
    return sample;
}

/* The changes of the pilot's rounds in ascending order, to be freed. *n 0: there is no typical run. */
static enum assay_status changes_of(const struct assay_series *old_series,
                                    const struct assay_series *new_series, double **changes,
                                    size_t *n, struct assay_error *error)
{
    size_t top, unused;
    const struct assay_sample old_sample = planning_repeated(&old_series->live, &top),
                              new_sample = planning_repeated(&new_series->live, &unused);
    const size_t paired = assay_series_paired_level(old_series),
                 level = paired > top ? paired - top : 0;
    *n = old_sample.shape.count[0];
    *changes = malloc((*n + 1) * sizeof **changes);
    if (*changes == NULL)
        return fail_no_memory(error);
    if (top != unused || !assay_series_paired(old_series, new_series) || *n < ASSAY_TYPICAL_LEAST ||
        assay_typical_changes(&old_sample, &new_sample, level, *changes, NULL) != ASSAY_OK)
        *n = 0;
    qsort(*changes, *n, sizeof **changes, array_ascending);
    return ASSAY_OK;
}

double planning_unit_cost(const struct plan_finding *plan)
{
    double units = 1, cost_s = 0;
    for (size_t i = plan->first; i < plan->n_levels; i++) {
        if (i > plan->first)
            units *= plan->pilot.count[i];
        cost_s += units * plan->cost_s[i];
    }
    return cost_s;
}

/* What is foretold from: the changes of rounds, or what a pilot says of a quantile. */
struct foretold {
    struct assay_view sorted;
    struct assay_quantile_pilot pilot;
};

static size_t rounds_for(const struct plan_request *request, const struct foretold *from,
                         double half_width)
{
    if (request->question.statistic.kind == ASSAY_STATISTIC_MEAN)
        return assay_typical_rounds(from->sorted, half_width, request->confidence, MOST_ROUNDS);
    const size_t rounds =
        assay_quantile_units(&from->pilot, half_width, request->confidence, MOST_ROUNDS);
    return rounds > 0 && rounds < request->least ? request->least : rounds;
}

static double half_width_of(const struct plan_request *request, const struct foretold *from,
                            size_t rounds)
{
    return request->question.statistic.kind == ASSAY_STATISTIC_MEAN
               ? assay_typical_half_width(from->sorted, rounds, request->confidence)
               : assay_quantile_half_width(&from->pilot, rounds, request->confidence);
}

static enum assay_status set_targets(const struct plan_request *request,
                                     const struct foretold *from, struct typical_plan *out,
                                     struct assay_error *error)
{
    const size_t n = request->precisions.n + request->budgets.n;
    out->targets = arena_array(out->ratio->memory, n, sizeof *out->targets);
    if (out->targets == NULL)
        return fail_no_memory(error);
    out->n_targets = n;
    for (size_t i = 0; i < n; i++) {
        struct typical_target *target = &out->targets[i];
        target->for_time = i >= request->precisions.n;
        target->asked = target->for_time ? request->budgets.items[i - request->precisions.n]
                                         : request->precisions.items[i];
        const double allowed = fmin(target->asked / out->round_s, MOST_ROUNDS);
        target->rounds =
            target->for_time ? (size_t)fmax(allowed, 0) : rounds_for(request, from, target->asked);
        target->half_width = half_width_of(request, from, target->rounds);
        target->time_s = (double)target->rounds * out->round_s;
    }
    return ASSAY_OK;
}

static enum assay_status plan_typical(const struct plan_request *request,
                                      const struct planning *planning, size_t at,
                                      struct typical_plan *out, struct assay_error *error)
{
    const struct planned_pair *pair = &planning->pairs[at];
    struct foretold from = {.sorted = {NULL, 0}};
    OWNED double *changes = NULL;
    enum assay_status status =
        changes_of(planning->series[pair->old_plan], planning->series[pair->new_plan], &changes,
                   &from.sorted.n, error);
    from.sorted.x = changes;
    *out = (struct typical_plan){.ratio = &planning->ratios[at],
                                 .rounds = from.sorted.n,
                                 .round_s = planning_unit_cost(&planning->plans[pair->old_plan]) +
                                            planning_unit_cost(&planning->plans[pair->new_plan])};
    if (status == ASSAY_OK && from.sorted.n > 0)
        status = set_targets(request, &from, out, error);
    return status;
}

/* Of a ratio; without any, of one system. */
static enum assay_status plan_quantile(const struct plan_request *request,
                                       const struct planning *planning, size_t at,
                                       struct typical_plan *out, struct assay_error *error)
{
    const bool alone = planning->n_ratios == 0;
    const size_t of[2] = {alone ? at : planning->pairs[at].old_plan,
                          alone ? at : planning->pairs[at].new_plan};
    size_t top[2];
    const struct assay_sample samples[2] = {
        planning_repeated(&planning->series[of[0]]->live, &top[0]),
        planning_repeated(&planning->series[of[1]]->live, &top[1])};
    const bool paired =
        top[0] == top[1] && assay_series_paired(planning->series[of[0]], planning->series[of[1]]);
    struct foretold from;
    *out =
        (struct typical_plan){.ratio = alone ? &planning->plans[at] : &planning->ratios[at],
                              .quantile = request->question.statistic,
                              .rounds = samples[0].shape.count[0],
                              .round_s = planning_unit_cost(&planning->plans[of[0]]) +
                                         (alone ? 0 : planning_unit_cost(&planning->plans[of[1]]))};
    TRY(assay_quantile_pilot_of(samples, alone ? 1 : 2, paired && !alone, &out->quantile,
                                request->confidence, &from.pilot, error));
    return set_targets(request, &from, out, error);
}

enum assay_status planning_typical(const struct plan_request *request, struct planning *planning,
                                   struct assay_error *error)
{
    const bool quantile = request->question.statistic.kind != ASSAY_STATISTIC_MEAN;
    const size_t n = quantile && planning->n_ratios == 0 ? planning->n : planning->n_ratios;
    enum assay_status status = ASSAY_OK;
    if (n == 0 || (!quantile && request->question.basis == ASSAY_BASIS_STATISTIC))
        return ASSAY_OK;
    planning->typical = arena_array(&planning->memory, n, sizeof *planning->typical);
    if (planning->typical == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        struct typical_plan *typical = &planning->typical[planning->n_typical];
        status = quantile ? plan_quantile(request, planning, i, typical, error)
                          : plan_typical(request, planning, i, typical, error);
        planning->n_typical += typical->n_targets > 0;
    }
    return status;
}

/* Of a time, what comes out narrower. */
static bool is_less(const struct plan_target *typical, const struct plan_target *mean,
                    bool for_time)
{
    if (for_time)
        return mean->planned.count[0] < 2 || typical->planned.half_width < mean->planned.half_width;
    if (isnan(mean->planned
                  .time_s)) /* no time is known: one level is planned, whose counts say the same */
        return !mean->possible || typical->planned.count[0] < mean->planned.count[0];
    return !mean->possible || typical->planned.time_s < mean->planned.time_s;
}

bool planning_typical_leads(const struct plan_request *request, const struct planning *planning)
{
    const struct plan_finding *common = planning_common(planning);
    struct plan_target typical;
    if (planning->n_typical == 0)
        return false;
    if (request->question.basis == ASSAY_BASIS_TYPICAL ||
        request->question.statistic.kind != ASSAY_STATISTIC_MEAN)
        return true;
    const bool for_time = request->precisions.n == 0;
    if (common == NULL || (for_time ? common->n_budgets : common->n_targets) == 0 ||
        (!for_time && planning->typical[0].targets[0].rounds == 0) ||
        !planning_typical_target(planning, for_time ? request->budgets.items[0] : (double)NAN,
                                 &typical))
        return false;
    return is_less(&typical, for_time ? &common->budgets[0] : &common->targets[0], for_time);
}

bool planning_typical_target(const struct planning *planning, double left_s,
                             struct plan_target *out)
{
    size_t rounds = 0, least = SIZE_MAX;
    double round_s = 0, half_width = 0;
    if (planning->n_typical == 0 ||
        planning->n_typical < (planning->n_ratios > 0 ? planning->n_ratios : planning->n))
        return false;
    for (size_t i = 0; i < planning->n; i++)
        round_s += planning_unit_cost(&planning->plans[i]);
    for (size_t i = 0; i < planning->n_typical; i++) {
        const struct typical_target *target = &planning->typical[i].targets[0];
        rounds = target->rounds > rounds ? target->rounds : rounds;
        least = target->rounds < least ? target->rounds : least;
        half_width = fmax(half_width, target->half_width);
    }
    const bool timed = planning->typical[0].targets[0].for_time;
    if (timed || least == 0 || (double)rounds * round_s > left_s) {
        const double allowed = left_s / round_s;
        if (!(allowed >= 2)) /* also where there is no time to keep */
            return false;
        rounds = (size_t)fmin(allowed, MOST_ROUNDS);
        half_width = 0;
        for (size_t i = 0; i < planning->n_typical; i++) {
            const struct typical_plan *plan = &planning->typical[i];
            const struct typical_target *target = &plan->targets[plan->n_targets - 1];
            half_width = fmax(half_width,
                              target->half_width * sqrt((double)target->rounds / (double)rounds));
        }
    }
    const struct plan_finding *ratio = planning->typical[0].ratio;
    *out = (struct plan_target){.possible = true, .prediction = {NAN, NAN, NAN, NAN, NAN, NAN}};
    out->planned.count[0] = rounds;
    for (size_t i = ratio->first + 1; i < ratio->n_levels; i++)
        out->planned.count[i - ratio->first] = (size_t)fmax(round(ratio->pilot.count[i]), 1);
    out->planned.half_width = half_width;
    out->planned.time_s = (double)rounds * round_s;
    return true;
}
