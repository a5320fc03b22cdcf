/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_history.c -- series over versions as charts: means with their intervals, and the changes that were called.
 * Edge:     an interval without an end runs to the edge. A mean that is far off all others flattens nothing: an arrow
 *           at the edge stands for it, and the note says so. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/failure.h"
#include "view/page/figure.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* Its label, and the day where there is room. */
static void put_ticks(struct plot_axis *axis, const struct history_finding *history)
{
    enum { TICKS = 4 };
    const size_t last = history->n_versions - 1;
    for (size_t i = 0; i < TICKS; i++) {
        const size_t v = i * last / (TICKS - 1);
        const time_t seconds = (time_t)history->versions[v].time_s;
        struct tm tm;
        char day[32] = "";
        if (i > 0 && v == (i - 1) * last / (TICKS - 1))
            continue;
        if (seconds != 0 && gmtime_r(&seconds, &tm) != NULL)
            (void)strftime(day, sizeof day, "%Y-%m-%d", &tm);
        plot_tick(axis, (double)v, day[0] != '\0' ? day : history->versions[v].label);
    }
    axis->words = PLOT_TICKS;
    axis->low = -0.5;
    axis->high = (double)last + 0.5;
}

/* ---- how far it reaches ---- */

/* From the means between which nine tenths lie, and the levels of steps, four times as far to either side; no time is
 * less than none. */
static struct plot_reach reach_of(const struct history_row *series)
{
    enum { TAIL = 20, FAR = 4 };
    struct plot_reach reach = {-(double)INFINITY, (double)INFINITY};
    OWNED double *means = view_room(series->n, sizeof *means);
    if (means == NULL || series->n == 0)
        return reach;
    for (size_t i = 0; i < series->n; i++)
        means[i] = series->points[i].summary.mean;
    qsort(means, series->n, sizeof *means, array_ascending);
    const size_t tail = series->n > TAIL ? series->n / TAIL : series->n > 4;
    double low = means[tail], high = means[series->n - 1 - tail];
    for (size_t i = 0; i < series->finding.n; i++) {
        const struct assay_change *change = &series->finding.changes[i];
        low = fmin(low, fmin(change->before, change->after));
        high = fmax(high, fmax(change->before, change->after));
    }
    if (high > low)
        reach = (struct plot_reach){low - FAR * (high - low), high + FAR * (high - low)};
    if (means[0] >= 0)
        reach.low = fmax(reach.low, 0);
    return reach;
}

static double within(const struct plot_reach *reach, double end, double mean)
{
    return fmin(reach->high, fmax(reach->low, isnan(end) ? mean : end));
}

/* ---- layers ---- */

/* A version without an interval (a single unit) has none. */
static void put_band(struct plot *plot, const struct history_row *series)
{
    const struct plot_reach reach = reach_of(series);
    struct plot_layer *band = plot_layer(plot, PLOT_BAND, INK_ONE, series->benchmark, NULL);
    for (size_t i = 0; i < series->n; i++) {
        const struct assay_history_point *point = &series->points[i];
        const double mean = point->summary.mean;
        plot_put_range(band, (double)series->versions[i], mean, within(&reach, point->lower, mean),
                       within(&reach, point->upper, mean));
    }
}

static void put_means(struct plot *plot, const struct history_row *series)
{
    const struct plot_reach reach = reach_of(series);
    struct plot_layer *line = plot_layer(plot, PLOT_LINE, INK_ONE, series->benchmark, "mean");
    for (size_t i = 0; i < series->n; i++)
        plot_put_range(line, (double)series->versions[i], series->points[i].summary.mean,
                       series->points[i].lower, series->points[i].upper);
    plot_reach(&plot->y, reach.low, reach.high);
}

/* A square for each version that stands alone, however many versions there are. */
static void put_alone(struct plot *plot, const struct history_row *series)
{
    struct plot_layer *alone =
        plot_layer(plot, PLOT_SQUARES, INK_INCONCLUSIVE, series->benchmark, NULL);
    for (size_t i = 0; i < series->finding.n_alone; i++) {
        const size_t at = series->finding.alone[i].at;
        plot_put(alone, (double)series->versions[at], series->points[at].summary.mean);
    }
}

/* An arrow at the edge for each mean that lies beyond it. */
static void put_far(struct plot *plot, const struct history_row *series)
{
    const struct plot_reach reach = reach_of(series);
    struct plot_layer *far = plot_layer(plot, PLOT_DOTS, INK_ONE, series->benchmark, NULL);
    for (size_t i = 0; i < series->n; i++) {
        const double mean = series->points[i].summary.mean;
        if (mean < reach.low || mean > reach.high)
            plot_put(far, (double)series->versions[i], mean);
    }
}

/* A stretch between two changes, at the mean that the finding has for it at version `at`, along the slope. */
static void put_stretch(struct plot_layer *levels, const struct history_row *series, size_t from,
                        size_t to, size_t at, double mean)
{
    const struct assay_slope *slope = &series->finding.slope;
    const double rate = slope->found ? log(slope->per_version) : 0, none = (double)NAN;
    plot_put(levels, (double)series->versions[from] - 0.5,
             mean * exp(rate * ((double)from - (double)at)));
    plot_put(levels, (double)series->versions[to - 1] + 0.5,
             mean * exp(rate * ((double)(to - 1) - (double)at)));
    plot_put(levels, none, none); /* the line is interrupted */
}

/* The levels as they were called: nothing is fitted for the eye. */
static void put_levels(struct plot *plot, const struct history_row *series)
{
    const struct assay_history *finding = &series->finding;
    struct plot_layer *levels = plot_layer(plot, PLOT_LINE, INK_TEXT, series->benchmark, "level");
    if (finding->n == 0 && finding->slope.beyond)
        put_stretch(levels, series, 0, series->n, 0, finding->slope.first);
    for (size_t i = 0; i < finding->n; i++) {
        const struct assay_change *change = &finding->changes[i];
        if (i == 0)
            put_stretch(levels, series, change->from, change->at, change->at, change->before);
        put_stretch(levels, series, change->at, change->to, change->at, change->after);
    }
}

static void put_changes(struct plot *plot, const struct history_row *series)
{
    for (size_t i = 0; i < series->finding.n; i++) {
        const struct assay_change *change = &series->finding.changes[i];
        const enum assay_verdict verdict = history_verdict(series, change);
        const enum canvas_ink ink = verdict == ASSAY_SLOWER   ? INK_SLOWER
                                    : verdict == ASSAY_FASTER ? INK_FASTER
                                                              : INK_INCONCLUSIVE;
        struct plot_layer *at =
            plot_layer(plot, PLOT_UPRIGHTS, ink, series->benchmark, assay_verdict_name(verdict));
        plot_put(at, (double)series->versions[change->at] - 0.5, change->after);
    }
}

static void put_axes(struct plot *plot, const struct history_finding *history,
                     const struct history_row *series)
{
    put_ticks(&plot->x, history);
    plot->y.words = PLOT_QUANTITIES;
    plot->y.unit = series->unit;
    for (size_t k = 0; k < plot->n; k++)
        plot->layers[k].silent = true;
    plot_trim(plot);
}

void history_plot(const struct history_finding *history, const struct history_row *series,
                  struct plot *plot)
{
    put_band(plot, series);
    put_means(plot, series);
    put_alone(plot, series);
    /* A dot for each mean, as far as dots can be told apart. */
    enum { MOST_DOTS = 200 };
    struct plot_layer *dots = plot_layer(plot, PLOT_DOTS, INK_ONE, series->benchmark, NULL);
    for (size_t i = 0; series->n <= MOST_DOTS && i < series->n; i++)
        plot_put(dots, (double)series->versions[i], series->points[i].summary.mean);
    put_levels(plot, series);
    put_changes(plot, series);
    put_far(plot, series);
    put_axes(plot, history, series);
}

void history_plot_small(const struct history_finding *history, const struct history_row *series,
                        struct plot *plot)
{
    put_means(plot, series);
    put_levels(plot, series);
    put_changes(plot, series);
    put_far(plot, series);
    put_axes(plot, history, series);
}

/* ---- as a figure ---- */

/* "+5.8 % [4.1 … 7.4 %] since v1.7" of each change. */
static char *caption_of(const struct history_finding *history, const struct history_row *series)
{
    OWNED char *text = VIEW_TEXT(out, {
        fprintf(out, "%s over %zu versions", series->metric, series->n);
        for (size_t i = 0; i < series->finding.n; i++) {
            const struct assay_change *change = &series->finding.changes[i];
            const int decimals = verdict_decimals(&change->ratio);
            fprintf(out, "; %s [%s], %s, since %s",
                    percent_signed(change_of(&change->ratio).estimate, decimals).text,
                    verdict_range(&change->ratio, decimals).text,
                    assay_verdict_name(history_verdict(series, change)),
                    history->versions[series->versions[change->at]].label);
        }
        fprintf(out, "; band: %s CI of each mean", confidence_text(history->rule.confidence).text);
    });
    return text != NULL ? view_said("%s", text) : NULL;
}

enum assay_status figure_history(const struct figure *figure, const struct history_finding *history,
                                 struct figure_plots *plots, struct assay_error *error)
{
    *plots = (struct figure_plots){0};
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        if (series->n == 0 ||
            (figure->benchmark != NULL && strcmp(series->benchmark, figure->benchmark) != 0))
            continue;
        struct plot *plot = figure_plot(plots);
        if (plot == NULL)
            return fail_no_memory(error);
        history_plot(history, series, plot);
        plot->title = series->system != NULL
                          ? view_format("%s on %s", series->benchmark, series->system)
                          : view_format("%s", series->benchmark);
        plot->caption = caption_of(history, series);
    }
    return plots->n > 0
               ? ASSAY_OK
               : assay_fail(error, ASSAY_UNDEFINED, "there is nothing to draw: no history");
}
