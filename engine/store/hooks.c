/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.c -- reading the commands around units that failed. */
#include "base/array.h"
#include "store/seal.h"

#include <stdlib.h>

void store_hooks_free(struct store_hook **hooks, size_t n)
{
    for (size_t i = 0; *hooks != NULL && i < n; i++) {
        free((*hooks)[i].system);
        free((*hooks)[i].name);
        free((*hooks)[i].last_words);
    }
    free(*hooks);
    *hooks = NULL;
}

struct hook_list {
    struct store_hook *items;
    size_t n;
    struct assay_error *error;
};

static enum assay_status add_hook(void *context, sqlite3_stmt *row)
{
    bool ok = true;
    struct hook_list *list = context;
    if (!array_resize(&list->items, list->n + 1))
        return store_no_memory(list->error);
    list->items[list->n++] = (struct store_hook){
        .system = store_column_copy(row, 0, &ok),
        .name = store_column_copy(row, 1, &ok),
        .round = sqlite3_column_int64(row, 2),
        .position = sqlite3_column_int64(row, 3),
        .outcome = (enum outcome)store_column_within(row, 4, OUTCOME_NO_VALUES, OUTCOME_NO_VALUES),
        .code = sqlite3_column_int(row, 5),
        .last_words = store_column_copy(row, 6, &ok)};
    return ok ? ASSAY_OK : store_no_memory(list->error);
}

enum assay_status store_hooks(struct store *store, int64_t experiment, struct store_hook **hooks,
                              size_t *n, struct assay_error *error)
{
    struct hook_list list = {.error = error};
    *hooks = NULL;
    *n = 0;
    if (!store_has(store, "hook", NULL)) /* of version 4 and before */
        return ASSAY_OK;
    enum assay_status status = seal_demand(store, experiment, SEAL_TREE, error);
    if (status == ASSAY_OK && (store_holds(store, experiment) & STORE_HOLDS_HOOKS) != 0)
        status = store_for_each(store,
                                "SELECT system.name, hook.name, round, position, outcome,"
                                " code, last_words FROM hook"
                                " JOIN system ON system.id = hook.system"
                                " WHERE hook.experiment = ?1 ORDER BY hook.id",
                                experiment, add_hook, &list, error);
    if (status == ASSAY_OK) {
        *hooks = list.items;
        *n = list.n;
    } else {
        store_hooks_free(&list.items, list.n);
    }
    return status;
}
