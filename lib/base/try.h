/* SPDX-License-Identifier: GPL-3.0-or-later */
/* try.h -- steps that may fail, one after the other, and variables whose memory ends with their block, whichever way that is left:
 *
 *     OWNED double *x = malloc(n * sizeof *x);
 *     SCOPED(errors_fini) struct errors errors = {0};
 *
 * A variable stands with its first value, and what it holds at the end is freed: of several in one declaration all. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include <assay/status.h>

/* What fails ends the function: its status is returned as it is. What is to be freed and held there is owned. */
#define TRY(...)                                                                                   \
    do {                                                                                           \
        const enum assay_status tried = (__VA_ARGS__);                                             \
        if (tried != ASSAY_OK)                                                                     \
            return tried;                                                                          \
    } while (0)

/* finish: takes the variable's address. */
#define SCOPED(finish) __attribute__((cleanup(finish)))
#define OWNED SCOPED(free_variable)

/* Of a pointer of any type, which is read as what it is: bytes. */
static inline void free_variable(void *variable)
{
    void *memory;
    memcpy(&memory, variable, sizeof memory);
    free(memory);
}
