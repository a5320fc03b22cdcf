/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fewer_units.c -- more top units of less each, where Student's t makes few of them dear.
 * Source:   METHODS A2, A5. The counts that minimise V C are best for a quantile that stays. The
 *           half-width's is t(1 - a/2, r - 1): 2.78 for 5 top units, 2.09 for 20, 1.96 for ever
 *           more. So each number of top units is tried with the counts that suit it: the least C
 *           whose V is small enough, or the least V whose C fits. At the optimum the units of all
 *           lower levels move together, which the highest count does until it is 1.
 * Assumes:  as the planner.
 * Edge:     beyond MOST_TOP_UNITS t is within 1.2 % of its limit and nothing is left to gain. No
 *           number does: false.
 * Checked:  brute force over all integers <= 30, tests/lib/plan/test_exchange.c. */
#include <math.h>
#include <string.h>

#include <assay/interval.h>

#include "plan/plan.h"

enum { MOST_TOP_UNITS = 200 };

/* What one top unit may vary, or else cost. */
struct limit {
    double variance; /* NaN: the cost is limited */
    double cost_s;
};

static bool within(const struct assay_plan_input *input, const size_t *count,
                   const struct limit *limit, double *value)
{
    double cost_s, variance;
    plan_unit(input, count, &cost_s, &variance);
    *value = isnan(limit->variance) ? variance : cost_s;
    return isnan(limit->variance) ? cost_s <= limit->cost_s : variance <= limit->variance;
}

/* The count of one level, the others as they are, that just keeps to the limit; where none does, the
 * one that comes nearest. */
static void fit(const struct assay_plan_input *input, const struct assay_plan *plan,
                const struct limit *limit, size_t *count, size_t level)
{
    const struct plan_parts parts = plan_parts_of(input, count, level);
    const size_t least = plan->least[level], most = plan->most[level];
    double best = isnan(limit->variance)
                      ? floor((limit->cost_s - parts.above_cost) / parts.below_cost * (1 + 1e-14))
                  : parts.above_variance < limit->variance
                      ? ceil(parts.below_variance / (limit->variance - parts.above_variance))
                      : (double)INFINITY;
    count[level] = plan_count(best);
    if (most > 0 && count[level] > most)
        count[level] = most;
    if (count[level] < least)
        count[level] = least;
}

/* One step of one level, made up for by another. */
static bool improve(const struct assay_plan_input *input, const struct assay_plan *plan,
                    const struct limit *limit, size_t *count, double *value)
{
    for (size_t i = 1; i < plan->n_levels; i++)
        for (int step = -1; step <= 1; step += 2)
            for (size_t j = 1; j < plan->n_levels; j++) {
                size_t moved[ASSAY_MAX_LEVELS];
                double reached;
                memcpy(moved, count, sizeof moved);
                moved[i] = plan_count((double)moved[i] + step);
                if (j == i || moved[i] < plan->least[i] ||
                    (plan->most[i] > 0 && moved[i] > plan->most[i]))
                    continue;
                fit(input, plan, limit, moved, j);
                if (!within(input, moved, limit, &reached) || !(reached < *value * (1 - 1e-12)))
                    continue;
                memcpy(count, moved, sizeof moved);
                *value = reached;
                return true;
            }
    return false;
}

/* The best counts below `top` units, where the first level to give way is the highest or the lowest;
 * false when none keep to the limit. */
static bool best_below(const struct assay_plan_input *input, const struct assay_plan *plan,
                       const struct limit *limit, size_t top, bool upwards, size_t *count,
                       double *value)
{
    memcpy(count, plan->count, sizeof plan->count);
    count[0] = top;
    for (size_t i = 1; i < plan->n_levels; i++)
        fit(input, plan, limit, count, upwards ? plan->n_levels - i : i);
    if (!within(input, count, limit, value))
        return false;
    for (int round = 0; round < 100 && improve(input, plan, limit, count, value); round++)
        continue;
    return true;
}

static double t_of(size_t top, const struct assay_plan_goal *goal)
{
    return assay_t_critical(goal->confidence, (double)top - 1);
}

/* Downwards, as t only grows then: that of more units shows of most times that fewer cannot do better,
 * and no other is worked out. */
bool plan_exchange(const struct assay_plan_input *input, const struct assay_plan *plan,
                   const struct assay_plan_goal *goal, double half_width, double time_s,
                   size_t *count)
{
    double best = INFINITY, t = 0;
    size_t units = 0; /* of this t */
    for (size_t try = 2 * MOST_TOP_UNITS + 1; try >= 2 * goal->least; try--) {
        const size_t top = try / 2;
        if (units != top && isnan(time_s))
            t = t_of(units = top, goal);
        /* The variance of one top unit at which this many give the half-width. */
        const double wanted = half_width * goal->mean / t;
        const struct limit limit = {wanted * wanted * (double)top * (1 - 1e-12),
                                    time_s / (double)top};
        size_t tried[ASSAY_MAX_LEVELS] = {0};
        double value;
        if ((try % 2 == 1 && plan->n_levels <= 2) || /* both ways are one */
            !best_below(input, plan, &limit, top, try % 2 == 1, tried, &value))
            continue;
        if (units != top && value * t * t / (double)top * (1 - 1e-9) <= best)
            t = t_of(units = top, goal);
        const double score = isnan(half_width) ? value * t * t / (double)top : value * (double)top;
        if (score <= best) {
            best = score;
            memcpy(count, tried, sizeof tried);
        }
    }
    return isfinite(best);
}
