/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h -- what the planner's parts share. */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include <assay/plan.h>

/* Errors of the input as assay_plan_exact describes them. */
enum assay_status plan_check(const struct assay_plan_input *input, struct assay_error *error);

/* The cost of a level; what is free costs a little, or infinitely many would be best. */
double plan_cost(const struct assay_plan_input *input, size_t level);

/* Cost and variance of one top unit. */
void plan_unit(const struct assay_plan_input *input, const size_t *count, double *cost_s,
               double *variance);

/* A count in 1 .. ASSAY_PLAN_MOST; INFINITY and NaN give the most. */
size_t plan_count(double count);

/* By how much more than independent values those of one lowest-but-one unit make its mean vary:
 * long-run variance over variance. 1 where no dependence is seen, or too little to look at. */
enum assay_status plan_dependence(const struct assay_sample *sample, double *factor,
                                  struct assay_error *error);

/* The half-width of a mean from n top units of this variance; NaN for n < 2. */
double plan_half_width(double unit_variance, size_t n, double confidence);

#endif
