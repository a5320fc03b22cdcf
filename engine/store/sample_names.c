/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_names.c -- names by their numbers, looked up once. */
#include "store/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"

enum { MOST = 1 << 24 }; /* numbers are given one after the other; more is damage */

static void list_fini(struct sample_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->items[i].name);
        free(list->items[i].unit);
        free(list->items[i].part);
    }
    free(list->items);
    *list = (struct sample_list){0};
}

void sample_names_free(struct sample_names **names)
{
    if (*names == NULL)
        return;
    list_fini(&(*names)->metrics);
    list_fini(&(*names)->systems);
    list_fini(&(*names)->benchmarks);
    free(*names);
    *names = NULL;
}

static bool add(struct sample_list *list, sqlite3_stmt *row)
{
    const int64_t id = sqlite3_column_int64(row, 0);
    if (id < 0 || id >= MOST)
        return true;
    if ((size_t)id >= list->n) {
        const size_t n = (size_t)id + (size_t)id / 2 + 16;
        struct sample_name *items = realloc(list->items, n * sizeof *items);
        if (items == NULL)
            return false;
        memset(items + list->n, 0, (n - list->n) * sizeof *items);
        list->items = items;
        list->n = n;
    }
    struct sample_name *name = &list->items[id];
    if (name->name != NULL)
        return true;
    *name = (struct sample_name){store_column_text(row, 1), store_column_text(row, 2),
                                 store_column_text(row, 4), sqlite3_column_int(row, 3) != 0,
                                 sqlite3_column_int(row, 5)};
    return name->name != NULL && name->unit != NULL && name->part != NULL;
}

static enum assay_status read_list(struct store *store, const char *sql, struct sample_list *list,
                                   struct assay_error *error)
{
    struct store_rows rows = store_ask_values(store, sql, error, NULL, 0);
    while (store_next(&rows))
        if (!add(list, rows.row))
            rows.status = store_no_memory(error);
    return store_asked(&rows);
}

static enum assay_status read_names(struct store *store, struct assay_error *error)
{
    if (store->names == NULL)
        store->names = calloc(1, sizeof *store->names);
    if (store->names == NULL)
        return store_no_memory(error);
    TRY(read_list(store, "SELECT id, name, unit, more_is_better, part, told FROM metric",
                  &store->names->metrics, error));
    TRY(read_list(store, "SELECT id, name, '', 0, '' FROM system", &store->names->systems, error));
    return read_list(store, "SELECT id, name, '', 0, '' FROM benchmark", &store->names->benchmarks,
                     error);
}

static const struct sample_name *find(const struct sample_list *list, int64_t id)
{
    return id >= 0 && (size_t)id < list->n && list->items[id].name != NULL ? &list->items[id]
                                                                           : NULL;
}

static bool found(const struct sample_list *list, int64_t id, const struct sample_name **name)
{
    return name == NULL || (*name = find(list, id)) != NULL;
}

enum assay_status sample_names_find(struct store *store, const int64_t ids[3],
                                    const struct sample_name **metric,
                                    const struct sample_name **system,
                                    const struct sample_name **benchmark, struct assay_error *error)
{
    for (int reads = 0; reads < 2; reads++) {
        const struct sample_names *names = store->names;
        if (names != NULL && found(&names->metrics, ids[0], metric) &&
            found(&names->systems, ids[1], system) && found(&names->benchmarks, ids[2], benchmark))
            return ASSAY_OK;
        if (reads == 0)
            TRY(read_names(store, error));
    }
    return assay_fail(error, ASSAY_SYSTEM,
                      "%s: the store is damaged: it has a system, benchmark or metric without a "
                      "name. Look at assay store verify.",
                      store->path);
}

const char *sample_benchmark(const char *benchmark, const char *part, char *text, size_t size)
{
    if (part[0] == '\0')
        return benchmark;
    (void)snprintf(text, size, "%s/%s", benchmark, part);
    return text;
}
