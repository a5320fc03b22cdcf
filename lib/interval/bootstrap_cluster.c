/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_cluster.c -- quantiles of resampled top units, without sorting again.
 *
 * The values are sorted once. A resample is a multiplicity for each top unit, so its k-th smallest
 * value is where the multiplicities of the units met in ascending order add up to k. Counts at
 * every block-th value find the block by bisection: r log(n) + block steps a replicate.
 * Source:   Hyndman & Fan 1996 for the types; METHODS B4, B14.
 * Assumes:  a checked sample.
 * Edge:     one value -> that value.
 * Checked:  against assay_quantiles of the resample written out.
 */
#include "interval/bootstrap_cluster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "base/try.h"
#include "descriptive/sorted.h"

enum { LEAST_BLOCK = 256 };

struct pair {
    double value;
    uint32_t unit;
};

static int ascending(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->unit > b->unit) - (a->unit < b->unit);
}

static bool allocate(struct cluster_order *order)
{
    size_t n_blocks = order->n / order->block + 1;
    order->value = malloc(order->n * sizeof *order->value);
    order->unit = malloc(order->n * sizeof *order->unit);
    order->size = calloc(order->n_units, sizeof *order->size);
    order->before = calloc(n_blocks * order->n_units, sizeof *order->before);
    return order->value != NULL && order->unit != NULL && order->size != NULL &&
           order->before != NULL;
}

static void unpack(struct cluster_order *order, const struct pair *pairs)
{
    for (size_t i = 0; i < order->n; i++) {
        if (i % order->block == 0)
            memcpy(order->before + i / order->block * order->n_units, order->size,
                   order->n_units * sizeof *order->size);
        order->value[i] = pairs[i].value;
        order->unit[i] = pairs[i].unit;
        order->size[pairs[i].unit]++;
    }
}

enum assay_status cluster_order_init(struct cluster_order *order, const struct assay_sample *sample,
                                     struct assay_error *error)
{
    const struct assay_shape *shape = &sample->shape;
    *order = (struct cluster_order){.n = assay_shape_units(shape, shape->n_levels - 1),
                                    .n_units = shape->count[0]};
    /* Blocks of at least r values: the counts then take no more room than the values. */
    order->block = order->n_units > LEAST_BLOCK ? order->n_units : LEAST_BLOCK;
    OWNED struct pair *pairs = malloc(order->n * sizeof *pairs);
    if (pairs == NULL || !allocate(order)) {
        cluster_order_fini(order);
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to order the values");
    }
    for (size_t u = 0; u < sample->shape.count[0]; u++) {
        size_t begin = u, end = u + 1;
        if (sample->shape.n_levels > 1)
            assay_shape_values(&sample->shape, 0, u, &begin, &end);
        for (size_t i = begin; i < end; i++)
            pairs[i] = (struct pair){sample->values[i], (uint32_t)u};
    }
    qsort(pairs, order->n, sizeof *pairs, ascending);
    unpack(order, pairs);
    return ASSAY_OK;
}

void cluster_order_fini(struct cluster_order *order)
{
    free(order->value);
    free(order->unit);
    free(order->size);
    free(order->before);
    *order = (struct cluster_order){0};
}

void cluster_draw(const struct cluster_order *order, uint64_t seed, uint32_t replicate,
                  uint32_t system, uint32_t *count)
{
    struct draw_stream stream;
    draw_stream_init(&stream, draw_path_best(), seed, replicate, system, order->n_units);
    memset(count, 0, order->n_units * sizeof *count);
    for (size_t i = 0; i < order->n_units; i++)
        count[draw_below(&stream, (uint32_t)order->n_units)]++;
}

static uint64_t weigh(const uint32_t *number, const uint32_t *count, size_t n)
{
    uint64_t sum = 0;
    for (size_t j = 0; j < n; j++)
        sum += (uint64_t)number[j] * count[j];
    return sum;
}

/* Drawn values before the block. */
static uint64_t drawn_before(const struct cluster_order *order, const uint32_t *count, size_t block)
{
    return weigh(order->before + block * order->n_units, count, order->n_units);
}

/* The last block with fewer than rank drawn values before it. */
static size_t find_block(const struct cluster_order *order, const uint32_t *count, uint64_t rank)
{
    size_t low = 0, high = (order->n - 1) / order->block + 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (drawn_before(order, count, middle) < rank)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The rank-th smallest drawn value, rank from 1. */
static double drawn_value(const struct cluster_order *order, const uint32_t *count, uint64_t rank)
{
    size_t block = find_block(order, count, rank), i = block * order->block;
    uint64_t drawn = drawn_before(order, count, block) + count[order->unit[i]];
    while (drawn < rank)
        drawn += count[order->unit[++i]];
    return order->value[i];
}

double cluster_quantile(const struct cluster_order *order, const uint32_t *count,
                        double probability, int type)
{
    const uint64_t n = weigh(order->size, count, order->n_units);
    struct quantile_place place = quantile_place((double)n, probability, type);
    double below = fmin(fmax(place.rank, 1), (double)n);
    double above = fmin(fmax(place.rank + 1, 1), (double)n);
    double low = drawn_value(order, count, (uint64_t)below);
    if (place.weight == 0 || above == below)
        return low;
    double high = drawn_value(order, count, (uint64_t)above);
    if (low == high || place.weight == 1)
        return high;
    return (1 - place.weight) * low + place.weight * high;
}

enum assay_status bootstrap_quantile_check(const struct assay_sample *samples, size_t n,
                                           double probability, double confidence,
                                           struct assay_error *error)
{
    const double farther = fmax(probability, 1 - probability);
    if (farther == 1)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the bootstrap gives no interval for a minimum or maximum");
    const double least = ceil(log(1 - confidence) / log(farther) - 1e-9);
    char name[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&(struct assay_statistic){ASSAY_STATISTIC_QUANTILE, probability, 7}, name);
    for (size_t s = 0; s < n; s++) {
        const struct assay_shape *shape = &samples[s].shape;
        const size_t values = assay_shape_units(shape, shape->n_levels - 1);
        if ((double)values < least)
            return assay_fail(error, ASSAY_UNDEFINED,
                              "a %g %% interval of %s takes %g values of each system, not %zu",
                              100 * confidence, name, least, values);
    }
    return ASSAY_OK;
}

struct quantile_model {
    struct cluster_order order[2];
    size_t n;
    uint64_t seed;
    bool paired;
    double probability;
    int type;
    uint32_t *count; /* scratch of each thread: n_count numbers */
    size_t n_count;
};

static double replicate_quantile(const void *context, size_t thread, uint32_t replicate)
{
    const struct quantile_model *model = context;
    uint32_t *count = model->count + thread * model->n_count;
    double value[2];
    for (size_t s = 0; s < model->n; s++) {
        cluster_draw(&model->order[s], model->seed, replicate, model->paired ? 0 : (uint32_t)s,
                     count);
        value[s] = cluster_quantile(&model->order[s], count, model->probability, model->type);
    }
    if (model->n == 1)
        return value[0];
    return value[0] > 0 && value[1] > 0 ? value[1] / value[0] : (double)NAN;
}

enum assay_status bootstrap_quantiles(const struct assay_sample *samples, size_t n,
                                      const struct assay_bootstrap_options *options, double *t,
                                      size_t n_replicates, struct assay_error *error)
{
    const struct assay_statistic *statistic = &options->statistic;
    struct quantile_model model = {
        .n = n,
        .seed = options->seed,
        .paired = options->paired,
        .probability = statistic->probability,
        .type = statistic->quantile_type == 0 ? 7 : statistic->quantile_type};
    enum assay_status status = ASSAY_OK;
    for (size_t s = 0; s < n && status == ASSAY_OK; s++) {
        status = cluster_order_init(&model.order[s], &samples[s], error);
        if (model.order[s].n_units > model.n_count)
            model.n_count = model.order[s].n_units;
    }
    if (status == ASSAY_OK) {
        size_t n_threads = parallel_threads(options->n_threads);
        model.count = malloc(n_threads * model.n_count * sizeof *model.count);
        if (model.count == NULL)
            status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu threads", n_threads);
    }
    if (status == ASSAY_OK)
        bootstrap_fill(t, n_replicates, options->n_threads, replicate_quantile, &model);
    for (size_t s = 0; s < n; s++)
        cluster_order_fini(&model.order[s]);
    free(model.count);
    return status;
}
