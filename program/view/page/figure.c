/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.c -- changes as a picture by itself: marks and scale are those of the page's grids.
 *
 * Its unit is a pixel of 1/96 inch: letters of 10 are 7.5 points on paper, whatever the width.
 * Edge:     what a narrow figure has no room for is the middle of a name; numbers are never cut. */
#include "view/page/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "finding/overview.h"
#include "view/page/axis.h"
#include "view/page/html.h"
#include "view/text/distinct_names.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { ROW = 18, HEAD = 30, AXIS = 30, TEXT = 10, LEAST_MARKS = 50 };
#define LETTER 5.6    /* the mean width of one, generously */
#define RANGE 88.0    /* "\u221239.0 \u2026 \u221237.2 %" */
#define NUMBERS 136.0 /* the change, too */

struct part {
    const struct system_pair *pair;
    const struct comparison_finding **rows;
    char **names; /* of the rows, visible, and cut so that they still differ */
    size_t n;
};

struct drawing {
    FILE *stream;
    double width, left, right; /* the column of marks lies between the last two */
    struct axis axis;
    struct terminal_names names;
};

/* ---- what is drawn ---- */

static bool is_drawn(const struct figure *figure, const struct comparison_finding *row)
{
    return figure->benchmark == NULL || strcmp(row->old_series->benchmark, figure->benchmark) == 0;
}

bool figure_has_changes(const struct figure *figure, const struct report_view *view)
{
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++)
            if (is_drawn(figure, &view->pairs[p].rows[i]))
                return true;
    return false;
}

/* The worst first. False: no memory. */
static bool part_init(struct part *part, const struct figure *figure,
                      const struct system_pair *pair)
{
    struct pair_overview overview;
    *part = (struct part){pair, view_room(pair->n + 1, sizeof *part->rows),
                          view_room(pair->n + 1, sizeof *part->names), 0};
    if (part->rows == NULL || part->names == NULL || !pair_overview_of(pair, &overview))
        return false;
    for (size_t i = 0; i < pair->n; i++)
        if (is_drawn(figure, &pair->rows[overview.order[i]]) && overview.counted[overview.order[i]])
            part->rows[part->n++] = &pair->rows[overview.order[i]];
    pair_overview_fini(&overview);
    return true;
}

static void part_fini(struct part *part)
{
    for (size_t i = 0; part->names != NULL && i < part->n; i++)
        free(part->names[i]);
    free(part->names);
    free(part->rows);
}

/* To so many columns where they still differ then. False: no memory. */
static bool cut_names(struct part *part, int limit)
{
    char **cut = view_room(part->n + 1, sizeof *cut);
    bool whole = cut != NULL;
    for (size_t i = 0; i < part->n; i++) {
        part->names[i] = view_kept(terminal_name(part->rows[i]->old_series->benchmark));
        whole = whole && part->names[i] != NULL;
    }
    whole = whole && distinct_names((const char *const *)part->names, part->n, limit, cut);
    for (size_t i = 0; whole && i < part->n; i++)
        if (cut[i] != NULL) {
            free(part->names[i]);
            part->names[i] = cut[i];
        }
    free(cut);
    return whole;
}

/* ---- its parts ---- */

static void print_style(FILE *stream, bool dark)
{
    static const char *const inks[][7] = {
        {"#fff", "#1a1c20", "#5c636e", "#0072b2", "#b84a00", "#4d5a68", "#eceff3"},
        {"#15181d", "#e6e9ee", "#a3abb8", "#63b3ed", "#f6975a", "#a9b4c2", "#262c35"}};
    const char *const *ink = inks[dark];
    fprintf(
        stream,
        "<style>svg{overflow:visible}text{font:%dpx "
        "sans-serif;fill:%s}.faint{fill:%s}.number{text-anchor:end}"
        ".tick{text-anchor:middle}.title{font-weight:bold}line{stroke:currentColor;"
        "stroke-width:1.5}.zero{stroke:%s;stroke-width:.5}use{fill:currentColor}.faster{color:%s}"
        ".slower{color:%s}.equivalent,.inconclusive,.mixed{color:%s}.margin{fill:%s}</style>"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n",
        TEXT, ink[1], ink[2], ink[2], ink[3], ink[4], ink[5], ink[6], ink[0]);
}

static double x_of(const struct drawing *drawing, double place)
{
    return drawing->left + place / 100 * (drawing->right - drawing->left);
}

static void print_text(struct drawing *drawing, const char *class, double x, double y,
                       const char *text)
{
    fprintf(drawing->stream, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, x, y);
    html_text(drawing->stream, text);
    fputs("</text>\n", drawing->stream);
}

struct tick_place {
    struct drawing *drawing;
    double y;
};

static void print_tick(void *context, double place, const char *text)
{
    const struct tick_place *at = context;
    print_text(at->drawing, "tick faint", x_of(at->drawing, place), at->y, text);
}

static void print_axis(struct drawing *drawing, double y)
{
    const struct axis *axis = &drawing->axis;
    const bool rates = axis->has_time && axis->has_rate;
    struct tick_place at = {drawing, y + TEXT};
    axis_ticks(axis, 100 * 7 * LETTER / (drawing->right - drawing->left), print_tick, &at);
    print_text(drawing, "faint", drawing->left, y + 2.4 * TEXT,
               rates ? "\u2190 better" : "\u2190 faster");
    print_text(drawing, "number faint", drawing->right, y + 2.4 * TEXT,
               rates ? "worse \u2192" : "slower \u2192");
}

/* "O2 against O1", and below it what is compared and what the lines are. */
static void print_head(struct drawing *drawing, const struct part *part, double confidence,
                       double y)
{
    const struct comparison_finding *row = part->rows[0];
    const int columns = (int)(drawing->width / LETTER);
    struct terminal_names *names = &drawing->names;
    char *title =
        view_format("%s against %s", terminal_shown(names, part->pair->new_system, columns / 2 - 5),
                    terminal_shown(names, part->pair->old_system, columns / 2 - 5));
    char *below = view_format("%s \u00b7 %s CI \u00b7 margin %.6g %%",
                              terminal_shown(names, row->old_series->metric, 24),
                              confidence_text(confidence).text, 100 * row->finding.margin);
    print_text(drawing, "title", 2, y + 11, title != NULL ? title : "?");
    print_text(drawing, "faint", 2, y + 24, below != NULL ? below : "?");
    free(title);
    free(below);
}

/* Where no change and the margin are, behind the marks. */
static void print_ground(struct drawing *drawing, double y, double height)
{
    const struct axis *axis = &drawing->axis;
    const double low = x_of(drawing, axis_place(axis, exp(-axis->margin)));
    const double high = x_of(drawing, axis_place(axis, exp(axis->margin)));
    const double zero = x_of(drawing, axis_place(axis, 1));
    fprintf(drawing->stream,
            "<rect class=\"margin\" x=\"%.1f\" width=\"%.1f\" y=\"%.1f\" height=\"%.1f\"/>"
            "<line class=\"zero\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
            low, high - low, y, height, zero, zero, y, y + height);
}

static void print_row(struct drawing *drawing, const struct part *part, size_t i, double y)
{
    const struct comparison_finding *row = part->rows[i];
    const int decimals = verdict_decimals(&row->finding.ratio);
    print_text(
        drawing, "name", 2, y + 13,
        terminal_shown(&drawing->names, part->names[i], (int)((drawing->left - 8) / LETTER)));
    fprintf(drawing->stream, "<svg x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"22\">",
            drawing->left, y - 2, drawing->right - drawing->left);
    axis_print_mark(drawing->stream, &drawing->axis, row);
    fputs("</svg>\n", drawing->stream);
    print_text(drawing, "number title", drawing->width - RANGE, y + 13,
               percent_signed(change_of(&row->finding.ratio).estimate, decimals).text);
    print_text(drawing, "number faint", drawing->width - 2, y + 13,
               verdict_range(&row->finding.ratio, decimals).text);
}

static double print_part(struct drawing *drawing, const struct part *part, double confidence,
                         double y)
{
    print_head(drawing, part, confidence, y);
    y += HEAD;
    print_ground(drawing, y, (double)part->n * ROW);
    for (size_t i = 0; i < part->n; i++)
        print_row(drawing, part, i, y + (double)i * ROW);
    y += (double)part->n * ROW;
    print_axis(drawing, y);
    return y + AXIS;
}

/* ---- the figure ---- */

static void draw(struct drawing *drawing, const struct figure *figure,
                 const struct report_view *view, const struct part *parts)
{
    FILE *stream = drawing->stream;
    double height = 0, y = 0;
    for (size_t p = 0; p < view->n_pairs; p++)
        height += parts[p].n > 0 ? HEAD + (double)parts[p].n * ROW + AXIS : 0;
    fprintf(stream,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.6gmm\" height=\"%.2fmm\" "
            "viewBox=\"0 0 %.2f %.2f\" role=\"img\">\n<title>",
            figure->width_mm, height * 25.4 / 96, drawing->width, height);
    html_name(stream, view->title);
    fputs("</title>\n", stream);
    print_style(stream, figure->dark);
    axis_print_signs(stream);
    for (size_t p = 0; p < view->n_pairs; p++) {
        if (parts[p].n == 0)
            continue;
        drawing->axis =
            axis_of((const struct comparison_finding *const *)parts[p].rows, parts[p].n);
        y = print_part(drawing, &parts[p], view->confidence, y);
    }
    fputs("</svg>\n", stream);
}

void figure_print_changes(FILE *stream, const struct figure *figure, const struct report_view *view)
{
    const double width = figure->width_mm * 96 / 25.4;
    struct drawing drawing = {.stream = stream, .width = width};
    struct part *parts = view_room(view->n_pairs + 1, sizeof *parts);
    bool whole = parts != NULL;
    int longest = 8;
    drawing.right = width - NUMBERS;
    for (size_t p = 0; whole && p < view->n_pairs; p++) {
        whole = part_init(&parts[p], figure, &view->pairs[p]) &&
                cut_names(&parts[p], (int)(drawing.right / 2 / LETTER));
        for (size_t i = 0; whole && i < parts[p].n; i++) {
            const int columns = terminal_columns(parts[p].names[i]);
            longest = columns > longest ? columns : longest;
        }
    }
    drawing.left = fmin((longest + 1) * LETTER + 8, drawing.right - LEAST_MARKS);
    if (whole)
        draw(&drawing, figure, view, parts);
    else
        view_lose();
    for (size_t p = 0; parts != NULL && p < view->n_pairs; p++)
        part_fini(&parts[p]);
    free(parts);
    terminal_names_fini(&drawing.names);
}
