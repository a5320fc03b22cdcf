/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c -- units by (parent, label): a hash table beside a list in order of appearance. */
#include "sample/units.h"

#include <stdlib.h>
#include <string.h>

static size_t slot_of(const struct units *units, uint64_t hash, size_t parent, const char *label)
{
    size_t slot = hash & (units->n_slots - 1);
    for (;; slot = (slot + 1) & (units->n_slots - 1)) {
        if (units->slots[slot] == 0)
            return slot;
        const struct unit *unit = &units->items[units->slots[slot] - 1];
        if (unit->hash == hash && unit->parent == parent && strcmp(unit->label, label) == 0)
            return slot;
    }
}

/* Keeps at least every other slot empty. */
static bool widen(struct units *units)
{
    if (2 * (units->n + 1) <= units->n_slots)
        return true;
    size_t n_slots = units->n_slots == 0 ? 16 : 2 * units->n_slots;
    size_t *slots = calloc(n_slots, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < units->n; i++) {
        size_t slot = units->items[i].hash & (n_slots - 1);
        while (slots[slot] != 0)
            slot = (slot + 1) & (n_slots - 1);
        slots[slot] = i + 1;
    }
    free(units->slots);
    units->slots = slots;
    units->n_slots = n_slots;
    return true;
}

bool units_find(struct units *units, size_t parent, const char *label, struct text_pool *pool,
                size_t *index)
{
    if (!widen(units))
        return false;
    uint64_t hash = text_hash(label, (uint64_t)parent * UINT64_C(0x9e3779b97f4a7c15));
    size_t slot = slot_of(units, hash, parent, label);
    if (units->slots[slot] == 0) {
        const char *copy = text_keep(pool, label);
        if (copy == NULL || !array_reserve((void **)&units->items, &units->capacity, units->n,
                                           sizeof *units->items))
            return false;
        units->items[units->n++] = (struct unit){.label = copy, .parent = parent, .hash = hash};
        units->slots[slot] = units->n;
    }
    *index = units->slots[slot] - 1;
    return true;
}

void units_fini(struct units *units)
{
    free(units->items);
    free(units->slots);
    *units = (struct units){0};
}
