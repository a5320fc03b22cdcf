/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_paper.c -- the grids by which the papers judged their own methods.
 * Source:   TR Table VII (components of its ten benchmarks, S estimates, as TR 8.4 used them),
 *           Figures 3 to 9; KT06 Figure 2.
 *
 * TR drew its false alarms (Figures 3 to 5) from real measurements that are not in hand: here they
 * come from the normal model of the same components, with as many measurements as were taken.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/simulation_parts.h"
#include "base/failure.h"
#include "base/knob.h"

/* Per cent of the mean: compilation, execution, measurement. */
static const struct benchmark {
    const char *name;
    double sd[3];
    size_t measurements; /* in each execution */
} benchmarks[] = {
    {"FFT NA OPT", {3.4, 8.2, 1.4}, 64},   {"FFT NA", {3.4, 7.8, 1.4}, 64},
    {"FFT OPT", {4.4, 8.2, 4.3}, 64},      {"FFT", {4.1, 6.7, 4.6}, 64},
    {"HTTP OPT", {0.2, 0.8, 22.5}, 512},   {"HTTP", {0.2, 0.7, 21.5}, 512},
    {"Rijndael OPT", {0.4, 3.8, 9.3}, 64}, {"Rijndael", {0.4, 3.5, 9.1}, 64},
    {"TCP OPT", {0.6, 1.7, 41.8}, 256},    {"TCP", {0.6, 1.8, 38.6}, 256},
};
enum { N_BENCHMARKS = sizeof benchmarks / sizeof *benchmarks };

#define LIST(...)                                                                                  \
    {                                                                                              \
        __VA_ARGS__, 0                                                                             \
    }
enum { ASYMPTOTIC = 1, RRR = 2, RESAMPLING = 4, DETECTOR = 8 };
enum { MOST_LIST = 12 };

static const struct paper_grid {
    const char *name;
    const char *cases; /* names between bars; NULL: all */
    size_t builds[MOST_LIST], executions[MOST_LIST], iterations[MOST_LIST];
    char thinned; /* which lists run to 100: b both upper levels, e both lower ones */
    double ratio;
    int methods;
    bool as_measured; /* iterations as in the study */
    double widest_margin, margin_step;
} grids[] = {
    {"tr-fig3", "|FFT NA OPT|Rijndael OPT|", LIST(2, 3, 5, 10, 20, 30, 60), LIST(100), LIST(1), 0,
     1, ASYMPTOTIC | RRR, true, 0.05, 0.005},
    {"tr-fig4", "|FFT NA OPT|TCP OPT|", LIST(1), LIST(2, 3, 5, 10, 20, 50, 100), LIST(1), 0, 1,
     ASYMPTOTIC, true, 0.15, 0.01},
    {"tr-fig5", "|FFT|TCP OPT|", LIST(2, 3, 5, 10, 20, 35), LIST(100), LIST(1), 0, 1, RESAMPLING,
     true, 0.05, 0.005},
    {"tr-fig6", NULL, LIST(2, 3, 5, 10, 20, 30, 50), LIST(100), LIST(100), 0, 0.95,
     ASYMPTOTIC | RRR, false, 0, 0},
    {"tr-fig7", "|FFT NA OPT|Rijndael OPT|", LIST(0), LIST(0), LIST(10), 'b', 0.95,
     ASYMPTOTIC | RRR, false, 0, 0},
    {"tr-fig8", NULL, LIST(1), LIST(2, 3, 5, 10, 20, 30, 50, 100), LIST(100), 0, 0.95,
     ASYMPTOTIC | RRR, false, 0, 0},
    {"tr-fig9", "|FFT NA|HTTP OPT|", LIST(1), LIST(0), LIST(0), 'e', 0.95, ASYMPTOTIC, false, 0, 0},
    {"kt06-fig2", NULL, LIST(1, 10, 15, 20, 25, 30), LIST(40), LIST(1), 0, 1, DETECTOR, true, 0, 0},
};
enum { N_GRIDS = sizeof grids / sizeof *grids };

static const char simulate_papers[] =
    "tr-fig3, tr-fig4, tr-fig5, tr-fig6, tr-fig7, tr-fig8, tr-fig9, kt06-fig2, st-table1";

/* Every thin-th count up to 100, or the list as it stands. */
static size_t counts_of(const size_t *list, bool thinned, size_t thin, size_t *counts)
{
    size_t n = 0;
    if (thinned)
        for (size_t i = thin; i <= 100; i += thin)
            if (i > 1)
                counts[n++] = i;
    for (; !thinned && list[n] > 0; n++)
        counts[n] = list[n];
    return n;
}

static bool in_cases(const struct paper_grid *grid, const char *name)
{
    char between[40];
    (void)snprintf(between, sizeof between, "|%s|", name);
    return grid->cases == NULL || strstr(grid->cases, between) != NULL;
}

/* One cell for each group of methods: those that need top means only are quick that way. Methods
 * that the caller chose stand in the place of the grid's. */
static enum assay_status add_groups(struct simulate_grid *grid, const struct paper_grid *paper,
                                    struct simulate_cell *cell, bool own_methods,
                                    struct assay_error *error)
{
    if (own_methods)
        return simulate_grid_add(grid, cell, error);
    for (int group = ASYMPTOTIC; group <= DETECTOR; group *= 2) {
        if ((paper->methods & group) == 0)
            continue;
        static const enum assay_simulate_method lists[][4] = {
            {ASSAY_SIMULATE_PAPER, ASSAY_SIMULATE_NORMAL_QUANTILE, ASSAY_SIMULATE_FIELLER},
            {ASSAY_SIMULATE_RRR},
            {ASSAY_SIMULATE_RRR, ASSAY_SIMULATE_RRN, ASSAY_SIMULATE_RNN, ASSAY_SIMULATE_FLAT},
            {ASSAY_SIMULATE_KT2006}};
        static const size_t n[] = {3, 1, 4, 1};
        size_t list = group == ASYMPTOTIC ? 0 : group == RRR ? 1 : group == RESAMPLING ? 2 : 3;
        memcpy(cell->options.methods, lists[list], n[list] * sizeof lists[list][0]);
        cell->options.n_methods = n[list];
        TRY(simulate_grid_add(grid, cell, error));
    }
    return ASSAY_OK;
}

static enum assay_status add_benchmark(struct simulate_grid *grid, const struct paper_grid *paper,
                                       const struct benchmark *benchmark,
                                       struct simulate_cell *cell,
                                       const struct simulation_request *request,
                                       struct assay_error *error)
{
    struct assay_simulate_design *design = &cell->about.design;
    size_t counts[3][100], n[3], thin = request->thin > 0 ? (size_t)request->thin : 10;
    n[0] = counts_of(paper->builds, paper->thinned == 'b', thin, counts[0]);
    n[1] = counts_of(paper->executions, paper->thinned != 0, thin, counts[1]);
    n[2] = counts_of(paper->iterations, paper->thinned == 'e', thin, counts[2]);
    if (paper->as_measured)
        counts[2][0] = benchmark->measurements;
    for (size_t k = 0; k < 3; k++)
        design->old_system.sd[k] = design->new_system.sd[k] = benchmark->sd[k] / 100;
    for (size_t i = 0; i < n[0] * n[1] * n[2]; i++) {
        size_t at[3] = {i / (n[1] * n[2]), i / n[2] % n[1], i % n[2]};
        for (size_t k = 0; k < 3; k++)
            design->old_system.count[k] = design->new_system.count[k] = counts[k][at[k]];
        TRY(add_groups(grid, paper, cell, request->methods.n > 0, error));
    }
    return ASSAY_OK;
}

static void set_margins(struct simulate_cell *cell, const struct paper_grid *paper)
{
    cell->options.n_margins = 0;
    for (size_t i = 0; i < ASSAY_SIMULATE_MOST_MARGINS; i++) {
        const double margin = (double)i * (paper->margin_step > 0 ? paper->margin_step : 1);
        if (margin > paper->widest_margin + 1e-9)
            break;
        cell->options.margins[cell->options.n_margins++] = margin;
    }
}

enum assay_status simulate_grid_paper(const struct simulation_request *request,
                                      const struct simulate_cell *common,
                                      struct simulate_grid *grid, struct assay_error *error)
{
    const struct paper_grid *paper = grids;
    while (paper < grids + N_GRIDS && strcmp(paper->name, request->paper) != 0)
        paper++;
    if (paper == grids + N_GRIDS || request->thin > 100)
        return assay_fail(error, ASSAY_USAGE, "%s; the grids are %s",
                          request->thin > 100 ? KNOBS("@thin goes to 100")
                                              : "there is no such grid",
                          simulate_papers);
    struct simulate_cell cell = *common;
    static const char *const levels[] = {"build", "execution", "iteration"};
    grid->name = paper->name;
    cell.about.design.n_levels = 3;
    cell.about.design.ratio = paper->ratio;
    for (size_t k = 0; k < 3; k++)
        cell.about.level_name[k] = simulate_borrowed(levels[k]);
    if (request->margin == NULL)
        set_margins(&cell, paper);
    if (cell.options.replicates == 0)
        cell.options.replicates = 999;
    /* The figures show coverage or alarms, so resampling stops as soon as these are decided. */
    cell.options.coverage_only = true;
    for (size_t i = 0; i < N_BENCHMARKS; i++) {
        cell.about.name = simulate_borrowed(benchmarks[i].name);
        if (in_cases(paper, benchmarks[i].name))
            TRY(add_benchmark(grid, paper, &benchmarks[i], &cell, request, error));
    }
    return ASSAY_OK;
}
