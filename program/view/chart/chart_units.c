/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_units.c -- the means of the units of each level above the values: where the variance sits. */
#include "view/chart/chart.h"

#include "view/document/json.h"
#include "view/text/view_memory.h"

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
    json_t *array = render_json_array();
    for (size_t level = 0; level + 1 < sample->series->live.shape.n_levels; level++)
        render_json_append(array, json_level(sample->series, level));
    return array;
}
