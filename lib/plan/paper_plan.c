/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_plan.c -- the repetition counts as the papers print them.
 * Source:   ISMM 2013 (3), TR 4-12 (14), KT06 (21) and (23): r_i = ceil sqrt((c_(i+1) / c_i)
 *           (T_i^2 / T_(i+1)^2)); METHODS A5, A6. KT06 takes S_i^2 for T_i^2.
 * Assumes:  as the exact planner, without regard to integers.
 * Edge:     a level whose component is not positive is merged with the one above, its cost moves up
 *           (METHODS A5); a ratio below 1 gives 1. Above nothing that varies: as many as are allowed.
 * Checked:  tests/data/examples.json 003-table-5-*, 000-8.5, 000-table-IV, 001-invented;
 *           varcomp.json. */
#include <math.h>

#include "base/try.h"
#include "plan/plan.h"

enum assay_status assay_plan_paper(const struct assay_plan_input *input, struct assay_plan *out,
                                   struct assay_error *error)
{
    TRY(plan_check(input, error));
    struct assay_plan plan = {.n_levels = input->n_levels, .count = {1}, .real = {1}};
    double above_t2 = fmax(input->t2[0], 0), above_cost = plan_cost(input, 0);
    for (size_t i = 1; i < plan.n_levels; i++) {
        plan.removed[i] = !(input->t2[i] > 0);
        if (plan.removed[i]) {
            plan.real[i] = 1;
            plan.count[i] = 1;
            above_cost += plan_cost(input, i);
            continue;
        }
        plan.real[i] = sqrt(above_cost / plan_cost(input, i) * (input->t2[i] / above_t2));
        plan.count[i] = plan_count(ceil(plan.real[i]));
        above_t2 = input->t2[i];
        above_cost = plan_cost(input, i);
    }
    plan_unit(input, plan.count, &plan.unit_cost_s, &plan.unit_variance);
    *out = plan;
    return ASSAY_OK;
}
