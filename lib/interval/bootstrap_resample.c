/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_resample.c -- means on resamples that the caller drew.
 * Source:   METHODS A4; TR Figure 1.
 * Edge:     a position outside its unit, or too few or too many positions -> ASSAY_INVALID.
 * Checked:  tests/data/bootstrap.json, relative 1e-11; the engine's own draws.
 */
#include <assay/bootstrap.h>

#include "base/view.h"

static enum assay_status bad_position(struct assay_error *error, size_t place, size_t position,
                                      size_t n)
{
    return assay_fail(error, ASSAY_INVALID,
                      "position %zu of the resample is %zu; its unit has 0..%zu", place + 1,
                      position, n - 1);
}

enum assay_status assay_resample_mean(struct assay_view view, const size_t *index, size_t n,
                                      double *mean, struct assay_error *error)
{
    enum assay_status status = view_check(view, 1, "a resampled mean", error);
    if (status != ASSAY_OK)
        return status;
    if (n == 0)
        return assay_fail(error, ASSAY_INVALID, "a resample needs at least 1 position, has 0");
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (index[i] >= view.n)
            return bad_position(error, i, index[i], view.n);
        sum += view.x[index[i]] / (double)n;
    }
    *mean = sum;
    return ASSAY_OK;
}

struct walk {
    const struct assay_sample *sample;
    const size_t *index;
    size_t n, place;
    struct assay_error *error;
};

/* Takes one position of a unit with n children. */
static enum assay_status take(struct walk *walk, size_t n, size_t *position)
{
    if (walk->place == walk->n)
        return assay_fail(walk->error, ASSAY_INVALID, "the resample ends after %zu positions",
                          walk->n);
    *position = walk->index[walk->place++];
    return *position < n ? ASSAY_OK : bad_position(walk->error, walk->place - 1, *position, n);
}

/* The mean of n draws among the n units of level that start at begin. */
static enum assay_status walk_units(struct walk *walk, size_t level, size_t begin, size_t n,
                                    double *mean)
{
    const struct assay_shape *shape = &walk->sample->shape;
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        size_t position = 0, first, end;
        enum assay_status status = take(walk, n, &position);
        if (status != ASSAY_OK)
            return status;
        double value;
        if (level + 1 == shape->n_levels) {
            value = walk->sample->values[begin + position];
        } else {
            assay_shape_children(shape, level, begin + position, &first, &end);
            status = walk_units(walk, level + 1, first, end - first, &value);
        }
        if (status != ASSAY_OK)
            return status;
        sum += value / (double)n;
    }
    *mean = sum;
    return ASSAY_OK;
}

enum assay_status assay_resample_nested_mean(const struct assay_sample *sample, const size_t *index,
                                             size_t n, double *mean, struct assay_error *error)
{
    enum assay_status status = assay_sample_check(sample, error);
    if (status != ASSAY_OK)
        return status;
    struct walk walk = {sample, index, n, 0, error};
    double value;
    status = walk_units(&walk, 0, 0, sample->shape.count[0], &value);
    if (status != ASSAY_OK)
        return status;
    if (walk.place != n)
        return assay_fail(error, ASSAY_INVALID, "the resample needs %zu positions, has %zu",
                          walk.place, n);
    *mean = value;
    return ASSAY_OK;
}
