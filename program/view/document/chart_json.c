/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_json.c -- a plot as data of a page, for web/plot.js to draw, and back from saved findings.
 * Edge:     points that a reader finds broken are none. */
#include "view/document/chart_json.h"

#include <math.h>
#include <string.h>

#include "view/document/finding_read.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

static const char *const marks[] = {"line",    "dashed", "steps", "area",    "band",    "dots",
                                    "crosses", "up",     "down",  "squares", "stripes", "spans",
                                    "ranges",  "bars",   "cells", "uprights"};
static const char *const words[] = {"quantities", "numbers", "counts", "percents", "shares",
                                    "durations",  "ticks",   "ratios", "inverses"};
static const char *const inks[] = {
    "paper",        "ink",   "faint", "line", "band",  "faster", "slower", "equivalent",
    "inconclusive", "mixed", "one",   "two",  "three", "four",   "five",   "six"};
enum { MARKS = sizeof marks / sizeof *marks, WORDS = sizeof words / sizeof *words };
enum { INKS = sizeof inks / sizeof *inks, FEW = 12 };
/* The numbers of a point, in their order. */
static const char *const parts[] = {"x", "y", "low", "high"};
enum { PARTS = 4 };

/* ---- written ---- */

static double *part_of(struct plot_point *point, size_t part)
{
    double *const all[] = {&point->x, &point->y, &point->low, &point->high};
    return all[part];
}

/* Few, or some without a value, stand as they are; NULL: none has a value. */
static json_t *json_part(const struct plot_layer *layer, size_t part)
{
    OWNED double *x = view_room(layer->n + 1, sizeof *x);
    size_t n_none = 0, n_infinite = 0;
    for (size_t i = 0; x != NULL && i < layer->n; i++) {
        x[i] = *part_of(&layer->at[i], part);
        n_none += isnan(x[i]) ? 1 : 0;
        n_infinite += isinf(x[i]) ? 1 : 0;
    }
    if (x == NULL || n_none == layer->n)
        return NULL;
    return layer->n <= FEW || n_none + n_infinite > 0
               ? JSON_LIST(i, layer->n, chart_number(x[i]))
               : chart_packed(x, layer->n);
}

static json_t *json_layer(const struct plot_layer *layer)
{
    json_t *object = render_json_make(
        JSON("mark", marks[layer->mark]), JSON("ink", inks[layer->ink]),
        JSON_IF(layer->name != NULL && layer->name[0] != '\0', "name", layer->name),
        JSON_IF(layer->what != NULL, "what", layer->what),
        JSON_IF(layer->of > 0, "of", layer->of - 1),
        JSON_IF(layer->unseen > 0, "unseen", layer->unseen));
    for (size_t part = 0; part < PARTS; part++) {
        json_t *numbers = json_part(layer, part);
        if (numbers != NULL)
            render_json_set(object, parts[part], numbers);
    }
    return object;
}

static json_t *json_reach(const struct plot_reach *reach)
{
    json_t *pair = render_json_array();
    render_json_append(pair, chart_number(reach->low));
    render_json_append(pair, chart_number(reach->high));
    return pair;
}

static json_t *json_axis(const struct plot_axis *axis)
{
    return render_json_make(
        JSON_IF(axis->title != NULL, "title", axis->title), JSON("words", words[axis->words]),
        JSON_IF(axis->unit != NULL, "unit", axis->unit), JSON_IF(axis->is_log, "log", axis->is_log),
        JSON_IF(!isnan(axis->low), "low", axis->low),
        JSON_IF(!isnan(axis->high), "high", axis->high),
        JSON_IF(axis->names != NULL, "names",
                render_json_texts((const char *const *)axis->names, axis->n_names)),
        JSON_IF(axis->n_ticks > 0, "ticks",
                JSON_LIST(i, axis->n_ticks, render_json_number(axis->ticks[i].at))),
        JSON_IF(axis->n_reach > 0, "reach",
                JSON_EACH(reach, axis->reach, axis->n_reach, json_reach(reach))));
}

json_t *chart_json(const struct plot *plot)
{
    if (plot == NULL)
        return json_null();
    return render_json_make(JSON("title", plot->title),
                            JSON_IF(plot->note != NULL, "note", plot->note),
                            JSON("x", json_axis(&plot->x)), JSON("y", json_axis(&plot->y)),
                            JSON_IF(!isnan(plot->zero), "zero", plot->zero),
                            JSON("layers", JSON_LIST_IF(i, plot->n, plot->layers[i].n > 0,
                                                        json_layer(&plot->layers[i]))));
}

/* ---- read ---- */

/* The number of the name; 0: there is none. */
static size_t place_of(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return 0;
}

/* As json_part wrote them, to be freed; NULL: none. */
static double *numbers_of(const json_t *numbers, size_t *n)
{
    if (!json_is_array(numbers))
        return chart_unpacked(numbers, n);
    *n = json_array_size(numbers);
    double *x = view_room(*n + 1, sizeof *x);
    for (size_t i = 0; x != NULL && i < *n; i++) {
        const json_t *number = json_array_get(numbers, i);
        x[i] = json_is_number(number) ? json_number_value(number) : (double)NAN;
    }
    return x;
}

static void read_points(const json_t *json, struct plot_layer *layer)
{
    for (size_t part = 0; part < PARTS; part++) {
        size_t n = 0;
        OWNED double *x = numbers_of(json_object_get(json, parts[part]), &n);
        for (size_t i = 0; x != NULL && i < n; i++) {
            if (part == 0)
                plot_put(layer, x[i], (double)NAN);
            if (i < layer->n)
                *part_of(&layer->at[i], part) = x[i];
        }
    }
}

static void read_axis(const json_t *json, struct plot_axis *axis)
{
    const json_t *names = json_object_get(json, "names"), *item;
    size_t i;
    char text[24];
    const char *unit = finding_text(json, "unit");
    axis->title = view_format("%s", finding_text(json, "title"));
    axis->words = (enum plot_words)place_of(finding_text(json, "words"), words, WORDS);
    axis->unit = unit[0] != '\0' ? unit : NULL;
    axis->is_log = json_is_true(json_object_get(json, "log"));
    axis->low = finding_number(json, "low");
    axis->high = finding_number(json, "high");
    json_array_foreach(json_object_get(json, "ticks"), i, item)
    {
        (void)snprintf(text, sizeof text, "%g", json_number_value(item));
        plot_tick(axis, json_number_value(item), text);
    }
    json_array_foreach(json_object_get(json, "reach"), i, item)
    {
        const json_t *low = json_array_get(item, 0), *high = json_array_get(item, 1);
        plot_reach(axis, json_is_number(low) ? json_number_value(low) : -(double)INFINITY,
                   json_is_number(high) ? json_number_value(high) : (double)INFINITY);
    }
    struct face_rows rows = {NULL, 0};
    json_array_foreach(names, i, item)(void)
        face_row(&rows, json_is_string(item) ? json_string_value(item) : "", NULL);
    if (rows.n > 0)
        face_rows_end(&rows, axis);
}

/* Each point of a chart of rows stands in one of them. */
static void keep_in_rows(struct plot_layer *layer, size_t n_rows)
{
    for (size_t i = 0; i < layer->n; i++)
        if (!(layer->at[i].y >= 0 && layer->at[i].y <= (double)(n_rows - 1)))
            layer->at[i].y = 0;
}

void chart_read(const json_t *json, struct plot *plot)
{
    const json_t *item, *what;
    size_t i;
    plot->title = view_format("%s", finding_text(json, "title"));
    if (json_is_string(json_object_get(json, "note")))
        plot->note = view_format("%s", finding_text(json, "note"));
    read_axis(json_object_get(json, "x"), &plot->x);
    read_axis(json_object_get(json, "y"), &plot->y);
    plot->zero = finding_number(json, "zero");
    json_array_foreach(json_object_get(json, "layers"), i, item)
    {
        what = json_object_get(item, "what");
        struct plot_layer *layer =
            plot_layer(plot, (enum plot_mark)place_of(finding_text(item, "mark"), marks, MARKS),
                       (enum canvas_ink)place_of(finding_text(item, "ink"), inks, INKS),
                       finding_text(item, "name"), json_string_value(what));
        if (layer == NULL)
            continue;
        layer->unseen = finding_count(item, "unseen");
        read_points(item, layer);
        if (plot->y.names != NULL)
            keep_in_rows(layer, plot->y.n_names);
    }
}
