/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_sequence.c -- all values in order of measuring, and where executions begin.
 * Edge:     of many values the smallest and the largest of each stretch. */
#include "view/chart/chart.h"

#include "view/document/json.h"

enum { BUCKETS = 100, MOST_UNITS = 60 };

/* First values of the units above the values, counted from 1; none where they would be a wall. */
static json_t *json_begins(const struct assay_shape *shape)
{
    json_t *array = render_json_array();
    if (shape->n_levels < 2 || assay_shape_units(shape, shape->n_levels - 2) > MOST_UNITS)
        return array;
    for (size_t u = 0; u < assay_shape_units(shape, shape->n_levels - 2); u++) {
        size_t begin, end;
        assay_shape_values(shape, shape->n_levels - 2, u, &begin, &end);
        render_json_append(array, render_json_count(begin + 1));
    }
    return array;
}

/* Ranges of warm-up, [first, last] counted from 1; none where they would be a wall. */
static json_t *json_warmup(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->all.shape;
    const size_t n = shape->n_levels > 1 ? assay_shape_units(shape, shape->n_levels - 2) : 1;
    json_t *array = render_json_array();
    for (size_t u = 0; series->n_warmup != NULL && n <= MOST_UNITS && u < n; u++) {
        size_t begin = 0, end = 0;
        if (shape->n_levels > 1)
            assay_shape_values(shape, shape->n_levels - 2, u, &begin, &end);
        json_t *range = render_json_array();
        render_json_append(range, render_json_count(begin + 1));
        render_json_append(range, render_json_count(begin + series->n_warmup[u]));
        if (series->n_warmup[u] > 0)
            render_json_append(array, range);
        else
            json_decref(range);
    }
    return array;
}

json_t *chart_sequence(const struct sample_finding *sample)
{
    const struct assay_series *series = sample->series;
    const struct assay_shape *shape = &series->all.shape;
    if (shape->count[0] == 0)
        return json_null();
    json_t *object =
        chart_stretches(series->all.values, assay_shape_units(shape, shape->n_levels - 1), BUCKETS);
    return render_json_put(object, JSON("warmup", json_warmup(series)),
                           JSON("begins", json_begins(shape)));
}
