/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_means.c -- mean, interval and spread of each sample; bars give way before any number but the
 * count does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/terminal/show.h"
#include "view/terminal/sparkline.h"
#include "view/text/system_columns.h"
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
    struct series_groups groups;
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
    series_groups_fini(&groups);
    return axes;
}

static void sparkline_cell(struct table *table, const struct terminal *terminal,
                           const struct sparkline_axis *axis, const struct sample_finding *row,
                           int columns)
{
    char text[SPARKLINE_TEXT];
    sparkline_draw(axis, row->series->live.values, row->description.n, columns, terminal->utf8,
                   text);
    table_cell(table, STYLE_PLAIN, "%s", text);
}

static struct table *means_table(const struct terminal *terminal, const struct show_view *view,
                                 const struct show_detail *detail)
{
    const bool metric = show_count_distinct(view, SERIES_METRIC) > 1;
    const struct scales scales = scales_of(view);
    OWNED struct sparkline_axis *axes = detail->bars > 0 ? axes_of(view) : NULL;
    const struct quantity interval = interval_title(view->confidence);
    struct table *table = table_new(terminal, detail->gap);
    char statistic[ASSAY_STATISTIC_TEXT];
    const bool alike = statistic_title(view, statistic);
    show_name_columns(table, metric);
    if (!alike)
        table_left(table, "statistic");
    table_right(table, statistic, interval.text, sentences_all_wanted() ? "sd" : "spread");
    if (detail->range)
        table_right(table, "min \u2026 max");
    if (detail->count)
        table_right(table, "values");
    if (axes != NULL)
        table_left(table, "distribution");
    for (size_t i = 0; i < view->n; i++) {
        const struct assay_description *d = &view->rows[i].description;
        const struct quantity_scale scale = row_scale(&scales, &view->rows[i]);
        table_row(table);
        show_name_cells(table, &view->rows[i], metric, detail->limit);
        if (!alike) {
            assay_statistic_name(&view->rows[i].statistic, statistic);
            table_cell(table, STYLE_PLAIN, "%s", statistic);
        }
        const struct assay_interval *ends = &view->rows[i].value.interval;
        table_cell(table, STYLE_STRONG, "%s",
                   quantity_of(view->rows[i].value.estimate, &scale).text);
        if (interval_is_up_to(ends, d->min))
            table_cell(table, STYLE_PLAIN, "up to %s", quantity_bare(ends->upper, &scale).text);
        else
            table_cell(table, STYLE_PLAIN, "%s", range_text(ends->lower, ends->upper, &scale).text);
        table_cell(table, STYLE_PLAIN, "%s", quantity_bare(d->sd, &scale).text);
        if (detail->range)
            table_cell(table, STYLE_PLAIN, "%s", range_text(d->min, d->max, &scale).text);
        if (detail->count)
            table_cell(table, STYLE_PLAIN, "%zu", d->n);
        if (axes != NULL)
            sparkline_cell(table, terminal, &axes[i], &view->rows[i], detail->bars);
    }
    return table;
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
    struct system_columns columns;
    char statistic[ASSAY_STATISTIC_TEXT];
    const bool wanted = system_columns_init(&columns, view->n, show_series_of, view->rows) &&
                        statistic_title(view, statistic);
    if (wanted) {
        terminal_sentence(terminal, "  ", "%s [%s]", statistic,
                          interval_title(view->confidence).text);
        fputc('\n', terminal->stream);
        system_columns_print(&columns, terminal, show_series_of, view->rows, mean_cell);
    }
    system_columns_fini(&columns);
    return wanted;
}

struct show_detail show_means_print(const struct terminal *terminal, const struct show_view *view)
{
    /* The count goes first: where all samples have as many, the line above says it. */
    static const struct show_detail details[] = {
        {3, 0, true, true, 16},   {2, 0, true, true, 12},   {2, 20, true, true, 12},
        {2, 20, true, false, 12}, {2, 18, true, false, 10}, {3, 0, true, true, 0},
        {2, 0, true, true, 0},    {2, 20, true, true, 0},   {2, 20, true, false, 0},
        {2, 16, true, false, 0},  {2, 14, false, false, 0}, {2, 12, false, false, 0},
        {2, 10, false, false, 0}, {2, 8, false, false, 0}};
    enum { LAST = sizeof details / sizeof details[0] - 1, WITHOUT_BARS = 5 };
    if (print_systems(terminal, view))
        return details[WITHOUT_BARS];
    for (size_t i = terminal->utf8 || view->bars ? 0 : WITHOUT_BARS;; i++) {
        struct table *table = means_table(terminal, view, &details[i]);
        if (table_width(table) <= terminal->width || i == LAST) {
            table_print(&table);
            return details[i];
        }
        table_free(&table);
    }
}
