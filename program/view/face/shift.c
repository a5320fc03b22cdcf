/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shift.c -- how the deciles of two systems differ, in per cent of the old ones.
 * Edge:     an interval without an end has no bar. Deciles that have no ratio: nothing. */
#include "view/face/face.h"

#include <math.h>

#include "view/text/say.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

static double percent_of(double ratio)
{
    return isfinite(ratio) ? 100 * (ratio - 1) : (double)NAN;
}

static bool are(const struct comparison_finding *row)
{
    return row->distribution != NULL && row->distribution->shift.values > 0;
}

static const struct comparison_shift *shift_at(const struct face_source *source, size_t i)
{
    return &source->rows[i]->distribution->shift;
}

/* ---- plot ---- */

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

static void put_shift(struct plot *plot, const struct face_source *source, size_t i)
{
    static const enum plot_mark marks[] = {PLOT_BAND, PLOT_SPANS, PLOT_LINE, PLOT_DOTS};
    static const char *const words[] = {"for all deciles", "for one decile", "change", NULL};
    for (int part = 0; part < 4; part++) {
        struct plot_layer *layer = face_layer(plot, marks[part], source, i, words[part]);
        for (size_t j = 0; j < SHIFT_POINTS; j++)
            put_part(layer, &shift_at(source, i)->points[j], part);
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

/* "executions": what is resampled. */
static struct level_words top_of(const struct comparison_finding *row)
{
    return level_plural(row->old_series->level_name[0]);
}

/* How its intervals were made. */
static char *note(const struct comparison_finding *row)
{
    const struct comparison_shift *shift = &row->distribution->shift;
    const struct quantity confidence = confidence_text(shift->confidence);
    char thinned[40] = "";
    if (shift->values < row->finding.old_sample.n)
        (void)snprintf(thinned, sizeof thinned, ", of %zu values", shift->values);
    return shift->resampled
               ? view_format("Bars %s each, band %s for all: bootstrap of %s%s.", confidence.text,
                             confidence.text, top_of(row).text, thinned)
               : view_format("No intervals: too few %s%s.", top_of(row).text, thinned);
}

static bool draw_shift(const struct face_source *source, struct plot *plot)
{
    size_t last = source->n, n = 0;
    for (size_t i = 0; i < source->n; i++)
        if (source->rows[i] != NULL && are(source->rows[i])) {
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
    plot->note = note(source->rows[last]);
    return true;
}

/* ---- numbers ---- */

static void put_facts(struct table *table, const struct comparison_finding *row)
{
    const struct comparison_shift *shift = &row->distribution->shift;
    table_number(table, "confidence", shift->confidence);
    table_word(table, "method", shift->resampled ? "bootstrap of top units" : NULL);
    table_count(table, "values", shift->values);
}

static void put_range(struct table *table, const char *title, double low, double high, int decimals)
{
    if (isnan(low) || isnan(high))
        table_put(table, COLUMN_RIGHT(title), STYLE_PLAIN, "\u2013");
    else
        table_put(table, COLUMN_RIGHT(title), STYLE_PLAIN, "%s",
                  percent_range(low, high, decimals).text);
}

/* One for all deciles. */
static struct quantity_scale scale_of(const struct comparison_finding *row)
{
    const struct assay_shift_point *points = row->distribution->shift.points;
    const double ends[] = {points[0].old_quantile, points[SHIFT_POINTS - 1].old_quantile},
                 spread = (ends[1] - ends[0]) / SHIFT_POINTS;
    return quantity_scale_spread(row->old_series->unit, ends, 2, &spread, 1);
}

static void put_cells(struct table *table, const struct comparison_finding *row, size_t at)
{
    const struct assay_shift_point *point = &row->distribution->shift.points[at];
    const struct assay_interval *one = &point->change.interval;
    const double ends[] = {point->old_quantile, point->new_quantile},
                 change = percent_of(point->change.estimate);
    const struct quantity_scale scale = scale_of(row);
    const int decimals = verdict_decimals(&row->finding.ratio);
    table_put(table, COLUMN_RIGHT("decile"), STYLE_PLAIN, "%s",
              percent_plain(100 * point->probability, 0).text);
    table_put(table, COLUMN_RIGHT("change"), STYLE_PLAIN, "%s",
              percent_signed(change, decimals).text);
    put_range(table, interval_title(row->distribution->shift.confidence).text,
              percent_of(one->lower), percent_of(one->upper), decimals);
    put_range(table, "for all", percent_of(point->band_lower), percent_of(point->band_upper),
              decimals);
    table_put(table, COLUMN_RIGHT("old", .part = FACE_SIDES), STYLE_PLAIN, "%s",
              quantity_of(ends[0], &scale).text);
    table_put(table, COLUMN_RIGHT("new", .part = FACE_SIDES), STYLE_PLAIN, "%s",
              quantity_of(ends[1], &scale).text);
    table_number(table, "probability", point->probability);
    table_number(table, "old", ends[0]);
    table_number(table, "new", ends[1]);
    table_number(table, "change_percent", change);
    table_number(table, "lower", percent_of(one->lower));
    table_number(table, "upper", percent_of(one->upper));
    table_number(table, "band_lower", percent_of(point->band_lower));
    table_number(table, "band_upper", percent_of(point->band_upper));
}

static char *note_of_numbers(const struct comparison_finding *row)
{
    return row->distribution->shift.resampled
               ? view_format(
                     "Intervals by the bootstrap of %s: for one decile, and for all at once.",
                     top_of(row).text)
               : view_format("No intervals: too few %s.", top_of(row).text);
}

static const struct face_numbers numbers = {.title = "the change at each decile",
                                            .n_rows = SHIFT_POINTS,
                                            .rows = "points",
                                            .are = are,
                                            .facts = put_facts,
                                            .cells = put_cells,
                                            .note = note_of_numbers};

const struct face face_shift = {
    .name = "shift", .shows = "the change at each decile", .plot = draw_shift, .numbers = &numbers};
