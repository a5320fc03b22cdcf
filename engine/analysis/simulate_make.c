/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_make.c -- from a request to a grid of designs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/simulation_parts.h"
#include "base/failure.h"
#include "base/owned.h"

struct plain {
    struct simulate_shape old_shape, new_shape;
    bool has_new;
    double ratios[16];
    size_t n_ratios;
};

static enum assay_status read_sds(const char *option, const char *text, size_t n_levels,
                                  struct assay_simulate_system *system, struct assay_error *error)
{
    size_t n = 0;
    const enum assay_status status =
        simulate_read_shares(option, text, system->sd, ASSAY_MAX_LEVELS, &n, error);
    if (status != ASSAY_OK || n == n_levels)
        return status;
    return fail_naming(error, ASSAY_USAGE, "@%s names %zu of %zu levels: give one number for each",
                       option, n, n_levels);
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
static enum assay_status add_shapes(struct simulate_grid *grid, const struct plain *plain,
                                    struct simulate_cell *cell, size_t level,
                                    struct assay_error *error)
{
    const struct simulate_shape *shape = &plain->old_shape;
    struct assay_simulate_design *design = &cell->about.design;
    enum assay_status status = ASSAY_OK;
    if (level == shape->n_levels) {
        for (size_t i = 0; status == ASSAY_OK && i < plain->n_ratios; i++) {
            design->ratio = plain->ratios[i];
            status = simulate_grid_add(grid, cell, error);
        }
        return status;
    }
    for (size_t i = 0; status == ASSAY_OK && i < shape->n[level]; i++) {
        design->old_system.count[level] = shape->count[level][i];
        design->new_system.count[level] =
            plain->has_new ? plain->new_shape.count[level][i] : shape->count[level][i];
        status = add_shapes(grid, plain, cell, level + 1, error);
    }
    return status;
}

static enum assay_status read_new_shape(const struct simulation_request *request,
                                        struct plain *plain, struct assay_error *error)
{
    plain->has_new = request->shape_new != NULL;
    if (!plain->has_new)
        return ASSAY_OK;
    TRY(simulate_read_shape("shape-new", request->shape_new, &plain->new_shape, error));
    if (plain->new_shape.n_levels != plain->old_shape.n_levels ||
        memcmp(plain->new_shape.n, plain->old_shape.n, sizeof plain->new_shape.n) != 0)
        return simulate_bad_text(error, "shape-new", request->shape_new,
                                 "must list as many counts as @shape");
    return ASSAY_OK;
}

static enum assay_status read_plain(const struct simulation_request *request, struct plain *plain,
                                    struct assay_simulate_design *design, struct assay_error *error)
{
    TRY(simulate_read_shape("shape", request->shape, &plain->old_shape, error));
    design->n_levels = plain->old_shape.n_levels;
    if (request->sd == NULL)
        return simulate_bad_text(error, "shape", request->shape,
                                 "give @sd too: what each level adds");
    TRY(read_sds("sd", request->sd, design->n_levels, &design->old_system, error));
    design->new_system = design->old_system;
    if (request->sd_new != NULL)
        TRY(read_sds("sd-new", request->sd_new, design->n_levels, &design->new_system, error));
    TRY(read_new_shape(request, plain, error));
    return simulate_read_shares("ratio", request->ratio != NULL ? request->ratio : "0.95,1",
                                plain->ratios, 16, &plain->n_ratios, error);
}

static enum assay_status grid_plain(const struct simulation_request *request,
                                    struct simulate_cell *cell, struct simulate_grid *grid,
                                    struct assay_error *error)
{
    OWNED struct plain *plain = calloc(1, sizeof *plain);
    if (plain == NULL)
        return fail_no_memory(error);
    grid->name = "design";
    enum assay_status status = read_plain(request, plain, &cell->about.design, error);
    const size_t n_levels = cell->about.design.n_levels;
    for (size_t k = 0; k < n_levels; k++)
        cell->about.level_name[k] = simulate_borrowed(level_name(k, n_levels));
    if (status == ASSAY_OK)
        status = add_shapes(grid, plain, cell, 0, error);
    return status;
}

static enum assay_status check_cells(const struct simulate_grid *grid, struct assay_error *error)
{
    struct assay_error problem;
    for (size_t i = 0; i < grid->n; i++)
        if (grid->cells[i].about.kind == SIMULATION_DESIGN &&
            assay_simulate_check(&grid->cells[i].about.design, &problem) != ASSAY_OK)
            return assay_fail(error, ASSAY_USAGE, "%s", problem.text);
    return ASSAY_OK;
}

/* ---- what all cells share ---- */

static enum assay_status fail_method(const char *name, size_t length, struct assay_error *error)
{
    char known[256] = "all";
    for (size_t m = 0, n = 3; m < ASSAY_SIMULATE_METHODS && n < sizeof known; m++)
        n += (size_t)snprintf(known + n, sizeof known - n, ", %s",
                              assay_simulate_method_name((enum assay_simulate_method)m));
    return assay_fail(error, ASSAY_USAGE, "there is no method \"%.*s\"; there is %s", (int)length,
                      name, known);
}

static enum assay_status add_method(struct assay_simulate_options *options, const char *name,
                                    size_t length, struct assay_error *error)
{
    bool all = length == 3 && strncmp(name, "all", 3) == 0, found = false;
    for (size_t m = 0; m < ASSAY_SIMULATE_METHODS; m++) {
        const char *known = assay_simulate_method_name((enum assay_simulate_method)m);
        if (all ? !assay_simulate_method_knows((enum assay_simulate_method)m, &options->statistic)
                : strlen(known) != length || strncmp(known, name, length) != 0)
            continue;
        found = true;
        bool there = false;
        for (size_t i = 0; i < options->n_methods; i++)
            there |= options->methods[i] == (enum assay_simulate_method)m;
        if (!there)
            options->methods[options->n_methods++] = (enum assay_simulate_method)m;
    }
    return found ? ASSAY_OK : fail_method(name, length, error);
}

/* By default what has an answer to the statistic. */
static enum assay_status read_methods(const struct name_list *methods,
                                      struct assay_simulate_options *options,
                                      struct assay_error *error)
{
    static const char *const usual[] = {"fieller,paper,bootstrap"}, *const of_quantiles[] = {
                                                                        "bootstrap"};
    const bool mean = options->statistic.kind == ASSAY_STATISTIC_MEAN;
    const char *const *items = methods->n > 0 ? methods->items : mean ? usual : of_quantiles;
    const size_t n = methods->n > 0 ? methods->n : 1;
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < n; i++)
        for (const char *p = items[i]; p != NULL && status == ASSAY_OK;) {
            size_t length = strcspn(p, ",");
            status = add_method(options, p, length, error);
            p = p[length] == ',' ? p + length + 1 : NULL;
        }
    return status;
}

static enum assay_status read_distribution(const char *text, struct assay_simulate_design *design,
                                           struct assay_error *error)
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
            return simulate_bad_text(
                error, "distribution", text,
                "write normal, lognormal, gamma or bimodal, once or for each level");
        design->distribution[n] = (enum assay_simulate_distribution)d;
        p = p[length] == ',' ? p + length + 1 : NULL;
    }
    for (size_t k = 1; n == 1 && k < ASSAY_MAX_LEVELS; k++)
        design->distribution[k] = design->distribution[0];
    return ASSAY_OK;
}

static struct assay_simulate_design disturbances_of(const struct simulation_request *request)
{
    return (struct assay_simulate_design){
        .gamma_shape = request->gamma_shape,
        .drift = (enum assay_simulate_drift)request->drift,
        .drift_sd = request->drift == 0 ? 0 : request->drift_sd,
        .order = (enum assay_simulate_order)request->order,
        .tick = request->tick,
        .outlier_share = request->outlier_share,
        .outlier_size = request->outlier_share > 0 ? request->outlier_size : 0};
}

/* Puts into a cell what all cells share, whatever their designs. */
static enum assay_status simulate_read_common(const struct simulation_request *request,
                                              struct simulate_cell *cell, struct assay_error *error)
{
    struct assay_simulate_options *to = &cell->options;
    *to = (struct assay_simulate_options){.confidence = request->confidence,
                                          .seed = request->seed,
                                          .n_threads = request->n_threads,
                                          .replicates = (size_t)request->replicates,
                                          .every_value = request->every_value,
                                          .coverage_only = request->coverage_only};
    cell->n_experiments = request->experiments > 0 ? (size_t)request->experiments : 1000;
    cell->about.design = disturbances_of(request);
    struct assay_error problem;
    if (request->statistic != NULL &&
        assay_statistic_parse(request->statistic, &to->statistic, &problem) != ASSAY_OK)
        return fail_naming(error, ASSAY_USAGE, "@statistic: %s", problem.text);
    TRY(simulate_read_shares("margin", request->margin != NULL ? request->margin : "0,0.01",
                             to->margins, ASSAY_SIMULATE_MOST_MARGINS, &to->n_margins, error));
    TRY(read_methods(&request->methods, to, error));
    if (request->distribution != NULL)
        TRY(read_distribution(request->distribution, &cell->about.design, error));
    return ASSAY_OK;
}

enum assay_status simulate_grid_make(const struct simulation_request *request,
                                     struct simulate_grid *grid, struct remarks *remarks,
                                     struct assay_error *error)
{
    struct simulate_cell common = {0};
    TRY(simulate_read_common(request, &common, error));
    enum assay_status status = ASSAY_OK;
    if (request->paper != NULL)
        status = simulate_grid_paper(request, &common, grid, error);
    else if (request->check != NULL)
        status = simulate_grid_check(request, &common, grid, error);
    else if (request->input != NULL)
        status = simulate_grid_stored(request, &common, grid, remarks, error);
    else
        status = grid_plain(request, &common, grid, error);
    return status == ASSAY_OK ? check_cells(grid, error) : status;
}
