/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_plan.c -- what more time buys: half-width of the interval in per cent against seconds.
 * Edge:     unknown costs: null. */
#include "view/chart/chart.h"

#include "analysis/plan_curve.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

static json_t *json_curve(const struct plan_curve *curve)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < curve->n; i++) {
        json_t *point = render_json_array();
        render_json_append(point, chart_number(curve->points[i].time_s));
        render_json_append(point, chart_number(100 * curve->points[i].half_width));
        render_json_append(array, point);
    }
    return array;
}

json_t *chart_plan(const struct sample_finding *sample)
{
    struct plan_curves curves;
    if (!view_defined(
            plan_curves_of(sample->series, sample->description.interval.confidence, &curves, NULL)))
        return json_null();
    return render_json_make(JSON("planned", json_curve(&curves.planned)),
                            JSON("one_level", json_curve(&curves.one_level)));
}
