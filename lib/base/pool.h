/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool.h -- many small objects, texts and arrays in few allocations, freed together; a hash of
 * the texts that find them again. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { POOL_SIZES = 25 };

struct pool_block;
struct pool {
    struct pool_block *blocks;
    size_t used;              /* of the first block */
    size_t total;             /* of all blocks */
    void *pieces[POOL_SIZES]; /* that arrays have left, by their size: each begins with the next */
};

/* Memory for any object, as long as the pool lives; NULL when memory is lacking. */
void *pool_take(struct pool *pool, size_t size);
/* The same, with nothing but zeros in it. */
void *pool_zeros(struct pool *pool, size_t size);
/* A copy of the text. */
const char *pool_text(struct pool *pool, const char *text);
void pool_fini(struct pool *pool);

/* Makes room for more items behind the first n: at first for these alone, since many arrays get no
 * others, then for twice as many. Small arrays are in the pool, large ones have memory of their own.
 * False when memory is lacking; then nothing has changed. */
_Bool array_reserve(struct pool *pool, void **items, size_t *capacity, size_t n, size_t more,
                    size_t size);
void array_release(struct pool *pool, void *items, size_t capacity, size_t size);

/* A hash of the text, begun from seed. */
uint64_t text_hash(const char *text, uint64_t seed);
