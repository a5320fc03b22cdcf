/* SPDX-License-Identifier: GPL-3.0-or-later */
/* face.h -- faces of a benchmark: what there is to see of its findings, declared once. One file a face (density.c …), its
 * name in the list of meson.build; media draw it.
 *
 * Pictures, not statistics: no finding is computed from what stands here.
 */
#pragma once

#include "finding/comparison_finding.h"
#include "finding/distribution.h"
#include "finding/finding.h"
#include "view/chart/plot.h"
#include "view/face/table.h"

/* What charts are drawn from: a sample of each system, all of one benchmark and metric. */
struct face_source {
    const struct sample_finding **samples;
    const struct sample_mixture **mixtures; /* each may be NULL: none was sought */
    const struct comparison_finding **rows; /* with the sample as the new one; each may be NULL */
    size_t n;
    const char *of; /* their metric, where the benchmark has others, too; else NULL */
};

/* The part of columns that give way where a screen is narrow: what the change is of. */
enum { FACE_SIDES = 1 };

/* Numbers of a comparison: a table on screens, in forms and on pages, and fields of documents, which have the face's name
 * there. A row in whose distribution nobody looked has none. */
struct face_numbers {
    const char *title; /* "how the deciles differ" */
    size_t n_rows;     /* of each comparison: 1 stands among others, below one another */
    const char *
        rows; /* their key in documents; NULL: of one row, whose values stand in the object itself */
    bool (*are)(const struct comparison_finding *row); /* false: there are none of it */
    /* What documents say of all of it: table_number and so on, before any row. */
    void (*facts)(struct table *table, const struct comparison_finding *row);
    void (*cells)(struct table *table, const struct comparison_finding *row, size_t at);
    char *(*note)(const struct comparison_finding *row); /* below it, to be freed */
};

struct face {
    const char *name;
    const char *shows; /* "how densely the values lie" */
    /* False: there is nothing to draw. The plot has begun, and plot_fini ends it in any case. */
    bool (*plot)(const struct face_source *source, struct plot *plot);
    const struct face_numbers *numbers; /* NULL: the points of the plot say all */
    bool alone;                         /* no page has its plot: it is drawn of values */
};

/* In the order of the page; NULL ends them. */
extern const struct face *const faces[];
/* The one of this name; NULL: there is none. */
const struct face *face_of(const char *name);
/* Puts the numbers of a comparison that has some into a table: each of its rows begins as its caller says (NULL: at
 * once). */
void face_put(struct table *table, const struct face_numbers *numbers,
              const struct comparison_finding *row,
              void (*begin)(struct table *table, const struct comparison_finding *row));

/* ---- for them ---- */

enum { FACE_SYSTEMS = 6 }; /* in one chart: more are not told apart */

/* Of the i-th system. */
enum canvas_ink face_ink(size_t i);
/* A layer of the i-th sample, in its ink and by its name. */
struct plot_layer *face_layer(struct plot *plot, enum plot_mark mark,
                              const struct face_source *source, size_t i, const char *what);
/* An axis of the values. Where few far values would flatten the chart, it ends before them (plot_trim). */
void face_value_axis(struct plot_axis *axis, const struct face_source *source);
/* How many of n values lie beyond the reach of all the systems. */
size_t face_far(const struct face_source *source, const double *values, size_t n);
/* Of values with this description: four interquartile ranges beyond the quartiles, at most. */
struct plot_reach face_reach(const struct assay_description *description);

/* The positions, at most 2 * buckets of them and in order, of the smallest and the largest value in
 * each of `buckets` equal parts of x; all positions when n <= 2 * buckets. Returns how many. */
size_t face_reduce(const double *x, size_t n, size_t buckets, size_t *positions);

/* The units whose values are iterations; 0: there is no value. */
size_t face_executions(const struct assay_series *series);
/* "build 2 · execution 3": the units that value `at` of all belongs to, with the names of their levels; without
 * these (NULL) "2 · 3". */
void face_print_unit(FILE *out, const struct assay_series *series, size_t at,
                     const char *const *levels);

/* Names of rows as they are put together: one more, which stays the caller's; returns its number. */
struct face_rows {
    char **names;
    size_t n;
};
size_t face_row(struct face_rows *rows, const char *what, const char *system);
/* They become the names of the axis. */
void face_rows_end(struct face_rows *rows, struct plot_axis *axis);
