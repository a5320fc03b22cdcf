/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_parts.c -- what the tables of `assay show` share. */
#include "view/terminal/show.h"

const struct assay_series *show_series_of(const void *rows, size_t row)
{
    return ((const struct sample_finding *)rows)[row].series;
}

size_t show_count_distinct(const struct show_view *view, enum series_key key)
{
    return series_groups_count(view->n, key, show_series_of, view->rows);
}

void show_name_cells(struct table *table, const struct sample_finding *row, bool metric, int limit)
{
    table_name(table, STYLE_PLAIN, row->series->benchmark, limit);
    table_name(table, STYLE_PLAIN, row->series->system, limit);
    if (metric)
        table_name(table, STYLE_PLAIN, row->series->metric, 20);
}

void show_name_columns(struct table *table, bool metric)
{
    table_left(table, "benchmark", "system");
    if (metric)
        table_left(table, "metric");
}
