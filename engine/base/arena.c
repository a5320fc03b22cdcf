/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.c -- memory that ends as a whole. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
enum { BETWEEN = 32 }; /* bytes behind each that nobody may touch */
#else
#define ASAN_POISON_MEMORY_REGION(at, n) ((void)(at), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(at, n) ((void)(at), (void)(n))
enum { BETWEEN = 0 };
#endif

/* A block is as large as all before it, from the first to the last of these on. */
enum { ALIGNED = _Alignof(max_align_t), SMALLEST = 1 << 10, LARGEST = 1 << 18 };

struct arena_block {
    struct arena_block *before;
    max_align_t items[];
};

static bool add_block(struct arena *arena, size_t size)
{
    size_t room = arena->taken < SMALLEST  ? (size_t)SMALLEST
                  : arena->taken > LARGEST ? (size_t)LARGEST
                                           : arena->taken;
    room = room > size ? room : size;
    struct arena_block *block = calloc(1, sizeof *block + room);
    if (block == NULL)
        return false;
    block->before = arena->blocks;
    arena->blocks = block;
    arena->at = (unsigned char *)block->items;
    arena->left = room;
    ASAN_POISON_MEMORY_REGION(arena->at, room);
    return true;
}

/* False: more than there are. */
static bool bytes_of(size_t n, size_t size, size_t *bytes)
{
    return !__builtin_mul_overflow(n > 0 ? n : 1, size > 0 ? size : 1, bytes) &&
           *bytes < PTRDIFF_MAX / 2;
}

void *arena_array(struct arena *arena, size_t n, size_t size)
{
    size_t bytes = 0;
    arena->lost = arena->lost || !bytes_of(n, size, &bytes);
    const size_t whole = (bytes + BETWEEN + ALIGNED - 1) / ALIGNED * ALIGNED;
    arena->lost = arena->lost || (arena->most > 0 && whole > arena->most - arena->taken) ||
                  (whole > arena->left && !add_block(arena, whole));
    if (arena->lost)
        return NULL;
    unsigned char *items = arena->at;
    ASAN_UNPOISON_MEMORY_REGION(items, bytes);
    arena->at += whole;
    arena->left -= whole;
    arena->taken += whole;
    return items;
}

char *arena_copy(struct arena *arena, const char *text)
{
    const size_t n = strlen(text);
    char *copied = arena_array(arena, n + 1, 1);
    return copied != NULL ? memcpy(copied, text, n) : NULL;
}

char *arena_keep(struct arena *arena, char *text)
{
    arena->lost |= text == NULL;
    char *kept = text != NULL ? arena_copy(arena, text) : NULL;
    free(text);
    return kept;
}

char *arena_print(struct arena *arena, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int n = vasprintf(&text, format, arguments);
    va_end(arguments);
    return arena_keep(arena, n >= 0 ? text : NULL);
}

void arena_fini(struct arena *arena)
{
    while (arena->blocks != NULL) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->before;
        free(block);
    }
    *arena = (struct arena){.most = arena->most};
}
