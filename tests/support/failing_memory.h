/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failing_memory.h -- malloc and its like, which ask whether this one fails. Included once, where `memory_fails` is defined.
 * glibc only: it lets others take the place of malloc, and keeps its own under the names used here. */
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

/* Whether this allocation fails. */
static bool memory_fails(void);

/* Of an allocation with *left before the one that fails, negative: none does. stays: all after it fail, too. */
static inline bool memory_counted(long *left, bool stays)
{
    if (*left < 0)
        return false;
    if (*left > 0) {
        --*left;
        return false;
    }
    if (!stays)
        *left = -1;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return memory_fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return memory_fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return memory_fails() ? NULL : __libc_realloc(old, size);
}
