/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stacks.c -- stacks as a tree: each once, with what was counted there in each execution.
 * Edge:     functions that call themselves are met once for each call. Stacks deeper than DEEPEST are cut, so that no file
 *           makes a tree that nobody can draw.
 * Checked:  tests/engine/profile/test_stacks.c
 */
#include "profile/stacks.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/slots.h"

enum { DEEPEST = 512 };

/* last: of each stack the place of its last count,
 * from 1. first: of the counts of the last execution. */
struct profile_stack_index {
    struct slots slots;
    size_t *last;
    size_t items, last_room, counts; /* rooms */
    size_t execution, first;
};

void profile_keep_stacks(struct profile *profile)
{
    profile->stacks = arena_array(&profile->memory, 1, sizeof *profile->stacks);
    if (profile->stacks != NULL)
        profile->stacks->index =
            arena_array(&profile->memory, 1, sizeof *profile->stacks->index);
    if (profile->memory.lost)
        profile->stacks = NULL;
}

void profile_stacks_fini(struct profile *profile)
{
    struct profile_stacks *stacks = profile->stacks;
    if (stacks == NULL)
        return;
    free(stacks->index->slots.items);
    free(stacks->index->last);
    free(stacks->items);
    free(stacks->counts);
    profile->stacks = NULL;
}

/* ---- the tree ---- */

struct wanted_stack {
    const struct profile_stack *items, stack;
};

static bool is_stack(const void *wanted, size_t place)
{
    const struct wanted_stack *w = wanted;
    return w->items[place].caller == w->stack.caller && w->items[place].function == w->stack.function;
}

static uint64_t hash_of(struct profile_stack stack)
{
    return ((uint64_t)stack.caller << 32 | stack.function) * UINT64_C(0x9e3779b97f4a7c15) >> 20;
}

static uint64_t hash_of_stack(const void *stacks, size_t place)
{
    return hash_of(((const struct profile_stack *)stacks)[place]);
}

static uint32_t *slot_of(const struct profile_stacks *stacks, struct profile_stack stack)
{
    return slots_find(&stacks->index->slots, hash_of(stack), is_stack,
                      &(struct wanted_stack){stacks->items, stack});
}

static bool has_room(struct profile_stacks *stacks)
{
    struct profile_stack_index *index = stacks->index;
    return stacks->n + 1 < UINT32_MAX && array_more(&stacks->items, stacks->n, &index->items) &&
           array_more(&index->last, stacks->n, &index->last_room) &&
           slots_more(&index->slots, stacks->n, hash_of_stack, stacks->items);
}

/* Its place; 0: memory lacked. */
static uint32_t place_of(struct profile *profile, struct profile_stack stack)
{
    struct profile_stacks *stacks = profile->stacks;
    const uint32_t found = stacks->index->slots.n > 0 ? *slot_of(stacks, stack) : 0;
    if (found > 0)
        return found;
    profile->memory.lost |= !has_room(stacks);
    if (profile->memory.lost)
        return 0;
    *slot_of(stacks, stack) = (uint32_t)stacks->n + 1;
    stacks->items[stacks->n] = stack;
    stacks->index->last[stacks->n] = 0;
    return (uint32_t)++stacks->n;
}

/* ---- counts ---- */

static void count(struct profile *profile, uint32_t stack, size_t execution, uint64_t self)
{
    struct profile_stacks *stacks = profile->stacks;
    struct profile_stack_index *index = stacks->index;
    if (execution != index->execution) {
        index->execution = execution;
        index->first = stacks->n_counts;
    }
    size_t *last = &index->last[stack - 1];
    if (*last <= index->first) {
        profile->memory.lost |= !array_more(&stacks->counts, stacks->n_counts, &index->counts);
        if (profile->memory.lost)
            return;
        stacks->counts[stacks->n_counts] =
            (struct profile_stack_count){.execution = (uint32_t)execution, .stack = stack};
        *last = ++stacks->n_counts;
    }
    stacks->counts[*last - 1].self += self;
}

void profile_count_stack(struct profile *profile, const uint32_t *functions, size_t n, uint64_t self)
{
    const size_t cut = n > DEEPEST ? n - DEEPEST : 0;
    uint32_t stack = 0;
    if (profile->stacks == NULL || profile->n_executions == 0 || n == 0 || self == 0 ||
        functions[0] >= profile->n_functions)
        return;
    for (size_t i = n; i-- > cut && !profile->memory.lost;)
        if (functions[i] < profile->n_functions)
            stack = place_of(profile, (struct profile_stack){stack, functions[i]});
    if (!profile->memory.lost)
        count(profile, stack, profile->n_executions - 1, self);
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void profile_add_stack(struct profile *profile, uint32_t *functions, size_t n, uint64_t self)
{
    if (n == 0)
        return;
    profile_count(profile, functions[0], self, 0);
    profile_count_stack(profile, functions, n, self);
    qsort(functions, n, sizeof *functions, by_number);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || functions[i] != functions[i - 1])
            profile_count(profile, functions[i], 0, self);
}

/* ---- what knows no callers ---- */

static void add_alone(struct profile *profile, size_t execution)
{
    const struct profile_execution *of = &profile->executions[execution];
    for (size_t i = 0; i < of->n && !profile->memory.lost; i++) {
        const struct profile_count *one = &profile->counts[of->first + i];
        const uint32_t stack =
            one->self > 0 ? place_of(profile, (struct profile_stack){0, one->function}) : 0;
        if (stack > 0)
            count(profile, stack, execution, one->self);
    }
}

void profile_complete_stacks(struct profile *profile)
{
    if (profile->stacks == NULL)
        profile_keep_stacks(profile);
    if (profile->memory.lost)
        return;
    const struct profile_stacks *stacks = profile->stacks;
    bool *has = arena_array(&profile->memory, profile->n_executions + 1, sizeof *has);
    for (size_t i = 0; has != NULL && i < stacks->n_counts; i++)
        has[stacks->counts[i].execution] = true;
    for (size_t i = 0; has != NULL && i < profile->n_executions; i++)
        if (!has[i])
            add_alone(profile, i);
}
