/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_parts.h -- what the files of the screen of `assay compare` share. */
#pragma once

#include "view/terminal/compare.h"
#include "view/text/quantity.h"
#include "view/text/table.h"

/* Of a table of comparisons. */
struct compare_columns {
    bool metric;
    int decimals; /* of percentages */
    bool alike;   /* means on one scale */
    struct quantity_scale scale;
};
struct compare_columns compare_columns_of(const struct compare_view *view);
void compare_mean_cell(struct table *table, const struct compare_columns *columns, double mean,
                       const char *unit);
/* "wall", "p90 of wall" */
void compare_subject_cell(struct table *table, const struct comparison_finding *row);

/* Rows that a screen shows where it does not show all, those of small rank first. */
enum { COMPARE_MOST = 7, COMPARE_RANKS = 5 };
int compare_rank(const struct comparison_finding *row);

const struct assay_series *compare_old_series(const void *rows, size_t row);

/* Whether all rows are of one metric and one statistic. */
bool compare_one_metric(const struct compare_view *view);

/* As wide as the terminal allows. */
void compare_table_print(const struct terminal *terminal, const struct compare_view *view);

/* Several systems against one in one table, which `all` has the rows of, view by view; a screen's without n_left
 * rows that matter less. NULL: the terminal has no room for it, or no memory. */
struct table *compare_systems_table(const struct terminal *terminal,
                                    const struct compare_view *views, size_t n,
                                    const struct compare_view *all, size_t *n_left);
/* "change in % [95 % CI]: f faster, = equivalent": what stands in its cells. */
void compare_systems_legend(const struct terminal *terminal, const struct compare_view *all);

/* What several machines say of themselves; nothing where there are none. */
void compare_machines_print(const struct terminal *terminal, const struct compare_view *view);
