/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_keys.h -- the keys of the objects that are open, so that one that stands twice is seen: of
 * two values one would be dropped, or both would be taken, and nobody would know. */
#ifndef FORMAT_JSON_KEYS_H
#define FORMAT_JSON_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_key {
    const char *text; /* as it is written, with its escapes; NULL: here an object begins */
    uint32_t size;
    uint32_t object; /* which one it belongs to; where one begins, the one around it */
    uint32_t slot;
};

/* A stack, the innermost object on top, and a table of it by hash. What came last leaves first, so
 * that a key leaves the table without a trace. All zero is empty. */
struct json_keys {
    struct json_key *items;
    size_t n, room;
    uint32_t *slots; /* 1 + place in items; 0: empty. Twice the room, a power of two */
    uint32_t object; /* the innermost */
};

enum json_keys_answer { JSON_KEYS_NEW, JSON_KEYS_TWICE, JSON_KEYS_NO_MEMORY };

bool json_keys_open(struct json_keys *keys); /* false: out of memory */
void json_keys_close(struct json_keys *keys);
enum json_keys_answer json_keys_add(struct json_keys *keys, const char *text, size_t size);

/* Leaves what was opened and added since there were n. */
void json_keys_cut(struct json_keys *keys, size_t n);
void json_keys_fini(struct json_keys *keys);

#endif
