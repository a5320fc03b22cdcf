/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_runs.c -- executions one by one: values in order, segments between changes, the live part.
 * Edge:     of many executions some that are evenly spaced; of each the first values, as many as
 *           there is room for ("values" has fewer than "n" then), and the extremes of all of it
 *           ("overview"). Fewer than 10 iterations: no segments. */
#include "view/chart/chart.h"

#include "analysis/execution_changes.h"
#include "finding/steady_finding.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

enum { OVERVIEW_BUCKETS = 72, LEAST_VALUES = 150, MOST_SEGMENTS = 60 };

/* "build 2 · execution 3": the units that value `at` belongs to. */
static json_t *json_label(const struct assay_series *series, size_t at)
{
    const struct assay_shape *shape = &series->all.shape;
    size_t unit = 0, first = 0, units = shape->count[0];
    OWNED char *text = VIEW_TEXT(memory, {
        for (size_t level = 0; level + 1 < shape->n_levels; level++) {
            size_t begin, end;
            for (unit = first; unit < first + units; unit++) {
                assay_shape_values(shape, level, unit, &begin, &end);
                if (at < end)
                    break;
            }
            fprintf(memory, "%s%s ", level > 0 ? " \u00b7 " : "", series->level_name[level]);
            if (series->unit_label[level] != NULL && series->unit_label[level][unit] != NULL)
                fputs(series->unit_label[level][unit], memory);
            else
                fprintf(memory, "%zu", unit - first + 1);
            if (level + 2 < shape->n_levels) {
                assay_shape_children(shape, level, unit, &first, &end);
                units = end - first;
            }
        }
    });
    return render_json_text(text != NULL ? text : "");
}

static json_t *json_segments(const struct assay_execution_state *state, size_t block)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < state->n_segments && i < MOST_SEGMENTS; i++) {
        json_t *segment = render_json_array();
        render_json_append(segment, render_json_count(state->segments[i].begin * block + 1));
        render_json_append(segment, chart_number(state->segments[i].mean));
        render_json_append(array, segment);
    }
    return array;
}

static void set_state(json_t *object, const struct assay_series *series, struct assay_view values,
                      const struct chart_limits *limits)
{
    struct execution_changes found;
    if (!view_defined(
            execution_changes_of(values, series->more_is_better, limits->iterations, &found, NULL)))
        return;
    const struct assay_execution_state *state = &found.state;
    render_json_put(
        object, JSON("classification", assay_state_name(state->state)),
        JSON("steady_from", state->steady_from < found.n
                                ? render_json_count(state->steady_from * found.block + 1)
                                : json_null()),
        JSON("block", found.block), JSON("segments", json_segments(state, found.block)));
    assay_execution_state_fini(&found.state);
}

static json_t *json_execution(const struct assay_series *series, size_t u, size_t room,
                              const struct chart_limits *limits)
{
    const struct assay_view values = steady_values(series, u);
    const size_t kept = values.n < room || limits->raw ? values.n : room;
    json_t *object =
        render_json_make(JSON("label", json_label(series, (size_t)(values.x - series->all.values))),
                         JSON("place", u + 1), JSON("n", values.n),
                         JSON("warmup", series->n_warmup != NULL ? series->n_warmup[u] : 0));
    set_state(object, series, values, limits);
    if (!limits->raw) /* else they stand in "raw" */
        render_json_set(object, "values", chart_packed(values.x, kept));
    return render_json_put(object, JSON_IF(kept < values.n, "overview",
                                           chart_stretches(values.x, values.n, OVERVIEW_BUCKETS)));
}

json_t *chart_runs(const struct sample_finding *sample, const struct chart_limits *limits)
{
    const struct assay_series *series = sample->series;
    const struct assay_shape *shape = &series->all.shape;
    if (shape->count[0] == 0)
        return json_null();
    const size_t n = shape->n_levels > 1 ? assay_shape_units(shape, shape->n_levels - 2) : 1;
    const size_t m = n < limits->executions ? n : limits->executions;
    const size_t room = limits->values / m < LEAST_VALUES ? LEAST_VALUES : limits->values / m;
    return render_json_make(
        JSON("n", n),
        JSON("executions", JSON_LIST(i, m, json_execution(series, spaced(i, m, n), room, limits))));
}

/* Every value with its place: executions in order, of "sizes" values, "warmup" of them warm-up. */
json_t *chart_raw(const struct sample_finding *sample)
{
    const struct assay_series *series = sample->series;
    const struct assay_shape *shape = &series->all.shape;
    if (shape->count[0] == 0)
        return json_null();
    const size_t n = shape->n_levels > 1 ? assay_shape_units(shape, shape->n_levels - 2) : 1;
    json_t *object =
        chart_deflated(series->all.values, assay_shape_units(shape, shape->n_levels - 1));
    return render_json_put(
        object, JSON("sizes", JSON_LIST(u, n, render_json_count(steady_values(series, u).n))),
        JSON("warmup",
             JSON_LIST(u, n,
                       render_json_count(series->n_warmup != NULL ? series->n_warmup[u] : 0))));
}
