/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.h -- where an item of a list stands, by its hash: open addressing, at most half of the slots taken.
 * Assumes:  items are only added, each once; hashes differ in their low bits.
 * Checked:  tests/engine/base/test_slots.c */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct slots {
    uint32_t *items; /* places in the list, from 1; 0: free. To be freed. */
    size_t n;        /* a power of two; 0: there are none yet */
};

/* The slot of the item for which `is` holds, or the free one in which it would stand. There must be some. */
static inline uint32_t *slots_find(const struct slots *slots, uint64_t hash,
                                   bool (*is)(const void *wanted, size_t place), const void *wanted)
{
    for (size_t at = (size_t)hash;; at++) {
        uint32_t *slot = &slots->items[at & (slots->n - 1)];
        if (*slot == 0 || is(wanted, *slot - 1))
            return slot;
    }
}

/* Room for an item behind the n of the list, whose hashes are asked for. False: no memory. */
bool slots_more(struct slots *slots, size_t n, uint64_t (*hash_of)(const void *list, size_t place),
                const void *list);
