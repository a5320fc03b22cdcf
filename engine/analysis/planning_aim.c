/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_aim.c -- top units for what was asked for: precisions, times, and half of what they give. */
#include <math.h>

#include "analysis/planning_parts.h"
#include "base/failure.h"

enum { LEAST_FOR_PAPERS = 2 };

static struct assay_plan_goal goal_of(const struct plan_request *request,
                                      const struct plan_finding *shown)
{
    const size_t least =
        request->least > PLANNING_LEAST_TOP_UNITS ? request->least : PLANNING_LEAST_TOP_UNITS;
    return (struct assay_plan_goal){shown->mean, request->confidence,
                                    request->method == PLAN_EXACT ? least : LEAST_FOR_PAPERS};
}

/* Counts that only a target can set are set by the first one, and with them the others. */
static void settle(struct plan_finding *shown, const struct plan_target *targets, size_t n)
{
    bool open = false;
    for (size_t k = 1; k < shown->plan.n_levels; k++)
        open = open || shown->plan.count[k] == ASSAY_PLAN_MOST;
    for (size_t i = 0; open && i < n; i++) {
        if (!targets[i].possible || targets[i].planned.count[0] == 0)
            continue;
        for (size_t k = 1; k < shown->plan.n_levels; k++)
            shown->plan.count[k] = targets[i].planned.count[k];
        (void)assay_plan_evaluate(&shown->input, shown->plan.count, &shown->plan.unit_cost_s,
                                  &shown->plan.unit_variance, NULL);
        return;
    }
}

/* How near the fresh run's half-width will come; left unknown where that cannot be said. */
static void predict(const struct plan_finding *shown, struct plan_target *target)
{
    const bool known = shown->pilot.input.n_levels > 0 && target->possible;
    target->prediction = (struct assay_plan_prediction){NAN, NAN, NAN, NAN, NAN, NAN};
    if (known)
        (void)assay_plan_predict(&shown->pilot, target->planned.count, ASSAY_PLAN_LIKELY,
                                 &target->prediction, NULL);
}

static enum assay_status aim_at_precision(const struct plan_request *request,
                                          const struct plan_finding *shown, double half_width,
                                          struct plan_target *target, struct assay_error *error)
{
    const struct assay_plan_goal goal = goal_of(request, shown);
    struct assay_plan one;
    target->asked = half_width;
    target->one_level.time_s = NAN;
    enum assay_status status = assay_plan_for_precision(&shown->input, &shown->plan, &goal,
                                                        half_width, &target->planned, error);
    target->possible = status == ASSAY_OK;
    predict(shown, target);
    if (status == ASSAY_UNDEFINED)
        return ASSAY_OK;
    if (status != ASSAY_OK)
        return status;
    status = assay_plan_one_level(&shown->input, &one, error);
    if (status == ASSAY_OK)
        status = assay_plan_for_precision(&shown->input, &one, &goal, half_width,
                                          &target->one_level, error);
    if (status == ASSAY_UNDEFINED)
        target->one_level.time_s = NAN;
    return status == ASSAY_UNDEFINED ? ASSAY_OK : status;
}

static enum assay_status aim_at_time(const struct plan_request *request,
                                     const struct plan_finding *shown, double time_s,
                                     struct plan_target *target, struct assay_error *error)
{
    const struct assay_plan_goal goal = goal_of(request, shown);
    struct assay_plan one;
    target->asked = time_s;
    target->possible = true;
    TRY(assay_plan_for_time(&shown->input, &shown->plan, &goal, time_s, &target->planned, error));
    predict(shown, target);
    TRY(assay_plan_one_level(&shown->input, &one, error));
    return assay_plan_for_time(&shown->input, &one, &goal, time_s, &target->one_level, error);
}

/* Half of the narrowest half-width asked for, or of what the longest time gives. */
static enum assay_status aim_at_halving(const struct plan_request *request,
                                        struct plan_finding *shown, struct assay_error *error)
{
    shown->halved_from = INFINITY;
    for (size_t i = 0; i < shown->n_targets; i++) {
        if (!shown->targets[i].possible || shown->targets[i].asked >= shown->halved_from)
            continue;
        shown->halved_from = shown->targets[i].asked;
        shown->halved_time_s = shown->targets[i].planned.time_s;
    }
    for (size_t i = 0; shown->n_targets == 0 && i < shown->n_budgets; i++) {
        const struct assay_plan_target *planned = &shown->budgets[i].planned;
        if (!(planned->half_width < shown->halved_from))
            continue;
        shown->halved_from = planned->half_width;
        shown->halved_time_s = planned->time_s;
    }
    if (!isfinite(shown->halved_from) || !(shown->halved_from > 0)) {
        shown->halving.possible = false;
        return ASSAY_OK;
    }
    return aim_at_precision(request, shown, shown->halved_from / 2, &shown->halving, error);
}

enum assay_status planning_aim(const struct plan_request *request, struct plan_finding *shown,
                               struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    shown->targets = arena_array(shown->memory, request->precisions.n, sizeof *shown->targets);
    shown->budgets = arena_array(shown->memory, request->budgets.n, sizeof *shown->budgets);
    if (shown->memory->lost)
        return fail_no_memory(error);
    shown->n_targets = request->precisions.n;
    shown->n_budgets = request->budgets.n;
    for (size_t i = 0; i < shown->n_targets && status == ASSAY_OK; i++)
        status = aim_at_precision(request, shown, request->precisions.items[i], &shown->targets[i],
                                  error);
    for (size_t i = 0; i < shown->n_budgets && status == ASSAY_OK; i++)
        status = aim_at_time(request, shown, request->budgets.items[i], &shown->budgets[i], error);
    if (status == ASSAY_OK)
        status = aim_at_halving(request, shown, error);
    settle(shown, shown->targets, shown->n_targets);
    settle(shown, shown->budgets, shown->n_budgets);
    return status;
}
