/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.h -- memory that ends as a whole: all that a finding or a request holds.
 *
 *     struct arena memory = {0};
 *     double *means = arena_array(&memory, n, sizeof *means);
 *     char *name = arena_print(&memory, "%s on %s", benchmark, system);
 *     if (memory.lost)
 *         return fail_no_memory(error);
 *     arena_fini(&memory);
 *
 * Once it lacked for one, all that is asked for later is NULL as well: of several one look tells. Nothing in it is freed by
 * itself, and what is in it stays where it is, also when the struct is copied; of copies one is ended. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/owned.h"

struct arena {
    struct arena_block *blocks; /* the last one first */
    unsigned char *at;          /* in that one, and how much is left there */
    size_t left;
    size_t taken, most; /* bytes; most: what there is, of tests; 0: what the machine has */
    bool lost;
};

/* n items of a size, all zero, one where n is 0. NULL: no memory, or more than could be. */
void *arena_array(struct arena *arena, size_t n, size_t size);

/* A text. */
char *arena_copy(struct arena *arena, const char *text);
char *arena_print(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* One that was made elsewhere, which is freed; NULL: memory lacked there. */
char *arena_keep(struct arena *arena, char *text);

/* All of it. The arena is then as new. */
void arena_fini(struct arena *arena);
