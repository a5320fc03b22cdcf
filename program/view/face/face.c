/* SPDX-License-Identifier: GPL-3.0-or-later */
/* face.c -- which faces there are of one benchmark, and what they share.
 * Edge:     a chart that would show nothing is none.
 * Checked:  tests/program/view/test_chart.c: the reduction keeps both extremes. */
#include "view/face/face.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* The list of meson.build. */
#define FACE(name) extern const struct face face_##name;
#include "view/face/faces.inc"
#undef FACE
#define FACE(name) &face_##name,
const struct face *const faces[] = {
#include "view/face/faces.inc"
    NULL};

const struct face *face_of(const char *name)
{
    for (size_t i = 0; faces[i] != NULL; i++)
        if (strcmp(faces[i]->name, name) == 0)
            return faces[i];
    return NULL;
}

void face_put(struct table *table, const struct face_numbers *numbers,
              const struct comparison_finding *row,
              void (*begin)(struct table *table, const struct comparison_finding *row))
{
    for (size_t at = 0; at < numbers->n_rows; at++) {
        table_row(table);
        if (begin != NULL)
            begin(table, row);
        numbers->cells(table, row, at);
    }
}

/* ---- systems ---- */

enum canvas_ink face_ink(size_t i)
{
    return (enum canvas_ink)(INK_ONE + i % FACE_SYSTEMS);
}

struct plot_layer *face_layer(struct plot *plot, enum plot_mark mark,
                              const struct face_source *source, size_t i, const char *what)
{
    struct plot_layer *layer =
        plot_layer(plot, mark, face_ink(i), source->samples[i]->series->system, what);
    if (layer != NULL)
        layer->of = i + 1;
    return layer;
}

struct plot_reach face_reach(const struct assay_description *d)
{
    enum { FAR = 4 }; /* interquartile ranges */
    return (struct plot_reach){fmax(d->min, d->q1 - FAR * (d->q3 - d->q1)),
                               fmin(d->max, d->q3 + FAR * (d->q3 - d->q1))};
}

void face_value_axis(struct plot_axis *axis, const struct face_source *source)
{
    const struct assay_series *series = source->samples[0]->series;
    axis->unit = series->unit;
    axis->words = PLOT_QUANTITIES;
    axis->title = view_format("%s", metric_words(series->metric));
    for (size_t i = 0; i < source->n; i++) {
        const struct plot_reach reach = face_reach(&source->samples[i]->description);
        plot_reach(axis, reach.low, reach.high);
    }
}

size_t face_far(const struct face_source *source, const double *values, size_t n)
{
    struct plot_reach all = {(double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < source->n; i++) {
        const struct plot_reach reach = face_reach(&source->samples[i]->description);
        all = (struct plot_reach){fmin(all.low, reach.low), fmax(all.high, reach.high)};
    }
    size_t far = 0;
    for (size_t i = 0; i < n; i++)
        far += values[i] < all.low || values[i] > all.high;
    return far;
}

size_t face_executions(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->all.shape;
    if (series->all.values == NULL || shape->count[0] == 0)
        return 0;
    return shape->n_levels > 1 ? assay_shape_units(shape, shape->n_levels - 2) : 1;
}

/* ---- rows ---- */

size_t face_row(struct face_rows *rows, const char *what, const char *system)
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

void face_rows_end(struct face_rows *rows, struct plot_axis *axis)
{
    plot_names(axis, (const char *const *)rows->names, rows->n);
    for (size_t i = 0; i < rows->n; i++)
        free(rows->names[i]);
    free(rows->names);
    *rows = (struct face_rows){NULL, 0};
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

size_t face_reduce(const double *x, size_t n, size_t buckets, size_t *positions)
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
