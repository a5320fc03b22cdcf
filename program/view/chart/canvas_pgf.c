/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_pgf.c -- the canvas as a picture of PGF, for \input: TeX sets its letters.
 * Source:   the PGF manual, version 3.1.10, part II (TikZ). */
#include "view/chart/canvas.h"

#include <math.h>

static void begin(const struct canvas *canvas, const char *title)
{
    markup_write(&canvas->out,
                 "%% %s\n%% \\usepackage{tikz}\n"
                 "\\begin{tikzpicture}[x=0.75bp,y=-0.75bp,line join=round]\n",
                 title);
    for (int ink = 0; ink <= INK_LAST; ink++)
        markup_write(&canvas->out, "\\definecolor{assay%d}{HTML}{%s}\n", ink,
                     canvas_color((enum canvas_ink)ink, canvas->dark));
    markup_write(&canvas->out,
                 canvas->dark ? "\\fill[assay0] (0,0) rectangle (%.2f,%.2f);\n"
                              : "\\useasboundingbox (0,0) rectangle (%.2f,%.2f);\n",
                 canvas->width, canvas->height);
}

static void end(const struct canvas *canvas)
{
    markup_write(&canvas->out, "\\end{tikzpicture}\n");
}

static void path(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n)
{
    const struct markup *out = &canvas->out;
    bool drawn = false;
    if (look.fill > 0)
        markup_write(out, "\\fill[assay%d,fill opacity=%.2g] ", look.ink, look.fill);
    else
        markup_write(out,
                     look.dashed
                         ? "\\draw[assay%d,line width=%.3gbp,dash pattern=on 3bp off 2.2bp] "
                         : "\\draw[assay%d,line width=%.3gbp] ",
                     look.ink, 0.75 * look.width);
    for (size_t i = 0; i < n; i++) {
        const bool is = !isnan(points[i].x) && !isnan(points[i].y);
        if (is)
            markup_write(out, drawn ? "--(%.1f,%.1f)" : " (%.1f,%.1f)", canvas->left + points[i].x,
                         points[i].y);
        drawn = is;
    }
    markup_write(out, look.fill > 0 ? "--cycle;\n" : ";\n");
}

static void dots(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isnan(points[i].x) && !isnan(points[i].y))
            markup_write(
                &canvas->out, "\\fill[assay%d,fill opacity=%.2g] (%.1f,%.1f) circle (%.3gbp);\n",
                look.ink, look.fill, canvas->left + points[i].x, points[i].y, 0.375 * look.width);
}

static void text(const struct canvas *canvas, enum canvas_ink ink, bool bold,
                 enum canvas_anchor anchor, struct canvas_point at, const char *words)
{
    static const char *const anchors[] = {"base west", "base", "base east"};
    markup_write(
        &canvas->out,
        bold ? "\\node[anchor=%s,inner "
               "sep=0pt,assay%d,font=\\sffamily\\bfseries\\fontsize{7.5bp}{9bp}"
               "\\selectfont] at (%.1f,%.1f) {%s};\n"
             : "\\node[anchor=%s,inner sep=0pt,assay%d,font=\\sffamily\\fontsize{7.5bp}{9bp}"
               "\\selectfont] at (%.1f,%.1f) {%s};\n",
        anchors[anchor], ink, canvas->left + at.x, at.y, words);
}

const struct canvas_language canvas_pgf = {markup_pgf, begin, end, path, dots, text};
