/* SPDX-License-Identifier: GPL-3.0-or-later */
/* density.c -- how densely the values lie.
 * Source:   kernel density with Silverman's rule of thumb (Silverman 1986, p. 48), on binned values
 *           (Wand 1994); mirrored at zero where no value is negative.
 * Edge:     fewer than 5 values or all equal: none. Values beyond 4 interquartile ranges from the
 *           quartiles are counted, not drawn. The peak of a fitted mode stands at the edge where it would
 *           flatten the densities.
 * Checked:  the density integrates to 1. */
#include "view/face/face.h"

#include <math.h>

#include "view/text/view_memory.h"

enum { BINS = 120 };

struct grid {
    double low, high; /* values beyond are outside */
    double from, step, bandwidth;
    bool mirrored;
};

static double bandwidth(const struct assay_description *d)
{
    const double spread = (d->q3 - d->q1) / 1.34;
    const double least = spread > 0 && spread < d->sd ? spread : d->sd;
    return 0.9 * least * pow((double)d->n, -0.2);
}

static bool grid_of(const struct assay_description *d, struct grid *grid)
{
    const double h = bandwidth(d);
    const struct plot_reach reach = face_reach(d);
    if (d->n < 5 || !(h > 0) || !isfinite(h))
        return false;
    *grid = (struct grid){.low = d->q3 > d->q1 ? reach.low : d->min,
                          .high = d->q3 > d->q1 ? reach.high : d->max,
                          .bandwidth = h,
                          .mirrored = d->min >= 0};
    grid->from = grid->low - 3 * h;
    if (grid->mirrored)
        grid->from = fmax(grid->from, 0);
    grid->step = (grid->high + 3 * h - grid->from) / (BINS - 1);
    return grid->step > 0 && isfinite(grid->step);
}

static size_t fill(const struct grid *grid, const double *x, size_t n, double bins[BINS])
{
    size_t outside = 0;
    for (size_t i = 0; i < n; i++) {
        if (x[i] < grid->low || x[i] > grid->high)
            outside++;
        else
            bins[(size_t)((x[i] - grid->from) / grid->step + 0.5)]++;
    }
    return outside;
}

static double height_at(const struct grid *grid, const double bins[BINS], size_t i, size_t n)
{
    const double x = grid->from + (double)i * grid->step;
    double height = 0;
    for (size_t j = 0; j < BINS; j++) {
        if (bins[j] == 0)
            continue;
        const double z = ((double)i - (double)j) * grid->step / grid->bandwidth;
        height += bins[j] * exp(-z * z / 2);
        const double mirrored = (x + grid->from + (double)j * grid->step) / grid->bandwidth;
        if (grid->mirrored && mirrored < 8)
            height += bins[j] * exp(-mirrored * mirrored / 2);
    }
    return height / ((double)n * grid->bandwidth * sqrt(2 * acos(-1.0)));
}

/* ---- the mixture that was fitted ---- */

static double mixture_at(const struct assay_mixture *mixture, double x)
{
    double sum = 0;
    for (size_t k = 0; k < mixture->k; k++) {
        const struct assay_gaussian *part = &mixture->part[k];
        const double z = (x - part->mean) / part->sd;
        sum += part->weight / part->sd / sqrt(2 * acos(-1.0)) * exp(-z * z / 2);
    }
    return sum;
}

/* Returns how high it is. */
static double put_mixture(struct plot *plot, const struct face_source *source, size_t i,
                          const struct grid *grid)
{
    const struct sample_mixture *fitted = source->mixtures[i];
    struct plot_layer *fit = face_layer(plot, PLOT_DASHED, source, i, "mixture");
    double top = 0;
    for (size_t j = 0; j < BINS; j++) {
        const double x = grid->from + (double)j * grid->step, y = mixture_at(&fitted->mixture, x);
        plot_put(fit, x, y);
        top = fmax(top, y);
    }
    struct plot_layer *modes = face_layer(plot, PLOT_DOWN, source, i, "mode");
    for (size_t k = 0; k < fitted->modes.n; k++) {
        const double at = fitted->modes.mode[k].at;
        if (at >= grid->from && at <= grid->from + BINS * grid->step)
            plot_put(modes, at, mixture_at(&fitted->mixture, at));
    }
    return top;
}

/* ---- one system, all of them ---- */

/* Returns how high it is; 0: it is none. */
static double put_density(struct plot *plot, const struct face_source *source, size_t i,
                          struct grid *grid)
{
    const struct sample_finding *sample = source->samples[i];
    double bins[BINS] = {0}, top = 0;
    const size_t n = sample->description.n;
    if (sample->series->live.values == NULL || !grid_of(&sample->description, grid))
        return 0;
    struct plot_layer *layer = face_layer(plot, PLOT_AREA, source, i, "density");
    const size_t unseen = fill(grid, sample->series->live.values, n, bins);
    for (size_t j = 0; j < BINS; j++) {
        const double height = height_at(grid, bins, j, n);
        plot_put(layer, grid->from + (double)j * grid->step, height);
        top = fmax(top, height);
    }
    if (layer != NULL)
        layer->unseen = unseen;
    return top;
}

static bool draw_density(const struct face_source *source, struct plot *plot)
{
    bool any = false, fitted = false;
    for (size_t i = 0; i < source->n; i++) {
        struct grid grid;
        const double top = put_density(plot, source, i, &grid);
        const bool has_mixture = source->mixtures[i] != NULL && source->mixtures[i]->fitted > 0;
        const double peak = top > 0 && has_mixture ? put_mixture(plot, source, i, &grid) : 0;
        plot_reach(&plot->y, 0, fmin(2 * top, fmax(1.15 * top, 1.1 * peak)));
        any = any || top > 0;
        fitted = fitted || (top > 0 && has_mixture);
    }
    face_value_axis(&plot->x, source);
    for (size_t i = 0; i < plot->x.n_reach; i++) /* far values are not drawn */
        plot->x.reach[i] = (struct plot_reach){-(double)INFINITY, (double)INFINITY};
    plot->y.words = PLOT_TICKS;
    plot->y.low = 0;
    plot->title = view_format("Density of the values%s",
                              fitted ? ", fitted mixture (dashed) and its modes (\u25bc)" : "");
    return any;
}

const struct face face_density = {
    .name = "density", .shows = "how densely the values lie", .plot = draw_density};
