/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_shift.c -- how the deciles of two systems differ, in per cent of the old ones.
 * Edge:     without intervals these are null, and so is "method"; "values" says from how many. */
#include "view/chart/chart.h"

#include <math.h>

#include "view/document/json.h"

static json_t *percent_of(double ratio)
{
    return isfinite(ratio) ? chart_number(100 * (ratio - 1)) : json_null();
}

static json_t *json_points(const struct assay_shift_point *points)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < SHIFT_POINTS; i++) {
        json_t *point =
            render_json_make(JSON("probability", points[i].probability),
                             JSON("old", chart_number(points[i].old_quantile)),
                             JSON("new", chart_number(points[i].new_quantile)),
                             JSON("change_percent", percent_of(points[i].change.estimate)),
                             JSON("lower", percent_of(points[i].change.interval.lower)),
                             JSON("upper", percent_of(points[i].change.interval.upper)),
                             JSON("band_lower", percent_of(points[i].band_lower)),
                             JSON("band_upper", percent_of(points[i].band_upper)));
        render_json_append(array, point);
    }
    return array;
}

json_t *chart_shift(const struct comparison_shift *shift)
{
    if (shift->values == 0)
        return json_null();
    return render_json_make(JSON("confidence", shift->confidence),
                            JSON("method", shift->resampled ? "bootstrap of top units" : NULL),
                            JSON("values", shift->values),
                            JSON("points", json_points(shift->points)));
}
