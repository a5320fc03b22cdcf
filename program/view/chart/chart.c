/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.c -- which charts there are of one benchmark, and what they share.
 * Edge:     a chart that would show nothing is none.
 * Checked:  tests/program/view/test_chart.c: the reduction keeps both extremes. */
#include "view/chart/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/verdict.h"
#include "view/text/view_memory.h"

const struct chart_kind chart_kinds[] = {
    {"density", "how densely the values lie", chart_density, false},
    {"share", "the share of the values at or below each", chart_share, false},
    {"order", "all values in order of measuring", chart_order, false},
    {"runs", "executions one by one", chart_runs, true},
    {"shift", "the change at each decile", chart_shift, false},
    {"units", "the means of builds, of executions", chart_units, false},
    {"shares", "what each level adds to variance and time", chart_shares, false},
    {"plan", "what more time buys", chart_plan, false},
    {NULL, NULL, NULL, false}};

const struct chart_kind *chart_kind_of(const char *name)
{
    for (const struct chart_kind *kind = chart_kinds; kind->name != NULL; kind++)
        if (strcmp(kind->name, name) == 0)
            return kind;
    return NULL;
}

/* ---- systems ---- */

enum canvas_ink chart_ink(size_t i)
{
    return (enum canvas_ink)(INK_ONE + i % CHART_SYSTEMS);
}

struct plot_layer *chart_layer(struct plot *plot, enum plot_mark mark,
                               const struct chart_source *source, size_t i, const char *what)
{
    struct plot_layer *layer =
        plot_layer(plot, mark, chart_ink(i), source->samples[i]->series->system, what);
    if (layer != NULL)
        layer->of = i + 1;
    return layer;
}

struct plot_reach chart_reach(const struct assay_description *d)
{
    enum { FAR = 4 }; /* interquartile ranges */
    return (struct plot_reach){fmax(d->min, d->q1 - FAR * (d->q3 - d->q1)),
                               fmin(d->max, d->q3 + FAR * (d->q3 - d->q1))};
}

void chart_value_axis(struct plot_axis *axis, const struct chart_source *source)
{
    const struct assay_series *series = source->samples[0]->series;
    axis->unit = series->unit;
    axis->words = PLOT_QUANTITIES;
    axis->title = view_format("%s", metric_words(series->metric));
    for (size_t i = 0; i < source->n; i++) {
        const struct plot_reach reach = chart_reach(&source->samples[i]->description);
        plot_reach(axis, reach.low, reach.high);
    }
}

size_t chart_executions(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->all.shape;
    if (series->all.values == NULL || shape->count[0] == 0)
        return 0;
    return shape->n_levels > 1 ? assay_shape_units(shape, shape->n_levels - 2) : 1;
}

/* ---- rows ---- */

size_t chart_row(struct chart_rows *rows, const char *what, const char *system)
{
    char *name =
        view_format("%s%s%s", what, system != NULL ? " \u00b7 " : "", system != NULL ? system : "");
    char **more = realloc(rows->names, (rows->n + 1) * sizeof *more);
    if (more == NULL || name == NULL) {
        view_lose();
        free(name);
        rows->names = more != NULL ? more : rows->names;
        return 0;
    }
    rows->names = more;
    rows->names[rows->n] = name;
    return rows->n++;
}

void chart_rows_end(struct chart_rows *rows, struct plot_axis *axis)
{
    plot_names(axis, (const char *const *)rows->names, rows->n);
    for (size_t i = 0; i < rows->n; i++)
        free(rows->names[i]);
    free(rows->names);
    *rows = (struct chart_rows){NULL, 0};
}

/* ---- many values ---- */

/* Of one stretch: the one that comes first, then the other; the same twice when all are equal. */
static void two_extremes(const double *x, size_t begin, size_t end, size_t at[2])
{
    size_t least = begin, most = begin;
    for (size_t i = begin; i < end; i++) {
        least = x[i] < x[least] ? i : least;
        most = x[i] > x[most] ? i : most;
    }
    at[0] = least < most ? least : most;
    at[1] = least < most ? most : least;
}

static size_t stretch_begin(size_t b, size_t n, size_t buckets)
{
    return n / buckets * b + (b < n % buckets ? b : n % buckets);
}

size_t chart_reduce(const double *x, size_t n, size_t buckets, size_t *positions)
{
    size_t count = 0;
    if (n <= 2 * buckets) {
        for (size_t i = 0; i < n; i++)
            positions[i] = i;
        return n;
    }
    for (size_t b = 0; b < buckets; b++) {
        size_t at[2];
        two_extremes(x, stretch_begin(b, n, buckets), stretch_begin(b + 1, n, buckets), at);
        positions[count++] = at[0];
        if (at[1] != at[0])
            positions[count++] = at[1];
    }
    return count;
}
