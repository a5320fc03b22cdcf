/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heap_page.h -- what the counter of malloc (heap_counter.c) shares with who reads it: one page of memory in a file, of all
 * processes of an execution. */
#pragma once

#include <stdint.h>

/* Names that file in the environment. */
#define HEAP_PAGE_VARIABLE "ASSAY_HEAP"

struct heap_page {
    uint64_t processes; /* programs that the counter was loaded into */
    uint64_t others;    /* of these, such with a malloc of their own, which nobody counts */
    uint64_t allocations, bytes;
    uint64_t peak; /* the most that one process held at once */
};

/* What else may be in the library: it is told the file that was opened, and of each call that is counted, from the thread that
 * asks (profile/allocation_sites.c). Without it they are NULL. */
__attribute__((weak, visibility("hidden"))) void heap_sites_open(int file);
__attribute__((weak, visibility("hidden"))) void heap_sites_count(uint64_t bytes);
