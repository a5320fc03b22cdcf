/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_density.c -- how densely the values lie.
 * Source:   kernel density with Silverman's rule of thumb (Silverman 1986, p. 48), on binned values
 *           (Wand 1994); mirrored at zero where no value is negative.
 * Edge:     fewer than 5 values or all equal: null. Values beyond 4 interquartile ranges from the
 *           quartiles are counted, not drawn.
 * Checked:  the density integrates to 1. */
#include "view/chart/chart.h"

#include <math.h>

#include "view/document/json.h"

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
    const double h = bandwidth(d), reach = 4 * (d->q3 - d->q1);
    if (d->n < 5 || !(h > 0) || !isfinite(h))
        return false;
    *grid = (struct grid){.low = reach > 0 ? fmax(d->min, d->q1 - reach) : d->min,
                          .high = reach > 0 ? fmin(d->max, d->q3 + reach) : d->max,
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

json_t *chart_density(const struct sample_finding *sample)
{
    struct grid grid;
    double bins[BINS] = {0}, y[BINS];
    const size_t n = sample->description.n;
    if (!grid_of(&sample->description, &grid))
        return json_null();
    const size_t outside = fill(&grid, sample->series->live.values, n, bins);
    for (size_t i = 0; i < BINS; i++)
        y[i] = height_at(&grid, bins, i, n);
    return render_json_make(JSON("from", grid.from), JSON("step", grid.step),
                            JSON("y", chart_packed(y, BINS)), JSON("outside", outside));
}
