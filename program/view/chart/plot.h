/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.h -- a chart as data: layers of points over two axes, for what draws it and what writes it down. */
#pragma once

#include "view/chart/canvas.h"

enum plot_mark {
    PLOT_LINE,
    PLOT_DASHED,
    PLOT_STEPS,
    PLOT_AREA, /* below a line */
    PLOT_BAND, /* from low to high over x */
    PLOT_DOTS,
    PLOT_CROSSES,
    PLOT_UP, /* triangles */
    PLOT_DOWN,
    PLOT_SQUARES,
    PLOT_STRIPES, /* upright strokes in the row of y */
    PLOT_SPANS,   /* from low to high at x */
    PLOT_RANGES,  /* from low to high at y */
    PLOT_BARS,    /* the same, filled */
    PLOT_CELLS,   /* a change x in the row of y and the layer's column */
    PLOT_UPRIGHTS /* at x, over the whole height */
};

struct plot_point {
    double x, y, low, high; /* NaN: none, or no end */
};

struct plot_layer {
    enum plot_mark mark;
    enum canvas_ink ink;
    char *name;       /* of what it is: a system, a level */
    const char *what; /* "density" */
    struct plot_point *at;
    size_t n, room;
    size_t of;     /* of which system, from 1; 0: of none */
    size_t unseen; /* far values that are no points of it */
    bool silent;   /* not in the legend */
    size_t column; /* of cells; of small charts which */
    double depth;
    bool hatched;
};

enum plot_words {
    PLOT_QUANTITIES, /* of the unit */
    PLOT_NUMBERS,
    PLOT_COUNTS,   /* whole numbers */
    PLOT_PERCENTS, /* of values in per cent, with their sign */
    PLOT_SHARES,   /* 1 is 100 % */
    PLOT_DURATIONS,
    PLOT_TICKS,   /* the ticks that are given, and no other */
    PLOT_RATIOS,  /* of an axis of logarithms: changes in per cent, of far ratios factors */
    PLOT_INVERSES /* the same of what stands there as 1 / ratio */
};

enum { PLOT_MOST_TICKS = 12 };

struct plot_axis {
    char *title;
    const char *unit;
    enum plot_words words;
    bool is_log;
    double low, high; /* NaN: as far as the layers reach */
    char **names;     /* of rows from the top, or columns from the left; NULL: values */
    size_t n_names;
    struct {
        double at;
        char text[24];
    } ticks[PLOT_MOST_TICKS];
    size_t n_ticks, most; /* 0: as suits */
    double spoken;        /* the ticks' unit is that of this value; 0: of the ends */
    /* Of each system, how far its usual values reach: what lies beyond all of these is far. */
    struct plot_reach {
        double low, high;
    } * reach;
    size_t n_reach;
};

struct plot {
    char *title, *caption; /* the first bold above it, the second below that */
    char *note;            /* below it */
    bool untitled;         /* the first two are not drawn: a paper says them */
    struct plot_axis x, y;
    struct plot_axis panels; /* its names: of small charts on these axes; none: it is one chart */
    struct plot_layer *layers;
    size_t n;
    char *(*beside)[2]; /* of each row: a value and a range right of it; NULL: none */
    double zero;        /* an upright or level line, where x or y is this; NaN: none */
    double margin[2];   /* a band behind it; NaN: none */
    bool zero_is_x;
    size_t height; /* of the area of its marks, where y has values; 0: as suits */
};

/* As nothing was yet said of it. */
struct plot plot_begin(void);
void plot_fini(struct plot *plot);

/* A new layer, valid until the next one; NULL: no memory, and lost. The name is copied. */
struct plot_layer *plot_layer(struct plot *plot, enum plot_mark mark, enum canvas_ink ink,
                              const char *name, const char *what);
/* What finds no room is lost. A layer of NULL takes nothing. */
void plot_put(struct plot_layer *layer, double x, double y);
void plot_put_range(struct plot_layer *layer, double x, double y, double low, double high);

/* Points joined by straight lines, for nothing is fitted for the eye, with a band of their intervals. */
void plot_curve(struct plot *plot, enum canvas_ink ink, const char *name,
                const struct plot_point *points, size_t n);

/* The names are copied as a screen may show them. */
void plot_names(struct plot_axis *axis, const char *const *names, size_t n);
void plot_tick(struct plot_axis *axis, double at, const char *text);

/* The reach of one more system. */
void plot_reach(struct plot_axis *axis, double low, double high);
/* Ends each axis where the systems reach to, when values lie beyond, and says so in the note: such values are drawn
 * at the edge. As pages do when they draw some of the systems. */
void plot_trim(struct plot *plot);

/* How high it is at a width; and it, from there downwards. */
double plot_height(const struct plot *plot, double width);
void plot_draw(const struct canvas *canvas, const struct plot *plot, double top);

/* Its points as CSV; the first of several has the head. */
void plot_csv(FILE *stream, const struct plot *plot, bool head);
