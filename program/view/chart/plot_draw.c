/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_draw.c -- a chart drawn in its frame: marks and axes.
 * Edge:     what lies beyond an axis is drawn at its edge. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/chart/plot_layout.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

/* Which edge it lies beyond: -1, 1; 0: none. */
static int beyond(const struct plot_axis *axis, double value)
{
    return value > axis->high ? 1 : value < axis->low ? -1 : 0;
}

/* ---- marks ---- */

struct drawn { /* a layer that is being drawn, and room for the points of its paths */
    const struct plot_frame *frame;
    const struct plot_layer *layer;
    struct canvas_point *room; /* for 4 points each, and 4 more */
};

static void path(const struct drawn *drawn, struct canvas_look look, size_t n)
{
    const struct canvas *canvas = drawn->frame->canvas;
    canvas->language->path(canvas, look, drawn->room, n);
}

static struct canvas_look line_look(const struct drawn *drawn)
{
    const double width = drawn->frame->plot->panels.n_names > 0 ? 0.8 : 1.5;
    return (struct canvas_look){drawn->layer->ink, 0, width, drawn->layer->mark == PLOT_DASHED};
}

static void place_points(const struct drawn *drawn)
{
    for (size_t i = 0; i < drawn->layer->n; i++)
        drawn->room[i] = (struct canvas_point){plot_x_of(drawn->frame, drawn->layer->at[i].x),
                                               plot_y_of(drawn->frame, drawn->layer->at[i].y)};
}

static void draw_line(const struct drawn *drawn)
{
    place_points(drawn);
    path(drawn, line_look(drawn), drawn->layer->n);
}

static void draw_steps(const struct drawn *drawn)
{
    const struct plot_layer *layer = drawn->layer;
    size_t n = 0;
    for (size_t i = 0; i < layer->n; i++) {
        const double x = plot_x_of(drawn->frame, layer->at[i].x);
        if (i > 0)
            drawn->room[n++] =
                (struct canvas_point){x, plot_y_of(drawn->frame, layer->at[i - 1].y)};
        drawn->room[n++] = (struct canvas_point){x, plot_y_of(drawn->frame, layer->at[i].y)};
    }
    path(drawn, line_look(drawn), n);
}

static void draw_area(const struct drawn *drawn)
{
    const struct plot_layer *layer = drawn->layer;
    draw_line(drawn);
    if (layer->n == 0)
        return;
    drawn->room[layer->n] = (struct canvas_point){
        plot_x_of(drawn->frame, layer->at[layer->n - 1].x), drawn->frame->bottom};
    drawn->room[layer->n + 1] =
        (struct canvas_point){plot_x_of(drawn->frame, layer->at[0].x), drawn->frame->bottom};
    path(drawn, (struct canvas_look){layer->ink, 0.15, 0, false}, layer->n + 2);
}

static void draw_band(const struct drawn *drawn)
{
    const struct plot_layer *layer = drawn->layer;
    size_t n = 0;
    for (size_t i = 0; i < layer->n; i++)
        if (!isnan(layer->at[i].high))
            drawn->room[n++] = (struct canvas_point){plot_x_of(drawn->frame, layer->at[i].x),
                                                     plot_y_of(drawn->frame, layer->at[i].high)};
    for (size_t i = layer->n; i-- > 0;)
        if (!isnan(layer->at[i].low))
            drawn->room[n++] = (struct canvas_point){plot_x_of(drawn->frame, layer->at[i].x),
                                                     plot_y_of(drawn->frame, layer->at[i].low)};
    if (n > 2)
        path(drawn, (struct canvas_look){layer->ink, 0.18, 0, false}, n);
}

/* An arrow at the edge for each point beyond it, in place of a dot. */
static void draw_beyond(const struct drawn *drawn)
{
    const struct plot *plot = drawn->frame->plot;
    for (size_t i = 0; i < drawn->layer->n; i++) {
        const int across = beyond(&plot->x, drawn->layer->at[i].x),
                  up = beyond(&plot->y, drawn->layer->at[i].y);
        const struct canvas_point tip = drawn->room[i];
        if (across == 0 && up == 0)
            continue;
        const double back = up != 0 ? 6 * up : 3.5, side = up != 0 ? 3.5 : -6 * across;
        const struct canvas_point corners[] = {
            tip,
            {tip.x + (up != 0 ? -side : side), tip.y + (up != 0 ? back : -back)},
            {tip.x + side, tip.y + back}};
        drawn->frame->canvas->language->path(
            drawn->frame->canvas, (struct canvas_look){drawn->layer->ink, 1, 0, false}, corners, 3);
        drawn->room[i].x = (double)NAN;
    }
}

static bool frame_has_rows(const struct plot_frame *frame)
{
    return frame->plot->y.names != NULL;
}

static void draw_dots(const struct drawn *drawn)
{
    enum { MANY = 100 };
    const struct canvas *canvas = drawn->frame->canvas;
    const struct plot_layer *layer = drawn->layer;
    place_points(drawn);
    draw_beyond(drawn);
    const bool many = layer->n > MANY;
    canvas->language->dots(canvas,
                           (struct canvas_look){layer->ink, many ? 0.7 : 1,
                                                many                           ? 2.5
                                                : frame_has_rows(drawn->frame) ? 4.6
                                                                               : 6,
                                                false},
                           drawn->room, layer->n);
}

/* Strokes from one offset to another of each point. */
static void strokes(const struct drawn *drawn, double width, struct canvas_point from,
                    struct canvas_point to)
{
    const double none = (double)NAN;
    size_t n = 0;
    for (size_t i = 0; i < drawn->layer->n; i++) {
        const double x = plot_x_of(drawn->frame, drawn->layer->at[i].x),
                     y = plot_y_of(drawn->frame, drawn->layer->at[i].y);
        drawn->room[n++] = (struct canvas_point){x + from.x, y + from.y};
        drawn->room[n++] = (struct canvas_point){x + to.x, y + to.y};
        drawn->room[n++] = (struct canvas_point){none, none};
    }
    path(drawn, (struct canvas_look){drawn->layer->ink, 0, width, false}, n);
}

static void draw_crosses(const struct drawn *drawn)
{
    strokes(drawn, 1, (struct canvas_point){-2, -2}, (struct canvas_point){2, 2});
    strokes(drawn, 1, (struct canvas_point){-2, 2}, (struct canvas_point){2, -2});
}

static void draw_stripes(const struct drawn *drawn)
{
    strokes(drawn, 1.2, (struct canvas_point){0, -6}, (struct canvas_point){0, 6});
}

static void draw_sign(const struct drawn *drawn)
{
    static const struct canvas_point up[] = {{-5, 4}, {5, 4}, {0, -5}},
                                     down[] = {{-5, -4}, {5, -4}, {0, 5}},
                                     square[] = {{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
    const double size = drawn->frame->plot->y.names != NULL ? 0.72 : 1; /* beside an interval */
    const enum plot_mark mark = drawn->layer->mark;
    const struct canvas_point *corners = mark == PLOT_UP ? up : mark == PLOT_DOWN ? down : square;
    const size_t n = mark == PLOT_SQUARES ? 4 : 3;
    place_points(drawn);
    draw_beyond(drawn);
    for (size_t i = 0; i < drawn->layer->n; i++) {
        const struct canvas_point at = drawn->room[i];
        struct canvas_point *corner = drawn->room + drawn->layer->n;
        for (size_t k = 0; k < n; k++)
            corner[k] =
                (struct canvas_point){at.x + size * corners[k].x, at.y + size * corners[k].y};
        if (!isnan(at.x))
            drawn->frame->canvas->language->path(
                drawn->frame->canvas, (struct canvas_look){drawn->layer->ink, 1, 0, false}, corner,
                n);
    }
}

/* A small arrow where a range along x goes on beyond the axis; one without an end runs to the edge. */
static void draw_cut(const struct drawn *drawn, const struct plot_point *at)
{
    const struct plot_frame *frame = drawn->frame;
    const double ends[] = {at->low, at->high}, y = plot_y_of(frame, at->y);
    for (int k = 0; k < 2; k++) {
        const int side = isfinite(ends[k]) ? beyond(&frame->plot->x, ends[k]) : 0;
        const double x = plot_x_of(frame, ends[k]);
        const struct canvas_point corners[] = {
            {x + side, y}, {x - 5 * side, y - 3.5}, {x - 5 * side, y + 3.5}};
        if (side != 0 && beyond(&frame->plot->x, at->x) != side)
            frame->canvas->language->path(
                frame->canvas, (struct canvas_look){drawn->layer->ink, 1, 0, false}, corners, 3);
    }
}

/* Where an interval ends, or the mark of its estimate would hide that it has one. */
static void draw_caps(const struct drawn *drawn)
{
    const struct plot_frame *frame = drawn->frame;
    for (size_t i = 0; i < drawn->layer->n; i++) {
        const struct plot_point *at = &drawn->layer->at[i];
        const double ends[] = {at->low, at->high}, y = plot_y_of(frame, at->y);
        for (int k = 0; k < 2; k++) {
            const double x = plot_x_of(frame, ends[k]);
            if (isfinite(ends[k]) && beyond(&frame->plot->x, ends[k]) == 0)
                canvas_line(frame->canvas, (struct canvas_look){drawn->layer->ink, 0, 1.2, false},
                            x, y - 4, x, y + 4);
        }
    }
}

/* From low to high, along x or upright. */
static void draw_ranges(const struct drawn *drawn)
{
    const struct plot_frame *frame = drawn->frame;
    const double none = (double)NAN;
    size_t n = 0;
    for (size_t i = 0; i < drawn->layer->n; i++) {
        const struct plot_point *at = &drawn->layer->at[i];
        const bool upright = drawn->layer->mark == PLOT_SPANS;
        for (int k = 0; k < 2; k++) {
            const double end = k == 0 ? at->low : at->high;
            drawn->room[n++] = (struct canvas_point){plot_x_of(frame, upright ? at->x : end),
                                                     plot_y_of(frame, upright ? end : at->y)};
        }
        drawn->room[n++] = (struct canvas_point){none, none};
    }
    path(drawn, line_look(drawn), n);
    if (frame_has_rows(frame) && drawn->layer->mark == PLOT_RANGES)
        draw_caps(drawn);
    for (size_t i = 0; drawn->layer->mark == PLOT_RANGES && i < drawn->layer->n; i++)
        draw_cut(drawn, &drawn->layer->at[i]);
}

static void draw_bars(const struct drawn *drawn)
{
    const struct plot_frame *frame = drawn->frame;
    for (size_t i = 0; i < drawn->layer->n; i++) {
        const struct plot_point *at = &drawn->layer->at[i];
        const double y = plot_y_of(frame, at->y);
        canvas_rectangle(frame->canvas, (struct canvas_look){drawn->layer->ink, 1, 0, false},
                         plot_x_of(frame, at->low), y - 6, plot_x_of(frame, at->high) - 0.5, y + 6);
    }
}

/* All of a map have room for their numbers, or none: those of some would look like a choice. */
static bool cells_have_room(const struct plot_frame *frame, double half)
{
    for (size_t i = 0; i < frame->plot->n; i++) {
        const struct plot_layer *layer = &frame->plot->layers[i];
        for (size_t k = 0; layer->mark == PLOT_CELLS && k < layer->n; k++)
            if (isfinite(layer->at[k].x) &&
                plot_width_of(change_short(layer->at[k].x).text) >= 2 * half + 4)
                return false;
    }
    return true;
}

static void draw_cell_text(const struct plot_frame *frame, double ratio, double x, double y,
                           double half)
{
    const struct quantity text = change_short(ratio);
    if (isfinite(ratio) && cells_have_room(frame, half))
        frame->canvas->language->text(frame->canvas, INK_TEXT, false, CANVAS_MIDDLE,
                                      (struct canvas_point){x, y + 3.5}, text.text);
}

/* Also of a cell narrower than it is high. */
static void draw_hatch(const struct canvas *canvas, double left, double right, double top,
                       double bottom)
{
    enum { APART = 6 };
    for (double at = left + APART; at < right + bottom - top; at += APART) {
        const double from = fmax(left, at - (bottom - top)), to = fmin(right, at);
        canvas_line(canvas, (struct canvas_look){INK_LINE, 0, 0.6, false}, from, top + at - from,
                    to, top + at - to);
    }
}

static void draw_cells(const struct drawn *drawn)
{
    const struct plot_frame *frame = drawn->frame;
    const struct plot_layer *layer = drawn->layer;
    const double half = (frame->right - frame->left) / (double)frame->plot->x.n_names / 2 - 0.5;
    const double high = PLOT_ROW / 2.0 - 0.5;
    for (size_t i = 0; i < layer->n; i++) {
        const double x = plot_x_of(frame, (double)layer->column),
                     y = plot_y_of(frame, layer->at[i].y);
        canvas_rectangle(frame->canvas, (struct canvas_look){layer->ink, layer->depth, 0, false},
                         x - half, y - high, x + half, y + high);
        if (layer->hatched)
            draw_hatch(frame->canvas, x - half, x + half, y - high, y + high);
        draw_cell_text(frame, layer->at[i].x, x, y, half);
    }
}

static void draw_uprights(const struct drawn *drawn)
{
    for (size_t i = 0; i < drawn->layer->n; i++) {
        const double x = plot_x_of(drawn->frame, drawn->layer->at[i].x);
        canvas_line(drawn->frame->canvas, (struct canvas_look){drawn->layer->ink, 0, 0.6, false}, x,
                    drawn->frame->top, x, drawn->frame->bottom);
    }
}

static void draw_layer(const struct plot_frame *frame, const struct plot_layer *layer)
{
    static void (*const draw[])(const struct drawn *) = {
        draw_line,    draw_line, draw_steps, draw_area,    draw_band,    draw_dots,
        draw_crosses, draw_sign, draw_sign,  draw_sign,    draw_stripes, draw_ranges,
        draw_ranges,  draw_bars, draw_cells, draw_uprights};
    const struct drawn drawn = {frame, layer, view_room(layer->n + 1, 4 * sizeof *drawn.room)};
    if (drawn.room != NULL && layer->n > 0)
        draw[layer->mark](&drawn);
    free(drawn.room);
}

void plot_draw_layers(const struct plot_frame *frame)
{
    for (size_t i = 0; i < frame->plot->n; i++)
        if (frame->plot->layers[i].n > 0)
            draw_layer(frame, &frame->plot->layers[i]);
}

/* ---- axes ---- */

static void draw_x_tick(void *context, double at, const char *text)
{
    const struct plot_frame *frame = context;
    const double x = plot_x_of(frame, at);
    if (frame->plot->x.names == NULL)
        canvas_line(frame->canvas, (struct canvas_look){INK_LINE, 0, 0.5, false}, x,
                    frame->plot->y.names != NULL ? frame->top : frame->bottom, x,
                    frame->bottom + 3);
    frame->canvas->language->text(frame->canvas, INK_FAINT, false, CANVAS_MIDDLE,
                                  (struct canvas_point){x, frame->bottom + PLOT_LEADING - 1}, text);
}

static void draw_y_tick(void *context, double at, const char *text)
{
    const struct plot_frame *frame = context;
    const double y = plot_y_of(frame, at);
    canvas_line(frame->canvas, (struct canvas_look){INK_LINE, 0, 0.5, false}, frame->left, y,
                frame->right, y);
    if (frame->first)
        frame->canvas->language->text(frame->canvas, INK_FAINT, false, CANVAS_RIGHT,
                                      (struct canvas_point){frame->left - 5, y + 3.5}, text);
}

/* Of numbers that have no room beside one another each second, or fifth, stands there. */
static void draw_columns(const struct plot_frame *frame)
{
    char number[24];
    const double each = (frame->right - frame->left) / (double)frame->plot->x.n_names;
    const size_t n = frame->plot->x.n_names, step = each >= (n > 9 ? 3 : 1.5) * CANVAS_LETTER ? 1
                                                    : 2 * each >= 3 * CANVAS_LETTER           ? 2
                                                                                              : 5;
    for (size_t i = 0; i < n; i++) {
        if (frame->columns != NULL && i % step != 0)
            continue;
        (void)snprintf(number, sizeof number, "%zu", i + 1);
        draw_x_tick((void *)frame, (double)i,
                    frame->columns != NULL ? number : frame->plot->x.names[i]);
    }
}

static void draw_rows(const struct plot_frame *frame)
{
    const struct canvas *canvas = frame->canvas;
    const struct plot *plot = frame->plot;
    for (size_t i = 0; i < plot->y.n_names; i++) {
        const double y = plot_y_of(frame, (double)i) + 4;
        const char *name = frame->rows != NULL ? frame->rows[i] : NULL;
        canvas->language->text(canvas, INK_TEXT, false, CANVAS_LEFT, (struct canvas_point){2, y},
                               name != NULL ? name : "?");
        if (plot->beside == NULL || plot->beside[i][0] == NULL)
            continue;
        const double ranges = frame->range_width > 0 ? frame->range_width + 8 : 0;
        canvas->language->text(canvas, INK_TEXT, true, CANVAS_RIGHT,
                               (struct canvas_point){canvas->width - 2 - ranges, y},
                               plot->beside[i][0]);
        if (plot->beside[i][1] != NULL)
            canvas->language->text(canvas, INK_FAINT, false, CANVAS_RIGHT,
                                   (struct canvas_point){canvas->width - 2, y}, plot->beside[i][1]);
    }
}

static void draw_axes(const struct plot_frame *frame)
{
    const struct plot *plot = frame->plot;
    if (plot->x.names != NULL)
        draw_columns(frame);
    else if (frame->last)
        plot_ticks(&plot->x, &frame->x,
                   (struct plot_room){frame->right - frame->left, frame->left - 2,
                                      frame->canvas->width - 2 - frame->right},
                   draw_x_tick, (void *)frame);
    if (plot->y.names != NULL)
        draw_rows(frame);
    else
        plot_ticks(&plot->y, &frame->y, (struct plot_room){0}, draw_y_tick, (void *)frame);
}

static void draw_panel(const struct plot_frame *frame, const struct plot_layer *layers, size_t n)
{
    const struct plot *plot = frame->plot;
    const struct canvas_look faint = {INK_LINE, 0, 1, false};
    if (!isnan(plot->margin[0]) && !plot->zero_is_x)
        canvas_rectangle(frame->canvas, (struct canvas_look){INK_BAND, 1, 0, false}, frame->left,
                         plot_y_of(frame, plot->margin[1]), frame->right,
                         plot_y_of(frame, plot->margin[0]));
    if (!isnan(plot->margin[0]) && plot->zero_is_x)
        canvas_rectangle(frame->canvas, (struct canvas_look){INK_BAND, 1, 0, false},
                         plot_x_of(frame, plot->margin[0]), frame->top,
                         plot_x_of(frame, plot->margin[1]), frame->bottom);
    if (!isnan(plot->zero) && plot->zero_is_x)
        canvas_line(frame->canvas, (struct canvas_look){INK_FAINT, 0, 0.5, false},
                    plot_x_of(frame, plot->zero), frame->top, plot_x_of(frame, plot->zero),
                    frame->bottom);
    if (!isnan(plot->zero) && !plot->zero_is_x)
        canvas_line(frame->canvas, (struct canvas_look){INK_FAINT, 0, 0.8, false}, frame->left,
                    plot_y_of(frame, plot->zero), frame->right, plot_y_of(frame, plot->zero));
    if (plot->y.names == NULL)
        canvas_line(frame->canvas, faint, frame->left, frame->bottom, frame->right, frame->bottom);
    draw_axes(frame);
    for (size_t i = 0; i < n; i++)
        draw_layer(frame, &layers[i]);
}

/* "3", of several systems "O2 3". */
static void draw_panel_name(const struct plot_frame *panel, const char *system, const char *units)
{
    const struct plot *plot = panel->plot;
    const bool several = strcmp(plot->layers[0].name, plot->layers[plot->n - 1].name) != 0;
    OWNED char *name = several ? view_format("%s %s", system, units) : view_format("%s", units);
    OWNED char *cut =
        name != NULL ? terminal_shorten(name, (int)((panel->right - panel->left) / CANVAS_LETTER))
                     : NULL;
    panel->canvas->language->text(panel->canvas, INK_TEXT, false, CANVAS_LEFT,
                                  (struct canvas_point){panel->left, panel->top - 4},
                                  cut != NULL ? cut : "?");
}

/* The layers stand in the order of the charts. */
static void draw_panels(const struct plot_frame *frame)
{
    const struct plot *plot = frame->plot;
    for (size_t i = 0, first = 0, next; i < plot->panels.n_names; i++, first = next) {
        const struct plot_frame panel = plot_panel_of(frame, i);
        for (next = first; next < plot->n && plot->layers[next].column == i; next++)
            ;
        draw_panel(&panel, &plot->layers[first], next - first);
        draw_panel_name(&panel, plot->layers[first].name, plot->panels.names[i]);
    }
}

/* ---- all of it ---- */

void plot_draw(const struct canvas *canvas, const struct plot *plot, double top)
{
    SCOPED(plot_frame_fini)
    struct plot_frame frame = plot_frame_of(canvas, plot, canvas->width, top);
    (void)plot_words_above(canvas, plot, canvas->width, top);
    if (plot->panels.n_names > 0)
        draw_panels(&frame);
    else
        draw_panel(&frame, plot->layers, plot->n);
    if (plot->y.names == NULL && plot->y.title != NULL)
        canvas->language->text(canvas, INK_FAINT, false, CANVAS_LEFT,
                               (struct canvas_point){2, frame.top - 5}, plot->y.title);
    (void)plot_words_below(canvas, &frame, canvas->width);
}
