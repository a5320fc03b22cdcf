/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_superiority.c -- interval for P(new < old) + P(new = old) / 2.
 * Source:   METHODS B4; the estimate is the Mann-Whitney statistic over n m (A12, I2 with ties).
 * Assumes:  top units independent; values below one top unit may depend on one another.
 * Edge:     no overlap -> 0 or 1 in every resample: an interval of no width.
 * Checked:  against counting all pairs of the resample written out.
 */
#include <stdlib.h>

#include "base/parallel.h"
#include "interval/bootstrap_cluster.h"

struct superiority_model {
    struct cluster_order order[2];
    uint64_t seed;
    bool paired;
    double *wins;    /* [old unit][new unit]: pairs won by new, ties one half; or NULL */
    uint32_t *count; /* scratch of each thread: the units of both samples */
};

static size_t n_units(const struct superiority_model *model)
{
    return model->order[0].n_units + model->order[1].n_units;
}

/* Draws in all: sum of unit sizes by multiplicity. */
static double drawn(const struct cluster_order *order, const uint32_t *count)
{
    double sum = 0;
    for (size_t j = 0; j < order->n_units; j++)
        sum += (double)order->size[j] * count[j];
    return sum;
}

/* Pairs won by new, by merging both ascending lists: one pass over all values. */
static double wins_by_merging(const struct cluster_order *old_order,
                              const struct cluster_order *new_order, const uint32_t *old_count,
                              const uint32_t *new_count)
{
    double wins = 0, below = 0, equal = 0;
    size_t tie_end = 0, next = 0;
    for (size_t i = 0; i < old_order->n; i++) {
        double value = old_order->value[i];
        if (i == 0 || value != old_order->value[i - 1]) {
            for (; next < new_order->n && new_order->value[next] < value; next++)
                below += new_count[new_order->unit[next]];
            equal = 0;
            for (tie_end = next; tie_end < new_order->n && new_order->value[tie_end] == value;
                 tie_end++)
                equal += new_count[new_order->unit[tie_end]];
        }
        wins += old_count[old_order->unit[i]] * (below + 0.5 * equal);
    }
    return wins;
}

/* Few units: count the wins of every pair of units once, then a replicate is r_x r_y products. */
static void fill_wins(struct superiority_model *model, double *half_below)
{
    const struct cluster_order *old_order = &model->order[0], *new_order = &model->order[1];
    const size_t columns = new_order->n_units;
    size_t below = 0, upto = 0;
    for (size_t i = 0; i < old_order->n; i++) {
        double value = old_order->value[i];
        for (; upto < new_order->n && new_order->value[upto] <= value; upto++)
            half_below[new_order->unit[upto]] += 0.5;
        for (; below < new_order->n && new_order->value[below] < value; below++)
            half_below[new_order->unit[below]] += 0.5;
        for (size_t j = 0; j < columns; j++)
            model->wins[old_order->unit[i] * columns + j] += half_below[j];
    }
}

static double wins_by_unit(const struct superiority_model *model, const uint32_t *old_count,
                           const uint32_t *new_count)
{
    const size_t columns = model->order[1].n_units;
    double sum = 0;
    for (size_t i = 0; i < model->order[0].n_units; i++) {
        double row = 0;
        for (size_t j = 0; j < columns; j++)
            row += model->wins[i * columns + j] * new_count[j];
        sum += row * old_count[i];
    }
    return sum;
}

static double share(const struct superiority_model *model, const uint32_t *old_count,
                    const uint32_t *new_count)
{
    double wins = model->wins != NULL
                      ? wins_by_unit(model, old_count, new_count)
                      : wins_by_merging(&model->order[0], &model->order[1], old_count, new_count);
    return wins / drawn(&model->order[0], old_count) / drawn(&model->order[1], new_count);
}

static double replicate_share(const void *context, size_t thread, uint32_t replicate)
{
    const struct superiority_model *model = context;
    uint32_t *old_count = model->count + thread * n_units(model);
    uint32_t *new_count = old_count + model->order[0].n_units;
    cluster_draw(&model->order[0], model->seed, replicate, 0, old_count);
    cluster_draw(&model->order[1], model->seed, replicate, model->paired ? 0 : 1, new_count);
    return share(model, old_count, new_count);
}

static enum assay_status model_init(struct superiority_model *model,
                                    const struct assay_sample *samples,
                                    const struct assay_bootstrap_options *options,
                                    struct assay_error *error)
{
    *model = (struct superiority_model){.seed = options->seed, .paired = options->paired};
    enum assay_status status = cluster_order_init(&model->order[0], &samples[0], error);
    if (status == ASSAY_OK)
        status = cluster_order_init(&model->order[1], &samples[1], error);
    if (status != ASSAY_OK)
        return status;
    const size_t cells = model->order[0].n_units * model->order[1].n_units;
    const size_t n_threads = parallel_threads(options->n_threads);
    double *half_below = calloc(model->order[1].n_units, sizeof *half_below);
    model->count = malloc(n_threads * n_units(model) * sizeof *model->count);
    if (cells <= model->order[0].n + model->order[1].n)
        model->wins = calloc(cells, sizeof *model->wins);
    if (half_below == NULL || model->count == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare all pairs");
    else if (model->wins != NULL)
        fill_wins(model, half_below);
    free(half_below);
    return status;
}

static void model_fini(struct superiority_model *model)
{
    cluster_order_fini(&model->order[0]);
    cluster_order_fini(&model->order[1]);
    free(model->wins);
    free(model->count);
}

/* The estimate: every unit once. */
static double estimate_of(const struct superiority_model *model)
{
    for (size_t j = 0; j < n_units(model); j++)
        model->count[j] = 1;
    return share(model, model->count, model->count + model->order[0].n_units);
}

enum assay_status assay_bootstrap_superiority(const struct assay_sample *old_sample,
                                              const struct assay_sample *new_sample,
                                              const struct assay_bootstrap_options *options,
                                              struct assay_bootstrap_result *out,
                                              struct assay_error *error)
{
    const struct assay_sample given[2] = {*old_sample, *new_sample};
    struct assay_sample samples[2];
    struct bootstrap_plan plan;
    enum assay_status status = bootstrap_prepare(given, 2, options, false, samples, error);
    if (status == ASSAY_OK)
        status = bootstrap_plan_make(options, bootstrap_least_top(samples, 2),
                                     bootstrap_plain_df(samples, 2, options->paired), &plan, error);
    if (status != ASSAY_OK)
        return status;
    struct superiority_model model;
    double *t = NULL;
    status = model_init(&model, samples, options, error);
    if (status == ASSAY_OK)
        t = malloc(plan.replicates * sizeof *t);
    if (status == ASSAY_OK && t == NULL)
        status =
            assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu replicates", plan.replicates);
    if (status == ASSAY_OK) {
        double estimate = estimate_of(&model);
        bootstrap_fill(t, plan.replicates, options->n_threads, replicate_share, &model);
        status = bootstrap_finish(options, &plan, estimate, t,
                                  bootstrap_method(options, NULL), false, out, error);
    }
    model_fini(&model);
    free(t);
    return status;
}
