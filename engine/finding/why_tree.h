/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_tree.h -- which stacks make a change, as plain data: each with what it calls. */
#pragma once

#include <stdint.h>

#include <assay/contribution.h>

#include "base/arena.h"

enum { WHY_OUTERMOST = UINT32_MAX };
struct why_node {
    uint32_t caller;           /* the place of a node before it, or WHY_OUTERMOST */
    const char *name, *object; /* as in why_line */
    struct assay_contribution of; /* with all that it calls; contributions of a node and of its caller do not add up */
    double self[2];               /* seconds of an execution (or what is counted) in itself; old, new */
};

/* Intervals hold for all nodes at once. */
struct why_tree {
    struct arena memory;
    const char *old_name, *new_name, *sampler, *unit;
    struct why_node *nodes;
    size_t n, hidden; /* hidden: stacks that are too small to be nodes */
    struct assay_contribution total;
    size_t pairs, units;
    double confidence, margin;
    bool deep; /* somebody calls somebody */
};
void why_tree_fini(struct why_tree *tree);
