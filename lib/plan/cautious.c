/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cautious.c -- plans that do not believe a pilot further than it saw.
 * Source:   limits of components by lib/plan/shares.c; the bounds of 4 and 2 come from simulation
 *           (bench/prediction, docs/plan.md), the quarter is a choice.
 * Assumes:  the counts of the pilot are those of its live values.
 * Edge:     a level whose limit is not known (not repeated) gets no minimum. Top units are
 *           independent by design: their number has no bound.
 * Checked:  by hand; brute force between limits, tests/lib/plan/test_planner.c. */
#include <math.h>

#include "base/try.h"
#include "plan/plan.h"

enum assay_status assay_plan_limits_of(const struct assay_plan_pilot *pilot, double extrapolation,
                                       struct assay_plan_limits *out, struct assay_error *error)
{
    if (extrapolation < 1)
        return assay_fail(error, ASSAY_INVALID,
                          "a plan may use at least what the pilot had, not %g times it",
                          extrapolation);
    struct assay_plan_limits limits = {.least = {0}};
    double times = extrapolation;
    if (isnan(times))
        times = pilot->t2[pilot->first] > 0 ? ASSAY_PLAN_EXTRAPOLATION
                                            : ASSAY_PLAN_EXTRAPOLATION_UNSEEN;
    for (size_t i = 1; i < pilot->input.n_levels; i++)
        limits.most[i] = plan_count(ceil(times * pilot->count[pilot->first + i] - 1e-9));
    *out = limits;
    return ASSAY_OK;
}

/* Whether the most that the level may add would make half-widths a quarter wider than predicted. */
static bool may_matter(double upper, double units, const struct assay_plan *plan)
{
    static const double quarter_wider = 1.25 * 1.25 - 1;
    return upper / units > quarter_wider * plan->unit_variance;
}

enum assay_status assay_plan_cautious(const struct assay_plan_pilot *pilot,
                                      struct assay_plan_limits *limits, struct assay_plan *out,
                                      struct assay_error *error)
{
    struct assay_plan plan;
    TRY(assay_plan_within(&pilot->input, limits, &plan, error));
    double units = 1;
    bool again = false;
    for (size_t i = 1; i < pilot->input.n_levels; i++) {
        const size_t level = pilot->first + i;
        units *= (double)plan.count[i];
        if (pilot->t2[level] > 0 || plan.count[i] > 1 || limits->most[i] == 1 ||
            !may_matter(pilot->upper[level], units, &plan))
            continue;
        limits->least[i] = 2;
        again = true;
    }
    if (again)
        TRY(assay_plan_within(&pilot->input, limits, &plan, error));
    *out = plan;
    return ASSAY_OK;
}
