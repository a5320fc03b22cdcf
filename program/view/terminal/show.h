/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.h -- samples as a screen. */
#pragma once

#include "finding/finding.h"
#include "source/series_groups.h"
#include "view/face/table.h"
#include "view/text/sentences.h"

struct show_view {
    const char *title; /* name of the experiment; NULL: none */
    const struct sample_finding *rows;
    size_t n; /* at least one */
    double confidence;
    const char *measured_on;     /* which machines; NULL: one */
    size_t machines;             /* how many; 0: not known */
    const char *const *left_out; /* metrics that were measured and are not shown */
    size_t n_left_out;
    double pressure; /* share of the time in which something waited for a processor; NaN: unknown */
    struct sentences *notes; /* is given what limits them; NULL: not asked */
    bool bars;               /* draw distributions also where there is no terminal */
};

/* The means with their intervals, then where the variance sits. Of many samples the
 * first, and how many more there are; all when sentences_want_all was told so. */
void show_view_print(const struct terminal *terminal, const struct show_view *view);

/* ---- what the tables of `assay show` share ---- */

/* The series of a row of struct sample_finding, for series_groups. */
const struct assay_series *show_series_of(const void *rows, size_t row);
size_t show_count_distinct(const struct show_view *view, enum series_key key);

/* The cells that name a sample, and their columns. */
void show_names_put(struct table *table, const struct sample_finding *row, bool metric);

/* The widest table that has room; which fit that is. */
struct table_fit show_means_print(const struct terminal *terminal, const struct show_view *view);
/* One table for the rows of each nesting. */
void show_levels_print(const struct terminal *terminal, const struct show_view *view,
                       const struct table_fit *fit);
