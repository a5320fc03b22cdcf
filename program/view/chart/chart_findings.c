/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_findings.c -- charts of what was found of values, which are small as it stands. */
#include "view/chart/chart.h"

#include <math.h>

#include "analysis/plan_curve.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

/* ---- what a comparison says from other iterations on; null where nobody looked ---- */

json_t *chart_cuts(const struct comparison_finding *row)
{
    const size_t n = row->n_cuts;
    if (n == 0)
        return json_null();
    return render_json_make(
        JSON("from", JSON_EACH(cut, row->cuts, n, render_json_count(cut->from))),
        JSON("ratio", JSON_EACH(cut, row->cuts, n, render_json_number(cut->ratio.estimate))),
        JSON("lower", JSON_EACH(cut, row->cuts, n, render_json_number(cut->ratio.interval.lower))),
        JSON("upper", JSON_EACH(cut, row->cuts, n, render_json_number(cut->ratio.interval.upper))),
        JSON("verdict",
             JSON_EACH(cut, row->cuts, n, render_json_text(assay_verdict_name(cut->verdict)))));
}

/* ---- the mixture that fits the values, and its modes; "fitted" says to how many, without a mixture null ---- */

static json_t *json_parts(const struct assay_mixture *mixture)
{
    return JSON_LIST(i, mixture->k,
                     render_json_make(JSON("weight", chart_number(mixture->part[i].weight)),
                                      JSON("mean", chart_number(mixture->part[i].mean)),
                                      JSON("sd", chart_number(mixture->part[i].sd))));
}

static json_t *json_modes(const struct assay_modes *modes)
{
    return JSON_LIST(i, modes->n,
                     render_json_make(JSON("at", chart_number(modes->mode[i].at)),
                                      JSON("share", chart_number(modes->mode[i].weight))));
}

json_t *chart_mixture(const struct sample_mixture *mixture)
{
    if (mixture->fitted == 0)
        return json_null();
    return render_json_make(JSON("parts", json_parts(&mixture->mixture)),
                            JSON("modes", json_modes(&mixture->modes)),
                            JSON("fitted", mixture->fitted));
}

/* ---- what more time buys: half-width of the interval in per cent against seconds; unknown costs: null ---- */

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

/* ---- how the deciles of two systems differ, in per cent of the old ones; without intervals these are null ---- */

static json_t *percent_of(double ratio)
{
    return isfinite(ratio) ? chart_number(100 * (ratio - 1)) : json_null();
}

static json_t *json_points(const struct assay_shift_point *points)
{
    return JSON_LIST(i, SHIFT_POINTS,
                     render_json_make(JSON("probability", points[i].probability),
                                      JSON("old", chart_number(points[i].old_quantile)),
                                      JSON("new", chart_number(points[i].new_quantile)),
                                      JSON("change_percent", percent_of(points[i].change.estimate)),
                                      JSON("lower", percent_of(points[i].change.interval.lower)),
                                      JSON("upper", percent_of(points[i].change.interval.upper)),
                                      JSON("band_lower", percent_of(points[i].band_lower)),
                                      JSON("band_upper", percent_of(points[i].band_upper))));
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

/* ---- the means of the units of each level above the values: where the variance sits ---- */

enum { BUCKETS = 40 };

static json_t *json_level(const struct assay_series *series, size_t level)
{
    const size_t n = assay_shape_units(&series->live.shape, level);
    OWNED double *means = view_room(n, sizeof *means);
    OWNED size_t *positions = view_room(n, sizeof *positions);
    json_t *array = render_json_array(), *object = render_json_object();
    if (means != NULL && positions != NULL &&
        view_defined(assay_sample_unit_means(&series->live, level, means, NULL))) {
        const size_t count = chart_reduce(means, n, BUCKETS, positions);
        for (size_t i = 0; i < count; i++)
            render_json_append(array, chart_number(means[positions[i]]));
    }
    return render_json_put(object, JSON("level", series->level_name[level]), JSON("n", n),
                           JSON("means", array));
}

json_t *chart_units(const struct sample_finding *sample)
{
    const size_t n_levels = sample->series->live.shape.n_levels;
    return JSON_LIST(level, n_levels > 0 ? n_levels - 1 : 0, json_level(sample->series, level));
}
