/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_shift.c -- how the deciles of two systems differ, in per cent of the old ones.
 * Edge:     an interval without an end has no bar. */
#include "view/chart/chart.h"

#include <math.h>

#include "view/text/say.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

static double percent_of(double ratio)
{
    return isfinite(ratio) ? 100 * (ratio - 1) : (double)NAN;
}

static void put_part(struct plot_layer *layer, const struct assay_shift_point *point, int part)
{
    const double at = 100 * point->probability, change = percent_of(point->change.estimate);
    const double low = percent_of(part == 0 ? point->band_lower : point->change.interval.lower),
                 high = percent_of(part == 0 ? point->band_upper : point->change.interval.upper);
    if (part > 1)
        plot_put(layer, at, change);
    else if (!isnan(low) && !isnan(high))
        plot_put_range(layer, at, change, low, high);
}

static void put_shift(struct plot *plot, const struct chart_source *source, size_t i)
{
    static const enum plot_mark marks[] = {PLOT_BAND, PLOT_SPANS, PLOT_LINE, PLOT_DOTS};
    static const char *const words[] = {"for all deciles", "for one decile", "change", NULL};
    for (int part = 0; part < 4; part++) {
        struct plot_layer *layer = chart_layer(plot, marks[part], source, i, words[part]);
        for (size_t j = 0; j < SHIFT_POINTS; j++)
            put_part(layer, &source->shifts[i]->points[j], part);
    }
}

static void name_axes(struct plot *plot)
{
    char text[8];
    plot->x.title = view_format("decile of the values (%% at or below)");
    plot->x.words = PLOT_NUMBERS;
    for (int decile = 10; decile <= 90; decile += 20) {
        (void)snprintf(text, sizeof text, "%d", decile);
        plot_tick(&plot->x, decile, text);
    }
    plot->y.title = view_format("change in %%");
    plot->y.words = PLOT_PERCENTS;
    plot->zero = 0;
}

/* How its intervals were made. */
static char *note(const struct comparison_shift *shift, size_t n)
{
    const struct quantity confidence = confidence_text(shift->confidence);
    char thinned[40] = "";
    if (shift->values < n)
        (void)snprintf(thinned, sizeof thinned, ", of %zu values", shift->values);
    return shift->resampled
               ? view_format("Bars %s each, band %s for all: bootstrap of top units%s.",
                             confidence.text, confidence.text, thinned)
               : view_format("No intervals: too few top units%s.", thinned);
}

bool chart_shift(const struct chart_source *source, struct plot *plot)
{
    size_t last = source->n, n = 0;
    for (size_t i = 0; i < source->n; i++)
        if (source->shifts[i] != NULL && source->shifts[i]->values > 0) {
            put_shift(plot, source, last = i);
            n++;
        }
    if (n == 0)
        return false;
    name_axes(plot);
    const struct assay_series *series = source->samples[last]->series;
    const char *side = series->more_is_better ? "above" : "below";
    plot->title = n == 1 ? view_said("Change at each decile of %s: %s 0 it is better there",
                                     series->system, side)
                         : view_format("Change at each decile: %s 0 it is better there", side);
    plot->note = note(source->shifts[last], source->rows[last]->finding.old_sample.n);
    return true;
}
