/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_begin.c -- the result of a grid with nothing done yet: what its document says of designs. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/simulate.h"
#include "render/json.h"

const char *simulate_method_of(enum simulate_kind kind, size_t m)
{
    if (kind == SIMULATE_STOPPING)
        return assay_simulate_rule_name((enum assay_simulate_rule)m);
    if (kind == SIMULATE_FIT_SIZE)
        return assay_simulate_fit_test_name((enum assay_simulate_fit_test)m);
    return assay_simulate_method_name((enum assay_simulate_method)m);
}

static json_t *json_level(const struct simulate_cell *cell, size_t k)
{
    const struct assay_simulate_system *old = &cell->design.old_system;
    const struct assay_simulate_system *new = &cell->design.new_system;
    json_t *level = render_json_object();
    render_json_set(level, "name", render_json_text(cell->level_names[k]));
    render_json_set(level, "count", render_json_count(old->count[k]));
    render_json_set(level, "count_new", render_json_count(new->count[k]));
    if (cell->sample != NULL || cell->kind != SIMULATE_DESIGN)
        return level;
    render_json_set(level, "sd", render_json_number(old->sd[k]));
    render_json_set(level, "sd_new", render_json_number(new->sd[k]));
    render_json_set(
        level, "distribution",
        render_json_text(assay_simulate_distribution_name(cell->design.distribution[k])));
    return level;
}

/* Fitted components and borrowed values are part of what a design is: parts of simulations of two
 * experiments must not be put together. */
static json_t *json_identity(const struct simulate_cell *cell)
{
    char text[17];
    uint64_t identity;
    if (cell->kind == SIMULATE_STOPPING)
        identity = assay_simulate_stopping_identity(&cell->stopping);
    else if (cell->kind == SIMULATE_FIT_SIZE)
        identity = assay_simulate_fit_size_identity(&cell->fit_size);
    else
        identity = cell->sample != NULL ? assay_simulate_sample_identity(cell->sample)
                                        : assay_simulate_identity(&cell->design);
    (void)snprintf(text, sizeof text, "%016" PRIx64, identity);
    return render_json_text(text);
}

static void set_rule(json_t *design, const struct simulate_cell *cell)
{
    const struct assay_stopping_design *stopping = &cell->stopping;
    if (cell->kind == SIMULATE_FIT_SIZE) {
        render_json_set(design, "tick", render_json_number(cell->fit_size.tick));
        return;
    }
    render_json_set(design, "distribution",
                    render_json_text(assay_simulate_distribution_name(stopping->distribution)));
    render_json_set(design, "sd", render_json_number(stopping->sd));
    render_json_set(design, "precision", render_json_number(stopping->precision));
    render_json_set(design, "least", render_json_count(stopping->least));
    render_json_set(design, "expected", render_json_number(stopping->expected));
}

static json_t *json_design(const struct simulate_cell *cell)
{
    const struct assay_simulate_design *d = &cell->design;
    json_t *design = render_json_object(), *levels = render_json_array();
    for (size_t k = 0; k < d->n_levels; k++)
        render_json_append(levels, json_level(cell, k));
    render_json_set(design, "name", render_json_text(cell->name));
    render_json_set(design, "levels", levels);
    render_json_set(design, "ratio", render_json_number(d->ratio));
    render_json_set(design, "identity", json_identity(cell));
    if (cell->sample != NULL) {
        render_json_set(design, "top_units", render_json_count(cell->sample->shape.count[0]));
        return design;
    }
    if (cell->kind != SIMULATE_DESIGN) {
        set_rule(design, cell);
        return design;
    }
    render_json_set(design, "gamma_shape",
                    render_json_number(d->gamma_shape == 0 ? 1 : d->gamma_shape));
    render_json_set(design, "drift", render_json_text(assay_simulate_drift_name(d->drift)));
    render_json_set(design, "drift_sd", render_json_number(d->drift_sd));
    render_json_set(design, "order", render_json_text(assay_simulate_order_name(d->order)));
    render_json_set(design, "tick", render_json_number(d->tick));
    render_json_set(design, "outlier_share", render_json_number(d->outlier_share));
    render_json_set(design, "outlier_size", render_json_number(d->outlier_size));
    render_json_set(design, "values",
                    render_json_text(assay_simulate_by_top_means(d, &cell->options)
                                         ? "top means"
                                         : "every value"));
    return design;
}

static json_t *json_header(const struct simulate_grid *grid, const struct simulate_cell *cell)
{
    char statistic[ASSAY_STATISTIC_TEXT];
    json_t *header = render_json_object();
    bool one_statistic = true;
    for (size_t i = 1; i < grid->n; i++)
        one_statistic &=
            grid->cells[i].options.statistic.probability == cell->options.statistic.probability;
    assay_statistic_name(&cell->options.statistic, statistic);
    render_json_set(header, "confidence", render_json_number(cell->options.confidence));
    render_json_set(header, "grid", render_json_text(grid->name));
    render_json_set(header, "seed", render_json_seed(cell->options.seed));
    render_json_set(header, "experiments", render_json_count(cell->n_experiments));
    render_json_set(header, "bootstrap_replicates",
                    cell->options.replicates > 0 ? render_json_count(cell->options.replicates)
                                                 : render_json_text(NULL));
    render_json_set(header, "statistic", render_json_text(one_statistic ? statistic : NULL));
    render_json_set(header, "coverage_only", render_json_bool(cell->options.coverage_only));
    render_json_set(header, "margins",
                    render_json_numbers(cell->options.margins, cell->options.n_margins));
    return header;
}

static size_t top_count(const struct assay_simulate_design *design)
{
    for (size_t k = 0; k < design->n_levels; k++)
        if (design->old_system.count[k] > 1)
            return design->old_system.count[k];
    return 1;
}

static void fill_rows(struct simulate_result *result, const struct simulate_cell *cell)
{
    json_t *design = json_design(cell);
    for (size_t m = 0; m < cell->options.n_methods; m++)
        result->rows[result->n++] = (struct simulate_row){
            .design = json_incref(design),
            .method = simulate_method_of(
                cell->kind, cell->kind == SIMULATE_DESIGN ? cell->options.methods[m] : m),
            .ratio = cell->design.ratio,
            .top = top_count(&cell->design),
            .published = cell->has_published ? cell->published[m] : (double)NAN,
            .published_se = cell->published_se,
        };
    json_decref(design);
}

bool simulate_result_init(struct simulate_result *result, const struct simulate_grid *grid,
                          const struct global_options *global, size_t part, size_t n_parts)
{
    const struct assay_simulate_options *options = &grid->cells[0].options;
    size_t n = 0;
    for (size_t i = 0; i < grid->n; i++)
        n += grid->cells[i].options.n_methods;
    *result = (struct simulate_result){.header = json_header(grid, &grid->cells[0]),
                                       .confidence = global->confidence,
                                       .n_margins = options->n_margins,
                                       .rows = calloc(n, sizeof *result->rows),
                                       .part = calloc(n_parts, sizeof *result->part),
                                       .n_parts = n_parts};
    if (result->rows == NULL || result->part == NULL)
        return false;
    memcpy(result->margins, options->margins, sizeof result->margins);
    for (size_t i = 0; i < grid->n; i++)
        fill_rows(result, &grid->cells[i]);
    result->part[part] = true;
    return true;
}
