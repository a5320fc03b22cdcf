/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h -- many small strings in few allocations, freed together. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct text_block;
struct text_pool {
    struct text_block *blocks;
    size_t used; /* of the first block */
};

/* A copy that lives as long as the pool; NULL when memory is lacking. */
const char *text_keep(struct text_pool *pool, const char *text);
void text_pool_fini(struct text_pool *pool);

/* A hash of the text, begun from seed (FNV-1a with a final mix). */
uint64_t text_hash(const char *text, uint64_t seed);

/* Makes room for one more item of size bytes behind n: doubles *items when it is full. False when
 * memory is lacking; then nothing has changed. */
_Bool array_reserve(void **items, size_t *capacity, size_t n, size_t size);
