/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit_tree.c -- the tree of units above the executions, as read back. */
#include "store/unit_tree.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"

static bool append(struct unit_tree *units, size_t *capacity, struct tree_unit unit)
{
    if (!array_more(&units->items, units->n, capacity))
        return false;
    units->items[units->n++] = unit;
    return true;
}

enum assay_status unit_tree_read(struct store *store, int64_t experiment, struct unit_tree *units,
                                 struct assay_error *error)
{
    sqlite3_stmt *row = store_prepare(
        store, "SELECT id, parent, place FROM unit WHERE experiment = ?1 ORDER BY id", error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(row, 1, experiment);
    *units = (struct unit_tree){0};
    size_t capacity = 0;
    int code;
    bool memory = true;
    while (memory && (code = sqlite3_step(row)) == SQLITE_ROW)
        memory =
            append(units, &capacity,
                   (struct tree_unit){sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1),
                                      sqlite3_column_int64(row, 2)});
    enum assay_status status = ASSAY_OK;
    if (!memory)
        status = assay_fail(error, ASSAY_SYSTEM, "%s: out of memory.", store->path);
    else if (code != SQLITE_DONE)
        status = store_fail_sqlite(store, error);
    (void)sqlite3_finalize(row);
    if (status != ASSAY_OK)
        unit_tree_fini(units);
    return status;
}

void unit_tree_fini(struct unit_tree *units)
{
    free(units->items);
    *units = (struct unit_tree){0};
}

static int by_id(const void *key, const void *item)
{
    int64_t id = *(const int64_t *)key, other = ((const struct tree_unit *)item)->id;
    return (id > other) - (id < other);
}

bool unit_tree_labels(const struct unit_tree *units, int64_t id, size_t n_levels,
                      char labels[][UNIT_LABEL_BYTES])
{
    for (size_t level = n_levels; level-- > 0;) {
        const struct tree_unit *unit =
            units->n == 0 ? NULL : bsearch(&id, units->items, units->n, sizeof *unit, by_id);
        if (unit == NULL)
            return false;
        (void)snprintf(labels[level], UNIT_LABEL_BYTES, "%lld", (long long)unit->place + 1);
        id = unit->parent;
    }
    return id == 0;
}
