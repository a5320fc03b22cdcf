/* SPDX-License-Identifier: GPL-3.0-or-later */
/* share.c -- the share of the values at or below each: quantiles of type 1 at evenly spaced shares.
 * Edge:     of many values the quantiles are those of a histogram of 4096 bins: a hundredth of what
 *           one pixel shows. A single value each has no distribution. */
#include "view/face/face.h"

#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>

#include "view/text/view_memory.h"

enum { POINTS = 80, MANY = 5000, BINS = 4096 };

/* Bins of equal width, from the smallest value to the largest. */
static bool by_counting(const struct sample_finding *sample, const double *shares, size_t m,
                        double *x)
{
    const struct assay_description *d = &sample->description;
    const double width = (d->max - d->min) / BINS;
    OWNED size_t *count = view_room(BINS, sizeof *count);
    if (count == NULL || !(width > 0) || !isfinite(width))
        return false;
    for (size_t i = 0; i < d->n; i++) {
        const size_t bin = (size_t)((sample->series->live.values[i] - d->min) / width);
        count[bin < BINS ? bin : BINS - 1]++;
    }
    size_t below = 0, bin = 0;
    for (size_t j = 0; j < m; j++) {
        while (bin + 1 < BINS && (double)(below + count[bin]) < shares[j] * (double)d->n)
            below += count[bin++];
        x[j] = j == 0 ? d->min : j + 1 == m ? d->max : d->min + ((double)bin + 1) * width;
    }
    return true;
}

/* Whether there is more than one value. */
static bool put_share(struct plot *plot, const struct face_source *source, size_t i)
{
    const struct sample_finding *sample = source->samples[i];
    const size_t n = sample->description.n, m = n < POINTS ? n : POINTS;
    const struct assay_view view = {sample->series->live.values, n};
    double shares[POINTS], x[POINTS];
    for (size_t j = 0; j < m; j++)
        shares[j] = (double)(spaced(j, m, n) + 1) / (double)n;
    const bool counted = view.x != NULL && n > MANY && by_counting(sample, shares, m, x);
    if (m == 0 || view.x == NULL ||
        (!counted && !view_defined(assay_quantiles(view, shares, m, 1, x, NULL))))
        return false;
    struct plot_layer *layer = face_layer(plot, PLOT_STEPS, source, i, "share");
    for (size_t j = 0; j < m; j++)
        plot_put(layer, x[j], shares[j]);
    const size_t far = face_far(source, view.x, n), seen = face_far(source, x, m);
    if (layer != NULL && far > seen) /* places by counting lie a bin beside their values */
        layer->unseen = far - seen;
    return m > 1;
}

static bool draw_share(const struct face_source *source, struct plot *plot)
{
    bool any = false;
    for (size_t i = 0; i < source->n; i++)
        any = put_share(plot, source, i) || any;
    face_value_axis(&plot->x, source);
    plot->y.words = PLOT_SHARES;
    plot->y.low = 0;
    plot->y.high = 1;
    plot->title = view_format("Share of the values at or below");
    return any;
}

const struct face face_share = {
    .name = "share", .shows = "the share of the values at or below each", .plot = draw_share};
