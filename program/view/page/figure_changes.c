/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_changes.c -- the page's grids as charts: changes, the map of several systems, means.
 * Edge:     a rate that tells the fact of a time again is left out; of several metrics the map and the
 *           means show the first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "finding/overview.h"
#include "view/page/figure.h"
#include "view/page/scale.h"
#include "view/text/distinct_names.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum canvas_ink figure_ink(enum assay_verdict verdict)
{
    static const enum canvas_ink inks[] = {[ASSAY_INCONCLUSIVE] = INK_INCONCLUSIVE,
                                           [ASSAY_EQUIVALENT] = INK_EQUIVALENT,
                                           [ASSAY_FASTER] = INK_FASTER,
                                           [ASSAY_SLOWER] = INK_SLOWER,
                                           [ASSAY_MIXED] = INK_MIXED};
    return inks[verdict];
}

static bool is_drawn(const struct figure *figure, const char *benchmark)
{
    return figure->benchmark == NULL || strcmp(benchmark, figure->benchmark) == 0;
}

static size_t rows_of(const struct figure *figure)
{
    return figure->rows > 0 ? figure->rows : FIGURE_ROWS;
}

/* Below so many millimetres intervals are drawn and not told: their numbers would take the chart's room. */
enum { NARROW = 120 };

/* ---- changes ---- */

static void put_mark(struct plot *plot, const struct comparison_finding *row, size_t at)
{
    static const enum plot_mark marks[] = {[ASSAY_INCONCLUSIVE] = PLOT_DOTS,
                                           [ASSAY_EQUIVALENT] = PLOT_SQUARES,
                                           [ASSAY_FASTER] = PLOT_DOWN,
                                           [ASSAY_SLOWER] = PLOT_UP,
                                           [ASSAY_MIXED] = PLOT_SQUARES};
    const enum assay_verdict verdict = row->finding.verdict;
    const double cost = comparison_cost(row);
    const struct cost_range range = comparison_cost_range(row);
    const char *system = row->new_series->system;
    struct plot_layer *line = plot_layer(plot, PLOT_RANGES, figure_ink(verdict), system, NULL);
    if (line != NULL)
        line->silent = true;
    plot_put_range(line, cost, (double)at, range.lower, range.upper);
    struct plot_layer *mark =
        plot_layer(plot, marks[verdict], figure_ink(verdict), system, assay_verdict_name(verdict));
    if (mark != NULL)
        mark->silent = true;
    plot_put_range(mark, cost, (double)at, range.lower, range.upper);
}

/* That of the page's grid: right is worse. */
static void set_scale(struct plot *plot, const struct comparison_finding *const *rows, size_t n)
{
    const struct scale scale = scale_of_changes(rows, n);
    plot->x = scale.axis;
    plot->x.title = view_format(scale.has_time && scale.has_rate
                                    ? "cost ratio: left is better, right is worse"
                                    : "cost ratio: left is faster, right is slower");
    plot->zero = 1;
    plot->zero_is_x = true;
    plot->margin[0] = exp(-scale.margin);
    plot->margin[1] = exp(scale.margin);
}

static void set_words(struct plot *plot, const struct system_pair *pair,
                      const struct comparison_finding *row, double confidence)
{
    plot->title = view_format("%s against %s", pair->new_system, pair->old_system);
    char statistic[ASSAY_STATISTIC_TEXT];
    comparisons_statistic(pair->rows, pair->n, row->old_series->metric, statistic);
    plot->caption = view_format("%s of %s \u00b7 %s CI \u00b7 margin %s",
                                statistic[0] != '\0' ? statistic : "mean or typical run",
                                row->old_series->metric, confidence_text(confidence).text,
                                percent_rough(100 * row->finding.margin, 6).text);
}

static int larger_first(const void *a, const void *b)
{
    const struct comparison_finding *left = *(const struct comparison_finding *const *)a,
                                    *right = *(const struct comparison_finding *const *)b;
    const double x = fabs(log(comparison_cost(left))), y = fabs(log(comparison_cost(right)));
    if (isnan(x) != isnan(y))
        return isnan(x) ? 1 : -1;
    return x != y ? (x < y) - (x > y) : (left > right) - (left < right);
}

/* The largest changes, in the order in which they stood; returns how many. */
static size_t keep_largest(const struct comparison_finding **rows, size_t n, size_t most)
{
    OWNED const struct comparison_finding **largest = view_room(n + 1, sizeof *largest);
    size_t kept = 0;
    if (largest == NULL || n <= most)
        return n;
    memcpy(largest, rows, n * sizeof *rows);
    qsort(largest, n, sizeof *largest, larger_first);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < most; k++)
            if (rows[i] == largest[k]) {
                rows[kept++] = rows[i];
                break;
            }
    return kept;
}

/* What all names begin with is said in the note. */
static size_t said_once(struct plot *plot, const char **names, size_t n)
{
    SCOPED(name_parts_fini) struct name_parts parts = {0};
    if (!name_parts_of(names, n, &parts))
        return 0;
    size_t length = strlen(parts.prefix);
    for (size_t i = 0; i < n; i++)
        if (strncmp(names[i], parts.prefix, length) != 0)
            length = 0;
    if (length > 0)
        plot->note = view_format("All names begin with %s.", parts.prefix);
    return length;
}

static void put_rows(const struct figure *figure, struct plot *plot,
                     const struct comparison_finding *const *rows, size_t n)
{
    OWNED const char **names = view_room(n + 1, sizeof *names);
    plot->beside = view_room(n + 1, sizeof *plot->beside);
    for (size_t i = 0; names != NULL && i < n; i++) {
        const struct assay_estimate *ratio = &rows[i]->finding.ratio;
        const int decimals = verdict_decimals(ratio);
        names[i] = rows[i]->old_series->benchmark;
        put_mark(plot, rows[i], i);
        if (plot->beside == NULL)
            continue;
        plot->beside[i][0] =
            view_format("%s", percent_signed(change_of(ratio).estimate, decimals).text);
        if (figure->width_mm >= NARROW)
            plot->beside[i][1] = view_format("%s", verdict_range(ratio, decimals).text);
    }
    const size_t prefix = names != NULL ? said_once(plot, names, n) : 0;
    for (size_t i = 0; names != NULL && i < n; i++)
        names[i] += prefix;
    if (names != NULL)
        plot_names(&plot->y, names, n);
}

static void note_rest(struct plot *plot, const char *what, size_t n, size_t all)
{
    if (n == all)
        return;
    char *note = view_format("%s%sThe %zu %s of %zu.", plot->note != NULL ? plot->note : "",
                             plot->note != NULL ? " " : "", n, what, all);
    free(plot->note);
    plot->note = note;
}

static void add_pair(const struct figure *figure, const struct report_view *view,
                     const struct system_pair *pair, struct figure_plots *plots)
{
    OWNED const struct comparison_finding **rows = view_room(pair->n + 1, sizeof *rows);
    SCOPED(pair_overview_fini) struct pair_overview overview = {0};
    size_t n = 0;
    if (rows == NULL || !pair_overview_of(pair, &overview)) {
        view_lose();
        return;
    }
    for (size_t i = 0; i < pair->n; i++) {
        const size_t at = overview.order[i];
        if (overview.counted[at] && is_drawn(figure, pair->rows[at].old_series->benchmark))
            rows[n++] = &pair->rows[at];
    }
    const size_t all = n;
    n = keep_largest(rows, n, rows_of(figure));
    struct plot *plot = n > 0 ? figure_plot(plots) : NULL;
    if (plot != NULL) {
        put_rows(figure, plot, rows, n);
        note_rest(plot, "largest changes", n, all);
        set_scale(plot, rows, n);
        set_words(plot, pair, rows[0], view->confidence);
    }
}

void figure_changes(const struct figure *figure, const struct report_view *view,
                    struct figure_plots *plots)
{
    for (size_t p = 0; p < view->n_pairs; p++)
        add_pair(figure, view, &view->pairs[p], plots);
}

/* ---- the map ---- */

struct map_row {
    const char *benchmark;
    double worst;
};

static int worst_first(const void *a, const void *b)
{
    const struct map_row *left = a, *right = b;
    return (left->worst < right->worst) - (left->worst > right->worst);
}

static size_t map_row(struct map_row *rows, size_t *n, const char *benchmark)
{
    size_t at = 0;
    while (at < *n && strcmp(rows[at].benchmark, benchmark) != 0)
        at++;
    if (at == *n)
        rows[(*n)++] = (struct map_row){benchmark, -(double)INFINITY};
    return at;
}

/* The rows of one metric, the worst first. */
static size_t map_rows(const struct figure *figure, const struct report_view *view,
                       struct map_row *rows)
{
    const char *metric = view->pairs[0].rows[0].old_series->metric;
    size_t n = 0;
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            const struct comparison_finding *row = &view->pairs[p].rows[i];
            if (strcmp(row->old_series->metric, metric) != 0 ||
                !is_drawn(figure, row->old_series->benchmark))
                continue;
            const size_t at = map_row(rows, &n, row->old_series->benchmark);
            rows[at].worst = fmax(rows[at].worst, log(comparison_cost(row)));
        }
    qsort(rows, n, sizeof *rows, worst_first);
    return n;
}

void figure_put_cell(struct plot *plot, const struct comparison_finding *row, size_t column,
                     size_t at, double full)
{
    const enum assay_verdict verdict = row->finding.verdict;
    const struct assay_estimate *ratio = &row->finding.ratio;
    const bool told = verdict == ASSAY_FASTER || verdict == ASSAY_SLOWER;
    struct plot_layer *cell = plot_layer(plot, PLOT_CELLS, figure_ink(verdict), row->new_series->system,
                                         assay_verdict_name(verdict));
    if (cell == NULL)
        return;
    cell->silent = true;
    cell->column = column;
    cell->hatched = !told;
    cell->depth = told ? 0.1 + 0.6 * sqrt(fmin(1, fabs(log(comparison_cost(row))) / full)) : 0.12;
    plot_put_range(cell, ratio->estimate, (double)at, ratio->interval.lower, ratio->interval.upper);
}

double figure_full(const struct report_view *view)
{
    double most = log(1.2);
    for (size_t p = 0; p < view->n_pairs; p++)
        for (size_t i = 0; i < view->pairs[p].n; i++) {
            const double size = fabs(log(comparison_cost(&view->pairs[p].rows[i])));
            most = isfinite(size) ? fmax(most, size) : most;
        }
    return most;
}

static void put_pair(struct plot *plot, const struct system_pair *pair, size_t column,
                     const struct map_row *rows, size_t n, double full)
{
    const char *metric = pair->rows[0].old_series->metric;
    for (size_t i = 0; i < pair->n; i++)
        for (size_t at = 0; at < n; at++)
            if (strcmp(rows[at].benchmark, pair->rows[i].old_series->benchmark) == 0 &&
                strcmp(metric, pair->rows[i].old_series->metric) == 0)
                figure_put_cell(plot, &pair->rows[i], column, at, full);
}

static void add_map(const struct report_view *view, const struct map_row *rows, size_t n,
                    struct plot *plot)
{
    OWNED const char **names = view_room(n + view->n_pairs, sizeof *names);
    const double full = figure_full(view);
    for (size_t at = 0; names != NULL && at < n; at++)
        names[at] = rows[at].benchmark;
    if (names != NULL)
        plot_names(&plot->y, names, n);
    for (size_t p = 0; names != NULL && p < view->n_pairs; p++) {
        put_pair(plot, &view->pairs[p], p, rows, n, full);
        names[p] = view->pairs[p].new_system;
    }
    if (names != NULL)
        plot_names(&plot->x, names, view->n_pairs);
    set_words(plot, &view->pairs[0], &view->pairs[0].rows[0], view->confidence);
    free(plot->title);
    plot->title = view_format("Change of each system against %s", view->pairs[0].old_system);
    plot->note = view_format("The deeper the colour, the larger the change, up to \u00d7%.3g; "
                             "hatched: not told apart; empty: not measured.",
                             exp(full));
}

void figure_map(const struct figure *figure, const struct report_view *view,
                struct figure_plots *plots)
{
    size_t room = 1;
    for (size_t p = 0; p < view->n_pairs; p++)
        room += view->pairs[p].n;
    OWNED struct map_row *rows = view_room(room, sizeof *rows);
    const size_t all = rows != NULL && view->n_pairs > 0 ? map_rows(figure, view, rows) : 0;
    const size_t n = all < rows_of(figure) ? all : rows_of(figure);
    struct plot *plot = n > 0 ? figure_plot(plots) : NULL;
    if (plot != NULL) {
        add_map(view, rows, n, plot);
        note_rest(plot, "worst rows", n, all);
    }
}

/* ---- means ---- */

static int longest_first(const void *a, const void *b)
{
    const struct sample_finding *left = *(const struct sample_finding *const *)a,
                                *right = *(const struct sample_finding *const *)b;
    const double x = left->description.mean, y = right->description.mean;
    return (x < y) - (x > y);
}

/* Those of the first one's metric and unit. */
static size_t means_of(const struct figure *figure, const struct report_view *view,
                       const struct sample_finding **samples, bool *several)
{
    const struct assay_series *first = view->samples[0].series;
    size_t n = 0;
    for (size_t i = 0; i < view->n_samples; i++) {
        const struct assay_series *series = view->samples[i].series;
        *several = *several || strcmp(series->system, first->system) != 0;
        if (strcmp(series->metric, first->metric) == 0 && strcmp(series->unit, first->unit) == 0 &&
            is_drawn(figure, series->benchmark))
            samples[n++] = &view->samples[i];
    }
    qsort(samples, n, sizeof *samples, longest_first);
    return n;
}

static void put_mean(struct plot *plot, const struct sample_finding *sample, size_t at)
{
    const struct assay_description *d = &sample->description;
    const struct assay_interval *interval = &d->interval;
    const double half = (interval->upper - interval->lower) / 2;
    const double spread = isfinite(half) ? half : d->sd;
    const struct quantity_scale scale =
        quantity_scale_spread(sample->series->unit, &d->mean, 1, &spread, 1);
    const char *system = sample->series->system;
    struct plot_layer *line = plot_layer(plot, PLOT_RANGES, INK_ONE, system, NULL);
    plot_put_range(line, d->mean, (double)at, interval->lower, interval->upper);
    struct plot_layer *dot = plot_layer(plot, PLOT_DOTS, INK_ONE, system, "mean");
    plot_put_range(dot, d->mean, (double)at, interval->lower, interval->upper);
    for (size_t k = 1; k <= 2 && plot->n >= 2; k++)
        plot->layers[plot->n - k].silent = true;
    if (plot->beside == NULL)
        return;
    plot->beside[at][0] = view_format("%s", quantity_of(d->mean, &scale).text);
    plot->beside[at][1] =
        isfinite(half) ? view_format("%s \u2026 %s", quantity_bare(interval->lower, &scale).text,
                                     quantity_bare(interval->upper, &scale).text)
                       : NULL;
}

static void add_means(const struct report_view *view, const struct sample_finding *const *samples,
                      size_t n, bool several, struct plot *plot)
{
    const struct assay_series *first = samples[0]->series;
    const double least = samples[n - 1]->description.mean, most = samples[0]->description.mean;
    OWNED char **names = view_room(n + 1, sizeof *names);
    plot->beside = view_room(n + 1, sizeof *plot->beside);
    for (size_t at = 0; names != NULL && at < n; at++) {
        names[at] = several ? view_format("%s \u00b7 %s", samples[at]->series->benchmark,
                                          samples[at]->series->system)
                            : view_format("%s", samples[at]->series->benchmark);
        put_mean(plot, samples[at], at);
    }
    if (names != NULL)
        plot_names(&plot->y, (const char *const *)names, n);
    for (size_t at = 0; names != NULL && at < n; at++)
        free(names[at]);
    plot->x.words = PLOT_QUANTITIES;
    plot->x.unit = first->unit;
    plot->x.is_log = least > 0 && most > 5 * least;
    plot->x.low = !plot->x.is_log && least > 0 ? 0 : (double)NAN;
    plot->title = view_format("Mean %s", metric_words(first->metric));
    plot->caption = view_format("%s%s%s CI%s", several ? "" : first->system,
                                several ? "" : " \u00b7 ", confidence_text(view->confidence).text,
                                plot->x.is_log ? " \u00b7 logarithmic scale" : "");
}

void figure_means(const struct figure *figure, const struct report_view *view,
                  struct figure_plots *plots)
{
    OWNED const struct sample_finding **samples = view_room(view->n_samples + 1, sizeof *samples);
    bool several = false;
    const size_t n = samples != NULL ? means_of(figure, view, samples, &several) : 0;
    struct plot *plot = n > 0 ? figure_plot(plots) : NULL;
    if (plot != NULL)
        add_means(view, samples, n, several, plot);
}
