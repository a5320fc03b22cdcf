/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_begin.c -- the result of a grid with nothing done yet. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/simulation_parts.h"
#include "base/failure.h"

const char *simulation_method(enum simulation_kind kind, size_t m)
{
    if (kind == SIMULATION_STOPPING)
        return assay_simulate_rule_name((enum assay_simulate_rule)m);
    if (kind == SIMULATION_FIT_SIZE)
        return assay_simulate_fit_test_name((enum assay_simulate_fit_test)m);
    if (kind == SIMULATION_MACHINES)
        return assay_simulate_across_name((enum assay_simulate_across)m);
    return assay_simulate_method_name((enum assay_simulate_method)m);
}

static uint64_t identity_of(const struct simulate_cell *cell)
{
    switch (cell->about.kind) {
    case SIMULATION_STOPPING: return assay_simulate_stopping_identity(&cell->about.stopping);
    case SIMULATION_FIT_SIZE: return assay_simulate_fit_size_identity(&cell->about.fit_size);
    case SIMULATION_MACHINES: return assay_simulate_machines_identity(&cell->about.machines);
    case SIMULATION_SAMPLE: return assay_simulate_sample_identity(cell->sample);
    case SIMULATION_DESIGN: break;
    }
    return assay_simulate_identity(&cell->about.design);
}

/* With names of its own; false when memory is out. */
static bool case_of(const struct simulate_cell *cell, struct simulation_case *about)
{
    *about = cell->about;
    memset(about->design.effects, 0, sizeof about->design.effects); /* borrowed by the cell */
    about->identity = identity_of(cell);
    if (about->kind == SIMULATION_SAMPLE)
        about->top_units = cell->sample->shape.count[0];
    else if (about->kind == SIMULATION_DESIGN)
        about->top_means = assay_simulate_by_top_means(&cell->about.design, &cell->options);
    bool good = about->name == NULL || (about->name = strdup(about->name)) != NULL;
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++) {
        about->level_name[k] =
            k < about->design.n_levels ? strdup(cell->about.level_name[k]) : NULL;
        good &= k >= about->design.n_levels || about->level_name[k] != NULL;
    }
    return good;
}

static struct simulation_header header_of(const struct simulate_grid *grid)
{
    const struct assay_simulate_options *options = &grid->cells[0].options;
    struct simulation_header header = {.grid = strdup(grid->name),
                                       .confidence = options->confidence,
                                       .seed = options->seed,
                                       .experiments = grid->cells[0].n_experiments,
                                       .replicates = options->replicates,
                                       .coverage_only = options->coverage_only,
                                       .n_margins = options->n_margins};
    memcpy(header.margins, options->margins, sizeof header.margins);
    assay_statistic_name(&options->statistic, header.statistic);
    for (size_t i = 1; i < grid->n; i++)
        if (grid->cells[i].options.statistic.probability != options->statistic.probability)
            header.statistic[0] = '\0';
    return header;
}

static bool add_rows(struct simulation_result *result, const struct simulate_cell *cell)
{
    const enum simulation_kind kind = cell->about.kind;
    const bool chosen = kind == SIMULATION_DESIGN || kind == SIMULATION_SAMPLE;
    bool good = true;
    for (size_t m = 0; good && m < cell->options.n_methods; m++) {
        struct simulation_row *row = &result->rows[result->n++];
        row->method = simulation_method(kind, chosen ? cell->options.methods[m] : m);
        row->published = cell->has_published ? cell->published[m] : (double)NAN;
        row->published_se = cell->published_se;
        good = case_of(cell, &row->about);
    }
    return good;
}

enum assay_status simulate_result_init(struct simulation_result *result,
                                       const struct simulate_grid *grid,
                                       const struct simulation_request *request,
                                       struct assay_error *error)
{
    size_t n = 0;
    for (size_t i = 0; i < grid->n; i++)
        n += grid->cells[i].options.n_methods;
    *result = (struct simulation_result){.header = header_of(grid),
                                         .rows = calloc(n, sizeof *result->rows),
                                         .part = calloc(request->n_parts, sizeof *result->part),
                                         .n_parts = request->n_parts};
    bool good = result->header.grid != NULL && result->rows != NULL && result->part != NULL;
    for (size_t i = 0; good && i < grid->n; i++)
        good = add_rows(result, &grid->cells[i]);
    if (!good)
        return fail_no_memory(error);
    result->part[request->part] = true;
    return ASSAY_OK;
}
