/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_stored.c -- designs and values of stored experiments: --from and --aa. */
#include <stdlib.h>
#include <string.h>

#include "cli/simulate.h"
#include "render/quantity.h"
#include "render/terminal.h"

static enum exit_code read_input(const char *which, const struct simulate_options *options,
                                 const struct global_options *global, struct simulate_grid *grid)
{
    const char *items[] = {which};
    const struct option_arguments arguments = {items, 1};
    enum exit_code code = input_options_read(&options->input, &arguments, global, &grid->input);
    grid->has_input = code == EXIT_DONE;
    return code;
}

static void skip(const struct assay_series *series, const char *why)
{
    terminal_complain("assay simulate: %s on %s is left out: %s", series->benchmark, series->system,
                      why);
}

/* Two sets of so many units cannot be disjoint. */
static void skip_few(const struct assay_series *series, size_t units, size_t there)
{
    char why[160];
    (void)snprintf(why, sizeof why, "two sets of %s take %zu of them, there are %zu",
                   level_units(units, series->level_name[0]).text, 2 * units, there);
    skip(series, why);
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
        cell->level_names[k] = series->level_name[k];
}

/* ---- --from ---- */

static bool add_ratios(struct simulate_grid *grid, struct simulate_cell *cell, const double *ratios,
                       size_t n)
{
    for (size_t i = 0; i < n; i++) {
        cell->design.ratio = ratios[i];
        if (!simulate_grid_add(grid, cell))
            return false;
    }
    return true;
}

/* Disturbances that the options name stay; shape, components and effects come from the fit. */
static void take_fit(struct simulate_cell *cell, const struct assay_simulate_fit *fit,
                     bool resampled)
{
    struct assay_simulate_design *design = &cell->design;
    design->n_levels = fit->design.n_levels;
    design->old_system = fit->design.old_system;
    design->new_system = fit->design.new_system;
    if (!resampled)
        return;
    memcpy(design->distribution, fit->design.distribution, sizeof design->distribution);
    memcpy(design->effects, fit->design.effects, sizeof design->effects);
}

static enum exit_code add_fit(struct simulate_grid *grid, const struct simulate_options *options,
                              const struct simulate_cell *common, const struct assay_series *old,
                              const struct assay_series *new, const double *ratios, size_t n)
{
    struct assay_error error;
    struct assay_simulate_fit *fit = &grid->fits[grid->n_fits];
    if (assay_simulate_fit_init(fit, &old->live, &new->live, options->resampled, &error) !=
        ASSAY_OK) {
        skip(old, error.text);
        return EXIT_DONE;
    }
    grid->n_fits++;
    struct simulate_cell cell = *common;
    take_fit(&cell, fit, options->resampled);
    set_names(&cell, old);
    cell.name = name_of(old, &grid->input);
    bool added = cell.name != NULL && add_ratios(grid, &cell, ratios, n);
    free(cell.name);
    return added ? EXIT_DONE : EXIT_SYSTEM;
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

static enum exit_code grid_from(const struct simulate_options *options,
                                const struct simulate_cell *common, struct simulate_grid *grid)
{
    double ratios[16];
    size_t n;
    if (!simulate_read_shares("ratio", options->ratio != NULL ? options->ratio : "1", ratios, 16,
                              &n))
        return EXIT_USAGE;
    grid->name = "from";
    grid->fits = calloc(grid->input.n, sizeof *grid->fits);
    if (grid->fits == NULL)
        return EXIT_SYSTEM;
    enum exit_code code = EXIT_DONE;
    for (size_t i = 0; code == EXIT_DONE && i < grid->input.n; i++) {
        const struct assay_series *old = &grid->input.series[i];
        if (strcmp(old->system, grid->input.systems.items[0]) == 0)
            code = add_fit(grid, options, common, old, partner(&grid->input, old), ratios, n);
    }
    return code;
}

/* ---- --aa ---- */

/* Units on either side: as --shape lists, else half of what there is. */
static bool aa_counts(const struct simulate_options *options, struct simulate_shape *shape)
{
    *shape = (struct simulate_shape){.n_levels = 1};
    if (options->shape == NULL)
        return true;
    if (!simulate_read_shape("shape", options->shape, shape))
        return false;
    if (shape->n_levels == 1)
        return true;
    fputs("assay simulate: with --aa, --shape lists counts of top units only, as 5,10\n", stderr);
    return false;
}

/* The design only tells what is compared; its sds stay 0, for the values are real. */
static bool add_aa(struct simulate_grid *grid, const struct simulate_cell *common,
                   const struct assay_series *series, size_t units)
{
    struct simulate_cell cell = *common;
    cell.sample = &series->live;
    cell.design =
        (struct assay_simulate_design){.n_levels = series->live.shape.n_levels, .ratio = 1};
    for (size_t k = 0; k < cell.design.n_levels; k++)
        cell.design.old_system.count[k] = cell.design.new_system.count[k] =
            k == 0 ? units : (size_t)(assay_shape_mean_count(&series->live.shape, k) + 0.5);
    set_names(&cell, series);
    char *benchmark = name_of(series, &grid->input);
    bool added = benchmark != NULL &&
                 asprintf(&cell.name, "%s on %s", benchmark, series->system) >= 0 &&
                 simulate_grid_add(grid, &cell);
    free(benchmark);
    free(cell.name);
    return added;
}

static enum exit_code grid_aa(const struct simulate_options *options,
                              const struct simulate_cell *common, struct simulate_grid *grid)
{
    struct simulate_shape shape;
    if (!aa_counts(options, &shape))
        return EXIT_USAGE;
    grid->name = "aa";
    for (size_t i = 0; i < grid->input.n; i++) {
        const struct assay_series *series = &grid->input.series[i];
        size_t r = series->live.shape.count[0];
        if (r < 4) {
            skip(series, "two disjoint sets take at least 4 units of the top level");
            continue;
        }
        for (size_t j = 0; j < (shape.n[0] > 0 ? shape.n[0] : 1); j++) {
            size_t units = shape.n[0] > 0 ? shape.count[0][j] : r / 2;
            if (2 * units > r)
                skip_few(series, units, r);
            else if (!add_aa(grid, common, series, units))
                return EXIT_SYSTEM;
        }
    }
    return EXIT_DONE;
}

enum exit_code simulate_grid_stored(const struct simulate_options *options,
                                    const struct global_options *global,
                                    const struct simulate_cell *common, struct simulate_grid *grid)
{
    const char *which = options->from != NULL ? options->from : options->aa;
    enum exit_code code = read_input(which, options, global, grid);
    if (code == EXIT_DONE && options->from != NULL)
        code = grid_from(options, common, grid);
    else if (code == EXIT_DONE)
        code = grid_aa(options, common, grid);
    if (code == EXIT_DONE && grid->n == 0) {
        terminal_complain("assay simulate: nothing in %s can be simulated", which);
        return EXIT_DATA;
    }
    return code;
}
