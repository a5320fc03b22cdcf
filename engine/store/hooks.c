/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.c -- reading the commands around units that failed. */
#include "store/seal.h"

#include <stdlib.h>
#include <string.h>

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

static char *column_copy(sqlite3_stmt *row, int column, bool *ok)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    char *copy = text != NULL ? strdup(text) : NULL;
    *ok = *ok && (text == NULL || copy != NULL);
    return copy;
}

static bool add_hook(sqlite3_stmt *row, struct store_hook **hooks, size_t *n)
{
    bool ok = true;
    struct store_hook *more = realloc(*hooks, (*n + 1) * sizeof *more);
    if (more == NULL)
        return false;
    *hooks = more;
    more[(*n)++] = (struct store_hook){.system = column_copy(row, 0, &ok),
                                       .name = column_copy(row, 1, &ok),
                                       .round = sqlite3_column_int64(row, 2),
                                       .position = sqlite3_column_int64(row, 3),
                                       .outcome = (enum outcome)sqlite3_column_int(row, 4),
                                       .code = sqlite3_column_int(row, 5),
                                       .last_words = column_copy(row, 6, &ok)};
    return ok;
}

/* Stores of version 4 and before, which are read as they are, have no such table. */
static bool has_hooks(struct store *store)
{
    sqlite3_stmt *row = NULL;
    bool has =
        sqlite3_prepare_v2(store->db, "SELECT id FROM hook LIMIT 0", -1, &row, NULL) == SQLITE_OK;
    (void)sqlite3_finalize(row);
    return has;
}

enum assay_status store_hooks(struct store *store, int64_t experiment, struct store_hook **hooks,
                              size_t *n, struct assay_error *error)
{
    *hooks = NULL;
    *n = 0;
    if (!has_hooks(store))
        return ASSAY_OK;
    enum assay_status status = seal_demand(store, experiment, SEAL_TREE, error);
    if (status != ASSAY_OK)
        return status;
    sqlite3_stmt *row = store_prepare(store,
                                      "SELECT system.name, hook.name, round, position, outcome,"
                                      " code, last_words FROM hook"
                                      " JOIN system ON system.id = hook.system"
                                      " WHERE hook.experiment = ?1 ORDER BY hook.id",
                                      error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(row, 1, experiment);
    int code;
    while ((code = sqlite3_step(row)) == SQLITE_ROW && status == ASSAY_OK)
        if (!add_hook(row, hooks, n))
            status = store_no_memory(error);
    if (status == ASSAY_OK && code != SQLITE_DONE)
        status = store_fail_sqlite(store, error);
    (void)sqlite3_finalize(row);
    if (status != ASSAY_OK) {
        store_hooks_free(hooks, *n);
        *n = 0;
    }
    return status;
}
