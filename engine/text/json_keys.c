/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_keys.c -- a stack of keys with a hash table.
 * Source:   open addressing by steps of one, Knuth 1998, The Art of Computer Programming 3, 6.4.
 * Edge:     "a" and "\u0061" are two keys.
 * Checked:  tests/engine/text/test_json_keys.c against a list that is looked through. */
#include "text/json_keys.h"

#include <stdlib.h>

#include <xxhash.h>

enum { FIRST_ROOM = 64 };

/* Its slot, or the empty one where it belongs. */
static uint32_t find(const struct json_keys *keys, const struct json_key *key)
{
    const uint32_t mask = (uint32_t)(2 * keys->room - 1);
    uint32_t slot = (uint32_t)XXH3_64bits_withSeed(key->text, key->size, key->object) & mask;
    while (keys->slots[slot] != 0 && !json_keys_are_equal(&keys->items[keys->slots[slot] - 1], key))
        slot = (slot + 1) & mask;
    return slot;
}

static void enter(struct json_keys *keys, size_t place)
{
    struct json_key *key = &keys->items[place];
    key->slot = find(keys, key);
    keys->slots[key->slot] = (uint32_t)place + 1;
}

static bool make_room(struct json_keys *keys)
{
    if (keys->n < keys->room)
        return true;
    const size_t room = keys->room > 0 ? 2 * keys->room : FIRST_ROOM;
    if (room > UINT32_MAX / 4)
        return false;
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    struct json_key *items = slots != NULL ? realloc(keys->items, room * sizeof *items) : NULL;
    if (items == NULL) {
        free(slots);
        return false;
    }
    free(keys->slots);
    keys->items = items;
    keys->slots = slots;
    keys->room = room;
    for (size_t i = 0; i < keys->n; i++)
        if (items[i].slot != JSON_KEYS_NO_SLOT)
            enter(keys, i);
    return true;
}

bool json_keys_open_slowly(struct json_keys *keys)
{
    return make_room(keys) && json_keys_open(keys);
}

static const struct json_key *take_last(struct json_keys *keys)
{
    const struct json_key *last = &keys->items[--keys->n];
    if (last->text == NULL)
        keys->object = last->object;
    else if (last->slot != JSON_KEYS_NO_SLOT)
        keys->slots[last->slot] = 0;
    return last;
}

void json_keys_close(struct json_keys *keys)
{
    if (keys->object > 0 && keys->n - keys->object <= JSON_KEYS_FEW)
        keys->n = keys->object; /* none of them is in the table */
    while (keys->n > 0 && take_last(keys)->text != NULL)
        ;
}

void json_keys_cut(struct json_keys *keys, size_t n)
{
    while (keys->n > n)
        (void)take_last(keys);
}

/* Whether the key stands among those of its object. */
static bool is_there(const struct json_keys *keys, const struct json_key *key, size_t others)
{
    if (others > JSON_KEYS_FEW)
        return keys->slots[find(keys, key)] != 0;
    for (size_t i = keys->object; i < keys->n; i++)
        if (json_keys_are_equal(&keys->items[i], key))
            return true;
    return false;
}

enum json_keys_answer json_keys_add_slowly(struct json_keys *keys, const char *text, size_t size)
{
    const size_t others = keys->n - keys->object;
    if (size > UINT32_MAX || !make_room(keys))
        return JSON_KEYS_NO_MEMORY;
    struct json_key *key = &keys->items[keys->n];
    json_keys_set(key, keys->object, text, size);
    if (is_there(keys, key, others))
        return JSON_KEYS_TWICE;
    keys->n++;
    for (size_t i = keys->object; others == JSON_KEYS_FEW && i < keys->n - 1; i++)
        enter(keys, i);
    if (others >= JSON_KEYS_FEW)
        enter(keys, keys->n - 1);
    return JSON_KEYS_NEW;
}

void json_keys_fini(struct json_keys *keys)
{
    free(keys->items);
    free(keys->slots);
    *keys = (struct json_keys){0};
}
