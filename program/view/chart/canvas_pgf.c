/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas_pgf.c -- the canvas as a picture of PGF, for \input: TeX sets its letters.
 * Source:   the PGF manual, version 3.1.10, part II (TikZ). */
#include "view/chart/canvas.h"

#include <math.h>
#include <stdlib.h>

#include "export/export.h"
#include "export/markup_text.h"

static void begin(const struct canvas *canvas, const char *title)
{
    char *visible = export_visible(title); /* in one line, as a comment has to be */
    fprintf(canvas->stream,
            "%% %s\n%% \\usepackage{tikz}\n"
            "\\begin{tikzpicture}[x=0.75bp,y=-0.75bp,line join=round]\n",
            visible != NULL ? visible : "?");
    free(visible);
    for (int ink = 0; ink <= INK_LAST; ink++)
        fprintf(canvas->stream, "\\definecolor{assay%d}{HTML}{%s}\n", ink,
                canvas_color((enum canvas_ink)ink, canvas->dark));
    fprintf(canvas->stream, "\\%s (0,0) rectangle (%.2f,%.2f);\n",
            canvas->dark ? "fill[assay0]" : "useasboundingbox", canvas->width, canvas->height);
}

static void end(const struct canvas *canvas)
{
    fputs("\\end{tikzpicture}\n", canvas->stream);
}

static void path(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n)
{
    FILE *stream = canvas->stream;
    bool drawn = false;
    if (look.fill > 0)
        fprintf(stream, "\\fill[assay%d,fill opacity=%.2g] ", look.ink, look.fill);
    else
        fprintf(stream, "\\draw[assay%d,line width=%.3gbp%s] ", look.ink, 0.75 * look.width,
                look.dashed ? ",dash pattern=on 3bp off 2.2bp" : "");
    for (size_t i = 0; i < n; i++) {
        const bool is = !isnan(points[i].x) && !isnan(points[i].y);
        if (is)
            fprintf(stream, "%s(%.1f,%.1f)", drawn ? "--" : " ", points[i].x, points[i].y);
        drawn = is;
    }
    fputs(look.fill > 0 ? "--cycle;\n" : ";\n", stream);
}

static void dots(const struct canvas *canvas, struct canvas_look look,
                 const struct canvas_point *points, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isnan(points[i].x) && !isnan(points[i].y))
            fprintf(canvas->stream,
                    "\\fill[assay%d,fill opacity=%.2g] (%.1f,%.1f) circle (%.3gbp);\n", look.ink,
                    look.fill, points[i].x, points[i].y, 0.375 * look.width);
}

static void text(const struct canvas *canvas, enum canvas_ink ink, bool bold,
                 enum canvas_anchor anchor, struct canvas_point at, const char *words)
{
    static const char *const anchors[] = {"base west", "base", "base east"};
    fprintf(canvas->stream,
            "\\node[anchor=%s,inner sep=0pt,assay%d,font=\\sffamily%s\\fontsize{7.5bp}{9bp}"
            "\\selectfont] at (%.1f,%.1f) {",
            anchors[anchor], ink, bold ? "\\bfseries" : "", at.x, at.y);
    latex_text(canvas->stream, words);
    fputs("};\n", canvas->stream);
}

const struct canvas_language canvas_pgf = {begin, end, path, dots, text};
