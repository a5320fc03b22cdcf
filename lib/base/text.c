/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c -- many small strings in few allocations; hashing; growing arrays. */
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16 };

struct text_block {
    struct text_block *next;
    size_t size;
    char bytes[];
};

static struct text_block *add_block(struct text_pool *pool, size_t least)
{
    size_t size = least > BLOCK ? least : BLOCK;
    struct text_block *block = malloc(sizeof *block + size);
    if (block == NULL)
        return NULL;
    block->next = pool->blocks;
    block->size = size;
    pool->blocks = block;
    pool->used = 0;
    return block;
}

const char *text_keep(struct text_pool *pool, const char *text)
{
    size_t size = strlen(text) + 1;
    struct text_block *block = pool->blocks;
    if (block == NULL || block->size - pool->used < size)
        block = add_block(pool, size);
    if (block == NULL)
        return NULL;
    char *copy = block->bytes + pool->used;
    memcpy(copy, text, size);
    pool->used += size;
    return copy;
}

void text_pool_fini(struct text_pool *pool)
{
    while (pool->blocks != NULL) {
        struct text_block *next = pool->blocks->next;
        free(pool->blocks);
        pool->blocks = next;
    }
    pool->used = 0;
}

uint64_t text_hash(const char *text, uint64_t seed)
{
    uint64_t hash = seed ^ UINT64_C(14695981039346656037);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    hash ^= hash >> 32;
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

_Bool array_reserve(void **items, size_t *capacity, size_t n, size_t size)
{
    if (n < *capacity)
        return 1;
    size_t larger = n < 8 ? 8 : 2 * n;
    if (larger > SIZE_MAX / size)
        return 0;
    void *moved = realloc(*items, larger * size);
    if (moved == NULL)
        return 0;
    *items = moved;
    *capacity = larger;
    return 1;
}
