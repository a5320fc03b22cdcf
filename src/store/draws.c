/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draws.c -- reading what was drawn for each execution, beside what it gave. */
#include <stdlib.h>
#include <string.h>

#include "store/private.h"

static const char sql[] =
    "SELECT system.name, benchmark.name || CASE part WHEN '' THEN '' ELSE '/' || part END, "
    "metric.name, metric.unit, draw.value, value.n,"
    " value.n_warmup, value.data FROM execution"
    " JOIN draw ON draw.execution = execution.id AND draw.name = ?2"
    " JOIN value ON value.key BETWEEN execution.id << 16 AND (execution.id << 16) + 65535"
    " JOIN metric ON metric.id = value.key & 65535"
    " JOIN system ON system.id = execution.system"
    " JOIN benchmark ON benchmark.id = execution.benchmark"
    " WHERE execution.experiment = ?1 AND outcome = 0 AND warmup = 0"
    " ORDER BY round, position, metric.id";

struct list {
    struct store_draw *items;
    size_t n, capacity;
};

static char *copy_text(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return strdup(text != NULL ? (const char *)text : "");
}

static bool read_mean(struct store *store, sqlite3_stmt *row, double *mean)
{
    const size_t n = (size_t)sqlite3_column_int64(row, 5),
                 n_warmup = (size_t)sqlite3_column_int64(row, 6);
    const void *data = sqlite3_column_blob(row, 7);
    const size_t size = (size_t)sqlite3_column_bytes(row, 7);
    if (blob_count(data, size) != n || n_warmup >= n)
        return false;
    double *values = malloc(n * sizeof *values), sum = 0;
    bool done = values != NULL && blob_decode(store->codec, data, size, values, n);
    for (size_t i = n_warmup; done && i < n; i++)
        sum += values[i] / (double)(n - n_warmup);
    free(values);
    *mean = sum;
    return done;
}

static bool add(struct list *list, sqlite3_stmt *row, double mean)
{
    if (list->n == list->capacity) {
        size_t capacity = 2 * list->capacity + 64;
        struct store_draw *items = realloc(list->items, capacity * sizeof *items);
        if (items == NULL)
            return false;
        list->items = items;
        list->capacity = capacity;
    }
    struct store_draw *draw = &list->items[list->n++];
    *draw = (struct store_draw){copy_text(row, 0),
                                copy_text(row, 1),
                                copy_text(row, 2),
                                copy_text(row, 3),
                                sqlite3_column_double(row, 4),
                                mean};
    return draw->system != NULL && draw->benchmark != NULL && draw->metric != NULL &&
           draw->unit != NULL;
}

void store_draws_free(struct store_draw **draws, size_t n)
{
    for (size_t i = 0; *draws != NULL && i < n; i++) {
        free((*draws)[i].system);
        free((*draws)[i].benchmark);
        free((*draws)[i].metric);
        free((*draws)[i].unit);
    }
    free(*draws);
    *draws = NULL;
}

enum store_status store_draws(struct store *store, int64_t experiment, const char *name,
                              struct store_draw **draws, size_t *n, struct store_error *error)
{
    struct list list = {0};
    *draws = NULL;
    *n = 0;
    if (!store_has(store, "draw", NULL)) /* made before draws were kept */
        return STORE_OK;
    sqlite3_stmt *row = store_prepare(store, sql, error);
    if (row == NULL)
        return STORE_SYSTEM;
    sqlite3_bind_int64(row, 1, experiment);
    sqlite3_bind_text(row, 2, name, -1, SQLITE_STATIC);
    enum store_status status = STORE_OK;
    int code = SQLITE_ROW;
    while (status == STORE_OK && (code = sqlite3_step(row)) == SQLITE_ROW) {
        double mean;
        if (!read_mean(store, row, &mean) || !add(&list, row, mean))
            status = store_fail(error, STORE_SYSTEM, "%s: a value is damaged, or memory is out.",
                                store->path);
    }
    if (status == STORE_OK && code != SQLITE_DONE)
        status = store_fail_sqlite(store, error);
    (void)sqlite3_finalize(row);
    if (status != STORE_OK) {
        store_draws_free(&list.items, list.n);
        return status;
    }
    *draws = list.items;
    *n = list.n;
    return STORE_OK;
}
