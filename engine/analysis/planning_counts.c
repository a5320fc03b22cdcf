/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_counts.c -- the counts below the top, and what they give. */
#include <math.h>
#include <string.h>

#include "analysis/planning_parts.h"
#include "base/failure.h"

/* The papers' counts have no bound, but what would be infinite ends at what the pilot had. */
static void bound_infinite(const struct assay_plan_limits *limits, struct assay_plan *plan)
{
    for (size_t i = 1; i < plan->n_levels; i++)
        if (plan->count[i] == ASSAY_PLAN_MOST && limits->most[i] > 0)
            plan->count[i] = limits->most[i];
}

enum assay_status planning_count(const struct plan_request *request,
                                 const struct assay_plan_input *input, struct plan_finding *shown,
                                 struct assay_error *error)
{
    TRY(request->method == PLAN_EXACT
            ? assay_plan_within(input, &shown->limits, &shown->plan, error)
            : assay_plan_paper(input, &shown->plan, error));
    bound_infinite(&shown->limits, &shown->plan);
    return ASSAY_OK;
}

/* Of a pilot with its doubts. KT06 plans with S in place of T; the half-widths that it gets are those
 * of T. */
static enum assay_status count_of_pilot(const struct plan_request *request,
                                        const struct assay_plan_pilot *pilot,
                                        struct plan_finding *shown, struct assay_error *error)
{
    struct assay_plan_input input = shown->input;
    const double *s2 = &pilot->s2[shown->first];
    if (request->method == PLAN_EXACT) {
        TRY(assay_plan_cautious(pilot, &shown->limits, &shown->plan, error));
        bound_infinite(&shown->limits, &shown->plan);
        return ASSAY_OK;
    }
    for (size_t i = 0; request->method == PLAN_KT2006 && i < input.n_levels; i++)
        input.t2[i] = isnan(s2[i]) ? 0 : s2[i];
    return planning_count(request, &input, shown, error);
}

static enum assay_status limit(const struct plan_request *request,
                               const struct assay_plan_pilot *pilot, struct plan_finding *shown,
                               struct assay_error *error)
{
    TRY(assay_plan_limits_of(pilot, request->extrapolation, &shown->limits, error));
    /* The iterations that the programs make anyway. */
    for (size_t i = 1; request->iterations > 0 && i < shown->input.n_levels; i++)
        if (strcmp(shown->level_name[shown->first + i], "iteration") == 0)
            shown->limits.least[i] = shown->limits.most[i] = request->iterations;
    return ASSAY_OK;
}

enum assay_status planning_finish(const struct plan_request *request,
                                  const struct assay_plan_pilot *pilot, struct plan_finding *shown,
                                  struct assay_error *error)
{
    if (pilot != NULL)
        TRY(limit(request, pilot, shown, error));
    TRY(pilot != NULL ? count_of_pilot(request, pilot, shown, error)
                      : planning_count(request, &shown->input, shown, error));
    TRY(assay_plan_evaluate(&shown->input, shown->plan.count, &shown->plan.unit_cost_s,
                            &shown->plan.unit_variance, error));
    for (size_t i = 0; i < shown->input.n_levels; i++)
        shown->removed[shown->first + i] =
            shown->plan.removed[i] || (i > 0 && !(shown->t2[shown->first + i] > 0));
    return planning_aim(request, shown, error);
}
