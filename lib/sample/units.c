/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c -- units by (parent, label): a hash table beside a list in order of appearance. */
#include "sample/units.h"

#include <stdlib.h>
#include <string.h>

/* Few units are looked through, which takes no table. */
enum { FEW = 8 };

static bool is_unit(const struct unit *unit, uint64_t hash, size_t parent, const char *label)
{
    return unit->hash == hash && unit->parent == parent && strcmp(unit->label, label) == 0;
}

static size_t empty_slot(const struct units *units, uint64_t hash)
{
    size_t slot = (size_t)hash & (units->n_slots - 1);
    while (units->slots[slot] != 0)
        slot = (slot + 1) & (units->n_slots - 1);
    return slot;
}

/* The index of the unit, or n. */
static size_t look_up(const struct units *units, uint64_t hash, size_t parent, const char *label)
{
    if (units->n_slots == 0) {
        size_t i = 0;
        while (i < units->n && !is_unit(&units->items[i], hash, parent, label))
            i++;
        return i;
    }
    for (size_t slot = (size_t)hash & (units->n_slots - 1); units->slots[slot] != 0;
         slot = (slot + 1) & (units->n_slots - 1))
        if (is_unit(&units->items[units->slots[slot] - 1], hash, parent, label))
            return units->slots[slot] - 1;
    return units->n;
}

/* Makes room in the table for one more; it keeps at least every other slot empty. */
static bool widen(struct units *units)
{
    if (units->n < FEW || 2 * (units->n + 1) <= units->n_slots)
        return true;
    const size_t n_slots = units->n_slots == 0 ? 4 * FEW : 2 * units->n_slots;
    size_t *slots = calloc(n_slots, sizeof *slots);
    if (slots == NULL)
        return false;
    free(units->slots);
    units->slots = slots;
    units->n_slots = n_slots;
    for (size_t i = 0; i < units->n; i++)
        slots[empty_slot(units, units->items[i].hash)] = i + 1;
    return true;
}

bool units_find(struct units *units, size_t parent, const char *label, struct pool *pool,
                size_t *index)
{
    const uint64_t hash = text_hash(label, (uint64_t)parent * UINT64_C(0x9e3779b97f4a7c15));
    const size_t found = look_up(units, hash, parent, label);
    if (found == units->n) {
        const char *copy = widen(units) ? pool_text(pool, label) : NULL;
        if (copy == NULL || !array_reserve(pool, (void **)&units->items, &units->capacity, units->n,
                                           1, sizeof *units->items))
            return false;
        if (units->n_slots > 0)
            units->slots[empty_slot(units, hash)] = units->n + 1;
        units->items[units->n++] = (struct unit){.label = copy, .parent = parent, .hash = hash};
    }
    *index = found;
    return true;
}

void units_fini(struct units *units, struct pool *pool)
{
    array_release(pool, units->items, units->capacity, sizeof *units->items);
    free(units->slots);
    *units = (struct units){0};
}
