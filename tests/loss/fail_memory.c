/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail_memory.c -- memory that is out, for tests; preloaded.
 *
 * Of the program named assay, allocation number FAIL_MEMORY_AT fails, and with FAIL_MEMORY_STAYS
 * all after it.
 */
#include "support/failing_memory.h"

#include <stdlib.h>
#include <string.h>

static bool memory_fails(void)
{
    static long left = -2; /* -2: not asked for yet, -1: none fails */
    static bool stays;
    if (left == -2) {
        const char *at = getenv("FAIL_MEMORY_AT");
        const bool asked = at != NULL && strcmp(program_invocation_short_name, "assay") == 0;
        left = asked ? atol(at) - 1 : -1;
        stays = getenv("FAIL_MEMORY_STAYS") != NULL;
    }
    return memory_counted(&left, stays);
}
