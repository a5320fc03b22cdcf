/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.h -- the nested sample, the one data structure of assay.
 *
 * All values of one (system, benchmark, metric) stand in one array, the lowest level fastest; a
 * shape stands beside it. Levels are numbered from the top: level 0 is the highest (build, say),
 * level n_levels - 1 the lowest, whose units are the values themselves. A balanced shape is a list
 * of counts; an unbalanced one carries, for each level but the lowest, the offsets of its units'
 * children.
 *
 *     3 builds x 2 executions x 4 iterations, balanced:  n_levels 3, count {3, 2, 4}, first {NULL}
 *     2 executions of 3 and 5 iterations:                n_levels 2, count {2, 0},    first {{0, 3,
 * 8}}
 *
 * Samples and views borrow: they never own, change or reorder the caller's values.
 */
#ifndef ASSAY_SAMPLE_H
#define ASSAY_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/status.h>
#include <assay/view.h>

ASSAY_BEGIN_DECLS

struct assay_shape {
    size_t n_levels; /* 1 .. ASSAY_MAX_LEVELS */

    /* count[0]: units of the top level. count[k], k > 0: children of every unit of level k - 1 when
     * the shape is balanced, else 0. */
    size_t count[ASSAY_MAX_LEVELS];

    /* Unbalanced shapes: the children of unit u of level k are the units first[k][u] .. first[k][u
     * + 1] - 1 of level k + 1; first[k] has units(k) + 1 entries. All NULL when the shape is
     * balanced. */
    const size_t *first[ASSAY_MAX_LEVELS];
};

struct assay_sample {
    const double *values;
    struct assay_shape shape;
};

/* A flat sample: one level, n values. */
ASSAY_API struct assay_sample assay_sample_flat(const double *values, size_t n);

/* How many values it has. */
ASSAY_API size_t assay_sample_size(const struct assay_sample *sample);

/* A balanced sample: counts from the top level to the lowest, n_levels of them. */
ASSAY_API struct assay_sample assay_sample_balanced(const double *values, size_t n_levels,
                                                    const size_t *counts);

/* ASSAY_INVALID when the shape is malformed (no level, a zero count, offsets that do not rise),
 * when a unit has no child, or when a value is not finite; the sentence names the place. Every
 * statistic calls this first. */
ASSAY_API enum assay_status assay_sample_check(const struct assay_sample *sample,
                                               struct assay_error *error);

/* True when every unit of a level has as many children as its siblings at all levels (also for
 * offset shapes). */
ASSAY_API bool assay_shape_balanced(const struct assay_shape *shape);

/* Number of units at a level, counted over the whole sample; level n_levels - 1 gives the number of
 * values. */
ASSAY_API size_t assay_shape_units(const struct assay_shape *shape, size_t level);

/* Units of the highest level that is repeated, which rounds are counted in: a level that has one unit is
 * none. 1 when there is one value. */
ASSAY_API size_t assay_shape_repeated(const struct assay_shape *shape);

/* Mean number of children per parent at a level (for level 0: the number of top units). */
ASSAY_API double assay_shape_mean_count(const struct assay_shape *shape, size_t level);

/* The half-open range [*begin, *end) of children, at level + 1, of unit u of level. level <
 * n_levels - 1. */
ASSAY_API void assay_shape_children(const struct assay_shape *shape, size_t level, size_t u,
                                    size_t *begin, size_t *end);

/* The half-open range [*begin, *end) of values below unit u of level. */
ASSAY_API void assay_shape_values(const struct assay_shape *shape, size_t level, size_t u,
                                  size_t *begin, size_t *end);

/* Means of the units of a level, children weighted equally at each level (METHODS B3): means[] has
 * assay_shape_units(shape, level) entries. At the lowest level these are the values. */
ASSAY_API enum assay_status assay_sample_unit_means(const struct assay_sample *sample, size_t level,
                                                    double *means, struct assay_error *error);

/* A shape with storage of its own, made by the functions below. */
struct assay_shape_owned {
    struct assay_shape shape;
    size_t *storage[ASSAY_MAX_LEVELS];
};
ASSAY_API void assay_shape_owned_fini(struct assay_shape_owned *owned);

/* Removes a level by pooling: the children of level's units become children of their grandparent
 * (TR Table IV). The values keep their order. Removing level 0 is refused unless it has one unit;
 * the lowest level cannot be removed. */
ASSAY_API enum assay_status assay_shape_remove_level(const struct assay_shape *shape, size_t level,
                                                     struct assay_shape_owned *out,
                                                     struct assay_error *error);

/* Drops the levels that were not repeated anywhere ("a level with one repetition is no level"):
 * every level whose units all are only children of their parents. removed[k] says which of the old
 * levels went. At least one level stays. */
ASSAY_API enum assay_status assay_shape_drop_single(const struct assay_shape *shape,
                                                    struct assay_shape_owned *out,
                                                    bool removed[ASSAY_MAX_LEVELS],
                                                    struct assay_error *error);

/* A sample without the first values of each unit of the lowest level but one (its executions); borrows
 * the other levels of the shape. */
struct assay_cut_sample {
    struct assay_sample sample;
    double *values;
    size_t *first;
};
/* ASSAY_INVALID for one level, or when nothing would be left of a unit. End with assay_sample_cut_fini. */
ASSAY_API enum assay_status assay_sample_cut(const struct assay_sample *sample, size_t first,
                                             struct assay_cut_sample *out,
                                             struct assay_error *error);
ASSAY_API void assay_sample_cut_fini(struct assay_cut_sample *cut);

ASSAY_END_DECLS

#endif
