/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draws_packed.c -- what was drawn for the executions of a packed experiment. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/packed.h"

/* One draw, by the execution's place among those of its system and benchmark. */
struct pick {
    int64_t system, benchmark;
    size_t index;
    struct draw_place at;
};

struct picks {
    struct pick *items;
    size_t n, room;
    size_t *counts; /* executions so far, [system][benchmark] */
    size_t n_systems, n_benchmarks, n_steps;
};

static int by_place(const void *left, const void *right)
{
    const struct pick *a = left, *b = right;
    if (a->system != b->system)
        return a->system < b->system ? -1 : 1;
    if (a->benchmark != b->benchmark)
        return a->benchmark < b->benchmark ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static bool pick(struct picks *picks, const struct execution_order *order,
                 const struct draw_wish *wish)
{
    const char *name = wish->name;
    size_t at = 0; /* of a name, draws stand in the order of their steps */
    while (at < order->n_draws && strcmp(order->draws[at].name, name) != 0)
        at++;
    for (size_t i = 0; i < order->n; i++, picks->n_steps++) {
        const struct order_step *step = &order->steps[i];
        if (step->system < 0 || (size_t)step->system >= picks->n_systems || step->benchmark < 0 ||
            (size_t)step->benchmark >= picks->n_benchmarks)
            return false;
        const size_t index =
            picks->counts[(size_t)step->system * picks->n_benchmarks + (size_t)step->benchmark]++;
        while (at < order->n_draws && order->draws[at].step < i &&
               strcmp(order->draws[at].name, name) == 0)
            at++;
        const bool drawn = at < order->n_draws && order->draws[at].step == i &&
                           strcmp(order->draws[at].name, name) == 0;
        if (drawn == wish->without || step->outcome != 0 || (step->warmup != 0) != wish->without)
            continue;
        if (!array_more(&picks->items, picks->n, &picks->room))
            return false;
        picks->items[picks->n++] =
            (struct pick){step->system,
                          step->benchmark,
                          index,
                          {picks->n_steps, step->round, drawn ? order->draws[at].value : 0}};
    }
    return true;
}

static bool pick_all(struct store *store, sqlite3_stmt *row, struct picks *picks,
                     const struct draw_wish *wish)
{
    bool done = true;
    while (done && sqlite3_step(row) == SQLITE_ROW) {
        struct execution_order order;
        picks->n_systems = (size_t)sqlite3_column_int64(row, 2);
        picks->n_benchmarks = (size_t)sqlite3_column_int64(row, 3);
        if (picks->counts == NULL)
            picks->counts =
                calloc(picks->n_systems * picks->n_benchmarks + 1, sizeof *picks->counts);
        done = picks->counts != NULL &&
               execution_order_decode(store->codec, sqlite3_column_blob(row, 1),
                                      (size_t)sqlite3_column_bytes(row, 1),
                                      (size_t)sqlite3_column_int64(row, 0), &order);
        if (!done)
            break;
        done = pick(picks, &order, wish);
        execution_order_fini(&order);
    }
    if (picks->n > 0)
        qsort(picks->items, picks->n, sizeof *picks->items, by_place);
    return done;
}

/* Columns: executions, data, places of system and benchmark, then the names, the key's ids. */
static bool take_cell(struct store *store, sqlite3_stmt *row, const struct picks *picks,
                      struct cell *cell, struct draw_list *list)
{
    const int64_t ids[] = {sqlite3_column_int64(row, 8), sqlite3_column_int64(row, 9),
                           sqlite3_column_int64(row, 10)};
    cell_owner(store, sqlite3_column_int64(row, 11), ids, (size_t)sqlite3_column_int64(row, 0));
    if (!cell_decode(store->codec, sqlite3_column_blob(row, 1),
                     (size_t)sqlite3_column_bytes(row, 1), (size_t)sqlite3_column_int64(row, 0),
                     cell))
        return false;
    const double *values = cell->values;
    for (size_t i = 0; i < cell->n; i++) {
        const size_t n = (size_t)cell->column[CELL_N][i];
        const size_t n_warmup = (size_t)cell->column[CELL_N_WARMUP][i];
        const struct pick key = {sqlite3_column_int64(row, 2),
                                 sqlite3_column_int64(row, 3),
                                 (size_t)cell->column[CELL_INDEX][i],
                                 {0, 0, 0}};
        const struct pick *found =
            picks->n > 0 ? bsearch(&key, picks->items, picks->n, sizeof *picks->items, by_place)
                         : NULL;
        double sum = 0;
        for (size_t k = n_warmup; k < n; k++)
            sum += values[k] / (double)(n - n_warmup);
        values += n;
        if (found != NULL && n_warmup < n && !draw_list_add(list, row, 4, &found->at, sum))
            return false;
    }
    return true;
}

bool draws_packed(struct store *store, int64_t experiment, const struct draw_wish *wish,
                  struct draw_list *list, struct assay_error *error)
{
    struct picks picks = {0};
    struct cell cell = {0};
    sqlite3_stmt *order = store_prepare(
        store,
        "SELECT executions, data,"
        " (SELECT count(*) FROM experiment_system s WHERE s.experiment = p.experiment),"
        " (SELECT count(*) FROM experiment_benchmark b WHERE b.experiment = p.experiment)"
        " FROM packed_execution p WHERE experiment = ?1 ORDER BY first",
        error);
    sqlite3_stmt *values = store_prepare(
        store,
        "SELECT executions, data, s.place, b.place, system.name,"
        " benchmark.name || CASE part WHEN '' THEN '' ELSE '/' || part END, metric.name,"
        " metric.unit, metric.id, v.system, v.benchmark, v.experiment"
        " FROM packed_value v"
        " JOIN experiment_system s ON s.experiment = v.experiment AND s.system = v.system"
        " JOIN experiment_benchmark b ON b.experiment = v.experiment AND b.benchmark = v.benchmark"
        " JOIN system ON system.id = v.system JOIN benchmark ON benchmark.id = v.benchmark"
        " JOIN metric ON metric.id = v.metric WHERE v.experiment = ?1",
        error);
    bool done = order != NULL && values != NULL;
    if (done) {
        sqlite3_bind_int64(order, 1, experiment);
        sqlite3_bind_int64(values, 1, experiment);
        done = pick_all(store, order, &picks, wish);
    }
    while (done && picks.n > 0 && sqlite3_step(values) == SQLITE_ROW)
        done = take_cell(store, values, &picks, &cell, list);
    (void)sqlite3_finalize(order);
    (void)sqlite3_finalize(values);
    free(picks.items);
    free(picks.counts);
    cell_fini(&cell);
    return done;
}
