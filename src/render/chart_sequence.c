/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_sequence.c -- all values in order of measuring, and where executions begin.
 * Edge:     of many values the smallest and the largest of each stretch. */
#include "render/chart.h"

#include <stdlib.h>

#include "render/json.h"

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

/* "0" for a live value, "1" for warm-up. */
static json_t *json_warmup(const struct assay_series *series, const size_t *positions, size_t count)
{
    const struct assay_shape *shape = &series->all.shape;
    const size_t last = shape->n_levels - 1;
    char *text = calloc(count + 1, 1);
    size_t u = 0, begin = 0, end = assay_shape_units(shape, last);
    const size_t n_units = last > 0 ? assay_shape_units(shape, last - 1) : 1;
    if (last > 0)
        assay_shape_values(shape, last - 1, 0, &begin, &end);
    for (size_t i = 0; text != NULL && i < count; i++) {
        while (positions[i] >= end && u + 1 < n_units)
            assay_shape_values(shape, last - 1, ++u, &begin, &end);
        text[i] =
            series->n_warmup != NULL && positions[i] - begin < series->n_warmup[u] ? '1' : '0';
    }
    json_t *json = render_json_text(text != NULL ? text : "");
    free(text);
    return json;
}

json_t *chart_sequence(const struct shown_sample *sample)
{
    const struct assay_series *series = sample->series;
    const struct assay_shape *shape = &series->all.shape;
    if (shape->count[0] == 0)
        return json_null();
    const size_t n = assay_shape_units(shape, shape->n_levels - 1);
    size_t positions[2 * BUCKETS];
    double x[2 * BUCKETS];
    const size_t count = chart_reduce(series->all.values, n, BUCKETS, positions);
    json_t *object = render_json_object(), *at = render_json_array();
    for (size_t i = 0; i < count; i++) {
        x[i] = series->all.values[positions[i]];
        if (count < n) /* else they are 1, 2, 3 … */
            render_json_append(at, render_json_count(positions[i] + 1));
    }
    render_json_set(object, "n", render_json_count(n));
    render_json_set(object, "at", at);
    render_json_set(object, "x", chart_packed(x, count));
    render_json_set(object, "warmup", json_warmup(series, positions, count));
    render_json_set(object, "begins", json_begins(shape));
    return object;
}
