/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_plan.c -- what more time buys: half-width of the interval in per cent against seconds, with
 * the planned counts and with top units only, from five top units on.
 * Source:   lib/plan, as `assay plan` does it from a pilot.
 * Edge:     unknown costs: null. */
#include "view/chart/chart.h"

#include <math.h>

#include <assay/plan.h>

#include "view/document/json.h"
#include "view/text/view_memory.h"

enum { POINTS = 12, LEAST_UNITS = 5 };

static void append_point(json_t *array, const struct assay_plan_pilot *pilot,
                         const struct assay_plan *plan, const struct assay_plan_goal *goal,
                         double time_s)
{
    struct assay_plan_target target;
    if (!view_defined(assay_plan_for_time(&pilot->input, plan, goal, time_s, &target, NULL)) ||
        !isfinite(target.half_width))
        return;
    json_t *point = render_json_array();
    render_json_append(point, chart_number(time_s));
    render_json_append(point, chart_number(100 * target.half_width));
    render_json_append(array, point);
}

static bool plans_of(const struct assay_series *series, struct assay_plan_pilot *pilot,
                     struct assay_plan *best, struct assay_plan *one)
{
    for (size_t i = 0; i < series->live.shape.n_levels; i++)
        if (!isfinite(series->cost_s[i]))
            return false;
    return view_defined(assay_plan_from_pilot(&series->live, series->cost_s, pilot, NULL)) &&
           view_defined(assay_plan_exact(&pilot->input, best, NULL)) &&
           view_defined(assay_plan_one_level(&pilot->input, one, NULL)) && pilot->mean > 0 &&
           one->unit_cost_s > 0;
}

json_t *chart_plan(const struct sample_finding *sample)
{
    struct assay_plan_pilot pilot;
    struct assay_plan best, one;
    if (!plans_of(sample->series, &pilot, &best, &one))
        return json_null();
    const struct assay_plan_goal goal = {pilot.mean, sample->description.interval.confidence,
                                         LEAST_UNITS};
    json_t *object = render_json_object(), *planned = render_json_array();
    json_t *one_level = render_json_array();
    for (size_t i = 0; i < POINTS; i++) {
        const double time_s = LEAST_UNITS * one.unit_cost_s * pow(1000, (double)i / (POINTS - 1));
        append_point(planned, &pilot, &best, &goal, time_s);
        append_point(one_level, &pilot, &one, &goal, time_s);
    }
    render_json_set(object, "planned", planned);
    render_json_set(object, "one_level", one_level);
    return object;
}
