/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit.c -- what one top unit costs, and how much its mean varies.
 * Source:   METHODS A5: C = sum c_i P_i, V = sum T_i^2 / P_i; A2 for the half-width.
 * Edge:     negative components count as 0.
 * Checked:  TR Table VIII, tests/lib/plan/test_target.c. */
#include <math.h>

#include "base/try.h"
#include "plan/plan.h"

double plan_cost(const struct assay_plan_input *input, size_t level)
{
    double sum = 0;
    for (size_t i = 0; i < input->n_levels; i++)
        sum += input->cost_s[i];
    return fmax(input->cost_s[level], 1e-12 * sum);
}

void plan_unit(const struct assay_plan_input *input, const size_t *count, double *cost_s,
               double *variance)
{
    double units = 1;
    *cost_s = *variance = 0;
    for (size_t i = 0; i < input->n_levels; i++) {
        units *= i == 0 ? 1 : (double)count[i];
        *cost_s += input->cost_s[i] * units;
        *variance += fmax(input->t2[i], 0) / units;
    }
}

struct plan_parts plan_parts_of(const struct assay_plan_input *input, const size_t *count,
                                size_t level)
{
    struct plan_parts parts = {0, 0, 0, 0};
    double units = 1;
    for (size_t i = 0; i < input->n_levels; i++) {
        units *= i == level || i == 0 ? 1 : (double)count[i];
        *(i < level ? &parts.above_cost : &parts.below_cost) += plan_cost(input, i) * units;
        *(i < level ? &parts.above_variance : &parts.below_variance) +=
            fmax(input->t2[i], 0) / units;
    }
    return parts;
}

size_t plan_count(double count)
{
    if (!(count < ASSAY_PLAN_MOST))
        return ASSAY_PLAN_MOST;
    return count < 1 ? 1 : (size_t)count;
}

double plan_half_width(double unit_variance, size_t n, double confidence)
{
    if (n < 2)
        return NAN;
    return assay_t_critical(confidence, (double)n - 1) * sqrt(unit_variance / (double)n);
}

enum assay_status assay_plan_evaluate(const struct assay_plan_input *input, const size_t *count,
                                      double *unit_cost_s, double *unit_variance,
                                      struct assay_error *error)
{
    TRY(plan_check(input, error));
    for (size_t i = 1; i < input->n_levels; i++)
        if (count[i] == 0)
            return assay_fail(error, ASSAY_INVALID, "level %zu must have a unit, has none", i + 1);
    plan_unit(input, count, unit_cost_s, unit_variance);
    return ASSAY_OK;
}

enum assay_status assay_plan_one_level(const struct assay_plan_input *input, struct assay_plan *out,
                                       struct assay_error *error)
{
    TRY(plan_check(input, error));
    struct assay_plan plan = {.n_levels = input->n_levels};
    for (size_t i = 0; i < plan.n_levels; i++) {
        plan.count[i] = 1;
        plan.real[i] = 1;
        plan.removed[i] = i > 0;
        plan.least[i] = plan.most[i] = 1;
    }
    plan_unit(input, plan.count, &plan.unit_cost_s, &plan.unit_variance);
    *out = plan;
    return ASSAY_OK;
}
