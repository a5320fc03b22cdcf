/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draws.c -- reading what was drawn for each execution, beside what it gave. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/packed.h"

#define EXECUTIONS(drawn, whose)                                                                   \
    "SELECT system.name, benchmark.name || CASE part WHEN '' THEN '' ELSE '/' || part END,"        \
    " metric.name, metric.unit, metric.id, " drawn ", value.n,"                                    \
    " value.n_warmup, value.data, round FROM execution"                                            \
    " JOIN value ON value.key BETWEEN execution.id << 16 AND (execution.id << 16) + 65535"         \
    " JOIN metric ON metric.id = value.key & 65535"                                                \
    " JOIN system ON system.id = execution.system"                                                 \
    " JOIN benchmark ON benchmark.id = execution.benchmark " whose                                 \
    " ORDER BY round, position, metric.id"

static const char drawn_sql[] =
    EXECUTIONS("draw.value", "JOIN draw ON draw.execution = execution.id AND draw.name = ?2"
                             " WHERE execution.experiment = ?1 AND outcome = 0 AND warmup = 0");
static const char without_sql[] = EXECUTIONS(
    "0.0", "WHERE execution.experiment = ?1 AND outcome = 0 AND warmup = 1 AND NOT EXISTS"
           " (SELECT 1 FROM draw WHERE execution = execution.id AND name = ?2)");

static bool read_mean(struct store *store, sqlite3_stmt *row, double *mean)
{
    const size_t n = (size_t)sqlite3_column_int64(row, 6),
                 n_warmup = (size_t)sqlite3_column_int64(row, 7);
    const void *data = sqlite3_column_blob(row, 8);
    const size_t size = (size_t)sqlite3_column_bytes(row, 8);
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

bool draw_list_add(struct draw_list *list, sqlite3_stmt *row, int first,
                   const struct draw_place *place, double mean)
{
    if (!array_more(&list->items, list->n, &list->capacity))
        return false;
    struct draw_item *item = &list->items[list->n++];
    *item =
        (struct draw_item){{store_column_text(row, first), store_column_text(row, first + 1),
                            store_column_text(row, first + 2), store_column_text(row, first + 3),
                            place->round, place->drawn, mean},
                           place->order,
                           sqlite3_column_int64(row, first + 4)};
    const struct store_draw *draw = &item->draw;
    return draw->system != NULL && draw->benchmark != NULL && draw->metric != NULL &&
           draw->unit != NULL;
}

static void draw_fini(struct store_draw *draw)
{
    free(draw->system);
    free(draw->benchmark);
    free(draw->metric);
    free(draw->unit);
}

void store_draws_free(struct store_draw **draws, size_t n)
{
    for (size_t i = 0; *draws != NULL && i < n; i++)
        draw_fini(&(*draws)[i]);
    free(*draws);
    *draws = NULL;
}

static enum assay_status draws_in_rows(struct store *store, int64_t experiment,
                                       const struct draw_wish *wish, struct draw_list *list,
                                       struct assay_error *error)
{
    struct store_rows rows = store_ask(store, wish->without ? without_sql : drawn_sql, error,
                                       INTEGER(experiment), TEXT(wish->name));
    while (store_next(&rows)) {
        double mean;
        const struct draw_place place = {list->n, sqlite3_column_int64(rows.row, 9),
                                         sqlite3_column_double(rows.row, 5)};
        if (!read_mean(store, rows.row, &mean) || !draw_list_add(list, rows.row, 0, &place, mean))
            rows.status = assay_fail(error, ASSAY_SYSTEM,
                                     "%s: a value is damaged, or out of memory.", store->path);
    }
    return store_asked(&rows);
}

static int by_order(const void *left, const void *right)
{
    const struct draw_item *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return (a->metric > b->metric) - (a->metric < b->metric);
}

/* The draws alone, in order; false: no memory. */
static bool hand_over(struct draw_list *list, struct store_draw **draws)
{
    *draws = malloc((list->n + 1) * sizeof **draws);
    if (*draws == NULL)
        return false;
    if (list->n > 0)
        qsort(list->items, list->n, sizeof *list->items, by_order);
    for (size_t i = 0; i < list->n; i++)
        (*draws)[i] = list->items[i].draw;
    return true;
}

static enum assay_status gather(struct store *store, int64_t experiment,
                                const struct draw_wish *wish, struct store_draw **draws, size_t *n,
                                struct assay_error *error)
{
    struct draw_list list = {0};
    *draws = NULL;
    *n = 0;
    enum assay_status status = draws_in_rows(store, experiment, wish, &list, error);
    if (status == ASSAY_OK &&
        (!draws_packed(store, experiment, wish, &list, error) || !hand_over(&list, draws)))
        status = assay_fail(error, ASSAY_SYSTEM, "%s: a value is damaged, or out of memory.",
                            store->path);
    if (status == ASSAY_OK) {
        *n = list.n;
    } else {
        for (size_t i = 0; i < list.n; i++)
            draw_fini(&list.items[i].draw);
    }
    free(list.items);
    return status;
}

enum assay_status store_draws(struct store *store, int64_t experiment, const char *name,
                              struct store_draw **draws, size_t *n, struct assay_error *error)
{
    return gather(store, experiment, &(struct draw_wish){.name = name}, draws, n, error);
}

enum assay_status store_alone(struct store *store, int64_t experiment, struct store_draw **values,
                              size_t *n, struct assay_error *error)
{
    const struct draw_wish wish = {.name = "overlap", .without = true};
    return gather(store, experiment, &wish, values, n, error);
}
