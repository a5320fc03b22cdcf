/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.h -- lines, dots and words on a page, in the language of a file: SVG, or PGF for TeX.
 *
 * Its unit is a pixel of 1/96 inch, from the upper left: letters of 10 are 7.5 points on paper. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "view/text/markup.h"

enum canvas_ink {
    INK_PAPER,
    INK_TEXT,
    INK_FAINT,
    INK_LINE,
    INK_BAND,
    INK_FASTER,
    INK_SLOWER,
    INK_EQUIVALENT,
    INK_INCONCLUSIVE,
    INK_MIXED,
    INK_ONE, /* six that are told apart */
    INK_LAST = INK_ONE + 5
};

enum { CANVAS_LETTERS = 10 };
#define CANVAS_LETTER 6.1 /* the mean width of one, generously */

struct canvas_point {
    double x, y; /* NaN: the line is interrupted */
};

/* How an area or a line looks. */
struct canvas_look {
    enum canvas_ink ink;
    double fill; /* how opaque, of an area; 0: it is a line */
    double width;
    bool dashed;
};

enum canvas_anchor { CANVAS_LEFT, CANVAS_MIDDLE, CANVAS_RIGHT };

struct canvas {
    struct markup out;
    const struct canvas_language *language;
    double width, height;
    bool dark;
    bool inside; /* of a page, which has the colours */
    bool whole;  /* its numbers are whole: half as many bytes where there are thousands */
    double left; /* where what is drawn now begins */
    /* "serif", "sans" or a family's name; NULL: sans. A page and TeX have their own. */
    const char *font;
};

struct canvas_language {
    struct markup (*open)(FILE *stream);
    void (*begin)(const struct canvas *canvas, const char *title);
    void (*end)(const struct canvas *canvas);
    void (*path)(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n);
    void (*dots)(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n);
    void (*text)(const struct canvas *canvas, enum canvas_ink ink, bool bold,
                 enum canvas_anchor anchor, struct canvas_point at, const char *text);
};
extern const struct canvas_language canvas_svg, canvas_pgf;

/* "0072b2" */
const char *canvas_color(enum canvas_ink ink, bool dark);

void canvas_rectangle(const struct canvas *canvas, struct canvas_look look, double left, double top,
                      double right, double bottom);
void canvas_line(const struct canvas *canvas, struct canvas_look look, double x1, double y1,
                 double x2, double y2);
