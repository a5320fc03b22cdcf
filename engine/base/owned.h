/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owned.h -- variables whose memory ends with their block, whichever way that is left.
 *
 *     OWNED char *text = view_format("%zu of %zu", n, all);
 *     SCOPED(sentences_fini) struct sentences sentences = {0};
 *
 * A variable stands with its first value, and what it holds at the end is freed: of several in one declaration
 * all. What a function gives away is none of these. */
#pragma once

#include <stdlib.h>
#include <string.h>

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
