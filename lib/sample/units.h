/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.h -- the units of one level of a series, found by parent and label. */
#pragma once

#include <stdbool.h>

#include "base/pool.h"

struct unit {
    const char *label;
    size_t parent; /* index at the level above; 0 at the top */
    uint64_t hash;
    int64_t round;
    bool has_round;
    bool kept;   /* has live values below */
    size_t rank; /* place among its level's kept units, in tree order */
};

struct units {
    struct unit *items; /* in order of first appearance */
    size_t n, capacity;
    size_t *slots;  /* NULL for few; open addressing: index + 1, 0 when empty */
    size_t n_slots; /* a power of two */
};

/* Finds or makes the unit; false when memory is lacking. */
bool units_find(struct units *units, size_t parent, const char *label, struct pool *pool,
                size_t *index);
void units_fini(struct units *units, struct pool *pool);
