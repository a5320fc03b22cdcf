/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_together.c -- one design that serves all benchmarks of a pilot: their ratios, or of one
 * system their means. */
#include <math.h>
#include <string.h>

#include "cli/planning_parts.h"

/* A build serves all benchmarks of its system: only the first one pays for it. */
static bool pays(const struct planning *planning, size_t index, const char *level)
{
    if (strcmp(level, "execution") == 0 || strcmp(level, "iteration") == 0)
        return true;
    for (size_t i = 0; i < index; i++)
        if (strcmp(planning->plans[i].system, planning->plans[index].system) == 0)
            return false;
    return true;
}

/* The plans that the design is for. */
struct served {
    const struct shown_plan *plans;
    size_t n;
};

static struct served served_by(const struct planning *planning)
{
    return planning->n_ratios > 0 ? (struct served){planning->ratios, planning->n_ratios}
                                  : (struct served){planning->plans, planning->n};
}

/* Components are means of the relative ones, costs are sums: what serves all best on average. */
static void average(const struct planning *planning, const struct served *served,
                    struct shown_plan *all)
{
    for (size_t s = 0; s < served->n; s++) {
        const struct shown_plan *one = &served->plans[s];
        const double scale = one->mean * one->mean * (double)served->n;
        for (size_t i = 0; i < all->n_levels; i++) {
            all->t2[i] += one->t2[i] / scale;
            all->upper[i] = NAN; /* of an average nothing is known */
            if (i >= all->first)
                all->input.t2[i - all->first] += one->input.t2[i - all->first] / scale;
        }
    }
    for (size_t s = 0; s < planning->n; s++)
        for (size_t i = 0; i < all->n_levels; i++)
            if (pays(planning, s, all->level_name[i]))
                all->cost_s[i] += planning->plans[s].cost_s[i];
    for (size_t i = 0; i < all->input.n_levels; i++)
        all->input.cost_s[i] = all->cost_s[all->first + i];
}

/* What no pilot of them all goes beyond, and what one of them asks for. */
static void share_limits(const struct served *served, struct shown_plan *all)
{
    all->dependence = 1;
    all->limits = served->plans[0].limits;
    for (size_t s = 0; s < served->n; s++) {
        const struct assay_plan_limits *one = &served->plans[s].limits;
        all->dependence = fmax(all->dependence, served->plans[s].dependence);
        for (size_t i = 1; i < all->input.n_levels; i++) {
            if (one->most[i] < all->limits.most[i])
                all->limits.most[i] = one->most[i];
            if (one->least[i] > all->limits.least[i])
                all->limits.least[i] = one->least[i];
        }
    }
    for (size_t i = 1; i < all->input.n_levels; i++)
        if (all->limits.least[i] > all->limits.most[i])
            all->limits.least[i] = all->limits.most[i];
}

/* The number of top units is what the most variable one needs: its components take the place of the
 * average once the counts are found. */
static void take_worst(const struct served *served, struct shown_plan *all)
{
    double worst = -1;
    for (size_t s = 0; s < served->n; s++) {
        const struct shown_plan *one = &served->plans[s];
        double cost_s, variance;
        if (assay_plan_evaluate(&one->input, all->plan.count, &cost_s, &variance, NULL) != ASSAY_OK)
            continue;
        variance /= one->mean * one->mean;
        if (!(variance > worst))
            continue;
        worst = variance;
        all->pilot = one->pilot;
        for (size_t i = 0; i < all->input.n_levels; i++)
            all->input.t2[i] = one->input.t2[i] / (one->mean * one->mean);
    }
    all->plan.unit_variance = worst;
}

/* Relative variance of one top unit with the counts of the design. */
static double unit_variance(const struct shown_plan *all, const struct shown_plan *one)
{
    double cost_s, variance = NAN;
    (void)assay_plan_evaluate(&one->input, all->plan.count, &cost_s, &variance, NULL);
    return variance / (one->mean * one->mean);
}

/* What pairing in rounds is worth, all ratios together. */
static void measure_gain(const struct planning *planning, struct shown_plan *all)
{
    double apart = 0, paired = 0;
    for (size_t s = 0; s < planning->n_ratios; s++) {
        const struct shown_plan *ratio = &planning->ratios[s];
        if (isnan(ratio->pairing_gain))
            return;
        apart += unit_variance(all, &planning->plans[planning->pairs[s].old_plan]) +
                 unit_variance(all, &planning->plans[planning->pairs[s].new_plan]);
        paired += unit_variance(all, ratio);
    }
    all->pairing_gain = paired > 0 ? apart / paired : (double)NAN;
}

/* Whether all plans, and all ratios, have the same levels to repeat. */
static bool agree(const struct planning *planning, const struct shown_plan *first)
{
    for (size_t s = 1; s < planning->n; s++)
        if (!planning_same_levels(&planning->plans[0], &planning->plans[s]))
            return false;
    for (size_t s = 0; s < planning->n_ratios; s++)
        if (planning->ratios[s].first != first->first)
            return false;
    return true;
}

static struct shown_plan named_after(const struct shown_plan *first, size_t n)
{
    struct shown_plan all = {.benchmark = "all together",
                             .mean = 1,
                             .n_levels = first->n_levels,
                             .first = first->first,
                             .of_ratio = first->of_ratio,
                             .pairing_gain = NAN,
                             .input.n_levels = first->input.n_levels};
    if (n == 1) {
        all.benchmark = first->benchmark;
        all.system = first->system;
        all.old_system = first->old_system;
    }
    memcpy(all.level_name, first->level_name, sizeof all.level_name);
    return all;
}

enum assay_status planning_together(const struct plan_request *request, struct planning *planning,
                                    struct assay_error *error)
{
    struct shown_plan *all = &planning->together;
    const struct served served = served_by(planning);
    if (!agree(planning, &served.plans[0]))
        return ASSAY_OK;
    *all = named_after(&served.plans[0], served.n);
    average(planning, &served, all);
    share_limits(&served, all);
    planning->has_together = true;
    enum assay_status status = planning_count(request, &all->input, all, error);
    if (status != ASSAY_OK)
        return planning_fail(all, error);
    for (size_t i = 0; i < all->n_levels; i++)
        all->removed[i] = i < all->first || all->plan.removed[i - all->first];
    take_worst(&served, all);
    measure_gain(planning, all);
    status = planning_aim(request, all, error);
    return status == ASSAY_OK ? ASSAY_OK : planning_fail(all, error);
}
