/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.h -- values gathered under keys of several fields, in order of first appearance.
 *
 * What a text format needs whose rows name their unit each time: find the unit by its labels,
 * append a value. Keys are byte strings of any content but zero.
 */
#pragma once

#include <stdint.h>

#include "base/array.h"

struct gather_field {
    const char *text;
    size_t size;
};

struct gather_entry {
    const char **fields; /* n_fields texts, each ended by a zero */
    double *values;
    size_t n, room;
    int64_t last_label; /* for the reader's use; starts at INT64_MIN */
    int64_t round;      /* the same */
    int64_t *rounds;    /* of each value, in memory of its own; NULL: none */
    size_t rounds_room;
    size_t n_warmup; /* the same; starts at 0 */
    char better;     /* the same: 'l' less, 'm' more, 'u' unknown, 0 not said */
    uint64_t hash;
};

struct gather {
    size_t n_fields;
    struct gather_entry *entries;
    size_t n, room;
    size_t *slots; /* open addressing, index + 1; 0: free */
    size_t n_slots;
};

void gather_init(struct gather *gather, size_t n_fields);
void gather_fini(struct gather *gather);

/* Index of the entry of this key, made when there is none; SIZE_MAX when memory ran out. */
size_t gather_find(struct gather *gather, const struct gather_field *fields);

/* A counter of these two texts' own, in last_label: 0 at first; it stands until another key is asked
 * for. The gather has two fields. NULL: memory ran out. */
int64_t *gather_counter(struct gather *gather, const char *first, const char *second);

/* Appends a value; false when memory ran out. */
static inline bool gather_append(struct gather_entry *entry, double value)
{
    if (!array_more(&entry->values, entry->n, &entry->room))
        return false;
    entry->values[entry->n++] = value;
    return true;
}
