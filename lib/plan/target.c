/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target.c -- a plan's number of top units, for a half-width or a time.
 * Source:   METHODS A2, A5: half-width t(1 - a/2, r - 1) sqrt(V / r) / mean, time r C.
 * Assumes:  normal top means; V is known, so the width is that of the average experiment.
 * Edge:     where the plan's counts give fewer than `least` top units, the counts below the top are
 *           lowered, the highest first: at the optimum the ratios of the lower ones do not depend
 *           on it. Not even `least` with one of everything fit into the time: as many as do, with what
 *           fits below them.
 * Checked:  TR 8.5 and Table VIII; the counts beside are worse, tests/lib/plan/test_target.c. */
#include <math.h>
#include <string.h>

#include "base/try.h"
#include "base/view.h"
#include "plan/plan.h"

static void fill(const struct assay_plan_input *input, const struct assay_plan_goal *goal,
                 struct assay_plan_target *target)
{
    double cost_s, variance;
    plan_unit(input, target->count, &cost_s, &variance);
    target->time_s = (double)target->count[0] * cost_s;
    target->half_width = plan_half_width(variance, target->count[0], goal->confidence) / goal->mean;
}

static enum assay_status check(const struct assay_plan_input *input,
                               const struct assay_plan_goal *goal, struct assay_error *error)
{
    TRY(plan_check(input, error));
    if (confidence_check(goal->confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (!(goal->mean > 0 && isfinite(goal->mean)))
        return assay_fail(error, ASSAY_INVALID, "the mean must be positive, is %g", goal->mean);
    if (goal->least < 2)
        return assay_fail(error, ASSAY_INVALID, "an interval needs 2 top units or more, not %zu",
                          goal->least);
    return ASSAY_OK;
}

/* The fewest top units, at least `least`, whose half-width is small enough; ASSAY_PLAN_MOST + 1 when
 * none is. Half-widths fall with n. */
static size_t fewest(double variance, const struct assay_plan_goal *goal, double half_width)
{
    const double wanted = half_width * goal->mean;
    size_t low = goal->least, high = ASSAY_PLAN_MOST;
    if (plan_half_width(variance, low, goal->confidence) <= wanted)
        return low;
    if (plan_half_width(variance, high, goal->confidence) > wanted)
        return high + 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (plan_half_width(variance, middle, goal->confidence) <= wanted)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* Above as many top units the square of t is within 5 % of its limit: nothing is left to gain. */
enum { FEW = 60 };

typedef bool (*fits)(const struct assay_plan_input *, const struct assay_plan_goal *,
                     const struct assay_plan_target *, double);

static bool precise_enough(const struct assay_plan_input *input, const struct assay_plan_goal *goal,
                           const struct assay_plan_target *target, double half_width)
{
    struct assay_plan_target filled = *target;
    fill(input, goal, &filled);
    return filled.half_width <= half_width;
}

static bool too_long(const struct assay_plan_input *input, const struct assay_plan_goal *goal,
                     const struct assay_plan_target *target, double time_s)
{
    struct assay_plan_target filled = *target;
    fill(input, goal, &filled);
    return filled.time_s > time_s;
}

/* The smallest count of a level, at least `least`, for which `wanted` (true at the present count)
 * still holds. */
static void lower(const struct assay_plan_input *input, const struct assay_plan_goal *goal,
                  struct assay_plan_target *target, size_t level, size_t least, fits wanted,
                  double limit)
{
    size_t low = least > 0 ? least - 1 : 0, high = target->count[level];
    while (high - low > 1) {
        target->count[level] = low + (high - low) / 2;
        if (wanted(input, goal, target, limit))
            high = target->count[level];
        else
            low = target->count[level];
    }
    target->count[level] = high;
}

/* The papers' counts stand as they are, unless they are infinite. */
static bool may_adjust(const struct assay_plan *plan, const struct assay_plan_goal *goal)
{
    bool adjust = goal->least > 2;
    for (size_t i = 1; i < plan->n_levels; i++)
        adjust = adjust || plan->count[i] == ASSAY_PLAN_MOST;
    return adjust;
}

/* Whole ones that fit; rounding takes none away. */
static size_t top_units(double fit)
{
    fit = floor(fit * (1 + 1e-12));
    return fit < 1 ? 0 : plan_count(fit);
}

/* Time, or else squared half-width, of another design as a share of the target's. */
static double share_of(const struct assay_plan_target *other, double time_s,
                       const struct assay_plan_target *target)
{
    const double width = other->half_width / target->half_width;
    return isnan(time_s) ? other->time_s / target->time_s : width * width;
}

/* Repeating nothing but the top level, as far as the plan's limits allow. */
static struct assay_plan_target flat_of(const struct assay_plan_input *input,
                                        const struct assay_plan *plan,
                                        const struct assay_plan_goal *goal, double half_width,
                                        double time_s)
{
    struct assay_plan_target flat = {.adjusted = true};
    double cost_s, variance;
    for (size_t i = 1; i < input->n_levels; i++)
        flat.count[i] = plan->least[i] > 1 ? plan->least[i] : 1;
    plan_unit(input, flat.count, &cost_s, &variance);
    flat.count[0] = isnan(time_s) ? fewest(variance, goal, half_width) : top_units(time_s / cost_s);
    fill(input, goal, &flat);
    return flat;
}

/* Takes the design of more top units where it saves enough to be worth departing from the plan's
 * counts; from counts that were changed anyway, or that repeating the top level alone would beat,
 * whatever it saves. */
static void exchange(const struct assay_plan_input *input, const struct assay_plan *plan,
                     const struct assay_plan_goal *goal, double half_width, double time_s,
                     struct assay_plan_target *target)
{
    static const double worth_it = 1 / 1.05;
    struct assay_plan_target other = *target;
    if (goal->least <= 2 || plan->n_levels < 2)
        return;
    const struct assay_plan_target flat = flat_of(input, plan, goal, half_width, time_s);
    const bool beaten = flat.count[0] >= goal->least && share_of(&flat, time_s, target) < 1;
    if (target->count[0] <= FEW &&
        plan_exchange(input, plan, goal, half_width, time_s, other.count)) {
        fill(input, goal, &other);
        if (share_of(&other, time_s, target) < (target->adjusted || beaten ? 1 : worth_it))
            *target = other;
    }
    if (beaten && share_of(&flat, time_s, target) < 1)
        memcpy(target->count, flat.count, sizeof target->count);
}

/* What the counts give, after a last look for better ones. */
static void finish(const struct assay_plan_input *input, const struct assay_plan *plan,
                   const struct assay_plan_goal *goal, double half_width, double time_s,
                   struct assay_plan_target *target)
{
    for (size_t i = 1; i < plan->n_levels; i++)
        target->adjusted = target->adjusted || target->count[i] != plan->count[i];
    fill(input, goal, target);
    exchange(input, plan, goal, half_width, time_s, target);
    for (size_t i = 1; i < plan->n_levels; i++)
        target->adjusted = target->adjusted || target->count[i] != plan->count[i];
    fill(input, goal, target);
}

enum assay_status assay_plan_for_precision(const struct assay_plan_input *input,
                                           const struct assay_plan *plan,
                                           const struct assay_plan_goal *goal, double half_width,
                                           struct assay_plan_target *out, struct assay_error *error)
{
    TRY(check(input, goal, error));
    if (!(half_width > 0 && isfinite(half_width)))
        return assay_fail(error, ASSAY_INVALID, "a half-width must be positive, is %g", half_width);
    struct assay_plan_target target = {.adjusted = false};
    memcpy(target.count, plan->count, sizeof target.count);
    target.count[0] = fewest(plan->unit_variance, goal, half_width);
    if (target.count[0] > ASSAY_PLAN_MOST)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "a half-width of %g %% needs more than %d top units", 100 * half_width,
                          ASSAY_PLAN_MOST);
    target.of_plan = target.count[0];
    if (target.count[0] == goal->least && may_adjust(plan, goal))
        for (size_t i = 1; i < plan->n_levels; i++)
            lower(input, goal, &target, i, plan->least[i], precise_enough, half_width);
    finish(input, plan, goal, half_width, NAN, &target);
    *out = target;
    return ASSAY_OK;
}

/* Lowers counts from the top until `least` units fit; false when they never do. */
static bool squeeze(const struct assay_plan_input *input, const struct assay_plan_goal *goal,
                    struct assay_plan_target *target, double time_s)
{
    target->count[0] = goal->least;
    for (size_t i = 1; i < input->n_levels && too_long(input, goal, target, time_s); i++) {
        /* The smallest count that is too long, less one. */
        lower(input, goal, target, i, 1, too_long, time_s);
        if (target->count[i] > 1)
            target->count[i]--;
        target->adjusted = true;
    }
    return !too_long(input, goal, target, time_s);
}

/* As many top units as fit are fewer than the least: they use the rest of the time below. */
static void use_up(const struct assay_plan_input *input, const struct assay_plan *plan,
                   const struct assay_plan_goal *goal, struct assay_plan_target *target,
                   double time_s)
{
    struct assay_plan_goal few = *goal;
    few.least = target->count[0];
    memcpy(&target->count[1], &plan->count[1], (ASSAY_MAX_LEVELS - 1) * sizeof target->count[0]);
    (void)squeeze(input, &few, target, time_s);
}

enum assay_status assay_plan_for_time(const struct assay_plan_input *input,
                                      const struct assay_plan *plan,
                                      const struct assay_plan_goal *goal, double time_s,
                                      struct assay_plan_target *out, struct assay_error *error)
{
    TRY(check(input, goal, error));
    if (!(time_s > 0 && isfinite(time_s)))
        return assay_fail(error, ASSAY_INVALID, "a time must be positive, is %g s", time_s);
    struct assay_plan_target target = {.adjusted = false};
    double unit_cost_s, variance;
    memcpy(target.count, plan->count, sizeof target.count);
    target.of_plan = top_units(time_s / plan->unit_cost_s);
    if (target.of_plan < goal->least)
        target.of_plan = 0;
    if (target.of_plan == 0 && may_adjust(plan, goal))
        (void)squeeze(input, goal, &target, time_s);
    plan_unit(input, target.count, &unit_cost_s, &variance);
    target.count[0] = top_units(time_s / unit_cost_s);
    if (target.count[0] >= 2 && target.count[0] < goal->least)
        use_up(input, plan, goal, &target, time_s);
    finish(input, plan, goal, NAN, time_s, &target);
    *out = target;
    return ASSAY_OK;
}
