/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart.h -- the charts of one benchmark, filled from its findings. One file a kind (chart_density.c …): samples reduced
 * to what pixels show, extremes kept.
 *
 * Pictures, not statistics: no finding is computed from what stands here.
 */
#pragma once

#include "finding/distribution.h"
#include "finding/finding.h"
#include "view/chart/plot.h"
#include <jansson.h>

/* What they are drawn from: a sample of each system, all of one benchmark and metric. */
struct chart_source {
    const struct sample_finding **samples;
    const struct sample_mixture **mixtures; /* each may be NULL: none was sought */
    const struct comparison_finding **rows; /* with the sample as the new one; each may be NULL */
    const struct comparison_shift **shifts; /* of these; the same */
    size_t n;
};

struct chart_kind {
    const char *name;
    const char *shows; /* "how densely the values lie" */
    /* False: there is nothing to draw. The plot has begun, and plot_fini ends it in any case. */
    bool (*make)(const struct chart_source *source, struct plot *plot);
    bool alone; /* no page has it; there executions are looked at one by one */
};

/* In the order of the page; the last has no name. */
extern const struct chart_kind chart_kinds[];
/* The one of this name; NULL: there is none. */
const struct chart_kind *chart_kind_of(const char *name);

bool chart_density(const struct chart_source *source, struct plot *plot);
bool chart_share(const struct chart_source *source, struct plot *plot);
bool chart_order(const struct chart_source *source, struct plot *plot);
bool chart_runs(const struct chart_source *source, struct plot *plot);
bool chart_shift(const struct chart_source *source, struct plot *plot);
bool chart_units(const struct chart_source *source, struct plot *plot);
bool chart_shares(const struct chart_source *source, struct plot *plot);
bool chart_plan(const struct chart_source *source, struct plot *plot);

/* ---- for them ---- */

enum { CHART_SYSTEMS = 6 }; /* in one chart: more are not told apart */

/* Of the i-th system. */
enum canvas_ink chart_ink(size_t i);
/* A layer of the i-th sample, in its ink and by its name. */
struct plot_layer *chart_layer(struct plot *plot, enum plot_mark mark,
                               const struct chart_source *source, size_t i, const char *what);
/* An axis of the values. Where few far values would flatten the chart, it ends before them (plot_trim). */
void chart_value_axis(struct plot_axis *axis, const struct chart_source *source);
/* Of values with this description: four interquartile ranges beyond the quartiles, at most. */
struct plot_reach chart_reach(const struct assay_description *description);

/* The positions, at most 2 * buckets of them and in order, of the smallest and the largest value in
 * each of `buckets` equal parts of x; all positions when n <= 2 * buckets. Returns how many. */
size_t chart_reduce(const double *x, size_t n, size_t buckets, size_t *positions);

/* The units whose values are iterations; 0: there is no value. */
size_t chart_executions(const struct assay_series *series);
/* "build 2 · execution 3": the units that value `at` of all belongs to, with the names of their levels; without
 * these (NULL) "2 · 3". */
void chart_print_unit(FILE *out, const struct assay_series *series, size_t at,
                      const char *const *levels);

/* Names of rows as they are put together: one more, which stays the caller's; returns its number. */
struct chart_rows {
    char **names;
    size_t n;
};
size_t chart_row(struct chart_rows *rows, const char *what, const char *system);
/* They become the names of the axis. */
void chart_rows_end(struct chart_rows *rows, struct plot_axis *axis);

/* ---- as data of a page ---- */

/* A plot with its points packed, and back as far as it is sound: of what a plot draws nothing else is
 * lost than digits that no screen shows. NULL is null. */
json_t *chart_json(const struct plot *plot);
void chart_read(const json_t *json, struct plot *plot);

/* What one sample may take of a page for its executions: bytes, and the time to write it. */
struct chart_limits {
    size_t executions; /* drawn one by one */
    size_t values;     /* kept in order, of all these executions together */
    size_t iterations; /* of one execution, in which changes are sought */
    bool raw;          /* every value besides */
};
struct chart_limits chart_limits_of(size_t n_samples, bool raw);

/* {"mixture", "runs", "raw"?}: what else a page looks at of a sample; what there is not is null. */
json_t *chart_sample_json(const struct sample_finding *sample, const struct sample_mixture *mixture,
                          const struct chart_limits *limits);
json_t *chart_mixture_json(const struct sample_mixture *mixture);
json_t *chart_runs_json(const struct sample_finding *sample, const struct chart_limits *limits);
json_t *chart_raw_json(const struct sample_finding *sample);

/* Of a comparison: what it says from other iterations on; null where nobody looked. */
json_t *chart_cuts_json(const struct comparison_finding *row);

/* Six digits are more than a screen has pixels; the findings have all of them. */
json_t *chart_number(double x);

/* Values as 16-bit codes, value = low + step code: {"n", "low", "step", "codes"}, the codes
 * little-endian in base64. Evenly spaced ones need no codes: value i = low + step i. */
json_t *chart_packed(const double *x, size_t n);
/* Back, to be freed; NULL: they are not whole, or memory lacks. */
double *chart_unpacked(const json_t *packed, size_t *n);

/* The same exactly: {"n", "encoding", "data"}, doubles by deflate (zlib) and base64. */
json_t *chart_deflated(const double *x, size_t n);

/* Bytes by deflate (zlib) and base64, to be freed; NULL: no memory. */
char *chart_squeezed(const void *bytes, size_t n);
