/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.c -- the nested sample: shapes, what they must satisfy, and finding one's way in them.
 * Source:   docs/statistics.md, "The sample": the one structure that holds data.
 * Edge:     offsets that do not start at 0, fall, or leave a unit without a child are refused.
 * Checked:  tests/lib/sample/test_sample.c.
 */

#include <math.h>

#include "base/sum.h"
#include "base/try.h"
#include "sample/shape.h"

struct assay_sample assay_sample_flat(const double *values, size_t n)
{
    return (struct assay_sample){values, {.n_levels = 1, .count = {n}}};
}

size_t assay_sample_size(const struct assay_sample *sample)
{
    return assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
}

struct assay_sample assay_sample_balanced(const double *values, size_t n_levels,
                                          const size_t *counts)
{
    struct assay_sample sample = {values, {.n_levels = n_levels}};
    for (size_t k = 0; k < n_levels && k < ASSAY_MAX_LEVELS; k++)
        sample.shape.count[k] = counts[k];
    return sample;
}

bool shape_has_offsets(const struct assay_shape *shape)
{
    for (size_t k = 0; k + 1 < shape->n_levels; k++)
        if (shape->first[k] != NULL)
            return true;
    return false;
}

static enum assay_status check_counts(const struct assay_shape *shape, struct assay_error *error)
{
    size_t units = 1;
    for (size_t k = 0; k < shape->n_levels; k++) {
        if (shape->count[k] == 0)
            return assay_fail(error, ASSAY_INVALID, "level %zu of the shape has no unit", k + 1);
        if (units > SIZE_MAX / sizeof(double) / shape->count[k])
            return assay_fail(error, ASSAY_INVALID, "the shape has more values than memory");
        units *= shape->count[k];
    }
    return ASSAY_OK;
}

static enum assay_status check_offsets(const struct assay_shape *shape, struct assay_error *error)
{
    if (shape->count[0] == 0)
        return assay_fail(error, ASSAY_INVALID, "level 1 of the shape has no unit");
    size_t units = shape->count[0];
    for (size_t k = 0; k + 1 < shape->n_levels; k++) {
        const size_t *first = shape->first[k];
        if (first == NULL)
            return assay_fail(error, ASSAY_INVALID,
                              "level %zu of an unbalanced shape has no offsets", k + 1);
        if (first[0] != 0)
            return assay_fail(error, ASSAY_INVALID, "the offsets of level %zu start at %zu, not 0",
                              k + 1, first[0]);
        for (size_t u = 0; u < units; u++)
            if (first[u + 1] <= first[u])
                return assay_fail(error, ASSAY_INVALID, "unit %zu of level %zu has no child", u + 1,
                                  k + 1);
        units = first[units];
    }
    return ASSAY_OK;
}

enum assay_status shape_check(const struct assay_shape *shape, struct assay_error *error)
{
    if (shape->n_levels < 1 || shape->n_levels > ASSAY_MAX_LEVELS)
        return assay_fail(error, ASSAY_INVALID, "a sample has 1 to %d levels, is asked for %zu",
                          ASSAY_MAX_LEVELS, shape->n_levels);
    return shape_has_offsets(shape) ? check_offsets(shape, error) : check_counts(shape, error);
}

enum assay_status values_check(const double *values, size_t n, double *min, double *max,
                               struct assay_error *error)
{
    if (sum_scan(values, n, min, max))
        return ASSAY_OK;
    size_t i = 0;
    while (isfinite(values[i]))
        i++;
    return assay_fail(error, ASSAY_INVALID, "values must be finite, value %zu is %g", i + 1,
                      values[i]);
}

enum assay_status sample_check_range(const struct assay_sample *sample, double *min, double *max,
                                     struct assay_error *error)
{
    TRY(shape_check(&sample->shape, error));
    if (sample->values == NULL)
        return assay_fail(error, ASSAY_INVALID, "the sample has no values");
    size_t n = assay_sample_size(sample);
    return values_check(sample->values, n, min, max, error);
}

enum assay_status assay_sample_check(const struct assay_sample *sample, struct assay_error *error)
{
    double min, max;
    return sample_check_range(sample, &min, &max, error);
}

size_t assay_shape_units(const struct assay_shape *shape, size_t level)
{
    size_t units = shape->count[0];
    bool offsets = shape_has_offsets(shape);
    for (size_t k = 1; k <= level; k++)
        units = offsets ? shape->first[k - 1][units] : units * shape->count[k];
    return units;
}

static bool level_balanced(const struct assay_shape *shape, size_t level)
{
    if (!shape_has_offsets(shape))
        return true;
    const size_t *first = shape->first[level];
    size_t units = assay_shape_units(shape, level);
    for (size_t u = 1; u < units; u++)
        if (first[u + 1] - first[u] != first[1] - first[0])
            return false;
    return true;
}

bool assay_shape_balanced(const struct assay_shape *shape)
{
    for (size_t k = 0; k + 1 < shape->n_levels; k++)
        if (!level_balanced(shape, k))
            return false;
    return true;
}

size_t assay_shape_repeated(const struct assay_shape *shape)
{
    size_t level = 0;
    while (level + 1 < shape->n_levels && assay_shape_units(shape, level) == 1)
        level++;
    return assay_shape_units(shape, level);
}

double assay_shape_mean_count(const struct assay_shape *shape, size_t level)
{
    double units = (double)assay_shape_units(shape, level);
    return level == 0 ? units : units / (double)assay_shape_units(shape, level - 1);
}

size_t shape_max_count(const struct assay_shape *shape, size_t level)
{
    if (level == 0 || !shape_has_offsets(shape))
        return shape->count[level];
    const size_t *first = shape->first[level - 1];
    size_t units = assay_shape_units(shape, level - 1), most = 0;
    for (size_t u = 0; u < units; u++)
        most = first[u + 1] - first[u] > most ? first[u + 1] - first[u] : most;
    return most;
}

void assay_shape_children(const struct assay_shape *shape, size_t level, size_t u, size_t *begin,
                          size_t *end)
{
    if (shape->first[level] != NULL) {
        *begin = shape->first[level][u];
        *end = shape->first[level][u + 1];
    } else {
        *begin = u * shape->count[level + 1];
        *end = *begin + shape->count[level + 1];
    }
}

void assay_shape_values(const struct assay_shape *shape, size_t level, size_t u, size_t *begin,
                        size_t *end)
{
    size_t from = u, to = u + 1;
    for (size_t k = level; k + 1 < shape->n_levels; k++) {
        size_t unused;
        assay_shape_children(shape, k, to - 1, &unused, &to);
        assay_shape_children(shape, k, from, &from, &unused);
    }
    *begin = from;
    *end = to;
}
