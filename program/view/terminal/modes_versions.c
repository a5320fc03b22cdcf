/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes_versions.c -- which version wins a single run: two by two, and all. */
#include <math.h>
#include <string.h>

#include "view/terminal/modes.h"
#include "view/text/table.h"
#include "view/text/verdict.h"

static struct quantity share_text(double share)
{
    return percent_plain(100 * share, 1);
}

static struct quantity share_range(const struct assay_interval *interval)
{
    if (isfinite(interval->lower) && isfinite(interval->upper))
        return quantity_text("%.1f \u2026 %.1f %%", 100 * interval->lower, 100 * interval->upper);
    return quantity_text("\u2013");
}

/* How much a table says. */
struct layout {
    int limit;  /* of names */
    bool whole; /* also what is least asked for */
};

/* A lone benchmark is named above; without room it is not named once more. */
static bool names_benchmarks(const struct modes_view *view, const struct layout *layout)
{
    const struct sample_modes *rows = view->finding->rows;
    for (size_t i = 1; !layout->whole && i < view->finding->n; i++)
        if (strcmp(rows[i].series->benchmark, rows[0].series->benchmark) != 0)
            return true;
    return layout->whole;
}

/* The widest that fits. */
static struct table *fitting(const struct terminal *terminal, const struct modes_view *view,
                             struct table *(*build)(const struct terminal *terminal,
                                                    const struct modes_view *view,
                                                    const struct layout *layout))
{
    enum { LONGEST = 20, READABLE = 12, SHORTEST = 6 };
    struct layout layout = {LONGEST, true};
    struct table *table = build(terminal, view, &layout);
    while (table_width(table) > terminal->width && layout.limit > SHORTEST) {
        layout.limit--;
        if (layout.whole && layout.limit < READABLE)
            layout = (struct layout){LONGEST, false};
        table_free(&table);
        table = build(terminal, view, &layout);
    }
    return table;
}

static struct table *pairs_table(const struct terminal *terminal, const struct modes_view *view,
                                 const struct layout *layout)
{
    struct table *table = table_new(terminal, 2);
    const struct quantity title = interval_title(view->confidence);
    const bool benchmarks = names_benchmarks(view, layout);
    if (benchmarks)
        table_left(table, "benchmark");
    table_left(table, "x", "y");
    if (layout->whole)
        table_right(table, "mean |x \u2212 y|");
    table_right(table, view->finding->pairs[0].delta == 0 ? "P(x < y)" : "P(x < y + delta)",
                title.text);
    for (size_t i = 0; i < view->finding->n_pairs; i++) {
        const struct modes_pair *pair = &view->finding->pairs[i];
        table_row(table);
        if (benchmarks)
            table_name(table, STYLE_PLAIN, pair->x->series->benchmark,
                       layout->limit < 16 ? layout->limit : 16);
        table_name(table, STYLE_PLAIN, pair->x->series->system, layout->limit);
        table_name(table, STYLE_PLAIN, pair->y->series->system, layout->limit);
        if (layout->whole)
            table_cell(table, STYLE_PLAIN, "%s",
                       quantity_alone(pair->finding.i1.estimate, pair->x->series->unit).text);
        table_cell(table, STYLE_STRONG, "%s", share_text(pair->finding.i2.estimate).text);
        table_cell(table, STYLE_PLAIN, "%s", share_range(&pair->finding.i2.interval).text);
    }
    return table;
}

static void print_pairs(const struct terminal *terminal, const struct modes_view *view)
{
    struct table *table = fitting(terminal, view, pairs_table);
    fputc('\n', terminal->stream);
    terminal_paragraph(terminal, "", "Single runs, two by two:");
    fputc('\n', terminal->stream);
    table_print(&table);
}

static struct table *winners_table(const struct terminal *terminal, const struct modes_view *view,
                                   const struct layout *layout)
{
    struct table *table = table_new(terminal, 2);
    const struct quantity title = interval_title(view->confidence);
    const bool benchmarks = names_benchmarks(view, layout);
    if (benchmarks)
        table_left(table, "benchmark");
    table_left(table, "version");
    table_right(table, "best of one run each", title.text, layout->whole ? "in the values" : NULL);
    for (size_t i = 0; i < view->finding->n_winners; i++) {
        const struct modes_winner *winner = &view->finding->winners[i];
        const struct assay_series *series = winner->version->series;
        table_row(table);
        if (benchmarks)
            table_name(table, STYLE_PLAIN, series->benchmark, layout->limit);
        table_name(table, STYLE_PLAIN, series->system, layout->limit);
        table_cell(table, STYLE_STRONG, "%s", share_text(winner->finding.i3.estimate).text);
        table_cell(table, STYLE_PLAIN, "%s", share_range(&winner->finding.i3.interval).text);
        if (layout->whole)
            table_cell(table, STYLE_PLAIN, "%s",
                       share_text(winner->finding.i3_values.estimate).text);
    }
    return table;
}

static void print_winners(const struct terminal *terminal, const struct modes_view *view)
{
    struct table *table = fitting(terminal, view, winners_table);
    fputc('\n', terminal->stream);
    const struct assay_series *first = view->finding->rows[0].series;
    const char *value = first->level_name[first->live.shape.n_levels - 1];
    if (strcmp(value, "execution") == 0)
        terminal_paragraph(terminal, "", "Which version to take for a single run:");
    else
        terminal_sentence(
            terminal, "",
            "Which version to take for a single %.24s, which is no whole run:", value);
    fputc('\n', terminal->stream);
    table_print(&table);
}

void modes_versions_print(const struct terminal *terminal, const struct modes_view *view)
{
    if (view->finding->n_pairs > 0)
        print_pairs(terminal, view);
    if (view->finding->n_winners > 0)
        print_winners(terminal, view);
}
