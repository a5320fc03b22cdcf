/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_tree.h -- a nested sample made ready for resampling its mean. */
#pragma once

#include <assay/bootstrap.h>

#include "interval/bootstrap_draw.h"

/* depth levels are resampled from the top; the things drawn at the lowest of them (values, or means
 * of units) are kept as 48-bit integers: scale * thing = low + range * fixed / DRAW_ONE. */
struct resample_tree {
    size_t depth;
    size_t n_units[ASSAY_MAX_LEVELS]; /* that are parents at depth k; n_units[0] = 1, the root */
    size_t *first[ASSAY_MAX_LEVELS];  /* their children: first[k][u] .. first[k][u + 1] - 1 */
    double *things;                   /* at the lowest resampled level */
    double scale, low, range;
    uint64_t *fixed;           /* of unit u of the last parents, with a zero after each unit */
    uint8_t *planes;           /* DRAW_PLANES * DRAW_PLANE_SIZE bytes a unit, or NULL */
    struct draw_table *tables; /* one a unit of the last parents */
    uint32_t nest_bound;       /* of all last parents' units, when it is one that nests; else 0 */
    uint32_t unit_words[DRAW_NEST_WORDS / 32]; /* of a nest */
    size_t n_draws;                            /* of one replicate, about */
};

/* How many levels a mode resamples. */
size_t resample_depth(const struct assay_shape *shape, enum assay_bootstrap_mode mode);

/* The sample must be checked. planes: also make the tables of byte planes where they pay. */
enum assay_status resample_tree_init(struct resample_tree *tree, const struct assay_sample *sample,
                                     size_t depth, bool planes, struct assay_error *error);
void resample_tree_fini(struct resample_tree *tree);

/* The mean of one resample. */
double resample_tree_mean(const struct resample_tree *tree, const struct draw_path *path,
                          uint64_t seed, uint32_t replicate, uint32_t system);
