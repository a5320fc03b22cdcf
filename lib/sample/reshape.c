/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reshape.c -- taking levels out of a shape; the values keep their order.
 * Source:   METHODS A1 ("a level with one repetition is not a level"), A5 (removal by pooling; TR
 *           Table IV).
 * Checked:  tests/lib/sample/test_sample.c; varcomp.json, middle_level_removed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "sample/shape.h"

void assay_shape_owned_fini(struct assay_shape_owned *owned)
{
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
        free(owned->storage[k]);
    *owned = (struct assay_shape_owned){0};
}

/* The child of unit `unit` of level `level` at which the range of level `below` begins. */
static size_t first_below(const struct assay_shape *shape, size_t level, size_t below, size_t unit)
{
    for (size_t k = level; k < below; k++)
        unit = shape->first[k][unit];
    return unit;
}

/* Offsets from every unit of a kept level to those of the next kept level. */
static enum assay_status join_offsets(const struct assay_shape *shape, const size_t *kept, size_t k,
                                      struct assay_shape_owned *out, struct assay_error *error)
{
    size_t units = assay_shape_units(shape, kept[k]);
    size_t *first = malloc((units + 1) * sizeof *first);
    if (first == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the offsets of %zu units", units);
    for (size_t u = 0; u <= units; u++)
        first[u] = first_below(shape, kept[k], kept[k + 1], u);
    out->storage[k] = first;
    out->shape.first[k] = first;
    return ASSAY_OK;
}

/* The shape with the levels kept[0 .. n_kept - 1] only, which must end with the lowest. */
static enum assay_status keep_levels(const struct assay_shape *shape, const size_t *kept,
                                     size_t n_kept, struct assay_shape_owned *out,
                                     struct assay_error *error)
{
    struct assay_shape_owned result = {.shape = {.n_levels = n_kept}};
    result.shape.count[0] = assay_shape_units(shape, kept[0]);
    bool offsets = shape_has_offsets(shape);
    for (size_t k = 0; k + 1 < n_kept; k++) {
        if (!offsets) {
            size_t units = assay_shape_units(shape, kept[k]);
            result.shape.count[k + 1] = assay_shape_units(shape, kept[k + 1]) / units;
            continue;
        }
        enum assay_status status = join_offsets(shape, kept, k, &result, error);
        if (status != ASSAY_OK) {
            assay_shape_owned_fini(&result);
            return status;
        }
    }
    *out = result;
    return ASSAY_OK;
}

enum assay_status assay_shape_remove_level(const struct assay_shape *shape, size_t level,
                                           struct assay_shape_owned *out, struct assay_error *error)
{
    TRY(shape_check(shape, error));
    if (level + 1 >= shape->n_levels)
        return assay_fail(error, ASSAY_INVALID,
                          "level %zu of %zu cannot be removed: the lowest holds the values",
                          level + 1, shape->n_levels);
    if (level == 0 && shape->count[0] != 1)
        return assay_fail(error, ASSAY_INVALID,
                          "the top level can be removed only when it has one unit, has %zu",
                          shape->count[0]);
    size_t kept[ASSAY_MAX_LEVELS], n_kept = 0;
    for (size_t k = 0; k < shape->n_levels; k++)
        if (k != level)
            kept[n_kept++] = k;
    return keep_levels(shape, kept, n_kept, out, error);
}

/* A level k goes when it has as many units as its parents. When the lowest goes, the level above
 * takes its place and its units are the values: as indices they are the same. */
enum assay_status assay_shape_drop_single(const struct assay_shape *shape,
                                          struct assay_shape_owned *out,
                                          bool removed[ASSAY_MAX_LEVELS], struct assay_error *error)
{
    TRY(shape_check(shape, error));
    size_t kept[ASSAY_MAX_LEVELS], n_kept = 0, parents = 1;
    bool gone[ASSAY_MAX_LEVELS] = {false};
    for (size_t k = 0; k < shape->n_levels; k++) {
        size_t units = assay_shape_units(shape, k);
        gone[k] = units == parents;
        if (!gone[k])
            kept[n_kept++] = k;
        parents = units;
    }
    if (n_kept == 0) {
        gone[shape->n_levels - 1] = false;
        kept[n_kept++] = shape->n_levels - 1;
    }
    TRY(keep_levels(shape, kept, n_kept, out, error));
    memcpy(removed, gone, sizeof gone);
    return ASSAY_OK;
}
