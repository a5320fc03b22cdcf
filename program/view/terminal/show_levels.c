/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_levels.c -- what each level adds to the spread of one value. */
#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/show.h"
#include "view/text/form.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* Share of a level in the variance of one value, levels without a positive component counting 0. */
static double share_of(const struct assay_description *description, size_t level)
{
    double sum = 0;
    for (size_t i = 0; i < description->n_levels; i++)
        sum += fmax(description->level[i].t2, 0); /* fmax drops NaN */
    return fmax(description->level[level].t2, 0) / sum;
}

/* "1.2 % (34 %)", its part of the mean and its share; for programs two cells. */
static void put_level(struct table *table, const char *name,
                      const struct assay_description *description, size_t level)
{
    const double t2 = description->level[level].t2, share = 100 * share_of(description, level);
    const double variation = variation_percent(description, level);
    OWNED char *title = view_said("%.24s", name), *of_share = view_format("%s, share", name);
    const struct column column = COLUMN_RIGHT(title != NULL ? title : "?");
    if (isnan(t2))
        table_put(table, column, STYLE_FAINT, "not repeated");
    else if (t2 < 0)
        table_put(table, column, STYLE_FAINT, "none seen");
    else if (isnan(share))
        table_put(table, column, STYLE_FAINT, "none");
    else if (form_of_programs())
        table_put(table, column, STYLE_PLAIN, "%.*f %%", variation < 1 ? 2 : 1, variation);
    else
        table_put(table, column, STYLE_PLAIN,
                  variation < 1 ? "%.2f %% (%.0f %%)" : "%.1f %% (%.0f %%)", variation, share);
    if (t2 >= 0 && !isnan(share) && !form_of_programs())
        table_terse(table, quantity_text(variation < 1 ? "%.2f %%" : "%.1f %%", variation).text);
    if (form_of_programs() && of_share != NULL)
        table_put(table, COLUMN_RIGHT(of_share), STYLE_PLAIN, isnan(share) ? "" : "%.0f %%", share);
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

static struct table *levels_table(const struct show_view *view, size_t first,
                                  const struct table_fit *fit)
{
    const struct assay_series *series = view->rows[first].series;
    const bool metric = show_count_distinct(view, SERIES_METRIC) > 1;
    struct table *table = table_new(0);
    table_fits(table, fit, 1);
    for (size_t i = first; i < view->n; i++) {
        if (!same_levels(series, view->rows[i].series))
            continue;
        table_row(table);
        show_names_put(table, &view->rows[i], metric);
        for (size_t level = 0; level < view->rows[i].description.n_levels; level++)
            put_level(table, series->level_name[level], &view->rows[i].description, level);
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

/* Shares go where there is no room for them. */
static void print_title(const struct terminal *terminal, bool is_terse)
{
    fputc('\n', terminal->stream);
    terminal_paragraph(terminal, "",
                       is_terse
                           ? "What each level adds to one value's spread, as a part of the mean:"
                           : "What each level adds to one value's spread, as a part of the mean "
                             "(and its share of the variance):");
}

void show_levels_print(const struct terminal *terminal, const struct show_view *view,
                       const struct table_fit *fit)
{
    bool titled = false, is_terse = false;
    struct table_fit narrow = *fit;
    narrow.terse = 1;
    for (size_t i = 0; i < view->n; i++) {
        if (view->rows[i].description.n_levels < 2 || shown_before(view, i))
            continue;
        struct table *table = levels_table(view, i, fit);
        is_terse = is_terse || !table_has_room(terminal, table);
        table_fits(table, is_terse ? &narrow : fit, 1);
        if (!titled)
            print_title(terminal, is_terse);
        titled = true;
        fputc('\n', terminal->stream);
        table_print(terminal, &table);
    }
}
