/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.c -- the screen of `assay show`. */
#include "render/show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/attribution.h"
#include "render/bars.h"
#include "render/decision.h"
#include "render/quantity.h"
#include "render/series_groups.h"
#include "render/table.h"
#include "render/verdict.h"

/* ---- what the rows share ---- */

static const struct assay_series *series_of(const void *rows, size_t row)
{
    return ((const struct shown_sample *)rows)[row].series;
}

static size_t count_distinct(const struct show_view *view, enum series_key key)
{
    return series_groups_count(view->n, key, series_of, view->rows);
}

static void common_shape(const struct show_view *view, char *text, size_t size)
{
    shape_words(view->rows[0].series, text, size);
    for (size_t i = 1; i < view->n; i++) {
        char other[256];
        shape_words(view->rows[i].series, other, sizeof other);
        if (strcmp(text, other) != 0) {
            (void)snprintf(text, size, "different numbers of repetitions");
            return;
        }
    }
}

/* ---- head ---- */

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* "fft-1024 on O2: mean wall 1.184 ms, 95 % interval 1.171 … 1.197 ms" */
static void print_sentence(const struct terminal *terminal, const struct shown_sample *row)
{
    const struct assay_description *d = &row->description;
    const double half_width = (d->interval.upper - d->interval.lower) / 2;
    const struct quantity_scale scale =
        quantity_scale_spread(row->series->unit, &d->mean, 1, &half_width, 1);
    struct terminal_names names = {NULL, 0};
    terminal_printf(terminal, STYLE_STRONG, "%s on %s: mean %s %s",
                    terminal_shown(&names, row->series->benchmark, 32),
                    terminal_shown(&names, row->series->system, 32),
                    terminal_shown(&names, row->series->metric, 24),
                    quantity_of(d->mean, &scale).text);
    if (isfinite(half_width))
        terminal_printf(terminal, STYLE_PLAIN, ", %s interval %s \u2026 %s",
                        confidence_text(d->interval.confidence).text,
                        quantity_bare(d->interval.lower, &scale).text,
                        quantity_of(d->interval.upper, &scale).text);
    fputc('\n', terminal->stream);
    terminal_names_fini(&names);
}

static void print_facts(const struct terminal *terminal, const struct show_view *view)
{
    char shape[256], *text = NULL;
    struct terminal_names names = {NULL, 0};
    common_shape(view, shape, sizeof shape);
    const size_t systems = count_distinct(view, SERIES_SYSTEM),
                 benchmarks = count_distinct(view, SERIES_BENCHMARK);
    const bool one_metric = count_distinct(view, SERIES_METRIC) == 1;
    if (asprintf(&text, "%s%s%zu system%s \u00b7 %zu benchmark%s%s%s \u00b7 %s",
                 view->title != NULL ? terminal_shown(&names, view->title, 40) : "",
                 view->title != NULL ? " \u00b7 " : "", systems, plural(systems), benchmarks,
                 plural(benchmarks), one_metric ? " \u00b7 " : "",
                 one_metric ? terminal_shown(&names, view->rows[0].series->metric, 24) : "",
                 shape) >= 0)
        terminal_paragraph(terminal, "", text);
    free(text);
    terminal_names_fini(&names);
}

/* ---- means ---- */

static double half_width_of(const struct assay_description *description)
{
    return (description->interval.upper - description->interval.lower) / 2;
}

/* One scale for the column where that reads well, else one a row. */
struct scales {
    bool common;
    struct quantity_scale scale;
};

static struct scales scales_of(const struct show_view *view)
{
    struct scales scales = {false, {1, "", 0}};
    double *means = malloc(view->n * sizeof *means), *widths = malloc(view->n * sizeof *widths);
    if (means != NULL && widths != NULL) {
        for (size_t i = 0; i < view->n; i++) {
            means[i] = view->rows[i].description.mean;
            widths[i] = half_width_of(&view->rows[i].description);
        }
        scales.common = count_distinct(view, SERIES_UNIT) == 1 && quantity_alike(means, view->n);
        scales.scale =
            quantity_scale_spread(view->rows[0].series->unit, means, view->n, widths, view->n);
    }
    free(means);
    free(widths);
    return scales;
}

static struct quantity_scale row_scale(const struct scales *scales, const struct shown_sample *row)
{
    const double half_width = half_width_of(&row->description);
    if (scales->common)
        return scales->scale;
    return quantity_scale_spread(row->series->unit, &row->description.mean, 1, &half_width, 1);
}

static struct quantity range_text(double from, double to, const struct quantity_scale *scale)
{
    struct quantity range = {"\u2013"};
    if (isfinite(from) && isfinite(to))
        (void)snprintf(range.text, sizeof range.text, "%.28s \u2026 %.28s",
                       quantity_bare(from, scale).text, quantity_bare(to, scale).text);
    return range;
}

static void name_cells(struct table *table, const struct shown_sample *row, bool metric, int limit,
                       struct terminal_names *names)
{
    table_cell(table, STYLE_PLAIN, "%s", terminal_shown(names, row->series->benchmark, limit));
    table_cell(table, STYLE_PLAIN, "%s", terminal_shown(names, row->series->system, limit));
    if (metric)
        table_cell(table, STYLE_PLAIN, "%s", terminal_shown(names, row->series->metric, 20));
}

static void name_columns(struct table *table, bool metric)
{
    table_column(table, "benchmark", TABLE_LEFT);
    table_column(table, "system", TABLE_LEFT);
    if (metric)
        table_column(table, "metric", TABLE_LEFT);
}

/* How much a table says of each sample, from wide to narrow. */
struct detail {
    int gap, limit; /* between columns; of names, 0: whole */
    bool range, count;
    int bars; /* columns of the distribution; 0: none */
};

/* By row: one scale for all samples of a benchmark and metric, so that what differs stands in another
 * place. To be freed; NULL: no memory. */
static struct bars_axis *axes_of(const struct show_view *view)
{
    struct bars_axis *axes = malloc(view->n * sizeof *axes);
    struct series_groups groups;
    if (axes == NULL || !series_groups_init(&groups, view->n, SERIES_BENCHMARK | SERIES_METRIC,
                                            series_of, view->rows)) {
        free(axes);
        return NULL;
    }
    for (size_t g = 0; g < groups.n; g++) {
        struct bars_axis axis = {1, 0};
        for (size_t i = groups.start[g]; i < groups.start[g + 1]; i++)
            bars_widen(&axis, &view->rows[groups.member[i]].description);
        for (size_t i = groups.start[g]; i < groups.start[g + 1]; i++)
            axes[groups.member[i]] = axis;
    }
    series_groups_fini(&groups);
    return axes;
}

static void bars_cell(struct table *table, const struct terminal *terminal,
                      const struct bars_axis *axis, const struct shown_sample *row, int columns)
{
    char text[BARS_TEXT];
    bars_draw(axis, row->series->live.values, row->description.n, columns, terminal->utf8, text);
    table_cell(table, STYLE_PLAIN, "%s", text);
}

static struct table *means_table(const struct terminal *terminal, const struct show_view *view,
                                 const struct detail *detail, struct terminal_names *names)
{
    const bool metric = count_distinct(view, SERIES_METRIC) > 1;
    const struct scales scales = scales_of(view);
    struct bars_axis *axes = detail->bars > 0 ? axes_of(view) : NULL;
    char interval[32];
    (void)snprintf(interval, sizeof interval, "%.16s interval",
                   confidence_text(view->confidence).text);
    struct table *table = table_new(terminal, detail->gap);
    name_columns(table, metric);
    table_column(table, "mean", TABLE_RIGHT);
    table_column(table, interval, TABLE_RIGHT);
    table_column(table, "sd", TABLE_RIGHT);
    if (detail->range)
        table_column(table, "min \u2026 max", TABLE_RIGHT);
    if (detail->count)
        table_column(table, "values", TABLE_RIGHT);
    if (axes != NULL)
        table_column(table, "distribution", TABLE_LEFT);
    for (size_t i = 0; i < view->n; i++) {
        const struct assay_description *d = &view->rows[i].description;
        const struct quantity_scale scale = row_scale(&scales, &view->rows[i]);
        table_row(table);
        name_cells(table, &view->rows[i], metric, detail->limit, names);
        table_cell(table, STYLE_STRONG, "%s", quantity_of(d->mean, &scale).text);
        table_cell(table, STYLE_PLAIN, "%s",
                   range_text(d->interval.lower, d->interval.upper, &scale).text);
        table_cell(table, STYLE_PLAIN, "%s", quantity_bare(d->sd, &scale).text);
        if (detail->range)
            table_cell(table, STYLE_PLAIN, "%s", range_text(d->min, d->max, &scale).text);
        if (detail->count)
            table_cell(table, STYLE_PLAIN, "%zu", d->n);
        if (axes != NULL)
            bars_cell(table, terminal, &axes[i], &view->rows[i], detail->bars);
    }
    free(axes);
    return table;
}

/* ---- variance by level ---- */

/* Share of a level in the variance of one value, levels without a positive component counting 0. */
static double share_of(const struct assay_description *description, size_t level)
{
    double sum = 0;
    for (size_t i = 0; i < description->n_levels; i++)
        sum += fmax(description->level[i].t2, 0); /* fmax drops NaN */
    return fmax(description->level[level].t2, 0) / sum;
}

static void level_cell(struct table *table, const struct assay_description *description,
                       size_t level)
{
    const double t2 = description->level[level].t2, share = 100 * share_of(description, level);
    const double variation = variation_percent(description, level);
    if (isnan(t2))
        table_cell(table, STYLE_FAINT, "not repeated");
    else if (t2 < 0)
        table_cell(table, STYLE_FAINT, "none seen");
    else if (isnan(share))
        table_cell(table, STYLE_FAINT, "none");
    else
        table_cell(table, STYLE_PLAIN, variation < 1 ? "%.2f %% (%.0f %%)" : "%.1f %% (%.0f %%)",
                   variation, share);
}

/* Rows with other level names than the first one's stand in a table of their own. */
static bool same_levels(const struct assay_series *a, const struct assay_series *b)
{
    if (a->live.shape.n_levels != b->live.shape.n_levels)
        return false;
    for (size_t i = 0; i < a->live.shape.n_levels; i++)
        if (strcmp(a->level_name[i], b->level_name[i]) != 0)
            return false;
    return true;
}

static struct table *levels_table(const struct terminal *terminal, const struct show_view *view,
                                  size_t first, int gap, int limit, struct terminal_names *names)
{
    const struct assay_series *series = view->rows[first].series;
    const bool metric = count_distinct(view, SERIES_METRIC) > 1;
    struct table *table = table_new(terminal, gap);
    name_columns(table, metric);
    for (size_t i = 0; i < series->live.shape.n_levels; i++)
        table_column(table, terminal_shown(names, series->level_name[i], 24), TABLE_RIGHT);
    for (size_t i = first; i < view->n; i++) {
        if (!same_levels(series, view->rows[i].series))
            continue;
        table_row(table);
        name_cells(table, &view->rows[i], metric, limit, names);
        for (size_t level = 0; level < view->rows[i].description.n_levels; level++)
            level_cell(table, &view->rows[i].description, level);
    }
    return table;
}

static bool shown_before(const struct show_view *view, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (same_levels(view->rows[i].series, view->rows[row].series))
            return true;
    return false;
}

static void print_levels(const struct terminal *terminal, const struct show_view *view, int gap,
                         int limit)
{
    bool titled = false;
    for (size_t i = 0; i < view->n; i++) {
        if (view->rows[i].description.n_levels < 2 || shown_before(view, i))
            continue;
        if (!titled)
            fputc('\n', terminal->stream);
        if (!titled)
            terminal_paragraph(terminal, "",
                               "What each level adds to one value's spread, as a part of the mean "
                               "(and its share of the variance):");
        titled = true;
        fputc('\n', terminal->stream);
        struct terminal_names names = {NULL, 0};
        struct table *table = levels_table(terminal, view, i, gap, limit, &names);
        (void)table_print(table);
        table_free(&table);
        terminal_names_fini(&names);
    }
}

/* ---- notes ---- */

static void print_notes(const struct terminal *terminal, const struct show_view *view)
{
    struct note_subject *subjects = malloc(view->n * sizeof *subjects);
    struct terminal_names names = {NULL, 0};
    const bool metrics = count_distinct(view, SERIES_METRIC) > 1;
    for (size_t i = 0; subjects != NULL && i < view->n; i++) {
        const struct shown_sample *row = &view->rows[i];
        char *name = NULL;
        if (asprintf(&name, "%s%s%s on %s", terminal_shown(&names, row->series->benchmark, 24),
                     metrics ? " " : "", metrics ? row->series->metric : "",
                     terminal_shown(&names, row->series->system, 24)) < 0)
            name = NULL;
        subjects[i] =
            note_subject_of(terminal_shown(&names, name != NULL ? name : "", 0),
                            shown_sample_warnings(row), row->series, row->description.interval.df);
        free(name);
    }
    if (subjects != NULL)
        notes_print_apart(terminal, subjects, view->n);
    free(subjects);
    terminal_names_fini(&names);
}

static void print_decisions(const struct terminal *terminal, const struct show_view *view)
{
    const struct assay_series **series = malloc(view->n * sizeof *series);
    for (size_t i = 0; series != NULL && i < view->n; i++)
        series[i] = view->rows[i].series;
    if (series != NULL)
        decisions_print(terminal, series, view->n);
    free(series);
}

static void print_left_out(const struct terminal *terminal, const struct show_view *view)
{
    char *text = NULL;
    size_t size;
    FILE *stream = view->n_left_out > 0 ? open_memstream(&text, &size) : NULL;
    if (stream == NULL)
        return;
    struct terminal_names names = {NULL, 0};
    fputs("Also measured:", stream);
    for (size_t i = 0; i < view->n_left_out; i++)
        fprintf(stream, "%s %s", i > 0 ? "," : "", terminal_shown(&names, view->left_out[i], 32));
    fputs(". Show them with --metric all.", stream);
    if (fclose(stream) == 0) {
        fputc('\n', terminal->stream);
        terminal_paragraph(terminal, "  ", text);
    }
    free(text);
    terminal_names_fini(&names);
}

/* Prints the widest table that fits; returns what it left. Bars give way before any number
 * but the count does. */
static struct detail print_means(const struct terminal *terminal, const struct show_view *view)
{
    /* The count goes first: where all samples have as many, the line above says it. */
    static const struct detail details[] = {
        {3, 0, true, true, 16},   {2, 0, true, true, 12},   {2, 20, true, true, 12},
        {2, 20, true, false, 12}, {2, 18, true, false, 10}, {3, 0, true, true, 0},
        {2, 0, true, true, 0},    {2, 20, true, true, 0},   {2, 20, true, false, 0},
        {2, 16, true, false, 0},  {2, 14, false, false, 0}, {2, 12, false, false, 0}};
    enum { LAST = sizeof details / sizeof details[0] - 1, WITHOUT_BARS = 5 };
    for (size_t i = terminal->utf8 || view->bars ? 0 : WITHOUT_BARS;; i++) {
        struct terminal_names names = {NULL, 0};
        struct table *table = means_table(terminal, view, &details[i], &names);
        const bool fits = table_width(table) <= terminal->width || i == LAST;
        if (fits && !table_print(table))
            fputs("  (out of memory)\n", terminal->stream);
        table_free(&table);
        terminal_names_fini(&names);
        if (fits)
            return details[i];
    }
}

void show_view_print(const struct terminal *terminal, const struct show_view *view)
{
    if (view->n == 1)
        print_sentence(terminal, &view->rows[0]);
    print_facts(terminal, view);
    fputc('\n', terminal->stream);
    const struct detail detail = print_means(terminal, view);
    print_levels(terminal, view, detail.gap, detail.limit);
    attribution_print(terminal, view->rows, view->n, view->confidence);
    if (view->quiet)
        return;
    print_decisions(terminal, view);
    print_notes(terminal, view);
    print_left_out(terminal, view);
}
