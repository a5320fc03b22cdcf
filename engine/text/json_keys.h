/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_keys.h -- the keys of the objects that are open, so that one that stands twice is seen: of
 * two values one would be dropped, or both would be taken, and nobody would know. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct json_key {
    const char *text; /* as it is written, with its escapes; NULL: here an object begins */
    uint64_t some;    /* characters of it, as json_keys_some takes them */
    uint32_t size;
    uint32_t object; /* which one it belongs to; where one begins, the one around it */
    uint32_t slot;
};

/* An object of few keys is looked through, which is faster than a table; only beyond these are its
 * keys entered. */
enum { JSON_KEYS_FEW = 16, JSON_KEYS_NO_SLOT = UINT32_MAX };

/* A stack, the innermost object on top, and a table of it by hash. What came last leaves first, so
 * that a key leaves the table without a trace. All zero is empty. */
struct json_keys {
    struct json_key *items;
    size_t n, room;
    uint32_t *slots; /* 1 + place in items; 0: empty. Twice the room, a power of two */
    uint32_t object; /* the innermost */
};

enum json_keys_answer { JSON_KEYS_NEW, JSON_KEYS_TWICE, JSON_KEYS_NO_MEMORY };

/* These two are called for each object and each key; what needs memory or the table is apart. */
bool json_keys_open_slowly(struct json_keys *keys);
enum json_keys_answer json_keys_add_slowly(struct json_keys *keys, const char *text, size_t size);

static inline bool json_keys_open(struct json_keys *keys) /* false: out of memory */
{
    if (keys->n == keys->room)
        return json_keys_open_slowly(keys);
    keys->items[keys->n++] = (struct json_key){.object = keys->object, .slot = JSON_KEYS_NO_SLOT};
    keys->object = (uint32_t)keys->n;
    return true;
}

/* The first eight characters, or all of fewer: where these differ the keys do. Nothing behind the
 * key is looked at. */
static inline uint64_t json_keys_some(const char *text, size_t size)
{
    uint64_t eight;
    uint32_t four[2];
    if (size >= sizeof eight) {
        memcpy(&eight, text, sizeof eight);
        return eight;
    }
    if (size >= sizeof four[0]) { /* they overlap */
        memcpy(&four[0], text, sizeof four[0]);
        memcpy(&four[1], text + size - sizeof four[1], sizeof four[1]);
        return (uint64_t)four[0] << 32 | four[1];
    }
    if (size == 0)
        return 0;
    const unsigned char first = (unsigned char)text[0], middle = (unsigned char)text[size / 2],
                        last = (unsigned char)text[size - 1];
    return (uint64_t)first << 16 | (uint64_t)middle << 8 | last;
}

static inline bool json_keys_are_equal(const struct json_key *a, const struct json_key *b)
{
    return a->some == b->some && a->size == b->size && a->object == b->object &&
           memcmp(a->text, b->text, a->size) == 0;
}

static inline void json_keys_set(struct json_key *key, uint32_t object, const char *text,
                                 size_t size)
{
    key->text = text;
    key->some = json_keys_some(text, size);
    key->size = (uint32_t)size;
    key->object = object;
    key->slot = JSON_KEYS_NO_SLOT;
}

static inline enum json_keys_answer json_keys_add(struct json_keys *keys, const char *text,
                                                  size_t size)
{
    if (keys->n - keys->object >= JSON_KEYS_FEW || keys->n == keys->room || size > UINT32_MAX)
        return json_keys_add_slowly(keys, text, size);
    struct json_key *key = &keys->items[keys->n]; /* a copy would wait for it */
    json_keys_set(key, keys->object, text, size);
    for (size_t i = keys->object; i < keys->n; i++) /* those of objects in it are gone */
        if (json_keys_are_equal(&keys->items[i], key))
            return JSON_KEYS_TWICE;
    keys->n++;
    return JSON_KEYS_NEW;
}

void json_keys_close(struct json_keys *keys);

/* Leaves what was opened and added since there were n. */
void json_keys_cut(struct json_keys *keys, size_t n);
void json_keys_fini(struct json_keys *keys);
