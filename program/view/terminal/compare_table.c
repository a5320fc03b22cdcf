/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_table.c -- one comparison a row: its change, its interval, drawn where there is room, its
 * verdict. */
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/compare.h"
#include "view/terminal/plot.h"
#include "view/text/form.h"
#include "view/text/sentences.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

void compare_subject_put(struct table *table, const struct comparison_finding *row)
{
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&row->finding.statistic, statistic);
    OWNED char *subject = row->finding.statistic.kind == ASSAY_STATISTIC_MEAN
                              ? view_format("%s", row->old_series->metric)
                              : view_format("%s of %s", statistic, row->old_series->metric);
    table_put_name(table, COLUMN_LEFT("metric"), subject != NULL ? subject : "", 20);
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

void compare_mean_put(struct table *table, const struct compare_columns *columns,
                      struct column column, double mean, const char *unit)
{
    table_put(table, column, STYLE_PLAIN, "%s",
              columns->alike ? quantity_of(mean, &columns->scale).text
                             : quantity_alone(mean, unit).text);
}

/* What the drawings of a table share. */
struct drawn {
    const struct comparison_finding *rows;
    size_t n; /* of them that are drawn */
    struct plot_axis axis;
};

static void draw_interval(const void *context, size_t row, int columns, bool utf8,
                          char text[TABLE_DRAWN])
{
    const struct drawn *drawn = context;
    struct plot_axis axis = drawn->axis;
    (void)utf8; /* its signs have plain ones */
    axis.columns = columns;
    text[0] = '\0';
    if (!drawn->rows[row].settled)
        plot_row(&axis, &drawn->rows[row].finding.ratio, text);
}

/* Of what identity decides there is nothing to draw: what differs is noise. */
static struct plot_axis axis_of(const struct compare_view *view, size_t *n)
{
    OWNED struct assay_estimate *ratios = view_room(view->n, sizeof *ratios);
    *n = 0;
    for (size_t i = 0; ratios != NULL && i < view->n; i++)
        if (!view->rows[i].settled)
            ratios[(*n)++] = view->rows[i].finding.ratio;
    return plot_axis_of(ratios, *n, view->margin, 0);
}

/* Means give way. */
enum { MEANS = 1 };

/* Both in one unit, by which they are seen to differ as the change says. */
static void put_both(struct table *table, const struct compare_columns *columns,
                     const struct comparison_finding *row)
{
    const double values[] = {row->finding.old_value, row->finding.new_value};
    const char *unit = row->old_series->unit;
    struct compare_columns own = *columns;
    if (!own.alike)
        own.scale = quantity_scale_of(unit, values, 2);
    own.alike = own.alike || quantity_alike(values, 2);
    quantity_scale_tell_apart(&own.scale, unit, values[0], values[1]);
    compare_mean_put(table, &own, COLUMN_RIGHT("old", .part = MEANS), values[0], unit);
    compare_mean_put(table, &own, COLUMN_RIGHT("new", .part = MEANS), values[1], unit);
}

/* A difference of one program with itself is none, whatever its values say. */
static void put_change(struct table *table, const struct compare_view *view,
                       const struct compare_columns *columns, const struct comparison_finding *row)
{
    const struct assay_estimate *ratio = &row->finding.ratio;
    const bool none = row->settled && !form_of_programs();
    table_put(table, COLUMN_RIGHT("change"), STYLE_PLAIN, "%s",
              none ? "none" : percent_signed(change_of(ratio).estimate, columns->decimals).text);
    table_put(table, COLUMN_RIGHT(interval_title(view->confidence).text), STYLE_PLAIN, "%s",
              none                              ? ""
              : comparison_exact_draws(row) > 0 ? "exact"
                                                : verdict_range(ratio, columns->decimals).text);
}

static void put_row(struct table *table, const struct compare_view *view,
                    const struct compare_columns *columns, const struct drawn *drawn, size_t i)
{
    const struct comparison_finding *row = &view->rows[i];
    const struct assay_comparison *finding = &row->finding;
    table_row(table);
    table_put_name(table, COLUMN_LEFT("benchmark"), row->old_series->benchmark, TABLE_FITTED);
    if (columns->metric)
        compare_subject_put(table, row);
    put_change(table, view, columns, row);
    if (drawn->n > 0)
        table_put_drawn(table, COLUMN_LEFT(""), draw_interval, drawn);
    table_put(table, COLUMN_LEFT("verdict"), verdict_style(finding->verdict), "%s%s",
              verdict_word(row),
              columns->statistic ? verdict_state_short(row) : verdict_subject_short(row));
    table_terse(table, verdict_word(row));
    put_both(table, columns, row);
    if (columns->statistic) {
        char statistic[ASSAY_STATISTIC_TEXT];
        comparison_statistic(row, statistic);
        table_put(table, COLUMN_LEFT("of the"), STYLE_PLAIN, "%s", statistic);
    }
}

/* The means go before the drawing, the drawing before wide gaps; names give way first. */
static void print_rows(const struct terminal *terminal, const struct compare_view *view)
{
    enum { SMALL = 11, LARGE = 31, SHORT = 12 };
    static const struct table_fit fits[] = {
        {.gap = 3, .drawing = SMALL, .drawing_most = LARGE},
        {.gap = 2, .drawing = SMALL, .drawing_most = LARGE},
        {.gap = 2, .names_least = SHORT, .drawing = SMALL, .drawing_most = LARGE},
        {.gap = 2, .names_least = SHORT},
        {.gap = 2,
         .names_least = SHORT,
         .without = MEANS,
         .terse = 1,
         .drawing = SMALL,
         .drawing_most = LARGE},
        {.gap = 2, .names_least = SHORT, .without = MEANS, .terse = 1}};
    const struct compare_columns columns = compare_columns_of(view);
    struct drawn drawn = {.rows = view->rows};
    drawn.axis = axis_of(view, &drawn.n);
    struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    for (size_t i = 0; i < view->n; i++)
        put_row(table, view, &columns, &drawn, i);
    table_print(terminal, &table);
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

size_t compare_rows_shown(size_t n)
{
    return n > COMPARE_MOST + 1 && !sentences_all_wanted() ? COMPARE_MOST : n;
}

/* What fills more than a screen is cut to the rows that matter most; of alike ones to the first. */
void compare_table_print(const struct terminal *terminal, const struct compare_view *view)
{
    OWNED struct comparison_finding *rows =
        compare_rows_shown(view->n) < view->n ? view_room(COMPARE_MOST, sizeof *rows) : NULL;
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
