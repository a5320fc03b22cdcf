/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_sample.c -- what a page looks at of one sample beside its charts: the modes of its values, and its executions one
 * by one: values in order, segments between changes, the live part; of a comparison what it says from other iterations on.
 * Edge:     of many executions some that are evenly spaced; of each the first values, as many as
 *           there is room for ("values" has fewer than "n" then), and the extremes of all of it
 *           ("overview"). Fewer than 10 iterations: no segments. */
#include "view/document/chart_json.h"

#include "analysis/execution_changes.h"
#include "finding/steady_finding.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

/* ---- what a comparison says from other iterations on; null where nobody looked ---- */

json_t *chart_cuts_json(const struct comparison_finding *row)
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

static json_t *chart_mixture_json(const struct sample_mixture *mixture)
{
    if (mixture->fitted == 0)
        return json_null();
    return render_json_make(JSON("parts", json_parts(&mixture->mixture)),
                            JSON("modes", json_modes(&mixture->modes)),
                            JSON("fitted", mixture->fitted));
}

/* ---- executions ---- */

enum { OVERVIEW_BUCKETS = 72, LEAST_VALUES = 150, MOST_SEGMENTS = 60 };

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
    if (!steady_has_iterations(series) ||
        !view_defined(
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

/* The extremes of all of it, and at which iterations, counted from 1. */
static json_t *json_overview(struct assay_view values)
{
    size_t at[2 * OVERVIEW_BUCKETS];
    double place[2 * OVERVIEW_BUCKETS], x[2 * OVERVIEW_BUCKETS];
    const size_t n = face_reduce(values.x, values.n, OVERVIEW_BUCKETS, at);
    for (size_t i = 0; i < n; i++) {
        place[i] = (double)at[i] + 1;
        x[i] = values.x[at[i]];
    }
    return render_json_make(JSON("at", chart_packed(place, n)), JSON("x", chart_packed(x, n)));
}

static json_t *json_execution(const struct assay_series *series, size_t u, size_t room,
                              const struct chart_limits *limits)
{
    const struct assay_view values = steady_values(series, u);
    const size_t kept = values.n < room || limits->raw ? values.n : room;
    OWNED char *label =
        VIEW_TEXT(out, face_print_unit(out, series, (size_t)(values.x - series->all.values),
                                       series->level_name));
    json_t *object = render_json_make(
        JSON("label", label != NULL ? label : ""), JSON("place", u + 1), JSON("n", values.n),
        JSON("warmup", series->n_warmup != NULL ? series->n_warmup[u] : 0));
    set_state(object, series, values, limits);
    if (!limits->raw) /* else they stand in "raw" */
        render_json_set(object, "values", chart_packed(values.x, kept));
    return render_json_put(object, JSON_IF(kept < values.n, "overview", json_overview(values)));
}

json_t *chart_runs_json(const struct sample_finding *sample, const struct chart_limits *limits)
{
    const struct assay_series *series = sample->series;
    const size_t n = face_executions(series);
    if (n == 0)
        return json_null();
    const size_t m = n < limits->executions ? n : limits->executions;
    const size_t room = limits->values / m < LEAST_VALUES ? LEAST_VALUES : limits->values / m;
    return render_json_make(
        JSON("n", n),
        JSON("executions", JSON_LIST(i, m, json_execution(series, spaced(i, m, n), room, limits))));
}

/* Every value with its place: executions in order, of "sizes" values, "warmup" of them warm-up. */
static json_t *chart_raw_json(const struct sample_finding *sample)
{
    const struct assay_series *series = sample->series;
    const struct assay_shape *shape = &series->all.shape;
    const size_t n = face_executions(series);
    if (n == 0)
        return json_null();
    json_t *object =
        chart_deflated(series->all.values, assay_shape_units(shape, shape->n_levels - 1));
    return render_json_put(
        object, JSON("sizes", JSON_LIST(u, n, render_json_count(steady_values(series, u).n))),
        JSON("warmup",
             JSON_LIST(u, n,
                       render_json_count(series->n_warmup != NULL ? series->n_warmup[u] : 0))));
}

/* ---- together ---- */

static size_t clamp(size_t x, size_t least, size_t most)
{
    return x < least ? least : x > most ? most : x;
}

/* Measured 2026-11: with these a page of 50 benchmarks and 2 systems takes 1.6 MB, and its charts a
 * third of a second of one processor. */
struct chart_limits chart_limits_of(size_t n_samples, bool raw)
{
    enum { EXECUTIONS = 300, VALUES = 100000, ITERATIONS = 120000 };
    const size_t n = n_samples > 0 ? n_samples : 1;
    const size_t executions = clamp(EXECUTIONS / n, 3, 36);
    return (struct chart_limits){.executions = executions,
                                 .values = clamp(VALUES / n, 900, 24000),
                                 .iterations = clamp(ITERATIONS / n / executions, 250, 2000),
                                 .raw = raw};
}

json_t *chart_sample_json(const struct sample_finding *sample, const struct sample_mixture *mixture,
                          const struct chart_limits *limits)
{
    return render_json_make(JSON("mixture", chart_mixture_json(mixture)),
                            JSON("runs", chart_runs_json(sample, limits)),
                            JSON_IF(limits->raw, "raw", chart_raw_json(sample)));
}
