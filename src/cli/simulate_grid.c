/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_grid.c -- from options to a grid of designs. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/simulate.h"
#include "render/terminal.h"

/* ---- lists ---- */

static bool bad_list(const char *option, const char *text, const char *what)
{
    terminal_complain("assay simulate: --%s %s: %s", option, text, what);
    return false;
}

bool simulate_read_shares(const char *option, const char *text, double *numbers, size_t most,
                          size_t *n)
{
    const char *p = text;
    for (*n = 0; *n < most; p++) {
        char *end;
        double x = strtod(p, &end);
        if (end == p || !isfinite(x) || x < 0)
            return bad_list(option, text, "write shares of 0 or more, as 0.01,5%");
        if (*end == '%') {
            x /= 100;
            end++;
        }
        numbers[(*n)++] = x;
        if (*end == '\0')
            return true;
        if (*end != ',')
            return bad_list(option, text, "write shares with commas between them, as 0.01,5%");
        p = end;
    }
    return bad_list(option, text, "that are too many");
}

bool simulate_read_shape(const char *option, const char *text, struct simulate_shape *shape)
{
    const char *p = text;
    *shape = (struct simulate_shape){.n_levels = 1};
    for (;; p++) {
        size_t *n = &shape->n[shape->n_levels - 1];
        char *end;
        errno = 0;
        unsigned long count = strtoul(p, &end, 10);
        if (*p < '0' || *p > '9' || count == 0 || count > 100000000 || errno != 0)
            return bad_list(option, text,
                            "write counts from the top level down, as 5x10x10 or "
                            "3,5,10x10x10");
        if (*n == SIMULATE_MOST_COUNTS)
            return bad_list(option, text, "that are too many counts");
        shape->count[shape->n_levels - 1][(*n)++] = count;
        if (*end == '\0')
            return true;
        if (*end == 'x' && shape->n_levels == ASSAY_MAX_LEVELS)
            return bad_list(option, text, "that are too many levels");
        if (*end == 'x')
            shape->n_levels++;
        else if (*end != ',')
            return bad_list(option, text, "write x between levels and commas between counts");
        p = end;
    }
}

/* ---- grids ---- */

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

/* ---- what all cells share ---- */

static bool add_method(struct simulate_cell *cell, const char *name, size_t length)
{
    struct assay_simulate_options *options = &cell->options;
    bool all = length == 3 && strncmp(name, "all", 3) == 0, found = false;
    for (size_t m = 0; m < ASSAY_SIMULATE_METHODS; m++) {
        const char *known = assay_simulate_method_name((enum assay_simulate_method)m);
        if (!all && (strlen(known) != length || strncmp(known, name, length) != 0))
            continue;
        found = true;
        bool there = false;
        for (size_t i = 0; i < options->n_methods; i++)
            there |= options->methods[i] == (enum assay_simulate_method)m;
        if (!there)
            options->methods[options->n_methods++] = (enum assay_simulate_method)m;
    }
    if (found)
        return true;
    fputs("assay simulate: there is no method \"", stderr);
    terminal_say_name(name, length);
    fputs("\"; there is all", stderr);
    for (size_t m = 0; m < ASSAY_SIMULATE_METHODS; m++)
        fprintf(stderr, ", %s", assay_simulate_method_name((enum assay_simulate_method)m));
    fputc('\n', stderr);
    return false;
}

/* By default all that has an answer to the statistic. */
static bool read_methods(const struct option_list *methods, struct simulate_cell *cell)
{
    for (size_t i = 0; i < methods->n; i++)
        for (const char *p = methods->items[i];; p++) {
            size_t length = strcspn(p, ",");
            if (!add_method(cell, p, length))
                return false;
            p += length;
            if (*p == '\0')
                break;
        }
    if (methods->n > 0)
        return true;
    if (cell->options.statistic.kind != ASSAY_STATISTIC_MEAN)
        return add_method(cell, "bootstrap", 9);
    return add_method(cell, "fieller", 7) && add_method(cell, "paper", 5) &&
           add_method(cell, "bootstrap", 9);
}

static bool read_distribution(const char *text, struct simulate_cell *cell)
{
    size_t n = 0;
    for (const char *p = text; p != NULL && n < ASSAY_MAX_LEVELS; n++) {
        size_t length = strcspn(p, ","), d = 0;
        for (; d < ASSAY_SIMULATE_RESAMPLED; d++) {
            const char *name =
                assay_simulate_distribution_name((enum assay_simulate_distribution)d);
            if (strlen(name) == length && strncmp(name, p, length) == 0)
                break;
        }
        if (d == ASSAY_SIMULATE_RESAMPLED)
            return bad_list("distribution", text,
                            "write normal, lognormal, gamma or bimodal, once or for each level");
        cell->design.distribution[n] = (enum assay_simulate_distribution)d;
        p = p[length] == ',' ? p + length + 1 : NULL;
    }
    for (size_t k = 1; n == 1 && k < ASSAY_MAX_LEVELS; k++)
        cell->design.distribution[k] = cell->design.distribution[0];
    return true;
}

static bool read_common(const struct simulate_options *options, const struct global_options *global,
                        struct simulate_cell *cell)
{
    struct assay_simulate_options *to = &cell->options;
    struct assay_error error;
    *to = (struct assay_simulate_options){.confidence = global->confidence,
                                          .seed = simulate_seed(global),
                                          .n_threads = (size_t)global->threads,
                                          .replicates = (size_t)options->replicates,
                                          .every_value = options->every_value,
                                          .coverage_only = options->coverage_only};
    cell->n_experiments = options->experiments > 0 ? (size_t)options->experiments : 1000;
    cell->design.gamma_shape = options->gamma_shape;
    cell->design.drift = (enum assay_simulate_drift)options->drift;
    cell->design.drift_sd = options->drift == 0 ? 0 : options->drift_sd;
    cell->design.order = (enum assay_simulate_order)options->order;
    cell->design.tick = options->tick;
    cell->design.outlier_share = options->outlier_share;
    cell->design.outlier_size = options->outlier_share > 0 ? options->outlier_size : 0;
    if (options->statistic != NULL &&
        assay_statistic_parse(options->statistic, &to->statistic, &error) != ASSAY_OK) {
        terminal_complain("assay simulate: --statistic: %s", error.text);
        return false;
    }
    return simulate_read_shares("margin", options->margin != NULL ? options->margin : "0,0.01",
                                to->margins, ASSAY_SIMULATE_MOST_MARGINS, &to->n_margins) &&
           read_methods(&options->methods, cell) &&
           (options->distribution == NULL || read_distribution(options->distribution, cell));
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
        return bad_list("shape", options->shape, "give --sd too: what each level adds");
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
            return bad_list("shape-new", options->shape_new, "must list as many counts as --shape");
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
    if (!read_common(options, global, &common))
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
