/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.c -- a hash table of units and their values. */
#include "import/gather.h"

#include <stdlib.h>

#include "base/hash.h"

void gather_init(struct gather *gather, size_t n_fields)
{
    *gather = (struct gather){.n_fields = n_fields};
}

void gather_fini(struct gather *gather)
{
    for (size_t i = 0; i < gather->n; i++) {
        free(gather->entries[i].fields);
        free(gather->entries[i].values);
        free(gather->entries[i].rounds);
    }
    free(gather->entries);
    free(gather->slots);
    gather_init(gather, gather->n_fields);
}

/* Of all fields, with a zero after each. */
static uint64_t hash_of(const struct gather_field *fields, size_t n)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < n; i++)
        hash = hash_bytes(hash_bytes(hash, fields[i].text, fields[i].size), "", 1);
    return hash ^ hash >> 29;
}

static bool same(const struct gather *gather, const struct gather_entry *entry,
                 const struct gather_field *fields)
{
    for (size_t i = 0; i < gather->n_fields; i++)
        if (strncmp(entry->fields[i], fields[i].text, fields[i].size) != 0 ||
            entry->fields[i][fields[i].size] != '\0')
            return false;
    return true;
}

static void place(struct gather *gather, size_t index)
{
    size_t slot = (size_t)gather->entries[index].hash & (gather->n_slots - 1);
    while (gather->slots[slot] != 0)
        slot = (slot + 1) & (gather->n_slots - 1);
    gather->slots[slot] = index + 1;
}

/* Keeps the table at most half full. */
static bool make_room(struct gather *gather)
{
    if (!array_more(&gather->entries, gather->n, &gather->room))
        return false;
    if (2 * (gather->n + 1) <= gather->n_slots)
        return true;
    size_t n_slots = gather->n_slots > 0 ? 2 * gather->n_slots : 64;
    size_t *slots = calloc(n_slots, sizeof *slots);
    if (slots == NULL)
        return false;
    free(gather->slots);
    gather->slots = slots;
    gather->n_slots = n_slots;
    for (size_t i = 0; i < gather->n; i++)
        place(gather, i);
    return true;
}

/* One block: the pointers, then the texts. */
static const char **copy_fields(const struct gather_field *fields, size_t n)
{
    size_t size = (n + 1) * sizeof(char *);
    for (size_t i = 0; i < n; i++)
        size += fields[i].size + 1;
    const char **copy = malloc(size);
    if (copy == NULL)
        return NULL;
    char *text = (char *)(copy + n + 1);
    for (size_t i = 0; i < n; i++) {
        copy[i] = text;
        memcpy(text, fields[i].text, fields[i].size);
        text[fields[i].size] = '\0';
        text += fields[i].size + 1;
    }
    return copy;
}

size_t gather_find(struct gather *gather, const struct gather_field *fields)
{
    uint64_t hash = hash_of(fields, gather->n_fields);
    if (gather->n_slots > 0) {
        size_t slot = (size_t)hash & (gather->n_slots - 1);
        for (; gather->slots[slot] != 0; slot = (slot + 1) & (gather->n_slots - 1)) {
            const struct gather_entry *entry = &gather->entries[gather->slots[slot] - 1];
            if (entry->hash == hash && same(gather, entry, fields))
                return gather->slots[slot] - 1;
        }
    }
    if (!make_room(gather))
        return SIZE_MAX;
    const char **copy = copy_fields(fields, gather->n_fields);
    if (copy == NULL)
        return SIZE_MAX;
    gather->entries[gather->n] = (struct gather_entry){
        .fields = copy, .last_label = INT64_MIN, .round = INT64_MIN, .hash = hash};
    place(gather, gather->n);
    return gather->n++;
}

int64_t *gather_counter(struct gather *gather, const char *first, const char *second)
{
    const struct gather_field fields[] = {{first, strlen(first)}, {second, strlen(second)}};
    const size_t index = gather_find(gather, fields);
    if (index == SIZE_MAX)
        return NULL;
    int64_t *counter = &gather->entries[index].last_label;
    if (*counter < 0)
        *counter = 0;
    return counter;
}
