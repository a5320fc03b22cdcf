/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_svg.c -- the canvas as SVG; what all canvases share. */
#include "view/chart/canvas.h"

#include <math.h>

#include "base/owned.h"
#include "export/export.h"
#include "export/markup_text.h"

const char *canvas_color(enum canvas_ink ink, bool dark)
{
    static const char *const colors[2][INK_LAST + 1] = {
        {"ffffff", "1a1c20", "5c636e", "d5d9e0", "eceff3", "0072b2", "b84a00", "4d5a68", "7a5a9e",
         "8a3a66", "0072b2", "d55e00", "009e73", "aa4499", "997700", "5c636e"},
        {"15181d", "e6e9ee", "a3abb8", "3a414c", "262c35", "63b3ed", "f6975a", "a9b4c2", "c4a4e8",
         "f09cc8", "63b3ed", "f6975a", "4fd1a5", "e08cc8", "e0c050", "a3abb8"}};
    return colors[dark][ink];
}

void canvas_rectangle(const struct canvas *canvas, struct canvas_look look, double left, double top,
                      double right, double bottom)
{
    const struct canvas_point corners[] = {
        {left, top}, {right, top}, {right, bottom}, {left, bottom}};
    canvas->language->path(canvas, look, corners, 4);
}

void canvas_line(const struct canvas *canvas, struct canvas_look look, double x1, double y1,
                 double x2, double y2)
{
    const struct canvas_point ends[] = {{x1, y1}, {x2, y2}};
    canvas->language->path(canvas, look, ends, 2);
}

/* ---- SVG ---- */

/* Names come from anywhere, and control characters are no XML. */
static void put_words(FILE *stream, const char *words)
{
    OWNED char *visible = export_visible(words);
    xml_text(stream, visible != NULL ? visible : "?");
}

static void print_styles(const struct canvas *canvas)
{
    FILE *stream = canvas->stream;
    fprintf(stream, "<style>text{font:%dpx sans-serif}.k{fill:none;stroke-linejoin:round}.d{",
            CANVAS_LETTERS);
    fputs("stroke-linecap:round}.b{font-weight:bold}.m{text-anchor:middle}.r{text-anchor:end}",
          stream);
    for (int ink = 0; ink <= INK_LAST; ink++)
        fprintf(stream, ".k.i%d{stroke:#%s}.f.i%d{fill:#%s}", ink,
                canvas_color((enum canvas_ink)ink, canvas->dark), ink,
                canvas_color((enum canvas_ink)ink, canvas->dark));
    fprintf(stream, "</style>\n<rect width=\"100%%\" height=\"100%%\" class=\"f i%d\"/>\n",
            INK_PAPER);
}

static void begin(const struct canvas *canvas, const char *title)
{
    FILE *stream = canvas->stream;
    fputs(canvas->inside ? "<svg class=\"plot\"" : "<svg xmlns=\"http://www.w3.org/2000/svg\"",
          stream);
    if (!canvas->inside)
        fprintf(stream, " width=\"%.6gmm\" height=\"%.2fmm\"", canvas->width * 25.4 / 96,
                canvas->height * 25.4 / 96);
    fprintf(stream, " viewBox=\"0 0 %.2f %.2f\" role=\"img\">\n<title>", canvas->width,
            canvas->height);
    put_words(stream, title);
    fputs("</title>\n", stream);
    if (!canvas->inside)
        print_styles(canvas);
}

static void end(const struct canvas *canvas)
{
    fputs("</svg>\n", canvas->stream);
}

static void print_look(FILE *stream, struct canvas_look look)
{
    fprintf(stream, "<path class=\"%s i%d\"", look.fill > 0 ? "f" : "k", look.ink);
    if (look.fill > 0 && look.fill < 1)
        fprintf(stream, " opacity=\"%.2g\"", look.fill);
    if (look.fill <= 0)
        fprintf(stream, " stroke-width=\"%.3g\"", look.width);
    fputs(look.dashed ? " stroke-dasharray=\"4 3\" d=\"" : " d=\"", stream);
}

static void path(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n)
{
    bool drawn = false;
    print_look(canvas->stream, look);
    for (size_t i = 0; i < n; i++) {
        const bool is = !isnan(points[i].x) && !isnan(points[i].y);
        if (is)
            fprintf(canvas->stream, "%c%.1f %.1f", drawn ? 'L' : 'M', points[i].x, points[i].y);
        drawn = is;
    }
    fputs(look.fill > 0 ? "Z\"/>\n" : "\"/>\n", canvas->stream);
}

/* Ends of lines of no length are round. */
static void dots(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n)
{
    fprintf(canvas->stream, "<path class=\"k d i%d\" stroke-width=\"%.3g\"", look.ink, look.width);
    if (look.fill < 1)
        fprintf(canvas->stream, " opacity=\"%.2g\"", look.fill);
    fputs(" d=\"", canvas->stream);
    for (size_t i = 0; i < n; i++)
        if (!isnan(points[i].x) && !isnan(points[i].y))
            fprintf(canvas->stream, "M%.1f %.1fh0", points[i].x, points[i].y);
    fputs("\"/>\n", canvas->stream);
}

static void text(const struct canvas *canvas, enum canvas_ink ink, bool bold,
                 enum canvas_anchor anchor, struct canvas_point at, const char *words)
{
    static const char *const anchors[] = {"", " m", " r"};
    fprintf(canvas->stream, "<text class=\"f i%d%s%s\" x=\"%.1f\" y=\"%.1f\">", ink,
            bold ? " b" : "", anchors[anchor], at.x, at.y);
    put_words(canvas->stream, words);
    fputs("</text>\n", canvas->stream);
}

const struct canvas_language canvas_svg = {begin, end, path, dots, text};
