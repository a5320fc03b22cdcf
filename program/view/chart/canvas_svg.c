/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_svg.c -- the canvas as SVG; what all canvases share. */
#include "view/chart/canvas.h"

#include <math.h>
#include <string.h>

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

static void print_styles(const struct canvas *canvas)
{
    const struct markup *out = &canvas->out;
    const char *font = canvas->font != NULL ? canvas->font : "sans";
    if (strcmp(font, "sans") == 0)
        markup_write(out,
                     "<style>text{font:%dpx Helvetica,Arial,Liberation Sans,Noto Sans,sans-serif}",
                     CANVAS_LETTERS);
    else if (strcmp(font, "serif") == 0)
        markup_write(out, "<style>text{font:%dpx Times,Liberation Serif,Noto Serif,serif}",
                     CANVAS_LETTERS);
    else
        markup_write(out, "<style>text{font:%dpx '%s',sans-serif}", CANVAS_LETTERS, font);
    markup_write(out, ".k{fill:none;stroke-linejoin:round}.d{");
    markup_write(
        out, "stroke-linecap:round}.b{font-weight:bold}.m{text-anchor:middle}.r{text-anchor:end}");
    for (int ink = 0; ink <= INK_LAST; ink++)
        markup_write(out, ".k.i%d{stroke:#%s}.f.i%d{fill:#%s}", ink,
                     canvas_color((enum canvas_ink)ink, canvas->dark), ink,
                     canvas_color((enum canvas_ink)ink, canvas->dark));
    markup_write(out, "</style>\n<rect width=\"100%%\" height=\"100%%\" class=\"f i%d\"/>\n",
                 INK_PAPER);
}

static void begin(const struct canvas *canvas, const char *title)
{
    const struct markup *out = &canvas->out;
    if (canvas->inside)
        markup_write(out, "<svg class=\"plot\"");
    else
        markup_write(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.6gmm\" height=\"%.2fmm\"",
                     canvas->width * 25.4 / 96, canvas->height * 25.4 / 96);
    markup_write(out, " viewBox=\"0 0 %.2f %.2f\" role=\"img\">\n<title>%s</title>\n",
                 canvas->width, canvas->height, title);
    if (!canvas->inside)
        print_styles(canvas);
}

static void end(const struct canvas *canvas)
{
    markup_write(&canvas->out, "</svg>\n");
}

/* Each number from the one before; a sign parts two of them. */
static void whole_points(const struct canvas *canvas, const struct canvas_point *points, size_t n)
{
    long x = 0, y = 0;
    bool drawn = false, first = false;
    for (size_t i = 0; i < n; i++) {
        const bool is = !isnan(points[i].x) && !isnan(points[i].y);
        const long to_x = is ? lround(points[i].x) : x, to_y = is ? lround(points[i].y) : y;
        if (is && drawn)
            markup_write(&canvas->out, "%s%ld%s%ld",
                         first      ? "l"
                         : to_x < x ? ""
                                    : " ",
                         to_x - x, to_y < y ? "" : " ", to_y - y);
        else if (is)
            markup_write(&canvas->out, "M%ld %ld", to_x, to_y);
        first = is && !drawn;
        drawn = is;
        x = to_x;
        y = to_y;
    }
}

static void path(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n)
{
    bool drawn = false;
    markup_write(&canvas->out, "<path class=\"%s i%d\"", look.fill > 0 ? "f" : "k", look.ink);
    if (look.fill > 0 && look.fill < 1)
        markup_write(&canvas->out, " opacity=\"%.2g\"", look.fill);
    if (look.fill <= 0)
        markup_write(&canvas->out, " stroke-width=\"%.3g\"", look.width);
    if (look.dashed)
        markup_write(&canvas->out, " stroke-dasharray=\"4 3\"");
    markup_write(&canvas->out, " d=\"");
    if (canvas->whole)
        whole_points(canvas, points, n);
    for (size_t i = 0; !canvas->whole && i < n; i++) {
        const bool is = !isnan(points[i].x) && !isnan(points[i].y);
        if (is)
            markup_write(&canvas->out, "%c%.1f %.1f", drawn ? 'L' : 'M', canvas->left + points[i].x,
                         points[i].y);
        drawn = is;
    }
    markup_write(&canvas->out, look.fill > 0 ? "Z\"/>\n" : "\"/>\n");
}

/* Ends of lines of no length are round. */
static void dots(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n)
{
    markup_write(&canvas->out, "<path class=\"k d i%d\" stroke-width=\"%.3g\"", look.ink,
                 look.width);
    if (look.fill < 1)
        markup_write(&canvas->out, " opacity=\"%.2g\"", look.fill);
    markup_write(&canvas->out, " d=\"");
    for (size_t i = 0; i < n; i++)
        if (!isnan(points[i].x) && !isnan(points[i].y))
            markup_write(&canvas->out, "M%.1f %.1fh0", canvas->left + points[i].x, points[i].y);
    markup_write(&canvas->out, "\"/>\n");
}

static void text(const struct canvas *canvas, enum canvas_ink ink, bool bold,
                 enum canvas_anchor anchor, struct canvas_point at, const char *words)
{
    static const char *const anchors[] = {"", " m", " r"};
    markup_write(&canvas->out, "<text class=\"f i%d%s%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", ink,
                 bold ? " b" : "", anchors[anchor], canvas->left + at.x, at.y, words);
}

const struct canvas_language canvas_svg = {markup_xml, begin, end, path, dots, text};
