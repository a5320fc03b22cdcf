/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.c -- all values in order of measuring, and where executions begin.
 * Edge:     of many values the smallest and the largest of each stretch; of many executions none is marked. */
#include "view/face/face.h"

#include <math.h>

#include "view/text/view_memory.h"

enum { BUCKETS = 100, MOST_UNITS = 60 };

static void range_of(const struct assay_series *series, size_t unit, size_t *begin, size_t *end)
{
    const struct assay_shape *shape = &series->all.shape;
    *begin = 0;
    *end = assay_shape_units(shape, shape->n_levels - 1);
    if (shape->n_levels > 1)
        assay_shape_values(shape, shape->n_levels - 2, unit, begin, end);
}

/* First values of the units behind the first, between it and the one before. */
static void put_begins(struct plot *plot, const struct assay_series *series)
{
    const size_t n = face_executions(series);
    struct plot_layer *layer = plot_layer(plot, PLOT_UPRIGHTS, INK_LINE, "", NULL);
    for (size_t u = 1; n <= MOST_UNITS && u < n; u++) {
        size_t begin, end;
        range_of(series, u, &begin, &end);
        plot_put(layer, (double)begin + 0.5, (double)NAN);
    }
}

/* Those of the n positions, which are in order, that are warm-up or are not. */
static struct plot_layer *put_part(struct plot *plot, const struct face_source *source, size_t i,
                                   bool warm, const size_t *positions, size_t n)
{
    const struct assay_series *series = source->samples[i]->series;
    struct plot_layer *layer =
        face_layer(plot, warm ? PLOT_CROSSES : PLOT_DOTS, source, i, warm ? "warm-up" : "live");
    size_t unit = 0, begin, end;
    range_of(series, 0, &begin, &end);
    for (size_t k = 0; k < n; k++) {
        while (positions[k] >= end)
            range_of(series, ++unit, &begin, &end);
        const size_t n_warm = series->n_warmup != NULL ? series->n_warmup[unit] : 0;
        if ((positions[k] < begin + n_warm) == warm)
            plot_put(layer, (double)positions[k] + 1, series->all.values[positions[k]]);
    }
    return layer;
}

/* What is told of all the systems. */
struct told {
    bool any, reduced, warm;
};

static void put_values(struct plot *plot, const struct face_source *source, size_t i,
                       struct told *told)
{
    const struct assay_series *series = source->samples[i]->series;
    if (face_executions(series) == 0)
        return;
    const size_t n = assay_shape_units(&series->all.shape, series->all.shape.n_levels - 1);
    OWNED size_t *positions = view_room(n < 2 * BUCKETS ? n + 1 : 2 * BUCKETS, sizeof *positions);
    const size_t kept =
        positions != NULL ? face_reduce(series->all.values, n, BUCKETS, positions) : 0;
    size_t unseen = kept > 0 ? face_far(source, series->all.values, n) : 0;
    for (size_t k = 0; k < kept; k++)
        unseen -= face_far(source, &series->all.values[positions[k]], 1);
    for (int warm = 0; kept > 0 && warm < 2; warm++) {
        struct plot_layer *layer = put_part(plot, source, i, warm, positions, kept);
        if (layer != NULL && !warm)
            layer->unseen = unseen;
    }
    told->any = told->any || kept > 0;
    told->reduced = told->reduced || kept < n;
    told->warm = told->warm || (plot->n > 0 && plot->layers[plot->n - 1].n > 0);
}

static bool draw_order(const struct face_source *source, struct plot *plot)
{
    struct told told = {false, false, false};
    put_begins(plot, source->samples[0]->series);
    for (size_t i = 0; i < source->n; i++)
        put_values(plot, source, i, &told);
    face_value_axis(&plot->y, source);
    plot->x.words = PLOT_COUNTS;
    plot->x.title = view_format("value number");
    plot->title = view_format("All values in order of measuring%s%s",
                              told.reduced ? " (extremes of each stretch)" : "",
                              told.warm ? "; \u00d7: warm-up" : "");
    return told.any;
}

const struct face face_order = {
    .name = "order", .shows = "all values in order of measuring", .plot = draw_order};
