/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail_memory.c -- memory that is out, for tests; preloaded.
 *
 * Of the program named assay, allocation number FAIL_MEMORY_AT fails, and with FAIL_MEMORY_STAYS
 * all after it. glibc only: it lets others take the place of malloc, and keeps its own under the
 * names used here.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static bool fails(void)
{
    static long left = -2; /* -2: not asked for yet, -1: none fails */
    if (left == -2) {
        const char *at = getenv("FAIL_MEMORY_AT");
        left = at != NULL && strcmp(program_invocation_short_name, "assay") == 0 ? atol(at) : -1;
    }
    if (left < 0)
        return false;
    if (left > 1) {
        left--;
        return false;
    }
    if (getenv("FAIL_MEMORY_STAYS") == NULL)
        left = -1;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}
