/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_grid.h -- the page's grids: a row a benchmark, chart and table at once. */
#pragma once

#include "finding/overview.h"
#include "view/page/report.h"
#include "view/page/scale.h"
#include "view/text/distinct_names.h"
#include "view/text/quantity.h"

/* A new system over the benchmarks that all have, or over its own where there is none. */
struct ranked_system {
    size_t at;                   /* of the view's pairs */
    struct assay_estimate ratio; /* NaN: not known */
    double cost;
    struct cost_range range;
    size_t n_best,
        n; /* of so many benchmarks it is best on so many, or not told apart from the best */
};
struct ranked_systems {
    struct ranked_system *items; /* one for each pair, the best first if there is an order */
    struct ranked_system old;
    size_t n_shared; /* benchmarks that all have; 0: there is no order */
    size_t n_benchmarks;
    bool is_rate;
};
/* False: no memory, and lost. items is to be freed. */
bool report_rank(const struct report_view *view, struct ranked_systems *out);

/* What the rows of a page share. */
struct report_grid {
    const struct report_view *view;
    const json_t *findings;
    struct name_parts names; /* of the view's benchmarks */
    bool several_metrics;    /* their rows say of which one they are */
    bool several_systems;    /* a row's address says the new one, too */
    bool factors;            /* of several systems: changes are said as factors, not in per cent */
    struct ranked_systems ranked; /* of several systems */
    bool *told;                   /* of each benchmark: its numbers stand on the page already */
    json_t
        *texts; /* what is folded, for the page's deflated data; NULL: it stands where it is seen */
};

/* Where a row is found: "name=fft&metric=wall&new=O3", as a URL has it behind the #. */
void report_print_address(FILE *stream, const struct report_grid *grid,
                          const struct assay_series *series);

void report_print_system(FILE *stream,
                         const char *system); /* "new=O3", as it begins those of a pair */

/* "All names begin with …", if they do. */
void report_print_prefix(FILE *stream, const struct report_grid *grid);

/* The heads of the columns that name a row, and their cells: name, parameters, metric. */
size_t report_print_name_heads(FILE *stream, const struct report_grid *grid);
void report_print_name_cells(FILE *stream, const struct report_grid *grid,
                             const struct assay_series *series, size_t benchmark);
size_t report_name_columns(const struct report_grid *grid);

/* So many of n rows of one kind are in view, the rest is folded: a telephone shows eight at once. */
size_t report_rows_seen(size_t n);
/* How far a row went, up or down: 0 where it did not change; one of no known change may have gone furthest. */
double report_size(const struct comparison_finding *row);

/* A sign where something limits the row, with its codes. */
void report_print_doubt(FILE *stream, assay_warnings warnings);

/* The numbers of a row's benchmark below it, unless they stand on the page already. Until somebody
 * opens the row a script keeps them as text; without scripts they unfold. */
void report_print_numbers(FILE *stream, struct report_grid *grid, size_t benchmark, size_t columns);

/* HTML that is folded until somebody looks: for windows without scripts, too, or among the grid's texts. */
void report_print_kept(FILE *stream, struct report_grid *grid, const char *text);

/* A value in the unit of its column, or in its own where no unit suits all. */
struct report_values {
    bool alike;
    struct quantity_scale scale;
};
struct report_values report_values_of(const struct system_pair *pair);
struct quantity report_value(const struct report_values *values, double value, const char *unit);

/* Whether less is better of what all benchmarks of a pair together are. */
bool report_suite_is_rate(const struct system_pair *pair);

/* A cost as people know the row's metric: "+31 %" slower, or of a rate "−24 %". */
double report_change_at(const struct system_pair *pair, size_t row, double cost);

/* A number that is read from afar, its interval as a bar below it, in the colour and with the sign of
 * this verdict ("": none). */
void report_print_lead(FILE *stream, const struct assay_estimate *ratio, double margin,
                       bool more_is_better, const char *class);

/* One pair in a few lines, and its suite in one. */
void report_print_summary(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, const struct pair_overview *overview);
/* What deciding the inconclusive ones of n pairs would take, from the first on; their overviews. */
void report_print_cost(FILE *stream, const struct report_grid *grid,
                       const struct pair_overview *overviews, size_t first, size_t n);
/* "worst: canada +33.3 %", with a link to the row. */
void report_print_extreme(FILE *stream, const struct report_grid *grid,
                          const struct system_pair *pair, size_t at, const char *word,
                          struct quantity change);
/* Of several systems all changes in one style: "+4.3 %", or "×2.30" where one of them is beyond a factor of two. */
void report_set_style(struct report_grid *grid);
struct quantity report_change(const struct report_grid *grid, double ratio);
/* Several systems: which is best, what changed most, and each of them as a whole. */
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
/* Nothing compared: the only mean with its interval, or from which to which they go. */
void report_print_means_lead(FILE *stream, const struct report_grid *grid);
/* Nothing compared: each sample's mean with its interval. */
void report_print_means(FILE *stream, struct report_grid *grid);
