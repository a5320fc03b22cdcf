/* SPDX-License-Identifier: GPL-3.0-or-later */
/* joint.c -- one design that serves several means or ratios.
 * Source:   METHODS A5. The variance of a top unit is linear in the components, so the mean of the
 *           relative variances of all is the variance that the means of their relative components
 *           make: the counts that are best for these, at the cost of all together, minimise mean
 *           relative variance times cost. How many top units are needed is what the most variable
 *           one needs.
 * Assumes:  all are repeated alike, and half-widths relative to their means matter alike.
 * Edge:     limits are those of the most cautious one: the fewest of `most`, the most of `least`,
 *           where the two contradict each other the former.
 * Checked:  by hand; several alike are one; against all counts, tests/lib/plan/test_joint.c. */
#include <math.h>

#include "base/try.h"
#include "plan/plan.h"

static enum assay_status check(const struct assay_plan_served *served, size_t n,
                               struct assay_error *error)
{
    TRY(n > 0 ? ASSAY_OK : assay_fail(error, ASSAY_INVALID, "a joint design must serve something"));
    for (size_t s = 0; s < n; s++) {
        TRY(plan_check(&served[s].input, error));
        if (!(served[s].mean > 0 && isfinite(served[s].mean)))
            return assay_fail(error, ASSAY_INVALID, "a mean must be positive, is %g",
                              served[s].mean);
        if (served[s].input.n_levels != served[0].input.n_levels)
            return assay_fail(error, ASSAY_INVALID, "there are plans of %zu and of %zu levels",
                              served[0].input.n_levels, served[s].input.n_levels);
    }
    return ASSAY_OK;
}

/* The smaller of two upper limits, 0 being none. */
static size_t tighter(size_t a, size_t b)
{
    return a == 0 || (b > 0 && b < a) ? b : a;
}

static void share_limits(const struct assay_plan_limits *one, size_t n_levels,
                         struct assay_plan_limits *limits)
{
    for (size_t i = 1; i < n_levels; i++) {
        limits->most[i] = tighter(limits->most[i], one->most[i]);
        if (one->least[i] > limits->least[i])
            limits->least[i] = one->least[i];
    }
}

enum assay_status assay_plan_joint(const struct assay_plan_served *served, size_t n,
                                   const double *cost_s, struct assay_plan_input *input,
                                   struct assay_plan_limits *limits, struct assay_error *error)
{
    TRY(check(served, n, error));
    const size_t n_levels = served[0].input.n_levels;
    struct assay_plan_input joint = {.n_levels = n_levels};
    struct assay_plan_limits shared = {.least = {0}};
    for (size_t i = 0; i < n_levels; i++)
        joint.cost_s[i] = cost_s[i];
    for (size_t s = 0; s < n; s++) {
        const double scale = served[s].mean * served[s].mean * (double)n;
        for (size_t i = 0; i < n_levels; i++)
            joint.t2[i] += served[s].input.t2[i] / scale;
        share_limits(&served[s].limits, n_levels, &shared);
    }
    for (size_t i = 1; i < n_levels; i++)
        if (shared.most[i] > 0 && shared.least[i] > shared.most[i])
            shared.least[i] = shared.most[i];
    TRY(plan_check(&joint, error));
    *input = joint;
    *limits = shared;
    return ASSAY_OK;
}

/* Of one top unit with these counts, relative to the mean. */
static double variance_of(const struct assay_plan_served *served, const size_t *count)
{
    double cost_s, variance;
    plan_unit(&served->input, count, &cost_s, &variance);
    return variance / (served->mean * served->mean);
}

enum assay_status assay_plan_joint_worst(const struct assay_plan_served *served, size_t n,
                                         const size_t *count, size_t *worst, double *variance,
                                         struct assay_error *error)
{
    TRY(check(served, n, error));
    *worst = 0;
    *variance = variance_of(&served[0], count);
    for (size_t s = 1; s < n; s++) {
        const double other = variance_of(&served[s], count);
        if (!(other > *variance))
            continue;
        *variance = other;
        *worst = s;
    }
    return ASSAY_OK;
}

enum assay_status assay_plan_joint_gain(const struct assay_plan_compared *pairs, size_t n,
                                        const size_t *count, double *gain,
                                        struct assay_error *error)
{
    double apart = 0, paired = 0;
    for (size_t s = 0; s < n; s++) {
        const struct assay_plan_served all[] = {pairs[s].old_system, pairs[s].new_system,
                                                pairs[s].ratio};
        TRY(check(all, 3, error));
        apart += variance_of(&all[0], count) + variance_of(&all[1], count);
        paired += variance_of(&all[2], count);
    }
    if (!(paired > 0))
        return assay_fail(error, ASSAY_UNDEFINED, "the ratios do not vary");
    *gain = apart / paired;
    return ASSAY_OK;
}
