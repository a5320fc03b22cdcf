/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draws.c -- reading what was drawn for each execution, beside what it gave. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/packed.h"

/* The list that draws are gathered into. */
struct draw_list {
    struct draw_item {
        struct store_draw draw;
        size_t order;   /* of the execution */
        int64_t metric; /* its id */
    } * items;
    size_t n, capacity;
};

/* Of which execution it is. */
struct draw_place {
    size_t order;
    int64_t round;
    double drawn;
};

/* Executions that count and have this draw; or, without, that do not count and have it not. */
struct draw_wish {
    const char *name;
    bool without;
};

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

/* Adds a draw whose system, benchmark, metric, unit and metric's id stand in the row's columns from
 * `first` on. False: no memory. */
static bool add(struct draw_list *list, sqlite3_stmt *row, int first,
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
        if (!read_mean(store, rows.row, &mean) || !add(list, rows.row, 0, &place, mean))
            rows.status = assay_fail(error, ASSAY_SYSTEM,
                                     "%s: a value is damaged, or out of memory.", store->path);
    }
    return store_asked(&rows);
}

/* ---- of a packed experiment ---- */

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
        if (found != NULL && n_warmup < n && !add(list, row, 4, &found->at, sum))
            return false;
    }
    return true;
}

/* Adds those of a packed experiment. False: damaged, or no memory. */
static bool draws_packed(struct store *store, int64_t experiment, const struct draw_wish *wish,
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
