/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure.c -- the charts of the pages by themselves: which there are, and what they are written as. */
#include "view/page/figure.h"

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

static enum assay_status fail_which(const struct figure *figure, const struct report_view *view,
                                    struct assay_error *error)
{
    return assay_fail(error, ASSAY_UNDEFINED,
                      "%s is of one benchmark, and there are %zu: name one, as %s:%.200s",
                      figure->kind, view->n_benchmarks, figure->kind, view->benchmarks[0]);
}

/* A chart of a row of the page. */
static enum assay_status row_plot(const struct figure *figure, const struct report_view *view,
                                  const json_t *findings, struct figure_plots *plots,
                                  struct assay_error *error)
{
    const char *benchmark = figure->benchmark != NULL ? figure->benchmark : view->benchmarks[0];
    if (figure->benchmark == NULL && view->n_benchmarks > 1)
        return fail_which(figure, view, error);
    struct report_order order;
    struct report_view ordered = *view;
    struct plot *plot = figure_plot(plots);
    if (plot == NULL || !report_order_init(&order, view))
        return fail_no_memory(error);
    ordered.order = &order;
    const bool any = report_chart(&ordered, findings, figure->kind, benchmark, plot);
    report_order_fini(&order);
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

static double height_of(const struct plot *plots, size_t n, double width)
{
    double height = 0;
    for (size_t i = 0; i < n; i++)
        height += plot_height(&plots[i], width);
    return height;
}

static void draw_all(struct canvas *canvas, const char *title, const struct plot *plots, size_t n)
{
    double top = 0;
    canvas->language->begin(canvas, title);
    for (size_t i = 0; i < n; i++) {
        plot_draw(canvas, &plots[i], top);
        top += plot_height(&plots[i], canvas->width);
    }
    canvas->language->end(canvas);
}

void figure_print_inside(FILE *stream, double width, const char *title, const struct plot *plots,
                         size_t n)
{
    struct canvas canvas = {canvas_svg.open(stream),    &canvas_svg, width,
                            height_of(plots, n, width), false,       true};
    draw_all(&canvas, title, plots, n);
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
    draw_all(canvas, title, plots->items, plots->n);
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
    struct canvas canvas = {
        language->open(stream), language, width, height_of(plots->items, plots->n, width),
        figure->dark,           false};
    switch (figure->format) {
    case FIGURE_PNG:
    case FIGURE_PDF: return render(stream, figure, &canvas, title, plots, error);
    case FIGURE_CSV:
        for (size_t i = 0; i < plots->n; i++)
            plot_csv(stream, &plots->items[i], i == 0);
        break;
    case FIGURE_SVG:
    case FIGURE_PGF: draw_all(&canvas, title, plots->items, plots->n); break;
    }
    return ASSAY_OK;
}
