/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.c -- a chart put together, and written down as CSV. */
#include "view/chart/plot.h"

#include <math.h>
#include <stdlib.h>

#include "export/export.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

struct plot plot_begin(void)
{
    const double none = (double)NAN;
    return (struct plot){.x = {.low = none, .high = none},
                         .y = {.low = none, .high = none},
                         .zero = none,
                         .margin = {none, none}};
}

static void axis_fini(struct plot_axis *axis)
{
    for (size_t i = 0; i < axis->n_names; i++)
        free(axis->names[i]);
    free(axis->names);
    free(axis->title);
    free(axis->reach);
}

void plot_fini(struct plot *plot)
{
    for (size_t i = 0; i < plot->n; i++) {
        free(plot->layers[i].name);
        free(plot->layers[i].at);
    }
    for (size_t i = 0; plot->beside != NULL && i < plot->y.n_names; i++) {
        free(plot->beside[i][0]);
        free(plot->beside[i][1]);
    }
    axis_fini(&plot->x);
    axis_fini(&plot->y);
    axis_fini(&plot->panels);
    free(plot->beside);
    free(plot->layers);
    free(plot->title);
    free(plot->caption);
    free(plot->note);
    *plot = (struct plot){0};
}

struct plot_layer *plot_layer(struct plot *plot, enum plot_mark mark, enum canvas_ink ink,
                              const char *name, const char *what)
{
    struct plot_layer *more = realloc(plot->layers, (plot->n + 1) * sizeof *more);
    if (more == NULL) {
        view_lose();
        return NULL;
    }
    plot->layers = more;
    more[plot->n] = (struct plot_layer){mark, ink, view_kept(terminal_name(name)), what};
    return &more[plot->n++];
}

void plot_put_range(struct plot_layer *layer, double x, double y, double low, double high)
{
    if (layer == NULL)
        return;
    if (layer->n == layer->room) {
        const size_t room = 2 * layer->room + 16;
        struct plot_point *more = realloc(layer->at, room * sizeof *more);
        if (more == NULL) {
            view_lose();
            return;
        }
        layer->at = more;
        layer->room = room;
    }
    layer->at[layer->n++] = (struct plot_point){x, y, low, high};
}

void plot_put(struct plot_layer *layer, double x, double y)
{
    plot_put_range(layer, x, y, (double)NAN, (double)NAN);
}

void plot_curve(struct plot *plot, enum canvas_ink ink, const char *name,
                const struct plot_point *points, size_t n)
{
    static const enum plot_mark marks[] = {PLOT_BAND, PLOT_LINE, PLOT_DOTS};
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        struct plot_layer *layer =
            plot_layer(plot, marks[k], ink, name, marks[k] == PLOT_DOTS ? "estimate" : NULL);
        for (size_t i = 0; i < n; i++)
            plot_put_range(layer, points[i].x, points[i].y, points[i].low, points[i].high);
    }
}

void plot_names(struct plot_axis *axis, const char *const *names, size_t n)
{
    axis->names = view_room(n + 1, sizeof *axis->names);
    for (size_t i = 0; axis->names != NULL && i < n; i++)
        axis->names[axis->n_names++] = view_kept(terminal_name(names[i]));
}

void plot_tick(struct plot_axis *axis, double at, const char *text)
{
    if (axis->n_ticks == PLOT_MOST_TICKS)
        return;
    axis->ticks[axis->n_ticks].at = at;
    (void)snprintf(axis->ticks[axis->n_ticks++].text, sizeof axis->ticks->text, "%s", text);
}

/* ---- far values ---- */

void plot_reach(struct plot_axis *axis, double low, double high)
{
    struct plot_reach *more = realloc(axis->reach, (axis->n_reach + 1) * sizeof *more);
    if (more == NULL) {
        view_lose();
        return;
    }
    axis->reach = more;
    more[axis->n_reach++] = (struct plot_reach){low, high};
}

/* How many points of systems lie beyond, and the largest of these. */
static size_t count_beyond(const struct plot *plot, bool is_x, struct plot_reach all, double *most)
{
    size_t n = 0;
    for (size_t i = 0; i < plot->n; i++)
        for (size_t k = 0; plot->layers[i].what != NULL && k < plot->layers[i].n; k++) {
            const double at = is_x ? plot->layers[i].at[k].x : plot->layers[i].at[k].y;
            if (at < all.low || at > all.high)
                *most = n++ == 0 ? at : fmax(at, *most);
        }
    return n;
}

static void add_note(struct plot *plot, char *words)
{
    OWNED char *before = plot->note, *added = words;
    plot->note = view_format("%s%s%s", before != NULL ? before : "", before != NULL ? " " : "",
                             added != NULL ? added : "");
}

static void trim(struct plot *plot, struct plot_axis *axis)
{
    struct plot_reach all = {(double)INFINITY, -(double)INFINITY};
    double most = 0;
    for (size_t i = 0; i < axis->n_reach; i++)
        all = (struct plot_reach){fmin(all.low, axis->reach[i].low),
                                  fmax(all.high, axis->reach[i].high)};
    const size_t n = all.high > all.low ? count_beyond(plot, axis == &plot->x, all, &most) : 0;
    if (n == 0)
        return;
    axis->low = all.low;
    axis->high = all.high;
    if (axis->words == PLOT_QUANTITIES)
        add_note(plot, view_format("%zu far value%s at the edge, up to %s.", n,
                                   n == 1 ? " stands" : "s stand",
                                   quantity_alone(most, axis->unit).text));
}

void plot_trim(struct plot *plot)
{
    size_t unseen = 0;
    for (size_t i = 0; i < plot->n; i++)
        unseen += plot->layers[i].unseen;
    if (unseen > 0)
        add_note(plot,
                 view_format("%zu far value%s not drawn.", unseen, unseen == 1 ? " is" : "s are"));
    trim(plot, &plot->x);
    trim(plot, &plot->y);
}

/* ---- CSV ---- */

static void print_number(FILE *stream, double number)
{
    fputc(',', stream);
    if (!isnan(number))
        fprintf(stream, "%.15g", number);
}

static void print_point(FILE *stream, const struct plot *plot, const struct plot_point *at)
{
    print_number(stream, at->x);
    if (plot->y.names == NULL) {
        print_number(stream, at->y);
    } else {
        fputc(',', stream);
        export_csv_name(stream, plot->y.names[(size_t)(at->y + 0.5)]);
    }
    print_number(stream, at->low);
    print_number(stream, at->high);
    fputc('\n', stream);
}

void plot_csv(FILE *stream, const struct plot *plot, bool head)
{
    if (head) {
        fputs("name,what,", stream);
        export_csv_name(stream, plot->x.title != NULL ? plot->x.title : "x");
        fputc(',', stream);
        export_csv_name(stream, plot->y.title != NULL ? plot->y.title : "y");
        fputs(",low,high\n", stream);
    }
    for (size_t i = 0; i < plot->n; i++) {
        const struct plot_layer *layer = &plot->layers[i];
        for (size_t k = 0; layer->what != NULL && k < layer->n; k++) {
            if (isnan(layer->at[k].x)) /* a line is interrupted there */
                continue;
            /* "O2", of small charts "O2 · 3". */
            const char *panel = plot->panels.names != NULL ? plot->panels.names[layer->column] : "";
            OWNED char *name = view_format("%s%s%s", layer->name != NULL ? layer->name : "",
                                           panel[0] != '\0' ? " \u00b7 " : "", panel);
            export_csv_name(stream, name != NULL ? name : "");
            fprintf(stream, ",%s", layer->what);
            print_point(stream, plot, &layer->at[k]);
        }
    }
}
