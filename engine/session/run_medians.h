/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_medians.h -- the median of each execution of one system, by top units: what the typical run of
 * paired rounds is found from. */
#pragma once

#include <assay/sample.h>

/* Numbers in ascending order, as they come. All zero: none yet. */
struct run_ordered {
    double *x;
    size_t n, room;
};

/* All zero: none yet. */
struct run_medians {
    double *values;
    size_t n, room;
    struct run_ordered ordered; /* those that run_changes_follow saw */
    size_t *first;              /* of each top unit, and one more */
    size_t n_units, room_units;
};

/* One more execution, or one more unit, of the next n executions; false: no memory, or no values. */
bool run_medians_add(struct run_medians *medians, const double *values, size_t n);
bool run_medians_end_unit(struct run_medians *medians, size_t n);
/* Those of the units of level `top` of what was measured before. `lowest`: the level whose units rounds
 * pair in order. */
bool run_medians_read(struct run_medians *medians, const struct assay_sample *live, size_t top,
                      size_t lowest);
void run_medians_fini(struct run_medians *medians);

/* The logarithms of new / old by round, and what the clocks' ticks hide of them. All zero: none yet. */
struct run_changes {
    struct run_ordered ordered;
    double resolution;
};

/* Those of the units that ended since. False: there is no typical run, or no memory. */
bool run_changes_follow(struct run_changes *changes, struct run_medians *old_medians,
                        struct run_medians *new_medians);
void run_changes_fini(struct run_changes *changes);
