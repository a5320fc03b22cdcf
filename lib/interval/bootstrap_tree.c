/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_tree.c -- the mean of a resampled nested sample.
 * Source:   METHODS A4: in each drawn unit as many children are drawn as it has; below the last
 *           resampled level everything is taken whole, so its means stand for it.
 * Assumes:  a checked sample. Any shape; children weigh equally at each level.
 * Edge:     all things equal -> range 0, every mean is that thing.
 * Checked:  tests/data/bootstrap.json through the indices; the exact variance of A4.
 */
#include "interval/bootstrap_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t resample_depth(const struct assay_shape *shape, enum assay_bootstrap_mode mode)
{
    if (mode == ASSAY_BOOTSTRAP_RRR)
        return shape->n_levels;
    return mode == ASSAY_BOOTSTRAP_RRN && shape->n_levels > 1 ? 2 : 1;
}

static bool make_parents(struct resample_tree *tree, const struct assay_shape *shape)
{
    for (size_t k = 0; k < tree->depth; k++) {
        size_t n = k == 0 ? 1 : assay_shape_units(shape, k - 1);
        size_t *first = malloc((n + 1) * sizeof *first);
        if (first == NULL)
            return false;
        tree->n_units[k] = n;
        tree->first[k] = first;
        first[0] = 0;
        first[n] = assay_shape_units(shape, k);
        tree->n_draws += first[n];
        for (size_t u = 0, end; k > 0 && u < n; u++)
            assay_shape_children(shape, k - 1, u, &first[u], &end);
    }
    return true;
}

/* A quarter of every thing where the range itself would overflow: exact, and undone at the end. */
static void measure(struct resample_tree *tree, size_t n)
{
    double low = tree->things[0], high = tree->things[0];
    for (size_t i = 1; i < n; i++) {
        low = fmin(low, tree->things[i]);
        high = fmax(high, tree->things[i]);
    }
    tree->scale = isfinite(high - low) ? 1 : 0.25;
    tree->low = tree->scale * low;
    tree->range = tree->scale * high - tree->low;
}

static uint64_t to_fixed(const struct resample_tree *tree, double thing)
{
    if (!(tree->range > 0))
        return 0;
    double share = (tree->scale * thing - tree->low) / tree->range;
    return (uint64_t)llrint(share * (double)DRAW_ONE);
}

static void fill_planes(uint8_t *plane, const uint64_t *value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < DRAW_PLANES; k++)
            plane[k * DRAW_PLANE_SIZE + i] = (uint8_t)(value[i] >> (8 * k));
}

static void fill_tables(struct resample_tree *tree)
{
    const size_t last = tree->depth - 1;
    const size_t *first = tree->first[last];
    for (size_t u = 0; u < tree->n_units[last]; u++) {
        size_t n = first[u + 1] - first[u];
        uint64_t *value = tree->fixed + first[u] + u;
        for (size_t i = 0; i < n; i++)
            value[i] = to_fixed(tree, tree->things[first[u] + i]);
        value[n] = 0;
        uint8_t *plane = tree->planes;
        if (plane != NULL)
            fill_planes(plane += u * DRAW_PLANES * DRAW_PLANE_SIZE, value, n);
        tree->tables[u] =
            (struct draw_table){value, plane, (uint32_t)n, draw_threshold((uint32_t)n)};
    }
}

/* Byte planes take 768 bytes a unit: they pay from a third of their capacity on. */
static bool planes_pay(const struct resample_tree *tree)
{
    const size_t last = tree->depth - 1;
    const size_t *first = tree->first[last];
    for (size_t u = 0; u < tree->n_units[last]; u++)
        if (first[u + 1] - first[u] >= DRAW_PLANE_SIZE)
            return false;
    return first[tree->n_units[last]] >= tree->n_units[last] * (DRAW_PLANE_SIZE / 3);
}

/* Last parents of one small size below parents that one word can choose among make nests. */
static uint32_t nest_bound(const struct resample_tree *tree)
{
    const size_t last = tree->depth - 1;
    const size_t *first = tree->first[last], bound = first[1] - first[0];
    if (last == 0 || bound < 2 || bound > DRAW_NEST_BOUND)
        return 0;
    for (size_t u = 1; u < tree->n_units[last]; u++)
        if (first[u + 1] - first[u] != bound)
            return 0;
    for (size_t u = 0; u < tree->n_units[last - 1]; u++)
        if (tree->first[last - 1][u + 1] - tree->first[last - 1][u] > DRAW_SMALL_BOUND)
            return 0;
    return (uint32_t)bound;
}

static bool make_tables(struct resample_tree *tree, bool planes)
{
    const size_t n_units = tree->n_units[tree->depth - 1];
    const size_t n_things = tree->first[tree->depth - 1][n_units];
    measure(tree, n_things);
    tree->nest_bound = nest_bound(tree);
    for (size_t i = 0; i < DRAW_NEST_WORDS; i++)
        if (i % (1 + (size_t)tree->nest_bound) == 0)
            tree->unit_words[i / 32] |= UINT32_C(1) << i % 32;
    tree->fixed = calloc(n_things + n_units + DRAW_NEST_BOUND, sizeof *tree->fixed);
    tree->tables = malloc(n_units * sizeof *tree->tables);
    if (tree->fixed == NULL || tree->tables == NULL)
        return false;
    if (planes && planes_pay(tree)) {
        size_t bytes = n_units * DRAW_PLANES * DRAW_PLANE_SIZE;
        tree->planes = aligned_alloc(64, bytes);
        if (tree->planes == NULL)
            return false;
        memset(tree->planes, 0, bytes);
    }
    fill_tables(tree);
    return true;
}

enum assay_status resample_tree_init(struct resample_tree *tree, const struct assay_sample *sample,
                                     size_t depth, bool planes, struct assay_error *error)
{
    const struct assay_shape *shape = &sample->shape;
    const size_t lowest = depth - 1;
    const size_t n_things = assay_shape_units(shape, lowest);
    *tree = (struct resample_tree){.depth = depth};
    if (n_things > UINT32_MAX)
        return assay_fail(error, ASSAY_INVALID,
                          "the bootstrap takes up to 2^32 - 1 values, there are %zu", n_things);
    tree->things = malloc(n_things * sizeof *tree->things);
    enum assay_status status = ASSAY_OK;
    if (tree->things == NULL || !make_parents(tree, shape))
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory to resample %zu values", n_things);
    if (status == ASSAY_OK)
        status = assay_sample_unit_means(sample, lowest, tree->things, error);
    if (status == ASSAY_OK && !make_tables(tree, planes))
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory to resample %zu values", n_things);
    if (status != ASSAY_OK)
        resample_tree_fini(tree);
    return status;
}

void resample_tree_fini(struct resample_tree *tree)
{
    for (size_t k = 0; k < tree->depth; k++)
        free(tree->first[k]);
    free(tree->things);
    free(tree->fixed);
    free(tree->planes);
    free(tree->tables);
    *tree = (struct resample_tree){0};
}

/* The mean of unit u of the parents at depth k, in units of DRAW_ONE. */
static double unit_mean(const struct resample_tree *tree, struct draw_stream *stream, size_t k,
                        size_t u)
{
    const size_t begin = tree->first[k][u];
    const uint32_t n = (uint32_t)(tree->first[k][u + 1] - begin);
    if (k + 1 == tree->depth)
        return draw_sum(stream, &tree->tables[u]) / n;
    double sum = 0;
    if (k + 2 == tree->depth && tree->nest_bound > 0) {
        const struct draw_table *tables = &tree->tables[begin];
        const struct draw_nest nest = {tables->value,     n,
                                       draw_threshold(n), tables->bound,
                                       tables->threshold, tree->unit_words};
        return draw_nest_sum(stream, &nest, tables) / n;
    }
    for (uint32_t i = 0; i < n; i++)
        sum += unit_mean(tree, stream, k + 1, begin + draw_below(stream, n));
    return sum / n;
}

double resample_tree_mean(const struct resample_tree *tree, const struct draw_path *path,
                          uint64_t seed, uint32_t replicate, uint32_t system)
{
    struct draw_stream stream;
    draw_stream_init(&stream, path, seed, replicate, system, tree->n_draws);
    double share = unit_mean(tree, &stream, 0, 0) / (double)DRAW_ONE;
    return (tree->low + tree->range * share) / tree->scale;
}
