/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_units.h -- means of a design's top units, from executions as they come. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>

struct run_unit {
    uint32_t unit; /* index of the top level */
    double mean;
    size_t n; /* values that are kept of it */
};

/* All zero but for the levels: none yet. */
struct run_units {
    size_t top, execution;           /* levels of the design */
    uint32_t path[ASSAY_MAX_LEVELS]; /* of the last execution */
    double sum[ASSAY_MAX_LEVELS];    /* of the children of the unit that is open at each level */
    size_t n_children[ASSAY_MAX_LEVELS];
    struct run_unit *items; /* those that have ended */
    size_t n, room;
    size_t n_open; /* values kept of the unit that is open */
};

/* One more execution, in the order of the schedule, of which `kept` values are; false: no memory. unit: as
 * in struct step. */
bool run_units_add(struct run_units *units, const uint32_t *unit, double mean, size_t kept);
/* Ends what is open. */
bool run_units_end(struct run_units *units);
/* Forgets those that have ended. */
void run_units_clear(struct run_units *units);
void run_units_fini(struct run_units *units);
