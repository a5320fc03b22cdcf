/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_stored.c -- designs and values of what was measured: --from and --aa. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/simulation_parts.h"
#include "base/failure.h"
#include "base/level_words.h"

static void skip(const struct assay_series *series, const char *why, struct remarks *remarks)
{
    remark(remarks, "%s on %s is left out: %s", series->benchmark, series->system, why);
}

/* Two sets of so many units cannot be disjoint. */
static void skip_few(const struct assay_series *series, size_t units, size_t there,
                     struct remarks *remarks)
{
    char why[160];
    (void)snprintf(why, sizeof why, "two sets of %s take %zu of them, there are %zu",
                   level_units(units, series->level_name[0]).text, 2 * units, there);
    skip(series, why, remarks);
}

/* Name of a case; the cell's grid copies it. */
static char *name_of(const struct assay_series *series, const struct input *input)
{
    char *name = NULL;
    bool one_metric = input_is_primary(input, series);
    if (asprintf(&name, "%s%s%s", series->benchmark, one_metric ? "" : " ",
                 one_metric ? "" : series->metric) < 0)
        return NULL;
    return name;
}

static void set_names(struct simulate_cell *cell, const struct assay_series *series)
{
    for (size_t k = 0; k < series->live.shape.n_levels; k++)
        cell->about.level_name[k] = simulate_borrowed(series->level_name[k]);
}

/* ---- --from ---- */

/* Disturbances that the request names stay; shape, components and effects come from the fit. */
static void take_fit(struct assay_simulate_design *design, const struct assay_simulate_fit *fit,
                     bool resampled)
{
    design->n_levels = fit->design.n_levels;
    design->old_system = fit->design.old_system;
    design->new_system = fit->design.new_system;
    if (!resampled)
        return;
    memcpy(design->distribution, fit->design.distribution, sizeof design->distribution);
    memcpy(design->effects, fit->design.effects, sizeof design->effects);
}

struct ratios {
    double of[16];
    size_t n;
};

static enum assay_status add_fit(struct simulate_grid *grid,
                                 const struct simulation_request *request,
                                 struct simulate_cell cell, const struct assay_series *old,
                                 const struct ratios *ratios, struct assay_error *error)
{
    take_fit(&cell.about.design, &grid->fits[grid->n_fits++], request->resampled);
    set_names(&cell, old);
    cell.about.name = name_of(old, request->input);
    enum assay_status status = cell.about.name != NULL ? ASSAY_OK : fail_no_memory(error);
    for (size_t i = 0; status == ASSAY_OK && i < ratios->n; i++) {
        cell.about.design.ratio = ratios->of[i];
        status = simulate_grid_add(grid, &cell, error);
    }
    free(cell.about.name);
    return status;
}

/* The first other system that has the benchmark; the old one itself when there is none. */
static const struct assay_series *partner(const struct input *input, const struct assay_series *old)
{
    for (size_t i = 1; i < input->systems.n; i++) {
        const struct assay_series *new =
            input_find(input, input->systems.items[i], old->benchmark, old->metric);
        if (new != NULL)
            return new;
    }
    return old;
}

static enum assay_status grid_from(const struct simulation_request *request,
                                   const struct simulate_cell *common, struct simulate_grid *grid,
                                   struct remarks *remarks, struct assay_error *error)
{
    const struct input *input = request->input;
    struct ratios ratios;
    TRY(simulate_read_shares("ratio", request->ratio != NULL ? request->ratio : "1", ratios.of, 16,
                             &ratios.n, error));
    grid->name = "from";
    grid->fits = calloc(input->n, sizeof *grid->fits);
    if (grid->fits == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_series *old = &input->series[i];
        struct assay_error problem;
        if (strcmp(old->system, input->systems.items[0]) != 0)
            continue;
        if (assay_simulate_fit_init(&grid->fits[grid->n_fits], &old->live,
                                    &partner(input, old)->live, request->resampled,
                                    &problem) != ASSAY_OK)
            skip(old, problem.text, remarks);
        else
            TRY(add_fit(grid, request, *common, old, &ratios, error));
    }
    return ASSAY_OK;
}

/* ---- --aa ---- */

/* Units on either side: as the shape lists, else half of what there is. */
static enum assay_status aa_counts(const char *text, struct simulate_shape *shape,
                                   struct assay_error *error)
{
    *shape = (struct simulate_shape){.n_levels = 1};
    if (text == NULL)
        return ASSAY_OK;
    const enum assay_status status = simulate_read_shape("shape", text, shape, error);
    if (status != ASSAY_OK || shape->n_levels == 1)
        return status;
    return fail_naming(error, ASSAY_USAGE,
                       "with @aa, @shape lists counts of top units only, as 5,10");
}

/* The design only tells what is compared; its sds stay 0, for the values are real. */
static enum assay_status add_aa(struct simulate_grid *grid, const struct input *input,
                                struct simulate_cell cell, const struct assay_series *series,
                                size_t units, struct assay_error *error)
{
    struct assay_simulate_design *design = &cell.about.design;
    cell.sample = &series->live;
    cell.about.kind = SIMULATION_SAMPLE;
    *design = (struct assay_simulate_design){.n_levels = series->live.shape.n_levels, .ratio = 1};
    for (size_t k = 0; k < design->n_levels; k++)
        design->old_system.count[k] = design->new_system.count[k] =
            k == 0 ? units : (size_t)(assay_shape_mean_count(&series->live.shape, k) + 0.5);
    set_names(&cell, series);
    char *benchmark = name_of(series, input), *name = NULL;
    const bool named =
        benchmark != NULL && asprintf(&name, "%s on %s", benchmark, series->system) >= 0;
    free(benchmark);
    if (!named)
        return fail_no_memory(error);
    cell.about.name = name;
    const enum assay_status status = simulate_grid_add(grid, &cell, error);
    free(name);
    return status;
}

static enum assay_status add_sizes(struct simulate_grid *grid, const struct input *input,
                                   const struct simulate_cell *common,
                                   const struct assay_series *series,
                                   const struct simulate_shape *shape, struct remarks *remarks,
                                   struct assay_error *error)
{
    const size_t r = series->live.shape.count[0], n = shape->n[0] > 0 ? shape->n[0] : 1;
    for (size_t j = 0; j < n; j++) {
        const size_t units = shape->n[0] > 0 ? shape->count[0][j] : r / 2;
        if (2 * units > r)
            skip_few(series, units, r, remarks);
        else
            TRY(add_aa(grid, input, *common, series, units, error));
    }
    return ASSAY_OK;
}

static enum assay_status grid_aa(const struct simulation_request *request,
                                 const struct simulate_cell *common, struct simulate_grid *grid,
                                 struct remarks *remarks, struct assay_error *error)
{
    const struct input *input = request->input;
    struct simulate_shape shape;
    enum assay_status status = aa_counts(request->shape, &shape, error);
    grid->name = "aa";
    for (size_t i = 0; status == ASSAY_OK && i < input->n; i++) {
        const struct assay_series *series = &input->series[i];
        if (series->live.shape.count[0] < 4)
            skip(series, "two disjoint sets take at least 4 units of the top level", remarks);
        else
            status = add_sizes(grid, input, common, series, &shape, remarks, error);
    }
    return status;
}

enum assay_status simulate_grid_stored(const struct simulation_request *request,
                                       const struct simulate_cell *common,
                                       struct simulate_grid *grid, struct remarks *remarks,
                                       struct assay_error *error)
{
    const enum assay_status status = request->from != NULL
                                         ? grid_from(request, common, grid, remarks, error)
                                         : grid_aa(request, common, grid, remarks, error);
    if (status != ASSAY_OK || grid->n > 0)
        return status;
    return assay_fail(error, ASSAY_INVALID, "nothing in %s can be simulated",
                      request->from != NULL ? request->from : request->aa);
}
