/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_tree.c -- from a profile's stacks to contributions of each with what it calls.
 * Source:   METHODS I2, whose statistic is of any part of an execution's samples: here of those below a stack.
 * Assumes:  what called what is told alike of both systems.
 * Edge:     a node below the least share is no node, and so none that it calls; each caller is one, since it has all that
 *           they have, and comes first among equals.
 * Checked:  tests/engine/analysis/test_why_tree.c
 */
#include <stdlib.h>

#include "analysis/why_pairs.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "profile/stacks.h"

/* Samples below each stack, execution by execution. */
struct below {
    struct assay_function_samples *items;
    size_t n, room;
    size_t *first;    /* of each execution, and behind them the end */
    double *of_stack; /* of the execution at hand */
};

/* Adds to the stack and to all that called it. */
static void add_up(const struct profile_stacks *stacks, const struct profile_stack_count *count,
                   double *of_stack)
{
    for (uint32_t stack = count->stack; stack > 0; stack = stacks->items[stack - 1].caller)
        of_stack[stack - 1] += (double)count->self;
}

/* What the execution has, in the order of stacks; cleared for the next. */
static bool collect(const struct profile_stacks *stacks, struct below *below)
{
    for (size_t i = 0; i < stacks->n; i++) {
        if (below->of_stack[i] <= 0)
            continue;
        if (!array_more(&below->items, below->n, &below->room))
            return false;
        below->items[below->n++] = (struct assay_function_samples){i, below->of_stack[i]};
        below->of_stack[i] = 0;
    }
    return true;
}

static int by_execution(const void *a, const void *b)
{
    const struct profile_stack_count *x = a, *y = b;
    return x->execution != y->execution ? (x->execution > y->execution) - (x->execution < y->execution)
                                        : (x->stack > y->stack) - (x->stack < y->stack);
}

static bool sum_below(const struct profile *profile, struct below *below)
{
    const struct profile_stacks *stacks = profile->stacks;
    size_t at = 0;
    below->first = calloc(profile->n_executions + 1, sizeof *below->first);
    below->of_stack = calloc(stacks->n + 1, sizeof *below->of_stack);
    if (below->first == NULL || below->of_stack == NULL)
        return false;
    if (stacks->n_counts > 0)
        qsort(stacks->counts, stacks->n_counts, sizeof *stacks->counts, by_execution);
    for (size_t i = 0; i < profile->n_executions; i++) {
        for (; at < stacks->n_counts && stacks->counts[at].execution == i; at++)
            add_up(stacks, &stacks->counts[at], below->of_stack);
        if (!collect(stacks, below))
            return false;
        below->first[i + 1] = below->n;
    }
    return true;
}

/* ---- the tree ---- */

static int by_stack(const void *a, const void *b)
{
    const size_t x = ((const struct assay_contribution *)a)->function,
                 y = ((const struct assay_contribution *)b)->function;
    return (x > y) - (x < y);
}

static void name(const struct profile *profile, uint32_t function, struct arena *memory,
                 struct why_node *node)
{
    node->name = arena_copy(memory, profile->functions[function].name);
    node->object = arena_copy(memory, profile->functions[function].object);
}

static void fill_nodes(const struct why_pairs *pairs, struct assay_contributions *found,
                       struct why_tree *tree)
{
    const struct profile_stacks *stacks = pairs->profile->stacks;
    OWNED uint32_t *place = calloc(stacks->n + 1, sizeof *place);
    tree->nodes = arena_array(&tree->memory, found->n, sizeof *tree->nodes);
    if (place == NULL || tree->nodes == NULL) {
        tree->memory.lost = true;
        return;
    }
    qsort(found->lines, found->n, sizeof *found->lines, by_stack);
    for (size_t i = 0; i < found->n; i++) {
        const struct profile_stack *stack = &stacks->items[found->lines[i].function];
        struct why_node *node = &tree->nodes[tree->n++];
        *node = (struct why_node){.of = found->lines[i], .caller = WHY_OUTERMOST};
        node->of.old_values = node->of.new_values = NULL;
        node->self[0] = node->of.old_mean;
        node->self[1] = node->of.new_mean;
        name(pairs->profile, stack->function, &tree->memory, node);
        place[found->lines[i].function] = (uint32_t)i;
        if (stack->caller == 0)
            continue;
        node->caller = place[stack->caller - 1];
        tree->nodes[node->caller].self[0] -= node->of.old_mean;
        tree->nodes[node->caller].self[1] -= node->of.new_mean;
        tree->deep = true;
    }
}

static void describe(const struct why_pairs *pairs, const struct assay_contributions *found,
                     struct why_tree *tree)
{
    const struct why_request *request = pairs->request;
    tree->old_name = arena_copy(&tree->memory, request->old_name);
    tree->new_name = arena_copy(&tree->memory, request->new_name);
    tree->sampler = arena_copy(&tree->memory, pairs->profile->origin.sampler);
    tree->unit = arena_copy(&tree->memory, pairs->profile->origin.unit);
    tree->total = found->total;
    tree->total.old_values = tree->total.new_values = NULL;
    tree->pairs = pairs->n;
    tree->units = found->units;
    tree->hidden = pairs->profile->stacks->n - found->n;
    tree->confidence = request->how.confidence;
    tree->margin = request->margin;
}

static enum assay_status analyse(struct why_pairs *pairs, struct below *below,
                                 struct why_tree *tree, struct assay_error *error)
{
    TRY(why_pairs_make(pairs, error));
    if (!sum_below(pairs->profile, below))
        return fail_no_memory(error);
    /* The pairs' executions with what is below stacks in the place of functions. */
    for (size_t side = 0; side < 2; side++)
        for (size_t k = 0; k < pairs->n; k++) {
            const size_t execution = pairs->executions[side][k];
            pairs->runs[side][k].samples = below->items + below->first[execution];
            pairs->runs[side][k].n = below->first[execution + 1] - below->first[execution];
        }
    const struct assay_profiled_pairs given = {.old_runs = pairs->runs[0],
                                               .new_runs = pairs->runs[1],
                                               .n = pairs->n,
                                               .units = pairs->has_units ? pairs->units : NULL,
                                               .n_functions = pairs->profile->stacks->n};
    struct assay_contribution_options how = pairs->request->how;
    SCOPED(assay_contributions_fini) struct assay_contributions found = {0};
    how.inclusive = true;
    TRY(assay_contributions_of(&given, &how, &found, error));
    fill_nodes(pairs, &found, tree);
    describe(pairs, &found, tree);
    return tree->memory.lost ? fail_no_memory(error) : ASSAY_OK;
}

enum assay_status why_analyse_stacks(struct profile *profile, const struct why_request *request,
                                     struct why_tree *tree, struct assay_error *error)
{
    struct why_request alone = *request;
    alone.how.inclusive = false; /* whether functions have callers does not matter here */
    SCOPED(why_pairs_fini) struct why_pairs pairs = {.profile = profile, .request = &alone};
    struct below below = {0};
    *tree = (struct why_tree){0};
    profile_complete_stacks(profile);
    const enum assay_status status =
        profile->memory.lost ? fail_no_memory(error) : analyse(&pairs, &below, tree, error);
    free(below.items);
    free(below.first);
    free(below.of_stack);
    return status;
}
