/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_together.c -- one design that serves all benchmarks of a pilot: their ratios, or of one
 * system their means. */
#include <math.h>
#include <string.h>

#include "analysis/planning_parts.h"
#include "base/failure.h"

/* A build serves all benchmarks of its system, an execution all metrics of its benchmark: only the
 * first one pays for it. */
static enum assay_status sum_costs(const struct planning *planning, struct plan_finding *all,
                                   struct assay_error *error)
{
    for (size_t i = 0; i < all->n_levels; i++) {
        const char *level = all->level_name[i];
        const bool shared = strcmp(level, "execution") != 0 && strcmp(level, "iteration") != 0;
        struct series_groups payers;
        if (!planning_group(planning, SERIES_SYSTEM | (shared ? 0 : SERIES_BENCHMARK), &payers))
            return fail_no_memory(error);
        for (size_t g = 0; g < payers.n; g++)
            all->cost_s[i] += planning->plans[series_group_first(&payers, g)].cost_s[i];
        series_groups_fini(&payers);
    }
    return ASSAY_OK;
}

/* The plans that the design is for. */
struct served {
    const struct plan_finding *plans;
    size_t n;
    struct assay_plan_served *items;
};

static struct assay_plan_served served_of(const struct plan_finding *shown)
{
    return (struct assay_plan_served){shown->mean, shown->input, shown->limits};
}

/* items: NULL: no memory. */
static struct served served_by(struct planning *planning)
{
    struct served served = planning->n_ratios > 0
                               ? (struct served){planning->ratios, planning->n_ratios, NULL}
                               : (struct served){planning->plans, planning->n, NULL};
    served.items = arena_array(&planning->memory, served.n, sizeof *served.items);
    for (size_t i = 0; served.items != NULL && i < served.n; i++)
        served.items[i] = served_of(&served.plans[i]);
    return served;
}

/* The components of all levels, also of those that are shown and not planned. */
static void average(const struct served *served, struct plan_finding *all)
{
    for (size_t s = 0; s < served->n; s++) {
        const struct plan_finding *one = &served->plans[s];
        const double scale = one->mean * one->mean * (double)served->n;
        all->dependence = fmax(all->dependence, one->dependence);
        all->untimed = all->untimed || one->untimed;
        for (size_t i = 0; i < all->n_levels; i++)
            all->t2[i] += one->t2[i] / scale;
    }
}

/* The number of top units is what the most variable one needs: its components take the place of the
 * average once the counts are found. */
static enum assay_status take_worst(const struct served *served, struct plan_finding *all,
                                    struct assay_error *error)
{
    size_t worst;
    TRY(assay_plan_joint_worst(served->items, served->n, all->plan.count, &worst,
                               &all->plan.unit_variance, error));
    const struct plan_finding *one = &served->plans[worst];
    all->pilot = one->pilot;
    for (size_t i = 0; i < all->input.n_levels; i++)
        all->input.t2[i] = one->input.t2[i] / (one->mean * one->mean);
    return ASSAY_OK;
}

/* What pairing in rounds is worth, all ratios together; left unknown where one is measured apart. */
static enum assay_status measure_gain(const struct planning *planning, const struct served *served,
                                      struct plan_finding *all, struct assay_error *error)
{
    const size_t n = planning->n_ratios;
    for (size_t s = 0; s < n; s++)
        if (isnan(planning->ratios[s].pairing_gain))
            return ASSAY_OK;
    struct assay_plan_compared *pairs = arena_array(all->memory, n, sizeof *pairs);
    if (pairs == NULL)
        return fail_no_memory(error);
    for (size_t s = 0; s < n; s++)
        pairs[s] = (struct assay_plan_compared){
            served_of(&planning->plans[planning->pairs[s].old_plan]),
            served_of(&planning->plans[planning->pairs[s].new_plan]), served->items[s]};
    enum assay_status status =
        n > 0 ? assay_plan_joint_gain(pairs, n, all->plan.count, &all->pairing_gain, error)
              : ASSAY_OK;
    return status == ASSAY_UNDEFINED ? ASSAY_OK : status;
}

/* Whether all plans, and all ratios, have the same levels to repeat. */
static bool agree(const struct planning *planning, const struct plan_finding *first)
{
    for (size_t s = 0; s < planning->n_ratios; s++)
        if (planning->ratios[s].first != first->first)
            return false;
    return planning_levels_agree(planning);
}

static struct plan_finding named_after(const struct plan_finding *first, size_t n)
{
    struct plan_finding all = {.memory = first->memory,
                               .benchmark = "all together",
                               .mean = 1,
                               .n_levels = first->n_levels,
                               .first = first->first,
                               .of_ratio = first->of_ratio,
                               .dependence = 1,
                               .pairing_gain = NAN};
    if (n == 1) {
        all.benchmark = first->benchmark;
        all.system = first->system;
        all.old_system = first->old_system;
    }
    memcpy(all.level_name, first->level_name, sizeof all.level_name);
    for (size_t i = 0; i < all.n_levels; i++)
        all.upper[i] = NAN; /* of an average nothing is known */
    return all;
}

static enum assay_status plan_all(const struct plan_request *request,
                                  const struct planning *planning, const struct served *served,
                                  struct plan_finding *all, struct assay_error *error)
{
    TRY(sum_costs(planning, all, error));
    TRY(assay_plan_joint(served->items, served->n, &all->cost_s[all->first], &all->input,
                         &all->limits, error));
    TRY(planning_count(request, &all->input, all, error));
    for (size_t i = 0; i < all->n_levels; i++)
        all->removed[i] = i < all->first || all->plan.removed[i - all->first];
    TRY(take_worst(served, all, error));
    TRY(measure_gain(planning, served, all, error));
    return planning_aim(request, all, error);
}

enum assay_status planning_together(const struct plan_request *request, struct planning *planning,
                                    struct assay_error *error)
{
    struct plan_finding *all = &planning->together;
    const struct served served = served_by(planning);
    if (served.items == NULL)
        return fail_no_memory(error);
    if (!agree(planning, &served.plans[0]))
        return ASSAY_OK;
    *all = named_after(&served.plans[0], served.n);
    planning->has_together = true;
    average(&served, all);
    return plan_all(request, planning, &served, all, error) == ASSAY_OK ? ASSAY_OK
                                                                        : planning_fail(all, error);
}
