/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool.c -- what is freed together, in blocks that grow with what they hold; hashing.
 * Speed:    where a file has a series for every ten values, the system hands out memory more slowly
 *           than the text is read: large blocks are asked for in large pages.
 * Checked:  tests/lib/base/test_pool.c. */
#include "base/pool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_HUGEPAGE /* Linux alone has such pages for the asking */
#define MADV_HUGEPAGE MADV_NORMAL
#endif

enum { ALIGNMENT = 8, HUGE_PAGE = 1 << 21, LARGE = 1 << 22 };

/* Where addresses are checked everything has a block of its own. */
#ifdef ASSAY_SANITIZED
enum { SMALLEST_BLOCK = 1, LARGEST_BLOCK = 1, LARGEST_PIECE = 0 };
#else
enum { SMALLEST_BLOCK = 1 << 16, LARGEST_BLOCK = 1 << 25, LARGEST_PIECE = 1 << 16 };
#endif

struct pool_block {
    struct pool_block *next;
    size_t size;
    char bytes[];
};

/* The wish need not be granted. It is for whole pages, since memory of which a part is of another kind
 * cannot move without being copied. */
static void *wish_large_pages(void *memory, size_t size)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE),
                    begin = (uintptr_t)memory & ~(page - 1),
                    end = ((uintptr_t)memory + size + page - 1) & ~(page - 1);
    if (memory != NULL && size >= LARGE)
        (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
    return memory;
}

static struct pool_block *get_block(size_t size)
{
    const size_t whole = (size + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1);
    return size < LARGE ? malloc(size) : wish_large_pages(aligned_alloc(HUGE_PAGE, whole), size);
}

/* As large as all blocks before it. */
static struct pool_block *add_block(struct pool *pool, size_t least)
{
    size_t size = pool->total < SMALLEST_BLOCK ? SMALLEST_BLOCK : pool->total;
    size = size > LARGEST_BLOCK ? LARGEST_BLOCK : size;
    if (least > SIZE_MAX / 2)
        return NULL;
    least += sizeof(struct pool_block);
    size = size < least ? least : size;
    struct pool_block *block = get_block(size);
    if (block == NULL)
        return NULL;
    block->next = pool->blocks;
    block->size = size - sizeof *block;
    pool->blocks = block;
    pool->used = 0;
    pool->total += size;
    return block;
}

static void *take(struct pool *pool, size_t size, size_t from)
{
    struct pool_block *block = pool->blocks;
    if (block == NULL || from > block->size || size > block->size - from) {
        block = add_block(pool, size);
        from = 0;
    }
    if (block == NULL)
        return NULL;
    pool->used = from + size;
    return block->bytes + from;
}

void *pool_take(struct pool *pool, size_t size)
{
    return take(pool, size, (pool->used + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
}

void *pool_zeros(struct pool *pool, size_t size)
{
    void *zeros = pool_take(pool, size);
    return zeros != NULL ? memset(zeros, 0, size) : NULL;
}

const char *pool_text(struct pool *pool, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = take(pool, size, pool->used);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

void pool_fini(struct pool *pool)
{
    while (pool->blocks != NULL) {
        struct pool_block *next = pool->blocks->next;
        free(pool->blocks);
        pool->blocks = next;
    }
    *pool = (struct pool){0};
}

/* ---- arrays ---- */

/* 16, 24, 32, 48, 64, 96 … bytes; the last is LARGEST_PIECE. */
static size_t size_of_piece(size_t number)
{
    return (size_t)(number % 2 == 0 ? 16 : 24) << number / 2;
}

/* The smallest that holds so much. */
static size_t piece_for(size_t size)
{
    size_t number = 0;
    while (size_of_piece(number) < size)
        number++;
    return number;
}

static void *take_piece(struct pool *pool, size_t number)
{
    void *piece = pool->pieces[number];
    if (piece == NULL)
        return pool_take(pool, size_of_piece(number));
    memcpy(&pool->pieces[number], piece, sizeof piece);
    return piece;
}

void array_release(struct pool *pool, void *items, size_t capacity, size_t size)
{
    if (capacity * size > LARGEST_PIECE) {
        free(items);
    } else if (capacity > 0) {
        void **piece = &pool->pieces[piece_for(capacity * size)];
        memcpy(items, piece, sizeof *piece);
        *piece = items;
    }
}

_Bool array_reserve(struct pool *pool, void **items, size_t *capacity, size_t n, size_t more,
                    size_t size)
{
    if (more <= *capacity - n)
        return 1;
    size_t larger = more < n ? 2 * n : n + more;
    if (larger > SIZE_MAX / size)
        return 0;
    const size_t number = larger * size <= LARGEST_PIECE ? piece_for(larger * size) : POOL_SIZES;
    const _Bool moves = *capacity * size > LARGEST_PIECE;
    void *place =
        number < POOL_SIZES
            ? take_piece(pool, number)
            : wish_large_pages(realloc(moves ? *items : NULL, larger * size), larger * size);
    if (place == NULL)
        return 0;
    if (!moves && n > 0)
        memcpy(place, *items, n * size);
    if (!moves)
        array_release(pool, *items, *capacity, size);
    *items = place;
    *capacity = number < POOL_SIZES ? size_of_piece(number) / size : larger;
    return 1;
}

/* Eight characters at a time, mixed by a product (the multiplier is that of splitmix64). */
uint64_t text_hash(const char *text, uint64_t seed)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    size_t left = strlen(text);
    uint64_t hash = (seed ^ left) * odd;
    while (left > 0) {
        uint64_t eight = 0;
        const size_t n = left < sizeof eight ? left : sizeof eight;
        memcpy(&eight, text, n);
        hash = (hash ^ eight) * odd;
        hash ^= hash >> 32;
        text += n;
        left -= n;
    }
    return hash ^ hash >> 29;
}
