/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_table.c -- one comparison a row: its change, its interval, drawn where there is room, its
 * verdict. */
#include <stdlib.h>
#include <string.h>

#include "view/terminal/compare.h"
#include "view/terminal/plot.h"
#include "view/text/sentences.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

void compare_subject_cell(struct table *table, const struct comparison_finding *row)
{
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&row->finding.statistic, statistic);
    OWNED char *subject = row->finding.statistic.kind == ASSAY_STATISTIC_MEAN
                              ? view_format("%s", row->old_series->metric)
                              : view_format("%s of %s", statistic, row->old_series->metric);
    table_name(table, STYLE_PLAIN, subject != NULL ? subject : "", 20);
}

bool compare_one_metric(const struct compare_view *view)
{
    const struct comparison_finding *first = &view->rows[0];
    for (size_t i = 1; i < view->n; i++) {
        const struct assay_statistic *statistic = &view->rows[i].finding.statistic;
        if (strcmp(view->rows[i].old_series->metric, first->old_series->metric) != 0 ||
            statistic->kind != first->finding.statistic.kind ||
            statistic->probability != first->finding.statistic.probability)
            return false;
    }
    return true;
}

/* Some rows are of the typical run, and some are not. */
static bool some_typical(const struct compare_view *view)
{
    for (size_t i = 1; i < view->n; i++)
        if (view->rows[i].finding.typical_first != view->rows[0].finding.typical_first)
            return true;
    return false;
}

struct layout {
    int gap;
    int name_limit; /* 0: whole names */
    int plot;       /* columns of the plot, 0: none */
    bool values;    /* old and new means */
};

static double *means_of(const struct compare_view *view, size_t *n)
{
    double *means = view_room(2 * view->n, sizeof *means);
    *n = 0;
    for (size_t i = 0; means != NULL && i < view->n; i++) {
        means[(*n)++] = view->rows[i].finding.old_value;
        means[(*n)++] = view->rows[i].finding.new_value;
    }
    return means;
}

static bool one_unit(const struct compare_view *view)
{
    for (size_t i = 1; i < view->n; i++)
        if (strcmp(view->rows[i].old_series->unit, view->rows[0].old_series->unit) != 0)
            return false;
    return true;
}

struct compare_columns compare_columns_of(const struct compare_view *view)
{
    struct compare_columns columns = {
        .metric = !compare_one_metric(view), .statistic = some_typical(view), .decimals = 1};
    OWNED double *half_widths = view_room(view->n, sizeof *half_widths);
    size_t n;
    OWNED double *means = means_of(view, &n);
    if (half_widths != NULL && means != NULL) {
        for (size_t i = 0; i < view->n; i++)
            half_widths[i] = verdict_half_width(&view->rows[i].finding.ratio);
        columns.decimals = percent_decimals(half_widths, view->n);
        columns.alike = one_unit(view) && quantity_alike(means, n);
        columns.scale = quantity_scale_of(view->rows[0].old_series->unit, means, n);
    }
    return columns;
}

void compare_mean_cell(struct table *table, const struct compare_columns *columns, double mean,
                       const char *unit)
{
    table_cell(table, STYLE_PLAIN, "%s",
               columns->alike ? quantity_of(mean, &columns->scale).text
                              : quantity_alone(mean, unit).text);
}

static void comparison_row(struct table *table, const struct layout *layout,
                           const struct compare_columns *columns, const struct plot_axis *axis,
                           const struct comparison_finding *row)
{
    const struct assay_comparison *finding = &row->finding;
    table_row(table);
    table_name(table, STYLE_PLAIN, row->old_series->benchmark, layout->name_limit);
    if (columns->metric)
        compare_subject_cell(table, row);
    table_cell(table, STYLE_PLAIN, "%s",
               percent_signed(change_of(&finding->ratio).estimate, columns->decimals).text);
    table_cell(table, STYLE_PLAIN, "%s", verdict_range(&finding->ratio, columns->decimals).text);
    if (layout->plot > 0) {
        char plot[PLOT_TEXT];
        plot_row(axis, &finding->ratio, plot);
        table_cell(table, STYLE_PLAIN, "%s", plot);
    }
    table_cell(table, verdict_style(finding->verdict), "%s%s", verdict_word(row),
               !layout->values      ? ""
               : columns->statistic ? verdict_state_short(row)
                                    : verdict_subject_short(row));
    if (layout->values) {
        compare_mean_cell(table, columns, finding->old_value, row->old_series->unit);
        compare_mean_cell(table, columns, finding->new_value, row->new_series->unit);
    }
    if (columns->statistic) {
        char statistic[ASSAY_STATISTIC_TEXT];
        comparison_statistic(row, statistic);
        table_cell(table, STYLE_PLAIN, "%s", statistic);
    }
}

static struct table *build(const struct terminal *terminal, const struct compare_view *view,
                           const struct layout *layout, const struct compare_columns *columns)
{
    OWNED struct assay_estimate *ratios = view_room(view->n, sizeof *ratios);
    struct table *table = table_new(terminal, layout->gap);
    if (ratios == NULL || table == NULL)
        goto out;
    for (size_t i = 0; i < view->n; i++)
        ratios[i] = view->rows[i].finding.ratio;
    const struct plot_axis axis = plot_axis_of(ratios, view->n, view->margin, layout->plot);
    const struct quantity interval = interval_title(view->confidence);
    table_left(table, "benchmark");
    if (columns->metric)
        table_left(table, "metric");
    table_right(table, "change", interval.text);
    if (layout->plot > 0)
        table_left(table, "");
    table_left(table, "verdict");
    if (layout->values)
        table_right(table, "old", "new");
    if (columns->statistic)
        table_left(table, "of the");
    for (size_t i = 0; i < view->n; i++)
        comparison_row(table, layout, columns, &axis, &view->rows[i]);
out:
    return table;
}

static int layout_width(const struct terminal *terminal, const struct compare_view *view,
                        const struct layout *layout, const struct compare_columns *columns)
{
    struct table *table = build(terminal, view, layout, columns);
    int width = table_width(table);
    table_free(&table);
    return width;
}

static int longest_name(const struct compare_view *view)
{
    int longest = 0;
    for (size_t i = 0; i < view->n; i++) {
        int columns = terminal_columns(view->rows[i].old_series->benchmark);
        longest = columns > longest ? columns : longest;
    }
    return longest;
}

/* What fits: the numbers go before the plot, the plot before wide gaps; names give way first. */
static struct layout choose_layout(const struct terminal *terminal, const struct compare_view *view,
                                   const struct compare_columns *columns)
{
    enum { SMALLEST_PLOT = 11, LARGEST_PLOT = 31, SHORTEST_NAME = 12 };
    struct layout layout = {.gap = 3, .values = true};
    int room = terminal->width - layout_width(terminal, view, &layout, columns);
    if (room < SMALLEST_PLOT + layout.gap) {
        layout.gap = 2;
        room = terminal->width - layout_width(terminal, view, &layout, columns);
    }
    const int longest = longest_name(view);
    if (room < SMALLEST_PLOT + layout.gap && longest > SHORTEST_NAME) {
        int wanted = longest - (SMALLEST_PLOT + layout.gap - room);
        layout.name_limit = wanted > SHORTEST_NAME ? wanted : SHORTEST_NAME;
        room = terminal->width - layout_width(terminal, view, &layout, columns);
    }
    if (room < 0) {
        layout.values = false;
        room = terminal->width - layout_width(terminal, view, &layout, columns);
    }
    room -= layout.gap;
    layout.plot = room < SMALLEST_PLOT ? 0 : room < LARGEST_PLOT ? room : LARGEST_PLOT;
    return layout;
}

static void print_rows(const struct terminal *terminal, const struct compare_view *view)
{
    const struct compare_columns columns = compare_columns_of(view);
    const struct layout layout = choose_layout(terminal, view, &columns);
    struct table *table = build(terminal, view, &layout, &columns);
    table_print(&table);
}

/* Who must be seen first. */
int compare_rank(const struct comparison_finding *row)
{
    static const int ranks[] = {[ASSAY_SLOWER] = 0,
                                [ASSAY_MIXED] = 1,
                                [ASSAY_FASTER] = 2,
                                [ASSAY_INCONCLUSIVE] = 3,
                                [ASSAY_EQUIVALENT] = 4};
    return ranks[row->finding.verdict];
}

/* What fills more than a screen is cut to the rows that matter most; of alike ones to the first. */
void compare_table_print(const struct terminal *terminal, const struct compare_view *view)
{
    OWNED struct comparison_finding *rows = view->n > COMPARE_MOST && !sentences_all_wanted()
                                                ? view_room(COMPARE_MOST, sizeof *rows)
                                                : NULL;
    if (rows == NULL) {
        print_rows(terminal, view);
        return;
    }
    struct compare_view shown = *view;
    shown.rows = rows;
    shown.n = 0;
    for (int rank = 0; rank < COMPARE_RANKS; rank++)
        for (size_t i = 0; i < view->n && shown.n < COMPARE_MOST; i++)
            if (compare_rank(&view->rows[i]) == rank)
                rows[shown.n++] = view->rows[i];
    print_rows(terminal, &shown);
    terminal_printf(terminal, STYLE_PLAIN, "  and %zu more: --details\n", view->n - shown.n);
}
