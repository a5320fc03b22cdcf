/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_layout.h -- where the words, marks and axes of a chart are. */
#pragma once

#include "view/chart/plot.h"

/* ---- how far an axis reaches, and the round values on it ---- */

struct plot_span {
    double low, high; /* logarithms, where the axis is one */
};

/* Of one of the plot's axes: what it asks for, else as far as the layers reach. */
struct plot_span plot_span_of(const struct plot *plot, const struct plot_axis *axis);

/* Along an axis, and where words may stand before and behind it; of no pixels: below one another. */
struct plot_room {
    double pixels, before, behind;
};

/* Words beside one another in a room. */
struct plot_words_row {
    struct plot_room room;
    struct {
        double begin, end;
    } taken[64];
    size_t n;
};

/* Whether words have room in the middle of a place, from 0 to 1, which is taken then. */
bool plot_take_place(struct plot_words_row *row, double part, const char *text);

/* Gives value and words of each tick. Beside one another words stand in the middle of their tick, or readers would take
 * another place for it: those that have no room there are left out. */
void plot_ticks(const struct plot_axis *axis, const struct plot_span *span, struct plot_room room,
                void (*tick)(void *context, double at, const char *text), void *context);
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
/* From 0 to 1; what lies beyond is at the end, and so is what has no logarithm. */
double plot_part_of(const struct plot_axis *axis, const struct plot_span *span, double value);
double plot_x_of(const struct plot_frame *frame, double value);
double plot_y_of(const struct plot_frame *frame, double value);

/* The marks of a frame without small charts, and nothing around them. */
void plot_draw_layers(const struct plot_frame *frame);

/* Printed, unless the canvas is NULL; returns their height. */
double plot_words_above(const struct canvas *canvas, const struct plot *plot, double width,
                        double top);
/* As those, below the marks; returns where they end. */
double plot_words_below(const struct canvas *canvas, const struct plot_frame *frame, double width);
