/* SPDX-License-Identifier: GPL-3.0-or-later */
/* levels.c -- the means of the units of each level above the values, and what each level adds to the variance and
 * takes of the time.
 * Edge:     of many units the extremes of stretches; unknown costs have no time; a single level has no share. */
#include "view/face/face.h"

#include <math.h>

#include "view/text/view_memory.h"

static const char *system_of(const struct face_source *source, size_t i)
{
    return source->n > 1 ? source->samples[i]->series->system : NULL;
}

/* ---- means of units ---- */

static void put_means(struct plot *plot, const struct face_source *source, size_t i, size_t level,
                      size_t row)
{
    enum { BUCKETS = 40 };
    const struct assay_series *series = source->samples[i]->series;
    const size_t n = assay_shape_units(&series->live.shape, level);
    OWNED double *means = view_room(n + 1, sizeof *means);
    OWNED size_t *positions = view_room(n + 1, sizeof *positions);
    struct plot_layer *layer = face_layer(plot, PLOT_STRIPES, source, i, "mean");
    if (means == NULL || positions == NULL ||
        !view_defined(assay_sample_unit_means(&series->live, level, means, NULL)))
        return;
    const size_t count = face_reduce(means, n, BUCKETS, positions);
    for (size_t k = 0; k < count; k++)
        plot_put(layer, means[positions[k]], (double)row);
}

static bool draw_units(const struct face_source *source, struct plot *plot)
{
    struct face_rows rows = {NULL, 0};
    size_t most = 0;
    for (size_t i = 0; i < source->n; i++)
        if (source->samples[i]->series->live.values != NULL &&
            source->samples[i]->series->live.shape.n_levels > most)
            most = source->samples[i]->series->live.shape.n_levels;
    for (size_t level = 0; level + 1 < most; level++)
        for (size_t i = 0; i < source->n; i++) {
            const struct assay_series *series = source->samples[i]->series;
            if (series->live.values != NULL && level + 1 < series->live.shape.n_levels)
                put_means(plot, source, i, level,
                          face_row(&rows, series->level_name[level], system_of(source, i)));
        }
    const bool any = rows.n > 0;
    face_rows_end(&rows, &plot->y);
    face_value_axis(&plot->x, source);
    plot->title = view_format("Means of the units of each level");
    return any;
}

const struct face face_units = {
    .name = "units", .shows = "the means of builds, of executions", .plot = draw_units};

/* ---- shares ---- */

enum { VARIANCE, TIME };

/* What a level has of either; units are those of the level above, and become its own. */
static double amount_of(const struct sample_finding *sample, size_t level, int what, double *units)
{
    const struct assay_component *component = &sample->description.level[level];
    *units *= component->count;
    return what == TIME ? *units * sample->series->cost_s[level] : fmax(0, component->t2);
}

static double sum_of(const struct sample_finding *sample, int what)
{
    double sum = 0, units = 1;
    for (size_t level = 0; level < sample->description.n_levels; level++)
        sum += amount_of(sample, level, what, &units);
    return sum;
}

static void put_shares(struct plot *plot, const struct face_source *source, size_t i, int what,
                       size_t row)
{
    const struct sample_finding *sample = source->samples[i];
    const double sum = sum_of(sample, what);
    double units = 1, begin = 0;
    for (size_t level = 0; level < sample->description.n_levels; level++) {
        const double share = amount_of(sample, level, what, &units) / sum;
        struct plot_layer *layer = plot_layer(plot, PLOT_BARS, face_ink(level + 2),
                                              sample->series->level_name[level], "share");
        plot_put_range(layer, share, (double)row, begin, begin + share);
        if (layer != NULL)
            layer->of = i + 1;
        begin += share;
    }
}

static bool draw_shares(const struct face_source *source, struct plot *plot)
{
    static const char *const words[] = {"variance", "time"};
    struct face_rows rows = {NULL, 0};
    bool timed = false;
    for (int what = VARIANCE; what <= TIME; what++)
        for (size_t i = 0; i < source->n; i++) {
            const double sum = sum_of(source->samples[i], what);
            if (source->samples[i]->description.n_levels < 2 || !(sum > 0) || !isfinite(sum))
                continue;
            put_shares(plot, source, i, what, face_row(&rows, words[what], system_of(source, i)));
            timed = timed || what == TIME;
        }
    const bool any = rows.n > 0;
    face_rows_end(&rows, &plot->y);
    plot->x.words = PLOT_SHARES;
    plot->x.low = 0;
    plot->x.high = 1;
    plot->title =
        view_format("Share of each level in the variance%s", timed ? " and in the time" : "");
    return any;
}

const struct face face_shares = {
    .name = "shares", .shows = "what each level adds to variance and time", .plot = draw_shares};
