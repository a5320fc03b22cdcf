/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_means.c -- mean, interval and spread of each sample; bars give way before any number but the
 * count does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/face/system_columns.h"
#include "view/medium/screen.h"
#include "view/terminal/show.h"
#include "view/terminal/sparkline.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

static double half_width_of(const struct sample_finding *row)
{
    return (row->value.interval.upper - row->value.interval.lower) / 2;
}

/* "mean", "p90"; "value" where the rows' are not alike, which say of what then. False: not alike. */
static bool statistic_title(const struct show_view *view, char title[ASSAY_STATISTIC_TEXT])
{
    char other[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&view->rows[0].statistic, title);
    for (size_t i = 1; i < view->n; i++) {
        assay_statistic_name(&view->rows[i].statistic, other);
        if (strcmp(title, other) != 0) {
            strcpy(title, "value");
            return false;
        }
    }
    return true;
}

/* One scale for the column where that reads well, else one a row. */
struct scales {
    bool common;
    struct quantity_scale scale;
};

static struct scales scales_of(const struct show_view *view)
{
    struct scales scales = {false, {1, "", 0}};
    OWNED double *means = view_room(view->n, sizeof *means),
                 *widths = view_room(view->n, sizeof *widths);
    if (means != NULL && widths != NULL) {
        for (size_t i = 0; i < view->n; i++) {
            means[i] = view->rows[i].value.estimate;
            widths[i] = half_width_of(&view->rows[i]);
        }
        scales.common =
            show_count_distinct(view, SERIES_UNIT) == 1 && quantity_alike(means, view->n);
        scales.scale =
            quantity_scale_spread(view->rows[0].series->unit, means, view->n, widths, view->n);
    }
    return scales;
}

static struct quantity_scale row_scale(const struct scales *scales,
                                       const struct sample_finding *row)
{
    const double half_width = half_width_of(row);
    if (scales->common)
        return scales->scale;
    return quantity_scale_spread(row->series->unit, &row->value.estimate, 1, &half_width, 1);
}

static struct quantity range_text(double from, double to, const struct quantity_scale *scale)
{
    if (isfinite(from) && isfinite(to))
        return quantity_text("%.28s \u2026 %.28s", quantity_bare(from, scale).text,
                             quantity_bare(to, scale).text);
    return quantity_text("\u2013");
}

/* By row: one scale for all samples of a benchmark and metric, so that what differs stands in another
 * place. To be freed; NULL: no memory. */
static struct sparkline_axis *axes_of(const struct show_view *view)
{
    struct sparkline_axis *axes = view_room(view->n, sizeof *axes);
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (axes == NULL || !series_groups_init(&groups, view->n, SERIES_BENCHMARK | SERIES_METRIC,
                                            show_series_of, view->rows)) {
        view_lose();
        free(axes);
        return NULL;
    }
    for (size_t g = 0; g < groups.n; g++) {
        struct sparkline_axis axis = {1, 0};
        for (size_t i = groups.start[g]; i < groups.start[g + 1]; i++)
            sparkline_widen(&axis, &view->rows[groups.member[i]].description);
        for (size_t i = groups.start[g]; i < groups.start[g + 1]; i++)
            axes[groups.member[i]] = axis;
    }
    return axes;
}

/* What the table's drawings are of. */
struct drawn {
    const struct show_view *view;
    const struct sparkline_axis *axes;
};

static void draw_values(const void *context, size_t row, int columns, bool utf8,
                        char text[TABLE_DRAWN])
{
    const struct drawn *drawn = context;
    const struct sample_finding *sample = &drawn->view->rows[row];
    sparkline_draw(&drawn->axes[row], sample->series->live.values, sample->description.n, columns,
                   utf8, text);
}

/* The mean's interval in its unit; one that reaches below 0 is told by its upper end. */
static void put_interval(struct table *table, struct column column,
                         const struct sample_finding *row, const struct quantity_scale *scale)
{
    const struct assay_interval *ends = &row->value.interval;
    if (interval_is_up_to(ends, row->description.min))
        table_put(table, column, STYLE_PLAIN, "up to %s", quantity_bare(ends->upper, scale).text);
    else
        table_put(table, column, STYLE_PLAIN, "%s",
                  range_text(ends->lower, ends->upper, scale).text);
}

/* What gives way. */
enum { RANGE = 1, COUNT = 2 };

/* What all rows share. */
struct means {
    bool metric, alike; /* columns of metrics; of one statistic, which its title names */
    char statistic[ASSAY_STATISTIC_TEXT];
    struct scales scales;
    struct drawn drawn;
};

static void put_row(struct table *table, const struct show_view *view, const struct means *means,
                    size_t i)
{
    const struct sample_finding *row = &view->rows[i];
    const struct assay_description *d = &row->description;
    const struct quantity_scale scale = row_scale(&means->scales, row);
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&row->statistic, statistic);
    table_row(table);
    show_names_put(table, row, means->metric);
    if (!means->alike)
        table_put(table, COLUMN_LEFT("statistic"), STYLE_PLAIN, "%s", statistic);
    table_put(table, COLUMN_RIGHT(means->statistic), STYLE_STRONG, "%s",
              quantity_of(row->value.estimate, &scale).text);
    put_interval(table, COLUMN_RIGHT(interval_title(view->confidence).text), row, &scale);
    table_put(table, COLUMN_RIGHT(sentences_all_wanted() ? "sd" : "spread"), STYLE_PLAIN, "%s",
              quantity_bare(d->sd, &scale).text);
    table_put(table, COLUMN_RIGHT("min \u2026 max", .part = RANGE), STYLE_PLAIN, "%s",
              range_text(d->min, d->max, &scale).text);
    table_put(table, COLUMN_RIGHT("values", .part = COUNT), STYLE_PLAIN, "%zu", d->n);
    if (means->drawn.axes != NULL)
        table_put_drawn(table, COLUMN_LEFT("distribution"), draw_values, &means->drawn);
}

/* "1.184 ms [1.171 … 1.197]" */
static void mean_cell(struct table *table, const void *findings, size_t at)
{
    const struct sample_finding *row = &((const struct sample_finding *)findings)[at];
    const struct assay_interval *ends = &row->value.interval;
    const struct scales own = {.common = false};
    const struct quantity_scale scale = row_scale(&own, row);
    const struct quantity mean = quantity_of(row->value.estimate, &scale);
    if (interval_is_up_to(ends, row->description.min))
        table_cell(table, STYLE_PLAIN, "%s [up to %s]", mean.text,
                   quantity_bare(ends->upper, &scale).text);
    else
        table_cell(table, STYLE_PLAIN, "%s [%s]", mean.text,
                   range_text(ends->lower, ends->upper, &scale).text);
}

/* False: not for these. */
static bool print_systems(const struct terminal *terminal, const struct show_view *view)
{
    SCOPED(system_columns_fini) struct system_columns columns = {0};
    char statistic[ASSAY_STATISTIC_TEXT];
    const bool wanted = system_columns_init(&columns, view->n, show_series_of, view->rows) &&
                        statistic_title(view, statistic);
    if (wanted) {
        terminal_sentence(terminal, "  ", "%s [%s]", statistic,
                          interval_title(view->confidence).text);
        fputc('\n', terminal->stream);
        struct table *table = system_columns_table(&columns, show_series_of, view->rows, mean_cell);
        table_print(terminal, &table);
    }
    return wanted;
}

struct table_fit show_means_print(const struct terminal *terminal, const struct show_view *view)
{
    /* The count goes first: where all samples have as many, the line above says it. */
    static const struct table_fit fits[] = {
        {.gap = 3, .drawing = 16},
        {.gap = 2, .drawing = 12},
        {.gap = 2, .names = 20, .drawing = 12},
        {.gap = 2, .names = 20, .drawing = 12, .without = COUNT},
        {.gap = 2, .names = 18, .drawing = 10, .without = COUNT},
        {.gap = 3},
        {.gap = 2},
        {.gap = 2, .names = 20},
        {.gap = 2, .names = 20, .without = COUNT},
        {.gap = 2, .names = 16, .without = COUNT},
        {.gap = 2, .names = 14, .without = COUNT | RANGE},
        {.gap = 2, .names = 12, .without = COUNT | RANGE},
        {.gap = 2, .names = 10, .without = COUNT | RANGE},
        {.gap = 2, .names = 8, .without = COUNT | RANGE},
        {.gap = 1, .names = 8, .without = COUNT | RANGE}};
    enum { N = sizeof fits / sizeof fits[0], WITHOUT_BARS = 5 };
    if (print_systems(terminal, view))
        return fits[WITHOUT_BARS];
    const size_t from = terminal->utf8 || view->bars ? 0 : WITHOUT_BARS;
    OWNED struct sparkline_axis *axes = axes_of(view);
    struct means means = {.metric = show_count_distinct(view, SERIES_METRIC) > 1,
                          .scales = scales_of(view),
                          .drawn = {view, axes}};
    means.alike = statistic_title(view, means.statistic);
    struct table *table = table_new(0);
    table_fits(table, fits + from, N - from);
    for (size_t i = 0; i < view->n; i++)
        put_row(table, view, &means, i);
    return table_print(terminal, &table);
}
