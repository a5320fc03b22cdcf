/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_hint_json.c -- what it would take where a comparison is inconclusive, in documents. */
#include "view/document/documents.h"

#include <stdlib.h>

#include "analysis/units_needed.h"
#include "view/document/json.h"
#include "view/text/view_memory.h"

#include <assay/parallel.h>

struct compare_hint {
    const struct comparison_finding *row;
    struct units_needed needed;
    enum assay_status status;
};

static void find_hint(size_t i, size_t thread, void *context)
{
    const struct compare_hints *hints = context;
    struct compare_hint *hint = &hints->items[i];
    (void)thread;
    hint->status = units_needed_of(hint->row, hints->replicates, &hint->needed);
}

struct compare_hints compare_hints_begin(const struct comparison *pairs, size_t n_threads)
{
    const size_t n = comparison_inconclusive(pairs);
    struct compare_hints hints = {.items = calloc(n + 1, sizeof *hints.items),
                                  .replicates = units_needed_replicates(n)};
    if (hints.items == NULL) {
        view_lose();
        return hints;
    }
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            if (pair_is_inconclusive(&pairs->items[i], j))
                hints.items[hints.n++].row = &pairs->items[i].rows[j];
    assay_parallel_for(hints.n, n_threads, find_hint, &hints);
    return hints;
}

void compare_hints_set(struct compare_hints *hints, const struct comparison_finding *row,
                       json_t *comparison)
{
    if (hints->next == hints->n || hints->items[hints->next].row != row)
        return;
    const struct compare_hint *hint = &hints->items[hints->next++];
    render_json_put(comparison, JSON_IF(view_defined(hint->status), "to_decide",
                                        units_needed_json(&hint->needed)));
}

void compare_hints_end(struct compare_hints *hints)
{
    free(hints->items);
}
