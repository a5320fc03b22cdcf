/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h -- what the planner's parts share. */
#pragma once

#include <assay/plan.h>

#include "sample/tree.h"

/* pilot->kurtosis of each level of the sample, which is level level_of[k] of the pilot; its t2, s2
 * and df are known. ASSAY_NO_MEMORY. */
enum assay_status plan_tails(const struct assay_sample *sample, const size_t *level_of,
                             struct assay_plan_pilot *pilot, struct assay_error *error);

/* Errors of the input as assay_plan_exact describes them. */
enum assay_status plan_check(const struct assay_plan_input *input, struct assay_error *error);

/* The cost of a level; what is free costs a little, or infinitely many would be best. */
double plan_cost(const struct assay_plan_input *input, size_t level);

/* Cost and variance of one top unit. */
void plan_unit(const struct assay_plan_input *input, const size_t *count, double *cost_s,
               double *variance);

/* Cost and variance of one top unit as the count r of one level makes them, the others as they are:
 * above_cost + below_cost r and above_variance + below_variance / r. Costs as plan_cost. */
struct plan_parts {
    double above_cost, below_cost, above_variance, below_variance;
};
struct plan_parts plan_parts_of(const struct assay_plan_input *input, const size_t *count,
                                size_t level);

/* A count in 1 .. ASSAY_PLAN_MOST; INFINITY and NaN give the most. */
size_t plan_count(double count);

/* By how much more than independent values those of one lowest-but-one unit make its mean vary:
 * long-run variance over variance. 1 where no dependence is seen, or too little to look at. */
enum assay_status plan_dependence(const struct assay_sample *sample, double *factor,
                                  struct assay_error *error);

/* The cheapest design for half_width (time_s NaN), or the most precise one for time_s (half_width
 * NaN), among those of few top units (at least goal->least, which is 2 or more) and with the limits
 * of the plan, which the search starts from. False when there is none. */
bool plan_exchange(const struct assay_plan_input *input, const struct assay_plan *plan,
                   const struct assay_plan_goal *goal, double half_width, double time_s,
                   size_t *count);

/* The half-width of a mean from n top units of this variance; NaN for n < 2. */
double plan_half_width(double unit_variance, size_t n, double confidence);

/* Do the units of a level differ less than chance lets them, in 1 of 1000 samples without such an
 * effect? A component a little below zero says only that the level adds little. Units that do not
 * differ at all are those of a coarse scale: no. */
bool component_opposed(const struct assay_shape *shape, const struct tree *tree, size_t level);
