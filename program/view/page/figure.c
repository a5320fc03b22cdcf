/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.c -- the charts of the pages by themselves: which there are, and what they are written as. */
#include "view/page/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "view/face/face.h"
#include "view/text/view_memory.h"

/* ---- kinds ---- */

static const struct {
    const char *name;
    void (*make)(const struct figure *, const struct report_view *, struct figure_plots *);
} overviews[] = {{"changes", figure_changes},
                 {"means", figure_means},
                 {"map", figure_map},
                 {"parameters", figure_parameters}};
enum { OVERVIEWS = sizeof overviews / sizeof *overviews };
static const char history_kind[] = "history";

static const char *kind_name(size_t i)
{
    return i < OVERVIEWS                  ? overviews[i].name
           : faces[i - OVERVIEWS] != NULL ? faces[i - OVERVIEWS]->name
                                          : NULL;
}

bool figure_read(const char *text, struct figure *figure)
{
    const size_t n = strcspn(text, ":");
    figure->benchmark = text[n] == ':' ? text + n + 1 : NULL;
    figure->kind = NULL;
    for (size_t i = 0; kind_name(i) != NULL && figure->kind == NULL; i++)
        if (strlen(kind_name(i)) == n && strncmp(kind_name(i), text, n) == 0)
            figure->kind = kind_name(i);
    if (n == strlen(history_kind) && strncmp(history_kind, text, n) == 0)
        figure->kind = history_kind;
    return figure->kind != NULL;
}

void figure_kinds(FILE *stream)
{
    for (size_t i = 0; kind_name(i) != NULL; i++)
        fprintf(stream, "%s, ", kind_name(i));
    fputs(history_kind, stream);
}

bool figure_is_history(const struct figure *figure)
{
    return figure->kind == history_kind;
}

bool figure_is_of_one(const struct figure *figure)
{
    return figure->kind != NULL && face_of(figure->kind) != NULL;
}

bool figure_needs_values(const struct figure *figure)
{
    const struct face *face = figure->kind != NULL ? face_of(figure->kind) : NULL;
    return face != NULL && face->alone;
}

/* ---- charts ---- */

struct plot *figure_plot(struct figure_plots *plots)
{
    struct plot *more = realloc(plots->items, (plots->n + 1) * sizeof *more);
    if (more == NULL) {
        view_lose();
        return NULL;
    }
    plots->items = more;
    more[plots->n] = plot_begin();
    return &more[plots->n++];
}

void figure_plots_fini(struct figure_plots *plots)
{
    for (size_t i = 0; i < plots->n; i++)
        plot_fini(&plots->items[i]);
    free(plots->items);
    *plots = (struct figure_plots){0};
}

/* A chart of a row of the page. */
static enum assay_status row_plot(const struct figure *figure, const struct report_view *view,
                                  const json_t *findings, struct figure_plots *plots,
                                  struct assay_error *error)
{
    const char *benchmark = figure->benchmark != NULL ? figure->benchmark : view->benchmarks[0];
    if (figure->benchmark == NULL && view->n_benchmarks > 1)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "%s is of one benchmark, and there are %zu: name one, as %s:%.200s",
                          figure->kind, view->n_benchmarks, figure->kind, view->benchmarks[0]);
    SCOPED(report_order_fini) struct report_order order = {0};
    struct report_view ordered = *view;
    struct plot *plot = figure_plot(plots);
    if (plot == NULL || !report_order_init(&order, view))
        return fail_no_memory(error);
    ordered.order = &order;
    const bool any = report_chart(&ordered, findings, figure->kind, benchmark, plot);
    return any ? ASSAY_OK
               : assay_fail(error, ASSAY_UNDEFINED,
                            "there is nothing to draw: no values of %.200s show %s", benchmark,
                            face_of(figure->kind)->shows);
}

enum assay_status figure_plots_of(const struct figure *figure, const struct report_view *view,
                                  const json_t *findings, struct figure_plots *plots,
                                  struct assay_error *error)
{
    *plots = (struct figure_plots){0};
    for (size_t i = 0; i < OVERVIEWS; i++)
        if (strcmp(overviews[i].name, figure->kind) == 0) {
            overviews[i].make(figure, view, plots);
            return plots->n > 0 ? ASSAY_OK
                                : assay_fail(error, ASSAY_UNDEFINED,
                                             "there is nothing to draw: no %s%s%.200s%s",
                                             figure->kind, figure->benchmark != NULL ? " of " : "",
                                             figure->benchmark != NULL ? figure->benchmark : "",
                                             view->n_pairs > 0      ? ""
                                             : view->n_hopeless > 0 ? "; no pair can be compared, "
                                                                      "and assay compare says why"
                                                                    : "; one system was measured");
        }
    return row_plot(figure, view, findings, plots, error);
}

/* ---- files ---- */

/* A plot without a title goes on with the chart before it: below that, however many stand beside one another. */
static size_t chart_end(const struct plot *plots, size_t n, size_t from)
{
    size_t end = from + 1;
    while (end < n && plots[end].title == NULL)
        end++;
    return end;
}

static double chart_height(const struct plot *plots, size_t from, size_t end, double width)
{
    double height = 0;
    for (size_t i = from; i < end; i++)
        height += plot_height(&plots[i], width);
    return height;
}

/* Draws them, unless the canvas is NULL; returns their height. */
static double lay_out(struct canvas *canvas, const struct plot *plots, size_t n, double width,
                      size_t columns)
{
    enum { GAP = 14 };
    const double each = (width - GAP * (double)(columns - 1)) / (double)columns;
    double top = 0, highest = 0;
    for (size_t i = 0, end, column = 0; i < n; i = end, column = (column + 1) % columns) {
        end = chart_end(plots, n, i);
        if (column == 0) {
            top += highest;
            highest = 0;
        }
        double below = top;
        for (size_t k = i; canvas != NULL && k < end; k++) {
            canvas->left = (each + GAP) * (double)column;
            canvas->width = each;
            plot_draw(canvas, &plots[k], below);
            below += plot_height(&plots[k], each);
        }
        highest = fmax(highest, chart_height(plots, i, end, each));
    }
    return top + highest;
}

static void draw_all(struct canvas *canvas, const char *title, const struct plot *plots, size_t n,
                     size_t columns)
{
    canvas->language->begin(canvas, title);
    (void)lay_out(canvas, plots, n, canvas->width, columns);
    canvas->language->end(canvas);
}

void figure_print_inside(FILE *stream, double width, const char *title, const struct plot *plots,
                         size_t n)
{
    struct canvas canvas = {.out = canvas_svg.open(stream),
                            .language = &canvas_svg,
                            .width = width,
                            .height = lay_out(NULL, plots, n, width, 1),
                            .inside = true};
    draw_all(&canvas, title, plots, n, 1);
}

static size_t columns_of(const struct figure *figure)
{
    return figure->columns > 0 ? figure->columns : 1;
}

/* By way of SVG. */
static enum assay_status render(FILE *stream, const struct figure *figure, struct canvas *canvas,
                                const char *title, const struct figure_plots *plots,
                                struct assay_error *error)
{
    struct view_writer writer;
    FILE *memory = view_open(&writer);
    if (memory == NULL)
        return fail_no_memory(error);
    canvas->out = canvas->language->open(memory);
    draw_all(canvas, title, plots->items, plots->n, columns_of(figure));
    OWNED char *svg = view_close(&writer);
    return svg == NULL ? fail_no_memory(error)
                       : figure_render(stream, svg, strlen(svg), figure, canvas->height, error);
}

enum assay_status figure_print(FILE *stream, const struct figure *figure, const char *title,
                               const struct figure_plots *plots, struct assay_error *error)
{
    const double width = figure->width_mm * 96 / 25.4;
    const struct canvas_language *language =
        figure->format == FIGURE_PGF ? &canvas_pgf : &canvas_svg;
    for (size_t i = 0; i < plots->n; i++)
        plots->items[i].untitled = figure->untitled;
    struct canvas canvas = {.out = language->open(stream),
                            .language = language,
                            .width = width,
                            .height =
                                lay_out(NULL, plots->items, plots->n, width, columns_of(figure)),
                            .dark = figure->dark,
                            .font = figure->font};
    switch (figure->format) {
    case FIGURE_PNG:
    case FIGURE_PDF: return render(stream, figure, &canvas, title, plots, error);
    case FIGURE_CSV:
        for (size_t i = 0; i < plots->n; i++)
            plot_csv(stream, &plots->items[i], i == 0);
        break;
    case FIGURE_SVG:
    case FIGURE_PGF: draw_all(&canvas, title, plots->items, plots->n, columns_of(figure)); break;
    }
    return ASSAY_OK;
}
