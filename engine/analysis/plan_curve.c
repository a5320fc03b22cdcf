/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_curve.c -- what more time buys.
 * Source:   lib/plan (METHODS A2, A5), as `assay plan` does it from a pilot.
 * Edge:     a time whose half-width is not defined gives no point.
 * Checked:  tests/engine/analysis/test_plan_curve.c: of one level by hand, t s / sqrt(n).
 */
#include "analysis/plan_curve.h"

#include <math.h>

#include <assay/plan.h>

#include "base/failure.h"

static enum assay_status plans_of(const struct assay_series *series, struct assay_plan_pilot *pilot,
                                  struct assay_plan *best, struct assay_plan *one,
                                  struct assay_error *error)
{
    for (size_t i = 0; i < series->live.shape.n_levels; i++)
        if (!isfinite(series->cost_s[i]))
            return assay_fail(error, ASSAY_UNDEFINED, "what an execution costs is not known");
    TRY(assay_plan_from_pilot(&series->live, series->cost_s, pilot, error));
    TRY(assay_plan_exact(&pilot->input, best, error));
    TRY(assay_plan_one_level(&pilot->input, one, error));
    if (!(pilot->mean > 0 && one->unit_cost_s > 0))
        return assay_fail(error, ASSAY_UNDEFINED, "the mean or the cost is not positive");
    return ASSAY_OK;
}

static enum assay_status add_point(struct plan_curve *curve, const struct assay_plan_pilot *pilot,
                                   const struct assay_plan *plan,
                                   const struct assay_plan_goal *goal, double time_s,
                                   struct assay_error *error)
{
    struct assay_plan_target target;
    const enum assay_status status =
        assay_plan_for_time(&pilot->input, plan, goal, time_s, &target, error);
    if (status == ASSAY_OK && isfinite(target.half_width))
        curve->points[curve->n++] = (struct plan_point){time_s, target.half_width};
    return status == ASSAY_NO_MEMORY ? status : ASSAY_OK;
}

enum assay_status plan_curves_of(const struct assay_series *series, double confidence,
                                 struct plan_curves *out, struct assay_error *error)
{
    struct assay_plan_pilot pilot;
    struct assay_plan best, one;
    *out = (struct plan_curves){.planned.n = 0};
    TRY(plans_of(series, &pilot, &best, &one, error));
    const struct assay_plan_goal goal = {pilot.mean, confidence, PLAN_CURVE_LEAST_UNITS};
    const double first_s = PLAN_CURVE_LEAST_UNITS * one.unit_cost_s;
    for (size_t i = 0; i < PLAN_CURVE_POINTS; i++) {
        const double time_s = first_s * pow(1000, (double)i / (PLAN_CURVE_POINTS - 1));
        TRY(add_point(&out->planned, &pilot, &best, &goal, time_s, error));
        TRY(add_point(&out->one_level, &pilot, &one, &goal, time_s, error));
    }
    return ASSAY_OK;
}
