/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_kinds.h -- the charts of a row of the page, from the findings that the page holds. */
#pragma once

#include <jansson.h>

#include "view/chart/plot.h"

struct plot_kind {
    const char *name;
    const char *shows; /* "how densely the values lie" */
    /* False: there is nothing to draw. The samples are of one benchmark and metric; plot_fini ends it
     * in any case. */
    bool (*make)(const json_t *const *samples, size_t n, const json_t *findings, struct plot *plot);
};

/* In the order of the page; the last has no name. */
extern const struct plot_kind plot_kinds[];

/* The kind's chart of this benchmark, with its caption. False: there is nothing to draw. */
bool plot_of_kind(const struct plot_kind *kind, const json_t *findings, const char *benchmark,
                  struct plot *plot);

/* ---- what a page's charts hold, back as numbers ---- */

enum { PLOT_SYSTEMS = 6 }; /* in one chart: more are not told apart */

/* What the chart of a sample holds of a kind; NULL: nothing. */
const json_t *plot_chart_of(const json_t *sample, const char *kind);
/* Of the i-th system. */
enum canvas_ink plot_ink(size_t i);
/* An axis of the sample's values. */
void plot_value_axis(struct plot_axis *axis, const json_t *sample);
/* Where value i stood, counted from 1, of n values; two of each stretch are kept. */
double plot_position_of(size_t i, size_t kept, size_t n);

/* What chart_packed packed: value i, as far as it is there. */
struct plot_packed {
    size_t n;
    double low, step;
    const char *codes;
};
struct plot_packed plot_packed_of(const json_t *object);
double plot_packed_at(const struct plot_packed *packed, size_t i);

/* Where few far values would flatten a chart: beyond these they are drawn at the edge. */
struct plot_limits {
    double low, high;
    size_t beyond;
    double farthest;
};
struct plot_limits plot_limits_of(const json_t *const *samples, size_t n);
/* The value itself; counts those that lie beyond. */
double plot_limited(struct plot_limits *limits, double value);
/* Where some do, the axis ends there, and the plot's note says "3 far values stand at the edge, up to 217 ms." */
void plot_limit(struct plot *plot, struct plot_axis *axis, const struct plot_limits *limits);

/* ---- how far an axis reaches, and the round values on it ---- */

struct plot_span {
    double low, high; /* logarithms, where the axis is one */
};

/* Of one of the plot's axes: what it asks for, else as far as the layers reach. */
struct plot_span plot_span_of(const struct plot *plot, const struct plot_axis *axis);

/* Gives value and words of each tick, so that along so many pixels they lie beside one another; 0: they
 * are below one another. */
void plot_ticks(const struct plot_axis *axis, const struct plot_span *span, double pixels,
                void (*tick)(void *context, double at, const char *text), void *context);
/* The next of 1, 2, 5, 10, … that is not smaller. */
double plot_round_up(double step);
/* The widest of those below one another. */
double plot_ticks_width(const struct plot_axis *axis, const struct plot_span *span);

/* ---- a chart laid out: where its words, marks and axes are ---- */

enum { PLOT_ROW = 18, PLOT_LEADING = 13 }; /* between rows of marks; between lines of words */

/* Where everything is; what it holds is freed by plot_frame_fini. */
struct plot_frame {
    const struct canvas *canvas;
    const struct plot *plot;
    double left, right, top, bottom; /* of the marks */
    struct plot_span x, y;
    char **rows; /* names of rows, cut */
    double range_width;
    size_t across;    /* small charts beside one another */
    bool first, last; /* of its row: with the words of y; of its column: with those of x */
    char *columns;    /* names of columns that have no room, behind their numbers */
};

struct plot_frame plot_frame_of(const struct canvas *canvas, const struct plot *plot, double width,
                                double top);
/* The i-th small chart of it; it holds nothing of its own. */
struct plot_frame plot_panel_of(const struct plot_frame *frame, size_t i);
void plot_frame_fini(struct plot_frame *frame);

double plot_width_of(const char *text);
double plot_x_of(const struct plot_frame *frame, double value);
double plot_y_of(const struct plot_frame *frame, double value);

/* Printed, unless the canvas is NULL; returns their height. */
double plot_words_above(const struct canvas *canvas, const struct plot *plot, double width,
                        double top);
/* As those, below the marks; returns where they end. */
double plot_words_below(const struct canvas *canvas, const struct plot_frame *frame, double width);

/* ---- executions one by one, as a kind of plot_kinds.h ---- */

bool plot_runs(const json_t *const *samples, size_t n, const json_t *findings, struct plot *plot);
