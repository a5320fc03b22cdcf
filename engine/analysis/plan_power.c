/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_power.c -- what comparisons within a plan can be expected to say. */
#include <math.h>

#include "analysis/planning_parts.h"
#include "base/failure.h"
#include "base/owned.h"

/* Two systems in one design: its counts, each with its own components and costs. */
struct two {
    const struct plan_finding *old_plan, *new_plan;
    const struct plan_finding *ratio; /* measured in rounds; NULL: apart */
    const struct plan_finding *design;
    struct assay_plan_system old_system, new_system;
};

static enum assay_status system_of(const struct plan_finding *shown, const size_t *count,
                                   struct assay_plan_system *out, struct assay_error *error)
{
    out->mean = shown->mean;
    return assay_plan_evaluate(&shown->input, count, &out->unit_cost_s, &out->unit_variance, error);
}

/* Two systems that do not vary at all are told apart by any number: a hair's breadth does no harm. */
static double relative_sd(const struct assay_plan_system *system)
{
    return fmax(sqrt(system->unit_variance) / system->mean, 1e-9);
}

/* In rounds the ratio has the variance of the differences, and their degrees of freedom: as if one
 * system varied by it and the other not at all. */
static enum assay_status in_rounds(const struct plan_finding *ratio, const size_t *count,
                                   struct assay_power_design *design, struct assay_error *error)
{
    const struct assay_plan_system still = {.mean = 1};
    struct assay_plan_system differing;
    TRY(system_of(ratio, count, &differing, error));
    design->old_sd = relative_sd(&still);
    design->new_sd = relative_sd(&differing);
    return ASSAY_OK;
}

/* Both systems with these counts below the top. */
static enum assay_status with_counts(struct two *two, const size_t *count,
                                     struct assay_power_design *design, struct assay_error *error)
{
    TRY(system_of(two->old_plan, count, &two->old_system, error));
    TRY(system_of(two->new_plan, count, &two->new_system, error));
    design->old_sd = relative_sd(&two->old_system);
    design->new_sd = relative_sd(&two->new_system);
    return two->ratio != NULL ? in_rounds(two->ratio, count, design, error) : ASSAY_OK;
}

static enum assay_status rows(const struct two *two, const struct assay_power_design *design,
                              struct power_finding *power, struct assay_error *error)
{
    static const struct power_row asked[] = {{ASSAY_EQUIVALENT, 0.8, 0, NAN},
                                             {ASSAY_EQUIVALENT, 0.9, 0, NAN},
                                             {ASSAY_SLOWER, 0.8, 0, NAN},
                                             {ASSAY_SLOWER, 0.9, 0, NAN}};
    for (size_t i = design->margin > 0 ? 0 : 2; i < sizeof asked / sizeof *asked; i++) {
        struct power_row *row = &power->rows[power->n_rows++];
        *row = asked[i];
        double ratio = row->verdict == ASSAY_SLOWER ? 1 + power->change : 1;
        enum assay_status status =
            assay_power_count(design, ratio, row->verdict, row->probability, 0, &row->count, error);
        if (status == ASSAY_UNDEFINED)
            row->count = 0;
        else if (status != ASSAY_OK)
            return status;
        else if (row->count < PLANNING_LEAST_TOP_UNITS)
            row->count = PLANNING_LEAST_TOP_UNITS;
        row->time_s =
            (double)row->count * (two->old_system.unit_cost_s + two->new_system.unit_cost_s);
    }
    return ASSAY_OK;
}

static enum assay_status add_change(const struct two *pair, const struct assay_power_design *common,
                                    const struct plan_target *target, bool for_time,
                                    struct power_finding *power, struct assay_error *error)
{
    static const double probability = 0.8;
    const size_t count = target->planned.count[0];
    struct two two = *pair;
    struct assay_power_design design = *common;
    double ratio;
    if (!target->possible || count < 2)
        return ASSAY_OK;
    enum assay_status status = with_counts(&two, target->planned.count, &design, error);
    if (status == ASSAY_OK)
        status = assay_power_detectable(&design, count, probability, &ratio, error);
    if (status != ASSAY_OK && status != ASSAY_UNDEFINED)
        return status;
    power->changes[power->n_changes++] = (struct power_change){
        .asked = target->asked,
        .for_time = for_time,
        .count = count,
        .time_s = (double)count * (two.old_system.unit_cost_s + two.new_system.unit_cost_s),
        .change = status == ASSAY_OK ? ratio - 1 : (double)NAN};
    return ASSAY_OK;
}

/* For each half-width and time that was asked for, what its number of top units can detect. */
static enum assay_status changes(const struct two *two, const struct assay_power_design *design,
                                 struct power_finding *power, struct assay_error *error)
{
    const struct plan_finding *plan = two->design;
    power->changes =
        arena_array(plan->memory, plan->n_targets + plan->n_budgets, sizeof *power->changes);
    if (power->changes == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < plan->n_targets; i++)
        TRY(add_change(two, design, &plan->targets[i], false, power, error));
    for (size_t i = 0; i < plan->n_budgets; i++)
        TRY(add_change(two, design, &plan->budgets[i], true, power, error));
    return ASSAY_OK;
}

/* Numbers of each, for a ratio as narrow as the first precision. */
static void separate(const struct plan_request *request, const struct two *two,
                     struct power_finding *power)
{
    if (request->precisions.n == 0 || two->ratio != NULL)
        return; /* rounds have as many of each */
    power->pair_half_width = request->precisions.items[0];
    power->has_pair =
        assay_plan_two_systems(&two->old_system, &two->new_system, request->confidence,
                               power->pair_half_width, 5, &power->pair, NULL) == ASSAY_OK;
}

static enum assay_status one_power(const struct plan_request *request, const struct two *pair,
                                   struct power_finding *power, struct assay_error *error)
{
    struct two two = *pair;
    const double margin = request->margin;
    *power = (struct power_finding){
        .benchmark = two.old_plan->benchmark,
        .old_system = two.old_plan->system != NULL ? two.old_plan->system : "old",
        .new_system = two.old_plan != two.new_plan ? two.new_plan->system : "new",
        .top_level = two.design->level_name[two.design->first],
        .margin = margin,
        .change = !isnan(request->change) ? request->change
                  : margin > 0            ? 2 * margin
                                          : ASSAY_MARGIN_DEFAULT};
    struct assay_power_design design = {
        .confidence = request->confidence, .margin = margin, .seed = request->seed};
    TRY(with_counts(&two, two.design->plan.count, &design, error));
    TRY(rows(&two, &design, power, error));
    TRY(changes(&two, &design, power, error));
    separate(request, &two, power);
    return ASSAY_OK;
}

/* The plan of the first system on the same benchmark; NULL when this is the first system's. One that
 * is alone is to be compared with another like it. */
static const struct plan_finding *old_of(const struct planning *planning,
                                         const struct series_groups *groups, size_t index)
{
    const size_t group = groups->of[index], first = series_group_first(groups, group);
    const bool alone = series_group_size(groups, group) == 1;
    return alone || first != index ? &planning->plans[first] : NULL;
}

/* The ratio of this plan's system to the first one, where rounds make them pairs. *next goes on with
 * the plans: pairs stand in their order. */
static const struct plan_finding *ratio_of(const struct planning *planning, size_t index,
                                           size_t *next)
{
    while (*next < planning->n_ratios && planning->pairs[*next].new_plan < index)
        ++*next;
    if (*next == planning->n_ratios || planning->pairs[*next].new_plan != index)
        return NULL;
    return isnan(planning->ratios[*next].pairing_gain) ? NULL : &planning->ratios[*next];
}

enum assay_status planning_powers(const struct plan_request *request, struct planning *planning,
                                  struct assay_error *error)
{
    if (isnan(request->margin))
        return ASSAY_OK;
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    planning->powers = arena_array(&planning->memory, planning->n, sizeof *planning->powers);
    if (planning->powers == NULL || !planning_group(planning, PLANNING_PAIR_KEYS, &groups))
        return fail_no_memory(error);
    enum assay_status status = ASSAY_OK;
    size_t next = 0;
    for (size_t i = 0; i < planning->n && status == ASSAY_OK; i++) {
        const struct plan_finding *plan = &planning->plans[i];
        const struct two two = {
            .old_plan = old_of(planning, &groups, i),
            .new_plan = plan,
            .ratio = ratio_of(planning, i, &next),
            .design = planning->has_together ? &planning->together : plan,
        };
        if (two.old_plan != NULL)
            status = one_power(request, &two, &planning->powers[planning->n_powers++], error);
    }
    return status;
}
