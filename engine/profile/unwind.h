/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unwind.h -- who called, also of a program without frame pointers: from its registers and a copy of the top of its stack, by the tables
 * that compilers write for exceptions (.eh_frame).
 *
 *     struct unwinder *unwinder = unwinder_open(&why_not);
 *     unwinder_walk(unwinder, &map, &record, &unwound);    of each sample of an execution, in their order
 *     unwinder_forget(unwinder);                           before the next execution
 *     unwinder_close(&unwinder);
 */
#pragma once

#include "profile/code_map.h"
#include "profile/sample_record.h"

struct unwinder;

/* NULL: it cannot be done here; why_not then is a clause without an end: "libdw.so.1 is not installed". */
struct unwinder *unwinder_open(const char **why_not);
void unwinder_close(struct unwinder **unwinder);

struct unwound {
    const uint64_t
        *callers; /* behind the call that each made, the innermost first; until the next walk */
    size_t n;
    bool whole; /* up to where the program, or its thread, began */
};
void unwinder_walk(struct unwinder *unwinder, struct code_map *map,
                   const struct sample_record *record, struct unwound *out);

/* What was loaded into the processes of an execution. */
void unwinder_forget(struct unwinder *unwinder);
