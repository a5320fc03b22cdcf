/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_grid.h -- the page's grids: a row a benchmark, chart and table at once. */
#pragma once

#include "finding/overview.h"
#include "view/page/scale.h"
#include "view/page/report.h"
#include "view/text/distinct_names.h"

/* What the rows of a page share. */
struct report_grid {
    const struct report_view *view;
    const json_t *findings;
    struct name_parts names; /* of the view's benchmarks */
    bool several_metrics;    /* their rows say of which one they are */
    bool several_systems;    /* a row's address says the new one, too */
    bool *told;              /* of each benchmark: its numbers stand on the page already */
};

/* Where a row is found: "name=fft&metric=wall&new=O3", as a URL has it behind the #. */
void report_print_address(FILE *stream, const struct report_grid *grid,
                          const struct assay_series *series);

void report_print_system(FILE *stream, const char *system); /* "new=O3", as it begins those of a pair */

/* "All names begin with …", if they do. */
void report_print_prefix(FILE *stream, const struct report_grid *grid);

/* The heads of the columns that name a row, and their cells: name, parameters, metric. */
size_t report_print_name_heads(FILE *stream, const struct report_grid *grid);
void report_print_name_cells(FILE *stream, const struct report_grid *grid,
                             const struct assay_series *series, size_t benchmark);
size_t report_name_columns(const struct report_grid *grid);

/* A sign where something limits the row, with its codes. */
void report_print_doubt(FILE *stream, assay_warnings warnings);

/* The numbers of a row's benchmark below it, unless they stand on the page already. Until somebody
 * opens the row a script keeps them as text; without scripts they unfold. */
void report_print_numbers(FILE *stream, struct report_grid *grid, size_t benchmark, size_t columns);

/* One pair in a few lines, and its suite in one. */
void report_print_summary(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, const struct pair_overview *overview);
/* Several systems: what changed most, and each of them as a whole. */
void report_print_systems(FILE *stream, const struct report_grid *grid,
                          const struct pair_overview *overviews);
void report_print_suite(FILE *stream, const struct system_pair *pair);

/* Its widths, as an attribute of what holds its grids. */
void report_print_tracks(FILE *stream, const struct report_grid *grid,
                         const struct system_pair *pair);
void report_print_heat_tracks(FILE *stream, const struct report_grid *grid, bool narrow);
/* One pair: what changed, worst first; what did not is folded. */
void report_print_pair(FILE *stream, struct report_grid *grid, const struct system_pair *pair,
                       const struct pair_overview *overview);
/* Several pairs: benchmarks by systems. */
void report_print_heat(FILE *stream, struct report_grid *grid);
/* Nothing compared: each sample's mean with its interval. */
void report_print_means(FILE *stream, struct report_grid *grid);
