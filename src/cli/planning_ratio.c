/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_ratio.c -- the ratio of two systems as something to be planned: in rounds by what the two
 * do not share, else by the variances of both. */
#include "cli/planning_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory/failure.h"

/* What the pilot tells of the ratio; *paired says how. */
static enum assay_status pilot_of(const struct planning *planning, const struct planned_pair *pair,
                                  const double *cost_s, bool *paired,
                                  struct assay_plan_pilot *pilot, struct assay_error *error)
{
    const struct assay_series *old_series = planning->series[pair->old_plan],
                              *new_series = planning->series[pair->new_plan];
    enum assay_status status = ASSAY_UNDEFINED;
    if (assay_series_paired(old_series, new_series))
        status = assay_plan_from_rounds(&old_series->live, &new_series->live, cost_s, pilot, error);
    *paired = status == ASSAY_OK;
    return status != ASSAY_UNDEFINED
               ? status
               : assay_plan_from_apart(&planning->plans[pair->old_plan].pilot,
                                       &planning->plans[pair->new_plan].pilot, pilot, error);
}

static enum assay_status plan_ratio(const struct plan_request *request,
                                    const struct planning *planning,
                                    const struct planned_pair *pair, struct shown_plan *shown,
                                    struct assay_error *error)
{
    const struct shown_plan *old_plan = &planning->plans[pair->old_plan],
                            *new_plan = &planning->plans[pair->new_plan];
    struct assay_plan_pilot pilot;
    bool paired;
    for (size_t i = 0; i < new_plan->n_levels; i++)
        shown->cost_s[i] = old_plan->cost_s[i] + new_plan->cost_s[i];
    enum assay_status status = pilot_of(planning, pair, shown->cost_s, &paired, &pilot, error);
    if (status != ASSAY_OK)
        return planning_fail(new_plan, error);
    planning_show(planning->series[pair->new_plan], &pilot, shown);
    shown->benchmark = new_plan->benchmark;
    shown->system = new_plan->system;
    shown->old_system = old_plan->system;
    shown->unit = NULL;
    shown->of_ratio = true;
    shown->pairing_gain = paired ? 1 : (double)NAN;
    status = planning_finish(request, &pilot, shown, error);
    return status == ASSAY_OK ? status : planning_fail(shown, error);
}

/* ---- which plans make pairs ---- */

struct place {
    const struct shown_plan *plan;
    size_t index;
};

static int compare_benchmarks(const struct place *x, const struct place *y)
{
    const char *a = x->plan->unit, *b = y->plan->unit;
    const int order = strcmp(x->plan->benchmark, y->plan->benchmark);
    return order != 0 ? order : strcmp(a != NULL ? a : "", b != NULL ? b : "");
}

static int by_benchmark(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    const int order = compare_benchmarks(x, y);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

struct planning_first *planning_find_first(const struct planning *planning)
{
    struct planning_first *first = calloc(planning->n + 1, sizeof *first);
    struct place *places = calloc(planning->n + 1, sizeof *places);
    for (size_t i = 0; places != NULL && i < planning->n; i++)
        places[i] = (struct place){&planning->plans[i], i};
    if (places != NULL)
        qsort(places, planning->n, sizeof *places, by_benchmark);
    for (size_t begin = 0, end = 0; places != NULL && begin < planning->n; begin = end) {
        while (end < planning->n && compare_benchmarks(&places[begin], &places[end]) == 0)
            end++;
        for (size_t i = begin; first != NULL && i < end; i++)
            first[places[i].index] = (struct planning_first){places[begin].index, end - begin == 1};
    }
    if (places == NULL) {
        free(first);
        first = NULL;
    }
    free(places);
    return first;
}

bool planning_same_levels(const struct shown_plan *a, const struct shown_plan *b)
{
    if (a->n_levels != b->n_levels || a->first != b->first)
        return false;
    for (size_t i = 0; i < a->n_levels; i++)
        if (strcmp(a->level_name[i], b->level_name[i]) != 0)
            return false;
    return true;
}

static bool levels_agree(const struct planning *planning)
{
    for (size_t i = 1; i < planning->n; i++)
        if (!planning_same_levels(&planning->plans[0], &planning->plans[i]))
            return false;
    return true;
}

static bool any_alone(const struct planning *planning, const struct planning_first *first)
{
    for (size_t i = 0; i < planning->n; i++)
        if (first[i].alone)
            return true;
    return false;
}

/* Nothing where a benchmark has one system only: a design for the ratios would not serve it. */
static enum assay_status plan_pairs(const struct plan_request *request, struct planning *planning,
                                    const struct planning_first *first, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    if (any_alone(planning, first))
        return ASSAY_OK;
    for (size_t i = 0; i < planning->n && status == ASSAY_OK; i++) {
        if (first[i].plan == i)
            continue;
        const size_t k = planning->n_ratios++;
        planning->pairs[k] = (struct planned_pair){first[i].plan, i};
        status = plan_ratio(request, planning, &planning->pairs[k], &planning->ratios[k], error);
    }
    return status;
}

enum assay_status planning_ratios(const struct plan_request *request, struct planning *planning,
                                  struct assay_error *error)
{
    if (!levels_agree(planning))
        return ASSAY_OK;
    planning->ratios = calloc(planning->n, sizeof *planning->ratios);
    planning->pairs = calloc(planning->n, sizeof *planning->pairs);
    struct planning_first *first = planning_find_first(planning);
    const bool room = planning->ratios != NULL && planning->pairs != NULL && first != NULL;
    const enum assay_status status =
        room ? plan_pairs(request, planning, first, error) : fail_no_memory(error);
    free(first);
    return status;
}
