/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_medians.h -- the median of each execution of one system, by top units: what the typical run of
 * paired rounds is found from. Of quantiles each value counts as an execution. */
#pragma once

#include <assay/descriptive.h>
#include <assay/sample.h>

/* All zero: none yet. */
struct run_medians {
    struct assay_ordered ordered; /* of all executions */
    double *values;               /* of those that rounds were not made of yet */
    size_t n, room;
    size_t *first; /* of each of their top units that ended, and one more */
    size_t n_units, room_units;
    size_t largest; /* executions of the unit that had most */
};

/* One more execution, or one more unit, of the next n executions; false: no memory, or no values. */
bool run_medians_add(struct run_medians *medians, const double *values, size_t n);
bool run_medians_end_unit(struct run_medians *medians, size_t n);
/* Those of the units of level `top` of what was measured before. `lowest`: the level whose units rounds
 * pair in order. */
bool run_medians_read(struct run_medians *medians, const struct assay_sample *live, size_t top,
                      size_t lowest);
/* Forgets the units that ended: rounds were made of them. */
void run_medians_clear(struct run_medians *medians);
void run_medians_fini(struct run_medians *medians);

/* Adds the logarithms of new / old of the units that ended. ASSAY_UNDEFINED: there is no typical run. */
enum assay_status run_medians_changes(const struct run_medians *old_medians,
                                      const struct run_medians *new_medians,
                                      struct assay_ordered *changes);
