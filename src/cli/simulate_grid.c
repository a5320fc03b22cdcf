/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_grid.c -- from options to a grid of designs. */
#include <stdlib.h>
#include <string.h>

#include "cli/simulate.h"
#include "render/terminal.h"

bool simulate_grid_add(struct simulate_grid *grid, const struct simulate_cell *cell)
{
    if ((grid->n & (grid->n - 1)) == 0) {
        size_t capacity = grid->n == 0 ? 1 : 2 * grid->n;
        struct simulate_cell *cells = realloc(grid->cells, capacity * sizeof *cells);
        if (cells == NULL)
            return false;
        grid->cells = cells;
    }
    struct simulate_cell copy = *cell;
    if (cell->name != NULL && (copy.name = strdup(cell->name)) == NULL)
        return false;
    grid->cells[grid->n++] = copy;
    return true;
}

void simulate_grid_fini(struct simulate_grid *grid)
{
    for (size_t i = 0; i < grid->n; i++)
        free(grid->cells[i].name);
    free(grid->cells);
    for (size_t i = 0; i < grid->n_fits; i++)
        assay_simulate_fit_fini(&grid->fits[i]);
    free(grid->fits);
    if (grid->has_input)
        input_fini(&grid->input);
    *grid = (struct simulate_grid){0};
}

/* ---- --shape ---- */

struct plain {
    struct simulate_shape old_shape, new_shape;
    bool has_new;
    double ratios[16];
    size_t n_ratios;
};

static bool read_sds(const char *option, const char *text, size_t n_levels,
                     struct assay_simulate_system *system)
{
    size_t n = 0;
    if (!simulate_read_shares(option, text, system->sd, ASSAY_MAX_LEVELS, &n))
        return false;
    if (n == n_levels)
        return true;
    terminal_complain("assay simulate: --%s names %zu of %zu levels: give one number for each",
                      option, n, n_levels);
    return false;
}

static const char *level_name(size_t level, size_t n_levels)
{
    static const char *const names[] = {"iteration", "execution", "build",
                                        "machine",   "day",       "level 6"};
    size_t from_below = n_levels - 1 - level;
    if (n_levels == 1)
        return "execution";
    return from_below < sizeof names / sizeof *names ? names[from_below] : "level";
}

/* All combinations of the counts, the lowest level fastest. */
static bool add_shapes(struct simulate_grid *grid, const struct plain *plain,
                       struct simulate_cell *cell, size_t level)
{
    const struct simulate_shape *shape = &plain->old_shape;
    if (level == shape->n_levels) {
        for (size_t i = 0; i < plain->n_ratios; i++) {
            cell->design.ratio = plain->ratios[i];
            if (!simulate_grid_add(grid, cell))
                return false;
        }
        return true;
    }
    for (size_t i = 0; i < shape->n[level]; i++) {
        cell->design.old_system.count[level] = shape->count[level][i];
        cell->design.new_system.count[level] =
            plain->has_new ? plain->new_shape.count[level][i] : shape->count[level][i];
        if (!add_shapes(grid, plain, cell, level + 1))
            return false;
    }
    return true;
}

static bool read_plain(const struct simulate_options *options, struct plain *plain,
                       struct simulate_cell *cell)
{
    struct assay_simulate_design *design = &cell->design;
    if (!simulate_read_shape("shape", options->shape, &plain->old_shape))
        return false;
    design->n_levels = plain->old_shape.n_levels;
    if (options->sd == NULL)
        return simulate_bad_list("shape", options->shape, "give --sd too: what each level adds");
    if (!read_sds("sd", options->sd, design->n_levels, &design->old_system))
        return false;
    design->new_system = design->old_system;
    if (options->sd_new != NULL &&
        !read_sds("sd-new", options->sd_new, design->n_levels, &design->new_system))
        return false;
    plain->has_new = options->shape_new != NULL;
    if (plain->has_new) {
        if (!simulate_read_shape("shape-new", options->shape_new, &plain->new_shape))
            return false;
        if (plain->new_shape.n_levels != design->n_levels ||
            memcmp(plain->new_shape.n, plain->old_shape.n, sizeof plain->new_shape.n) != 0)
            return simulate_bad_list("shape-new", options->shape_new,
                                     "must list as many counts as --shape");
    }
    return simulate_read_shares("ratio", options->ratio != NULL ? options->ratio : "0.95,1",
                                plain->ratios, 16, &plain->n_ratios);
}

static enum exit_code grid_plain(const struct simulate_options *options, struct simulate_cell *cell,
                                 struct simulate_grid *grid)
{
    struct plain *plain = calloc(1, sizeof *plain);
    if (plain == NULL)
        return EXIT_SYSTEM;
    grid->name = "design";
    enum exit_code code = read_plain(options, plain, cell) ? EXIT_DONE : EXIT_USAGE;
    for (size_t k = 0; k < cell->design.n_levels; k++)
        cell->level_names[k] = level_name(k, cell->design.n_levels);
    if (code == EXIT_DONE && !add_shapes(grid, plain, cell, 0))
        code = EXIT_SYSTEM;
    free(plain);
    return code;
}

static enum exit_code check_cells(const struct simulate_grid *grid)
{
    struct assay_error error;
    for (size_t i = 0; i < grid->n; i++)
        if (grid->cells[i].sample == NULL && grid->cells[i].kind == SIMULATE_DESIGN &&
            assay_simulate_check(&grid->cells[i].design, &error) != ASSAY_OK) {
            terminal_complain("assay simulate: %s", error.text);
            return EXIT_USAGE;
        }
    return EXIT_DONE;
}

enum exit_code simulate_grid_make(const struct simulate_options *options,
                                  const struct global_options *global, struct simulate_grid *grid)
{
    struct simulate_cell common = {0};
    if (!simulate_read_common(options, global, &common))
        return EXIT_USAGE;
    enum exit_code code;
    if (options->paper != NULL)
        code = simulate_grid_paper(options, &common, grid);
    else if (options->check != NULL)
        code = simulate_grid_check(options, &common, grid);
    else if (options->from != NULL || options->aa != NULL)
        code = simulate_grid_stored(options, global, &common, grid);
    else
        code = grid_plain(options, &common, grid);
    return code == EXIT_DONE ? check_cells(grid) : code;
}
