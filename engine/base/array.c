/* SPDX-License-Identifier: GPL-3.0-or-later */
/* array.c -- arrays that grow. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_HUGEPAGE /* Linux alone has such pages for the asking */
#define MADV_HUGEPAGE MADV_NORMAL
#endif

enum { LARGE = 1 << 22 };

/* To the system one page of 2 MiB is less work than 512 small ones. The wish need not be granted; it
 * is for whole pages, since memory of several kinds cannot move without being copied. */
static void wish_large_pages(void *items, size_t size)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)items & ~(page - 1);
    (void)madvise((void *)begin, ((uintptr_t)items + size - begin + page - 1) & ~(page - 1),
                  MADV_HUGEPAGE);
}

bool array_resize_of(void *array, size_t size, size_t n)
{
    if (n > SIZE_MAX / size)
        return false;
    void *items; /* copied: a pointer to a pointer to items is none to void * */
    memcpy(&items, array, sizeof items);
    void *resized = realloc(items, n > 0 ? n * size : size);
    if (resized == NULL)
        return false;
    memcpy(array, &resized, sizeof resized);
    if (n * size >= LARGE)
        wish_large_pages(resized, n * size);
    return true;
}

bool array_grow(void *array, size_t size, size_t n, size_t *room)
{
    enum { FIRST = 8 };
    if (n > SIZE_MAX / 2 / size)
        return false;
    const size_t larger = n < FIRST ? FIRST : 2 * n;
    if (!array_resize_of(array, size, larger))
        return false;
    *room = larger;
    return true;
}

int array_ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
