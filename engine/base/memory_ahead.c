/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory_ahead.c -- pages that a short program will touch, had in one call.
 * Source:   docs/evidence/cost.md: the first touch of a page takes 12 microseconds where a virtual machine's page tables are kept by
 *           its host, half of that when the kernel gives all pages at once.
 * Assumes:  glibc's malloc maps a large piece by itself, and keeps the next ones of its size in the heap once such a one was freed.
 * Checked:  tests/engine/base/test_memory_ahead.c: what is touched then takes hardly a page fault.
 */
#include "base/memory_ahead.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 /* Linux 5.14; older kernels refuse it */
#endif

/* Kept from the compiler, which knows that a piece that is freed unused need not be had. */
static void *piece_of(size_t bytes)
{
    void *volatile piece = malloc(bytes);
    return piece;
}

void memory_ahead(size_t bytes)
{
    /* From now on such a piece is of the heap, and stays there when it is freed. */
    free(piece_of(bytes));
    void *piece = piece_of(bytes);
    if (piece == NULL)
        return;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)piece & ~(page - 1);
    const size_t size = ((uintptr_t)piece + bytes - begin) & ~(page - 1);
    (void)madvise((void *)begin, size, MADV_POPULATE_WRITE);
    free(piece);
}
