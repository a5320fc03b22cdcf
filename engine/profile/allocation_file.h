/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocation_file.h -- what a program that counts who asks for memory shares with assay: a file that all processes of an
 * execution map, nothing of which is in memory before it is written. */
#pragma once

#include "measure/heap_page.h"
#include "profile/sample_log.h"

/* A place that asked. Addresses lie in the call. */
struct allocation_site {
    uint64_t key;     /* of the three below; 0: nobody has taken it */
    uint64_t image;   /* whose addresses they are: the process of the log */
    uint64_t asker;   /* the nearest one outside the languages' own libraries; where there is none, what called malloc */
    uint64_t program; /* the nearest one in the program itself; 0: none called */
    uint64_t allocations, bytes;
};

enum {
    ALLOCATION_SITES = 1 << 17,
    ALLOCATION_LOG = 1 << 18,
    ALLOCATION_IMAGES = 1 << 23 /* the first one's number: above those of processes, for which others leave files */
};

/* An image is a program with the code that it has loaded: each exec makes one, and a child that loads code of its own. */
struct allocation_file {
    struct heap_page heap; /* at the beginning (HEAP_PAGE_VARIABLE) */
    uint64_t images;       /* so many were made */
    uint64_t lost_allocations, lost_bytes; /* of more places than there is room for */
    struct allocation_site sites[ALLOCATION_SITES];
    struct sample_log_slot log[ALLOCATION_LOG]; /* LOG_EXEC: number is the process */
};
