/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit_tree.h -- the tree of units above the executions, as read back. */
#pragma once

#include "store/private.h"

struct tree_unit {
    int64_t id, parent, place;
};
struct unit_tree {
    struct tree_unit *items; /* by id */
    size_t n;
};

enum { UNIT_LABEL_BYTES = 24 };

enum assay_status unit_tree_read(struct store *store, int64_t experiment, struct unit_tree *units,
                                 struct assay_error *error);
void unit_tree_fini(struct unit_tree *units);

/* Labels "1", "2", … of the n_levels units from the top down to unit id. False: the tree is not
 * that deep, or a unit is missing. */
bool unit_tree_labels(const struct unit_tree *units, int64_t id, size_t n_levels,
                      char labels[][UNIT_LABEL_BYTES]);
