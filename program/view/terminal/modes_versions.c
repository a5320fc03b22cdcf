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

static void print_pairs(const struct terminal *terminal, const struct modes_view *view)
{
    struct table *table = table_new(terminal, 2);
    const struct quantity title = interval_title(view->confidence);
    table_left(table, "benchmark", "x", "y");
    table_right(table, "mean |x \u2212 y|",
                view->finding->pairs[0].delta == 0 ? "P(x < y)" : "P(x < y + delta)", title.text);
    for (size_t i = 0; i < view->finding->n_pairs; i++) {
        const struct modes_pair *pair = &view->finding->pairs[i];
        table_row(table);
        table_name(table, STYLE_PLAIN, pair->x->series->benchmark, 16);
        table_name(table, STYLE_PLAIN, pair->x->series->system, 20);
        table_name(table, STYLE_PLAIN, pair->y->series->system, 20);
        table_cell(table, STYLE_PLAIN, "%s",
                   quantity_alone(pair->finding.i1.estimate, pair->x->series->unit).text);
        table_cell(table, STYLE_STRONG, "%s", share_text(pair->finding.i2.estimate).text);
        table_cell(table, STYLE_PLAIN, "%s", share_range(&pair->finding.i2.interval).text);
    }
    fputc('\n', terminal->stream);
    terminal_paragraph(terminal, "", "Single runs, two by two:");
    fputc('\n', terminal->stream);
    table_print(&table);
}

static void print_winners(const struct terminal *terminal, const struct modes_view *view)
{
    struct table *table = table_new(terminal, 2);
    const struct quantity title = interval_title(view->confidence);
    table_left(table, "benchmark", "version");
    table_right(table, "best of one run each", title.text, "in the values");
    for (size_t i = 0; i < view->finding->n_winners; i++) {
        const struct modes_winner *winner = &view->finding->winners[i];
        const struct assay_series *series = winner->version->series;
        table_row(table);
        table_name(table, STYLE_PLAIN, series->benchmark, 20);
        table_name(table, STYLE_PLAIN, series->system, 24);
        table_cell(table, STYLE_STRONG, "%s", share_text(winner->finding.i3.estimate).text);
        table_cell(table, STYLE_PLAIN, "%s", share_range(&winner->finding.i3.interval).text);
        table_cell(table, STYLE_PLAIN, "%s", share_text(winner->finding.i3_values.estimate).text);
    }
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
