/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stacks.h -- what called what: stacks as they were met, beside a profile's functions, where somebody wants them. */
#pragma once

#include "profile/profile.h"

/* A stack is its innermost function and the stack of what called it, by place from 1; 0: nothing did. */
struct profile_stack {
    uint32_t caller, function;
};
struct profile_stack_count {
    uint32_t execution, stack;
    uint64_t self; /* samples with just this stack */
};
/* How callers were found; of files nobody knows. */
enum profile_callers { PROFILE_CALLERS_UNKNOWN, PROFILE_CALLERS_BY_FRAMES, PROFILE_CALLERS_BY_TABLES };
struct profile_stacks {
    struct profile_stack *items; /* that of place p is items[p - 1]; callers come before what they call */
    size_t n;
    struct profile_stack_count *counts; /* execution by execution */
    size_t n_counts;
    enum profile_callers by;
    uint64_t *whole;   /* of each system, samples whose stack goes up to the program's start, or its thread's; NULL: not known */
    uint64_t *skipped; /* of each system, samples that leave out who called their function; NULL: not known */
    struct profile_stack_index *index;
};

/* Before anything is read. Memory that lacks shows in memory.lost of the profile. */
void profile_keep_stacks(struct profile *profile);

/* Of the last execution, innermost function first; nothing where stacks are not kept. Of very deep ones the outermost
 * functions are kept, and what is below them counts as theirs. */
void profile_count_stack(struct profile *profile, const uint32_t *functions, size_t n, uint64_t self);

/* Counts a stack of the last execution, innermost function first: its own for that one, in all for each function once, and as
 * a stack where these are kept. Changes the order of functions. */
void profile_add_stack(struct profile *profile, uint32_t *functions, size_t n, uint64_t self);

/* What has no stacks gets those of one function, as many as it has samples; a format may know none. */
void profile_complete_stacks(struct profile *profile);

void profile_stacks_fini(struct profile *profile); /* by profile_fini */
