/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h -- comparisons as a screen. */
#pragma once

#include "analysis/comparison.h"
#include "finding/comparison_finding.h"
#include "view/face/table.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"
#include "view/text/terminal.h"

/* One system against the old one, over all benchmarks. */
struct compare_view {
    const char *old_system, *new_system;
    const struct comparison_finding *rows; /* at least one */
    size_t n;
    size_t machines; /* different ones that all was measured on; 0: not known */
    double confidence, margin;
    bool unnamed; /* the one benchmark's name says nothing: commands of a quick run */
    bool quiet;   /* nothing of warm-ups */
    const struct suite_finding *suite;  /* over the benchmarks; NULL: none */
    const struct joint_finding *joints; /* of benchmarks with several metrics */
    size_t n_joints;
};

/* Several systems against one old one in one table; false: nothing was printed, for the terminal is too narrow. */
bool compare_views_print(const struct terminal *terminal, const struct compare_view *views,
                         size_t n);

/* Verdict first, then the numbers; compare_notes says what limits them. */
void compare_view_print(const struct terminal *terminal, const struct compare_view *view);

/* ---- what the files of the screen of `assay compare` share ---- */

/* Of a table of comparisons. */
struct compare_columns {
    bool metric;
    bool statistic; /* of each row: some are of the typical run */
    int decimals;   /* of percentages */
    bool alike;     /* means on one scale */
    struct quantity_scale scale;
};
struct compare_columns compare_columns_of(const struct compare_view *view);
void compare_mean_put(struct table *table, const struct compare_columns *columns,
                      struct column column, double mean, const char *unit);
/* "wall", "p90 of wall", in the column of metrics */
void compare_subject_put(struct table *table, const struct comparison_finding *row);

/* Rows that a screen shows where it does not show all, those of small rank first. */
enum { COMPARE_MOST = 7, COMPARE_RANKS = 5 };

/* How many of n rows are shown: of one more all, as a line that says so takes as much. */
size_t compare_rows_shown(size_t n);
int compare_rank(const struct comparison_finding *row);

const struct assay_series *compare_old_series(const void *rows, size_t row);

/* Whether all rows are of one metric, and one statistic was asked for. */
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

/* The interval of each row beside that of the bootstrap, as far as it was looked at. */
void compare_checks(const struct terminal *terminal, const struct comparison *pairs);

/* ---- what limits comparisons, and what it would take where one is inconclusive ---- */

/* Appends each warning once, with the comparisons that it is about. */
void compare_notes(const struct terminal *terminal, const struct comparison *pairs,
                   struct sentences *notes);
/* Appends what would decide the first inconclusive ones. */
void compare_hints(const struct terminal *terminal, const struct comparison *pairs,
                   struct sentences *notes);
