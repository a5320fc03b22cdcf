/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_ratio.c -- the ratio of two systems as something to be planned: in rounds by what the two
 * do not share, else by the variances of both. */
#include "analysis/planning_parts.h"

#include <math.h>
#include <string.h>

#include "base/failure.h"
#include "base/owned.h"

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
                                    const struct planned_pair *pair, struct plan_finding *shown,
                                    struct assay_error *error)
{
    const struct plan_finding *old_plan = &planning->plans[pair->old_plan],
                              *new_plan = &planning->plans[pair->new_plan];
    struct assay_plan_pilot pilot;
    bool paired;
    shown->memory = new_plan->memory;
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
    shown->untimed = old_plan->untimed || new_plan->untimed;
    shown->pairing_gain = paired ? 1 : (double)NAN;
    status = planning_finish(request, &pilot, shown, error);
    return status == ASSAY_OK ? status : planning_fail(shown, error);
}

/* ---- which plans make pairs ---- */

static const struct assay_series *series_at(const void *planning, size_t row)
{
    static const struct assay_series given_numbers = {.system = NULL};
    const struct assay_series **series = ((const struct planning *)planning)->series;
    return series != NULL ? series[row] : &given_numbers;
}

bool planning_group(const struct planning *planning, unsigned keys, struct series_groups *groups)
{
    return series_groups_init(groups, planning->n, keys, series_at, planning);
}

static bool same_levels(const struct plan_finding *a, const struct plan_finding *b)
{
    if (a->n_levels != b->n_levels || a->first != b->first)
        return false;
    for (size_t i = 0; i < a->n_levels; i++)
        if (strcmp(a->level_name[i], b->level_name[i]) != 0)
            return false;
    return true;
}

bool planning_levels_agree(const struct planning *planning)
{
    for (size_t i = 1; i < planning->n; i++)
        if (!same_levels(&planning->plans[0], &planning->plans[i]))
            return false;
    return true;
}

static bool any_alone(const struct series_groups *groups)
{
    for (size_t g = 0; g < groups->n; g++)
        if (series_group_size(groups, g) == 1)
            return true;
    return false;
}

/* Nothing where a benchmark has one system only: a design for the ratios would not serve it. */
static enum assay_status plan_pairs(const struct plan_request *request, struct planning *planning,
                                    const struct series_groups *groups, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    if (any_alone(groups))
        return ASSAY_OK;
    for (size_t i = 0; i < planning->n && status == ASSAY_OK; i++) {
        const size_t first = series_group_first(groups, groups->of[i]);
        if (first == i)
            continue;
        const size_t k = planning->n_ratios++;
        planning->pairs[k] = (struct planned_pair){first, i};
        status = plan_ratio(request, planning, &planning->pairs[k], &planning->ratios[k], error);
    }
    return status;
}

enum assay_status planning_ratios(const struct plan_request *request, struct planning *planning,
                                  struct assay_error *error)
{
    if (!planning_levels_agree(planning))
        return ASSAY_OK;
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    planning->ratios = arena_array(&planning->memory, planning->n, sizeof *planning->ratios);
    planning->pairs = arena_array(&planning->memory, planning->n, sizeof *planning->pairs);
    if (planning->memory.lost || !planning_group(planning, PLANNING_PAIR_KEYS, &groups))
        return fail_no_memory(error);
    return plan_pairs(request, planning, &groups, error);
}
