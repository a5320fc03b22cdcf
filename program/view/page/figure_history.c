/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_history.c -- series over versions as charts: means with their intervals, and the changes that were called. */
#include <string.h>
#include <time.h>

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

static void put_means(struct plot *plot, const struct series_history *series)
{
    struct plot_layer *band = plot_layer(plot, PLOT_BAND, INK_FAINT, series->benchmark, NULL);
    for (size_t i = 0; i < series->n; i++)
        plot_put_range(band, (double)series->versions[i], series->points[i].summary.mean,
                       series->points[i].lower, series->points[i].upper);
    struct plot_layer *line = plot_layer(plot, PLOT_LINE, INK_FAINT, series->benchmark, NULL);
    for (size_t i = 0; i < series->n; i++)
        plot_put(line, (double)series->versions[i], series->points[i].summary.mean);
    struct plot_layer *dots = plot_layer(plot, PLOT_DOTS, INK_FAINT, series->benchmark, "mean");
    for (size_t i = 0; i < series->n; i++)
        plot_put_range(dots, (double)series->versions[i], series->points[i].summary.mean,
                       series->points[i].lower, series->points[i].upper);
}

static void put_level(struct plot *plot, const struct series_history *series, size_t from,
                      size_t to, double mean)
{
    struct plot_layer *level = plot_layer(plot, PLOT_LINE, INK_TEXT, series->benchmark, "level");
    plot_put(level, (double)series->versions[from] - 0.5, mean);
    plot_put(level, (double)series->versions[to - 1] + 0.5, mean);
}

static void put_changes(struct plot *plot, const struct series_history *series)
{
    for (size_t i = 0; i < series->finding.n; i++) {
        const struct assay_change *change = &series->finding.changes[i];
        const enum assay_verdict verdict = history_verdict(series, change);
        struct plot_layer *at =
            plot_layer(plot, PLOT_UPRIGHTS, verdict == ASSAY_SLOWER ? INK_SLOWER : INK_FASTER,
                       series->benchmark, assay_verdict_name(verdict));
        plot_put(at, (double)series->versions[change->at] - 0.5, change->after);
        if (i == 0)
            put_level(plot, series, change->from, change->at, change->before);
        put_level(plot, series, change->at, change->to, change->after);
    }
}

/* "+5.8 % [4.1 … 7.4 %] since v1.7" of each change. */
static char *caption_of(const struct history_finding *history, const struct series_history *series)
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
        const struct series_history *series = &history->series[i];
        if (series->n == 0 ||
            (figure->benchmark != NULL && strcmp(series->benchmark, figure->benchmark) != 0))
            continue;
        struct plot *plot = figure_plot(plots);
        if (plot == NULL)
            return fail_no_memory(error);
        put_means(plot, series);
        put_changes(plot, series);
        put_ticks(&plot->x, history);
        for (size_t k = 0; k < plot->n; k++)
            plot->layers[k].silent = true;
        plot->y.words = PLOT_QUANTITIES;
        plot->y.unit = series->unit;
        plot->title = series->system != NULL
                          ? view_format("%s on %s", series->benchmark, series->system)
                          : view_format("%s", series->benchmark);
        plot->caption = caption_of(history, series);
    }
    return plots->n > 0
               ? ASSAY_OK
               : assay_fail(error, ASSAY_UNDEFINED, "there is nothing to draw: no history");
}
