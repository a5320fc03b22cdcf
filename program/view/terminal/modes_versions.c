/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes_versions.c -- which version wins a single run: two by two, and all. */
#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/modes.h"
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

/* What gives way where names cannot be read: what is least asked for. A lone benchmark is named above, and not once more. */
enum { MORE = 1 };
static const struct table_fit fits[] = {{.gap = 2, .names = 20, .names_least = 12},
                                        {.gap = 2, .names = 20, .names_least = 6, .without = MORE}};
enum { FITS = sizeof fits / sizeof *fits };

static unsigned part_of_benchmarks(const struct modes_view *view)
{
    const struct sample_modes *rows = view->finding->rows;
    for (size_t i = 1; i < view->finding->n; i++)
        if (strcmp(rows[i].series->benchmark, rows[0].series->benchmark) != 0)
            return 0;
    return MORE;
}

static void put_pair(struct table *table, const struct modes_view *view,
                     const struct modes_pair *pair)
{
    const struct assay_interval *interval = &pair->finding.i2.interval;
    table_row(table);
    table_put_name(table, COLUMN_LEFT("benchmark", .part = part_of_benchmarks(view)),
                   pair->x->series->benchmark, TABLE_FITTED_TO(16));
    table_put_name(table, COLUMN_LEFT("x"), pair->x->series->system, TABLE_FITTED);
    table_put_name(table, COLUMN_LEFT("y"), pair->y->series->system, TABLE_FITTED);
    table_put(table, COLUMN_RIGHT("mean |x \u2212 y|", .part = MORE), STYLE_PLAIN, "%s",
              quantity_alone(pair->finding.i1.estimate, pair->x->series->unit).text);
    table_put(table,
              COLUMN_RIGHT(view->finding->pairs[0].delta == 0 ? "P(x < y)" : "P(x < y + delta)"),
              STYLE_STRONG, "%s", share_text(pair->finding.i2.estimate).text);
    table_put(table, COLUMN_RIGHT(interval_title(view->confidence).text), STYLE_PLAIN, "%s",
              share_range(interval).text);
}

static void put_winner(struct table *table, const struct modes_view *view,
                       const struct modes_winner *winner)
{
    const struct assay_series *series = winner->version->series;
    table_row(table);
    table_put_name(table, COLUMN_LEFT("benchmark", .part = part_of_benchmarks(view)),
                   series->benchmark, TABLE_FITTED);
    table_put_name(table, COLUMN_LEFT("version"), series->system, TABLE_FITTED);
    table_put(table, COLUMN_RIGHT("best of one run each"), STYLE_STRONG, "%s",
              share_text(winner->finding.i3.estimate).text);
    table_put(table, COLUMN_RIGHT(interval_title(view->confidence).text), STYLE_PLAIN, "%s",
              share_range(&winner->finding.i3.interval).text);
    table_put(table, COLUMN_RIGHT("in the values", .part = MORE), STYLE_PLAIN, "%s",
              share_text(winner->finding.i3_values.estimate).text);
}

static void print_winners(const struct terminal *terminal, const struct modes_view *view)
{
    struct table *table = table_new(0);
    table_fits(table, fits, FITS);
    for (size_t i = 0; i < view->finding->n_winners; i++)
        put_winner(table, view, &view->finding->winners[i]);
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
    table_print(terminal, &table);
}

void modes_versions_print(const struct terminal *terminal, const struct modes_view *view)
{
    if (view->finding->n_pairs > 0) {
        struct table *table = table_new(0);
        table_fits(table, fits, FITS);
        for (size_t i = 0; i < view->finding->n_pairs; i++)
            put_pair(table, view, &view->finding->pairs[i]);
        fputc('\n', terminal->stream);
        terminal_paragraph(terminal, "", "Single runs, two by two:");
        fputc('\n', terminal->stream);
        table_print(terminal, &table);
    }
    if (view->finding->n_winners > 0)
        print_winners(terminal, view);
}
