/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.h -- the tree of units above the executions, as read back. */
#ifndef STORE_UNITS_H
#define STORE_UNITS_H

#include "store/private.h"

struct unit {
    int64_t id, parent, place;
};
struct units {
    struct unit *items; /* by id */
    size_t n;
};

enum { UNIT_LABEL_BYTES = 24 };

enum store_status units_read(struct store *store, int64_t experiment, struct units *units,
                             struct store_error *error);
void units_fini(struct units *units);

/* Labels "1", "2", … of the n_levels units from the top down to unit id. False: the tree is not
 * that deep, or a unit is missing. */
bool units_labels(const struct units *units, int64_t id, size_t n_levels,
                  char labels[][UNIT_LABEL_BYTES]);

#endif
