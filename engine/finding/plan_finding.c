/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_finding.c -- what a level contributes to variance and time, and what doubling it would buy. */
#include <math.h>
#include <string.h>

#include "finding/plan_finding.h"

const struct assay_plan_target *plan_first_planned(const struct plan_finding *shown)
{
    for (size_t i = 0; i < shown->n_targets; i++)
        if (shown->targets[i].possible)
            return &shown->targets[i].planned;
    return shown->n_budgets > 0 ? &shown->budgets[0].planned : NULL;
}

const struct plan_target *plan_first_target(const struct plan_finding *shown)
{
    for (size_t i = 0; i < shown->n_targets; i++)
        if (shown->targets[i].possible)
            return &shown->targets[i];
    for (size_t i = 0; i < shown->n_budgets; i++)
        if (shown->budgets[i].planned.count[0] >= 2)
            return &shown->budgets[i];
    return NULL;
}

/* Top units that go with the plan's counts: the first target's, else the first budget's. Where that
 * target has counts of its own below the top, what the plan's would take. */
static size_t top_count(const struct plan_finding *shown)
{
    const struct assay_plan_target *planned = plan_first_planned(shown);
    if (planned == NULL)
        return shown->plan.count[0];
    const bool same = memcmp(&planned->count[1], &shown->plan.count[1],
                             (shown->plan.n_levels - 1) * sizeof planned->count[0]) == 0;
    return same || planned->of_plan == 0 ? planned->count[0] : planned->of_plan;
}

static double variance_share(const struct plan_finding *shown, size_t level)
{
    double sum = 0;
    for (size_t i = 0; i < shown->n_levels; i++)
        sum += fmax(shown->t2[i], 0); /* fmax drops NaN */
    if (isnan(shown->t2[level]))
        return NAN;
    return sum > 0 ? fmax(shown->t2[level], 0) / sum : (double)NAN;
}

/* The half-width goes with the square root of the variance; a top unit more counts for itself. */
static void doubling(const struct plan_finding *shown, size_t level, struct plan_level *about)
{
    size_t count[ASSAY_MAX_LEVELS];
    double cost_s, variance, before_s, before;
    memcpy(count, shown->plan.count, sizeof count);
    if (assay_plan_evaluate(&shown->input, count, &before_s, &before, NULL) != ASSAY_OK ||
        !(before > 0))
        return;
    if (level == 0) {
        about->doubling_width = sqrt(0.5) - 1;
        about->doubling_time = 1;
        return;
    }
    count[level] *= 2;
    if (assay_plan_evaluate(&shown->input, count, &cost_s, &variance, NULL) != ASSAY_OK)
        return;
    about->doubling_width = sqrt(variance / before) - 1;
    about->doubling_time = cost_s / before_s - 1;
}

struct plan_level plan_level_of(const struct plan_finding *shown, size_t level)
{
    struct plan_level about = {.count = 1,
                               .variance_share = variance_share(shown, level),
                               .cost_share = NAN,
                               .doubling_width = NAN,
                               .doubling_time = NAN};
    if (level < shown->first)
        return about;
    const size_t at = level - shown->first;
    double units = 1;
    for (size_t i = 1; i <= at; i++)
        units *= (double)shown->plan.count[i];
    about.cost_share = shown->input.cost_s[at] * units / shown->plan.unit_cost_s;
    about.count = at == 0 ? top_count(shown) : shown->plan.count[at];
    doubling(shown, at, &about);
    return about;
}
