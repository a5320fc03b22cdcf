/* SPDX-License-Identifier: GPL-3.0-or-later */
/* two_systems.c -- how often to repeat each of two systems that cost and vary differently.
 * Source:   METHODS A5: r_x / r_y = (sqrt(V_x) / x / sqrt(C_x)) / (sqrt(V_y) / y / sqrt(C_y)),
 *           half-width of the ratio by ISMM (6) with Satterthwaite's degrees of freedom (A3).
 * Assumes:  unpaired systems; relative errors well below 1.
 * Edge:     neither varies -> `least` of each. One does not: the other is repeated.
 * Checked:  by hand; equal systems; brute force over both counts, tests/lib/plan/test_pair.c. */
#include <math.h>

#include "base/try.h"
#include "base/view.h"
#include "plan/plan.h"

static double relative_variance(const struct assay_plan_system *system)
{
    return system->unit_variance / system->mean / system->mean;
}

/* ISMM (6) with t at Satterthwaite's degrees of freedom. */
static double ratio_half_width(double u, double w, size_t old_count, size_t new_count,
                               double confidence)
{
    double x = u / (double)old_count, y = w / (double)new_count;
    if (x + y == 0)
        return 0;
    double share = y / (x + y);
    double df = 1 / (share * share / ((double)new_count - 1) +
                     (1 - share) * (1 - share) / ((double)old_count - 1));
    return assay_t_critical(confidence, df) * sqrt(x + y);
}

static enum assay_status check(const struct assay_plan_system *system, const char *which,
                               struct assay_error *error)
{
    if (!(system->mean > 0 && isfinite(system->mean)))
        return assay_fail(error, ASSAY_INVALID, "the mean of %s must be positive, is %g", which,
                          system->mean);
    if (!(system->unit_cost_s > 0 && isfinite(system->unit_cost_s)))
        return assay_fail(error, ASSAY_INVALID, "the cost of %s must be positive, is %g s", which,
                          system->unit_cost_s);
    if (!(system->unit_variance >= 0 && isfinite(system->unit_variance)))
        return assay_fail(error, ASSAY_INVALID, "the variance of %s must not be negative, is %g",
                          which, system->unit_variance);
    return ASSAY_OK;
}

/* For a number of old units, how many new ones the ratio of numbers asks. */
static size_t partner(size_t old_count, double old_per_new, size_t least)
{
    size_t count = plan_count(ceil((double)old_count / old_per_new - 1e-9));
    return count > least ? count : least;
}

static double total_time(const struct assay_plan_system *old_system,
                         const struct assay_plan_system *new_system,
                         const struct assay_plan_pair *pair)
{
    return (double)pair->old_count * old_system->unit_cost_s +
           (double)pair->new_count * new_system->unit_cost_s;
}

/* The least count of one system for which the half-width holds, the other fixed; false: none. */
static bool fewest(double u, double w, size_t other, bool of_new, double confidence,
                   double half_width, size_t least, size_t *count)
{
    size_t low = least - 1, high = ASSAY_PLAN_MOST;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        double width = of_new ? ratio_half_width(u, w, other, middle, confidence)
                              : ratio_half_width(u, w, middle, other, confidence);
        if (width <= half_width)
            high = middle;
        else
            low = middle;
    }
    *count = high;
    return high < ASSAY_PLAN_MOST;
}

/* Numbers near the best ratio: for old counts about it the fewest new ones, and the cheapest; of
 * equally cheap ones those nearest to the ratio. */
static void refine(const struct assay_plan_system *old_system,
                   const struct assay_plan_system *new_system, double confidence, double half_width,
                   size_t least, struct assay_plan_pair *best)
{
    enum { NEAR = 8 };
    const double u = relative_variance(old_system), w = relative_variance(new_system);
    const size_t middle = best->old_count;
    for (size_t step = 0; step <= (size_t)2 * NEAR; step++) {
        struct assay_plan_pair tried = *best;
        const size_t away = (step + 1) / 2;
        if (step % 2 == 1 && middle < least + away)
            continue;
        tried.old_count = step % 2 == 1 ? middle - away : middle + away;
        if (!fewest(u, w, tried.old_count, true, confidence, half_width, least, &tried.new_count))
            continue;
        tried.time_s = total_time(old_system, new_system, &tried);
        if (tried.time_s < best->time_s * (1 - 1e-12))
            *best = tried;
    }
}

enum assay_status assay_plan_two_systems(const struct assay_plan_system *old_system,
                                         const struct assay_plan_system *new_system,
                                         double confidence, double half_width, size_t least,
                                         struct assay_plan_pair *out, struct assay_error *error)
{
    TRY(check(old_system, "old", error));
    TRY(check(new_system, "new", error));
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (!(half_width > 0) || least < 2)
        return assay_fail(error, ASSAY_INVALID,
                          "a half-width above 0 and 2 units or more are needed, not %g and %zu",
                          half_width, least);
    const double u = relative_variance(old_system), w = relative_variance(new_system);
    struct assay_plan_pair pair = {
        .old_per_new = sqrt(u / w * (new_system->unit_cost_s / old_system->unit_cost_s))};
    const double ratio = u + w > 0 ? fmin(fmax(pair.old_per_new, 1e-9), 1e9) : 1;
    size_t low = least - 1, high = ASSAY_PLAN_MOST;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (ratio_half_width(u, w, middle, partner(middle, ratio, least), confidence) <= half_width)
            high = middle;
        else
            low = middle;
    }
    pair.old_count = high;
    pair.new_count = partner(high, ratio, least);
    pair.time_s = total_time(old_system, new_system, &pair);
    if (high == ASSAY_PLAN_MOST)
        return assay_fail(error, ASSAY_UNDEFINED, "a half-width of %g %% needs too many units",
                          100 * half_width);
    refine(old_system, new_system, confidence, half_width, least, &pair);
    pair.half_width = ratio_half_width(u, w, pair.old_count, pair.new_count, confidence);
    *out = pair;
    return ASSAY_OK;
}
