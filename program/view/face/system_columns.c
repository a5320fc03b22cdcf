/* SPDX-License-Identifier: GPL-3.0-or-later */
/* system_columns.c -- findings of several systems side by side.
 * Edge:     a system that a row has twice, as of two levels, leaves no place for a column. */
#include "view/face/system_columns.h"

#include <stdlib.h>

#include "view/text/form.h"
#include "view/text/view_memory.h"

bool system_columns_init(struct system_columns *columns, size_t n, series_of_row series,
                         const void *findings)
{
    enum { MOST = 4 };
    const unsigned like = SERIES_BENCHMARK | SERIES_METRIC | SERIES_UNIT;
    *columns = (struct system_columns){0};
    const size_t n_systems = series_groups_count(n, SERIES_SYSTEM, series, findings);
    if (!form_of_page() || n_systems < 2 || n_systems > MOST)
        return false;
    columns->metric = series_groups_count(n, SERIES_METRIC, series, findings) > 1;
    if (series_groups_init(&columns->systems, n, SERIES_SYSTEM, series, findings) &&
        series_groups_init(&columns->rows, n, like, series, findings))
        columns->at = view_room(columns->rows.n * n_systems, sizeof *columns->at);
    else
        view_lose();
    bool once = columns->at != NULL;
    for (size_t i = 0; i < n && once; i++) {
        size_t *at =
            &columns->at[columns->rows.of[i] * columns->systems.n + columns->systems.of[i]];
        once = *at == 0;
        *at = i + 1;
    }
    return once;
}

void system_columns_fini(struct system_columns *columns)
{
    series_groups_fini(&columns->systems);
    series_groups_fini(&columns->rows);
    free(columns->at);
}

struct table *system_columns_table(const struct system_columns *columns, series_of_row series,
                                   const void *findings, system_cell cell)
{
    const size_t n = columns->systems.n;
    struct table *table = table_new(2);
    table_left(table, "benchmark");
    if (columns->metric)
        table_left(table, "metric");
    for (size_t k = 0; k < n; k++)
        table_right(table, series(findings, series_group_first(&columns->systems, k))->system);
    for (size_t i = 0; i < columns->rows.n; i++) {
        const struct assay_series *first = series(findings, series_group_first(&columns->rows, i));
        table_row(table);
        table_name(table, STYLE_PLAIN, first->benchmark, 0);
        if (columns->metric)
            table_name(table, STYLE_PLAIN, first->metric, 0);
        for (size_t k = 0; k < n; k++)
            if (columns->at[i * n + k] > 0)
                cell(table, findings, columns->at[i * n + k] - 1);
            else
                table_cell(table, STYLE_PLAIN, "\u2013");
    }
    return table;
}
