/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_frame.c -- a chart laid out: title, caption, legend, room for names, note.
 * Edge:     what lies beyond an axis is at its edge. A narrow chart leaves out the middle of names,
 *           and numbers columns whose names have no room; numbers are never cut. */
#include "view/chart/plot_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/distinct_names.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

enum { AXIS = 16, GAP = 6, PANEL_WIDTH = 80, PANEL_HEIGHT = 44 };

double plot_width_of(const char *text)
{
    return text != NULL ? CANVAS_LETTER * terminal_columns(text) : 0;
}

/* ---- words in lines ---- */

/* Where a word ends: no line begins with a "%" or "…", and none ends with the latter. */
static const char *word_end(const char *text)
{
    static const char dots[] = "\u2026";
    const size_t n = sizeof dots - 1;
    const char *end = text + strcspn(text, " ");
    while (*end == ' ' && (end[1] == '%' || strncmp(end + 1, dots, n) == 0 ||
                           (end >= text + n && strncmp(end - n, dots, n) == 0)))
        end += 1 + strcspn(end + 1, " ");
    return end;
}

/* Prints, unless the canvas is NULL, so many words a line as there is room for; returns the height. */
static double paragraph(const struct canvas *canvas, const char *text, double width, double top,
                        enum canvas_ink ink, bool bold)
{
    const int columns = (int)(width / CANVAS_LETTER);
    double y = top;
    while (text != NULL && *text != '\0') {
        const char *end = text, *next = text;
        do {
            const char *word = word_end(next);
            char *line = strndup(text, (size_t)(word - text));
            const bool fits = line == NULL || end == text || terminal_columns(line) <= columns;
            free(line);
            if (!fits)
                break;
            end = word;
            next = word + strspn(word, " ");
        } while (*end != '\0');
        char *line = strndup(text, (size_t)(end - text));
        y += PLOT_LEADING;
        if (canvas != NULL)
            canvas->language->text(canvas, ink, bold, CANVAS_LEFT, (struct canvas_point){2, y - 2},
                                   line != NULL ? line : "?");
        free(line);
        text = end + strspn(end, " ");
    }
    return y - top;
}

/* ---- legend ---- */

static bool is_in_legend(const struct plot *plot, size_t i)
{
    const struct plot_layer *layer = &plot->layers[i];
    if (layer->silent || layer->n == 0 || layer->name == NULL || layer->name[0] == '\0')
        return false;
    for (size_t k = 0; k < i; k++)
        if (!plot->layers[k].silent && plot->layers[k].n > 0 && plot->layers[k].name != NULL &&
            strcmp(plot->layers[k].name, layer->name) == 0)
            return false;
    return true;
}

/* As paragraph; of a single entry there is none. */
static double legend(const struct canvas *canvas, const struct plot *plot, double width, double top)
{
    enum { SWATCH = 14 };
    double x = 2, y = top + PLOT_LEADING;
    size_t n = 0;
    for (size_t i = 0; i < plot->n; i++)
        n += is_in_legend(plot, i);
    for (size_t i = 0; n > 1 && i < plot->n; i++) {
        if (!is_in_legend(plot, i))
            continue;
        OWNED char *name =
            terminal_shorten(plot->layers[i].name, (int)((width - 24) / CANVAS_LETTER));
        const double needed = SWATCH + 4 + plot_width_of(name) + 10;
        if (x > 2 && x + needed > width) {
            x = 2;
            y += PLOT_LEADING;
        }
        if (canvas != NULL) {
            canvas_rectangle(canvas, (struct canvas_look){plot->layers[i].ink, 1, 0, false}, x,
                             y - 7, x + SWATCH, y - 4);
            canvas->language->text(canvas, INK_TEXT, false, CANVAS_LEFT,
                                   (struct canvas_point){x + SWATCH + 4, y - 2},
                                   name != NULL ? name : "?");
        }
        x += needed;
    }
    return n > 1 ? y - top + 2 : 0;
}

/* ---- layout ---- */

static double longest(char *const *names, size_t n)
{
    double most = 0;
    for (size_t i = 0; names != NULL && i < n; i++)
        most = fmax(most, plot_width_of(names[i]));
    return most;
}

/* What stands left of the marks. */
static double left_of(struct plot_frame *frame, double room)
{
    const struct plot_axis *y = &frame->plot->y;
    if (y->names == NULL)
        return plot_ticks_width(y, &frame->y) + 10;
    frame->rows = view_room(y->n_names + 1, sizeof *frame->rows);
    if (frame->rows == NULL || !distinct_names((const char *const *)y->names, y->n_names,
                                               (int)(room / 2 / CANVAS_LETTER), frame->rows)) {
        view_lose();
        return room / 2;
    }
    for (size_t i = 0; i < y->n_names; i++) /* one that nothing tells apart stays whole */
        if (plot_width_of(frame->rows[i]) > 0.7 * room) {
            char *cut = terminal_shorten(frame->rows[i], (int)(0.7 * room / CANVAS_LETTER));
            if (cut != NULL) {
                free(frame->rows[i]);
                frame->rows[i] = cut;
            }
        }
    return longest(frame->rows, y->n_names) + 10;
}

static double beside_width(struct plot_frame *frame)
{
    const struct plot *plot = frame->plot;
    double value = 0;
    if (plot->beside == NULL)
        return 16; /* half of the last words of an axis */
    for (size_t i = 0; i < plot->y.n_names; i++) {
        value = fmax(value, plot_width_of(plot->beside[i][0]));
        frame->range_width = fmax(frame->range_width, plot_width_of(plot->beside[i][1]));
    }
    return value + (frame->range_width > 0 ? frame->range_width + 20 : 14);
}

/* "1 gzip -6 · 2 zstd", where these have no room below their columns. */
static void number_columns(struct plot_frame *frame)
{
    const struct plot_axis *x = &frame->plot->x;
    if (x->names == NULL || x->n_names == 0 ||
        longest(x->names, x->n_names) < (frame->right - frame->left) / (double)x->n_names)
        return;
    frame->columns = VIEW_TEXT(out, {
        for (size_t i = 0; i < x->n_names; i++)
            fprintf(out, "%s%zu\u00a0%s", i > 0 ? " \u00b7 " : "", i + 1, x->names[i]);
    });
}

double plot_words_above(const struct canvas *canvas, const struct plot *plot, double width,
                        double top)
{
    double y = top;
    if (!plot->untitled) {
        y += paragraph(canvas, plot->title, width - 4, y, INK_TEXT, true);
        y += paragraph(canvas, plot->caption, width - 4, y, INK_FAINT, false);
    }
    return y + legend(canvas, plot, width, y) + GAP - top;
}

/* Small charts in a row. */
static size_t panels_across(const struct plot *plot, double width)
{
    const size_t most = (size_t)fmax(1, width / PANEL_WIDTH), n = plot->panels.n_names;
    return n < most ? (n > 0 ? n : 1) : most;
}

static double height_of_marks(const struct plot *plot, double width)
{
    const size_t across = panels_across(plot, width);
    if (plot->panels.n_names > 0)
        return (double)((plot->panels.n_names + across - 1) / across *
                        (PLOT_LEADING + PANEL_HEIGHT + GAP)) -
               GAP;
    if (plot->y.names != NULL)
        return (double)(PLOT_ROW * (plot->y.n_names > 0 ? plot->y.n_names : 1));
    return plot->height > 0 ? (double)plot->height : fmin(300, fmax(120, 0.45 * width));
}

struct plot_frame plot_frame_of(const struct canvas *canvas, const struct plot *plot, double width,
                                double top)
{
    struct plot_frame frame = {.canvas = canvas,
                               .plot = plot,
                               .across = panels_across(plot, width),
                               .first = true,
                               .last = true};
    frame.x = plot_span_of(plot, &plot->x);
    frame.y = plot_span_of(plot, &plot->y);
    frame.right = width - beside_width(&frame);
    frame.left = left_of(&frame, frame.right);
    frame.top = top + plot_words_above(NULL, plot, width, top);
    if (plot->y.names == NULL && plot->y.title != NULL)
        frame.top += PLOT_LEADING;
    frame.bottom = frame.top + height_of_marks(plot, width);
    number_columns(&frame);
    return frame;
}

struct plot_frame plot_panel_of(const struct plot_frame *frame, size_t i)
{
    struct plot_frame panel = *frame;
    const double step = (frame->right - frame->left + GAP) / (double)frame->across;
    panel.left += step * (double)(i % frame->across);
    panel.right = panel.left + step - GAP;
    panel.top += (double)(i / frame->across * (PLOT_LEADING + PANEL_HEIGHT + GAP) + PLOT_LEADING);
    panel.bottom = panel.top + PANEL_HEIGHT;
    panel.first = i % frame->across == 0;
    panel.last = i + frame->across >= frame->plot->panels.n_names;
    return panel;
}

void plot_frame_fini(struct plot_frame *frame)
{
    for (size_t i = 0; frame->rows != NULL && i < frame->plot->y.n_names; i++)
        free(frame->rows[i]);
    free(frame->rows);
    free(frame->columns);
}

/* ---- places ---- */

double plot_part_of(const struct plot_axis *axis, const struct plot_span *span, double value)
{
    if (isnan(value))
        return value;
    const double at = axis->is_log ? (value > 0 ? log(value) : -(double)INFINITY) : value;
    return fmin(1, fmax(0, (at - span->low) / (span->high - span->low)));
}

double plot_x_of(const struct plot_frame *frame, double value)
{
    return frame->left +
           plot_part_of(&frame->plot->x, &frame->x, value) * (frame->right - frame->left);
}

double plot_y_of(const struct plot_frame *frame, double value)
{
    const double part = plot_part_of(&frame->plot->y, &frame->y, value);
    const double down = frame->plot->y.names != NULL ? part : 1 - part;
    return frame->top + down * (frame->bottom - frame->top);
}

/* ---- all of it ---- */

/* In the middle below its axis, as far as there is room. */
static double axis_title(const struct canvas *canvas, const struct plot_frame *frame, double width,
                         double top)
{
    const char *title = frame->plot->x.title;
    const double half = plot_width_of(title) / 2,
                 middle = fmin(fmax((frame->left + frame->right) / 2, half + 2), width - half - 2);
    if (title == NULL || 2 * half > width - 4)
        return paragraph(canvas, title, width - 4, top, INK_FAINT, false);
    if (canvas != NULL)
        canvas->language->text(canvas, INK_FAINT, false, CANVAS_MIDDLE,
                               (struct canvas_point){middle, top + PLOT_LEADING - 2}, title);
    return PLOT_LEADING;
}

double plot_words_below(const struct canvas *canvas, const struct plot_frame *frame, double width)
{
    const struct plot *plot = frame->plot;
    double y = frame->bottom + AXIS;
    y += axis_title(canvas, frame, width, y);
    y += paragraph(canvas, frame->columns, width - 4, y, INK_FAINT, false);
    y += paragraph(canvas, plot->note, width - 4, y, INK_FAINT, false);
    return y + GAP;
}

double plot_height(const struct plot *plot, double width)
{
    SCOPED(plot_frame_fini) struct plot_frame frame = plot_frame_of(NULL, plot, width, 0);
    return plot_words_below(NULL, &frame, width);
}
