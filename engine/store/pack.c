/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pack.c -- a complete experiment from rows to few bytes.
 *
 * One row for each execution and metric is what a run needs that may die at any moment; once the
 * experiment is complete, columns hold the same in a ninth of the room and are read ten times
 * faster. Its seal is compared before (pack_choose.c): damage stays where it can be told.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "store/numbers.h"
#include "store/packed.h"

struct packing {
    struct store *store;
    struct assay_error *error;
    int64_t experiment, first_unit;
    struct column_writer writer;
    struct execution_order order;
    size_t steps_room, draws_room;
    int64_t n_before; /* steps in rows that are written */
    struct cell cell;
    int64_t key[3]; /* metric, system, benchmark of the cell at hand */
};

static enum assay_status damaged(struct packing *packing, int64_t execution)
{
    return assay_fail(packing->error, ASSAY_SYSTEM,
                      "%s: experiment %lld is not packed: execution %lld does not fit its "
                      "checksum. Look at assay store verify.",
                      packing->store->path, (long long)packing->experiment, (long long)execution);
}

static enum assay_status for_each(struct packing *packing, const char *sql, store_row_taker take)
{
    return store_for_each(packing->store, sql, packing->experiment, take, packing, packing->error);
}

static int64_t from_first(const struct packing *packing, int64_t unit)
{
    return unit == 0 ? 0 : unit - packing->first_unit + 1;
}

/* ---- the execution order ---- */

static void forget_order(struct packing *packing)
{
    for (size_t i = 0; i < packing->order.n; i++)
        free((void *)(uintptr_t)packing->order.steps[i].last_words);
    for (size_t i = 0; i < packing->order.n_names; i++)
        free(packing->order.names[i]);
    packing->order.n = packing->order.n_draws = packing->order.n_names = 0;
}

static int by_name(const void *left, const void *right)
{
    const struct order_draw *a = left, *b = right;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->step > b->step) - (a->step < b->step);
}

static enum assay_status write_order(struct packing *packing)
{
    struct execution_order *order = &packing->order;
    int64_t failures = 0;
    if (order->n == 0)
        return ASSAY_OK;
    for (size_t i = 0; i < order->n; i++)
        failures += order->steps[i].outcome != 0;
    if (order->n_draws > 0)
        qsort(order->draws, order->n_draws, sizeof *order->draws, by_name);
    if (!execution_order_encode(&packing->writer, order))
        return store_no_memory(packing->error);
    const enum assay_status status =
        store_put(packing->store, SQL_ADD_ORDER, packing->error, INTEGER(packing->experiment),
                  INTEGER(packing->n_before), INTEGER(order->n), INTEGER(failures),
                  BLOB(packing->writer.out.bytes, packing->writer.n));
    packing->n_before += (int64_t)order->n;
    forget_order(packing);
    return status;
}

/* The same text for equal names. */
static const char *intern(struct execution_order *order, const char *name)
{
    for (size_t i = 0; i < order->n_names; i++)
        if (strcmp(order->names[i], name) == 0)
            return order->names[i];
    if (!array_resize(&order->names, order->n_names + 1))
        return NULL;
    order->names[order->n_names] = strdup(name);
    return order->names[order->n_names] != NULL ? order->names[order->n_names++] : NULL;
}

static enum assay_status take_draws(struct packing *packing, int64_t execution)
{
    struct execution_order *order = &packing->order;
    struct store_rows rows =
        store_ask_kept(packing->store, SQL_DRAWS_OF, packing->error, INTEGER(execution));
    while (store_next(&rows)) {
        const char *text = (const char *)sqlite3_column_text(rows.row, 0);
        const char *name = text != NULL ? intern(order, text) : NULL;
        if (name == NULL || !array_more(&order->draws, order->n_draws, &packing->draws_room))
            rows.status = store_no_memory(packing->error);
        else
            order->draws[order->n_draws++] =
                (struct order_draw){order->n - 1, name, sqlite3_column_double(rows.row, 1)};
    }
    return store_asked(&rows);
}

/* Attempts of one step stay in one row. */
static bool is_full(const struct execution_order *order, int64_t round, int64_t position)
{
    const struct order_step *last = order->n > 0 ? &order->steps[order->n - 1] : NULL;
    return order->n >= ORDER_MOST && (last->round != round || last->position != position);
}

/* Places are looked up in tables of their own, which SQLite indexes while it reads: an experiment may
 * have tens of thousands of benchmarks. */
static const char order_query[] =
    "WITH s AS MATERIALIZED (SELECT system, place FROM experiment_system WHERE experiment = ?1),"
    " b AS MATERIALIZED (SELECT benchmark, place FROM experiment_benchmark WHERE experiment = ?1)"
    " SELECT x.id, s.place, b.place, round, position, attempt, unit, x.place, warmup, start_ns,"
    " cost_s, live_s, outcome, code, last_words,"
    " (SELECT count(*) FROM value WHERE key BETWEEN x.id << 16 AND x.id << 16 | 65535)"
    " FROM execution x"
    " JOIN s ON s.system = x.system"
    " JOIN b ON b.benchmark = x.benchmark"
    " WHERE x.experiment = ?1 ORDER BY round, position, attempt";

static enum assay_status take_step(void *context, sqlite3_stmt *row)
{
    struct packing *packing = context;
    struct execution_order *order = &packing->order;
    enum assay_status status = ASSAY_OK;
    if (is_full(order, sqlite3_column_int64(row, 3), sqlite3_column_int64(row, 4)))
        status = write_order(packing);
    if (status != ASSAY_OK)
        return status;
    if (!array_more(&order->steps, order->n, &packing->steps_room))
        return store_no_memory(packing->error);
    struct order_step *step = &order->steps[order->n];
    *step = (struct order_step){.system = sqlite3_column_int64(row, 1),
                                .benchmark = sqlite3_column_int64(row, 2),
                                .round = sqlite3_column_int64(row, 3),
                                .position = sqlite3_column_int64(row, 4),
                                .attempt = sqlite3_column_int64(row, 5),
                                .unit = from_first(packing, sqlite3_column_int64(row, 6)),
                                .place = sqlite3_column_int64(row, 7),
                                .warmup = sqlite3_column_int64(row, 8),
                                .start_ns = sqlite3_column_int64(row, 9),
                                .cost_s = store_column_number(row, 10),
                                .live_s = store_column_number(row, 11),
                                .outcome = sqlite3_column_int64(row, 12),
                                .code = sqlite3_column_int64(row, 13),
                                .arrays = sqlite3_column_int64(row, 15)};
    const char *words = (const char *)sqlite3_column_text(row, 14);
    step->last_words = words != NULL ? strdup(words) : NULL;
    step->last_words_size = words != NULL ? strlen(words) : 0;
    order->n++;
    if (words != NULL && step->last_words == NULL)
        return store_no_memory(packing->error);
    return take_draws(packing, sqlite3_column_int64(row, 0));
}

/* ---- cells ---- */

static enum assay_status write_cell(struct packing *packing)
{
    if (packing->cell.n == 0)
        return ASSAY_OK;
    if (!cell_encode(&packing->writer, &packing->cell))
        return store_no_memory(packing->error);
    cell_owner(packing->store, packing->experiment, packing->key, packing->cell.n);
    checksum_own(packing->writer.out.bytes, packing->writer.n - CHECKSUM_BYTES,
                 packing->store->codec->owner);
    const size_t n = packing->cell.n;
    const int64_t *key = packing->key;
    packing->cell.n = packing->cell.n_values = 0;
    return store_put(packing->store, SQL_ADD_CELL, packing->error, INTEGER(packing->experiment),
                     INTEGER(key[0]), INTEGER(key[1]), INTEGER(key[2]), INTEGER(n),
                     BLOB(packing->writer.out.bytes, packing->writer.n));
}

static const char cells_query[] =
    "SELECT x.id, v.key & 65535 AS of, system, benchmark, place_in_cell, round, unit, place,"
    " warmup, n, n_warmup, data FROM"
    " (SELECT id, system, benchmark, round, unit, place, warmup, row_number() OVER"
    "   (PARTITION BY system, benchmark ORDER BY round, position, attempt) - 1 AS place_in_cell"
    "  FROM execution WHERE experiment = ?1) x"
    " JOIN value v ON v.key BETWEEN x.id << 16 AND x.id << 16 | 65535"
    " ORDER BY of, system, benchmark, place_in_cell";

static enum assay_status take_array(void *context, sqlite3_stmt *row)
{
    struct packing *packing = context;
    struct cell *cell = &packing->cell;
    enum assay_status status = ASSAY_OK;
    const int64_t key[3] = {sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2),
                            sqlite3_column_int64(row, 3)};
    if (memcmp(key, packing->key, sizeof key) != 0) {
        status = write_cell(packing);
        memcpy(packing->key, key, sizeof key);
    }
    if (status != ASSAY_OK)
        return status;
    const size_t n = (size_t)sqlite3_column_int64(row, 9);
    const void *data = sqlite3_column_blob(row, 11);
    const size_t size = (size_t)sqlite3_column_bytes(row, 11);
    if (blob_count(data, size) != n)
        return damaged(packing, sqlite3_column_int64(row, 0));
    if (!cell_reserve(cell, cell->n + 1, cell->n_values + n))
        return store_no_memory(packing->error);
    if (!blob_decode(packing->store->codec, data, size, cell->values + cell->n_values, n))
        return damaged(packing, sqlite3_column_int64(row, 0));
    for (int c = 0; c < N_CELL_COLUMNS; c++)
        cell->column[c][cell->n] = sqlite3_column_int64(row, 4 + c);
    cell->column[CELL_UNIT][cell->n] = from_first(packing, cell->column[CELL_UNIT][cell->n]);
    cell->n++;
    cell->n_values += n;
    return ASSAY_OK;
}

/* ---- manifest and host ---- */

/* Puts the encoded texts into the row that a statement with (?1, ?2 number, ?3 blob) names. */
static enum assay_status put_texts(struct packing *packing, const struct texts *texts,
                                   enum statement which)
{
    if (!texts_encode(&packing->writer, texts))
        return store_no_memory(packing->error);
    return store_put(packing->store, which, packing->error, INTEGER(packing->experiment),
                     INTEGER(texts->numbers[0]),
                     BLOB(packing->writer.out.bytes, packing->writer.n));
}

static enum assay_status pack_texts(struct packing *packing, const char *sql, enum statement which)
{
    SCOPED(texts_fini) struct texts texts = {0};
    struct store_rows rows =
        store_ask(packing->store, sql, packing->error, INTEGER(packing->experiment));
    while (store_next(&rows))
        if (!texts_add(&texts, sqlite3_column_int64(rows.row, 0),
                       (const char *)sqlite3_column_text(rows.row, 1)))
            rows.status = store_no_memory(packing->error);
    TRY(store_asked(&rows));
    return texts.n > 0 ? put_texts(packing, &texts, which) : ASSAY_OK;
}

static enum assay_status take_difference(void *context, sqlite3_stmt *row)
{
    struct packing *packing = context;
    return sqlite3_column_int64(row, 0) == packing->n_before
               ? ASSAY_OK
               : assay_fail(packing->error, ASSAY_SYSTEM,
                            "%s: experiment %lld is not packed: some of its executions are of "
                            "systems or benchmarks that it does not have.",
                            packing->store->path, (long long)packing->experiment);
}

static enum assay_status pack_all(struct packing *packing)
{
    TRY(store_number(packing->store, "SELECT coalesce(min(id), 0) FROM unit WHERE experiment = ?1",
                     packing->experiment, &packing->first_unit, packing->error));
    TRY(for_each(packing, order_query, take_step));
    TRY(write_order(packing));
    TRY(for_each(packing, "SELECT count(*) FROM execution WHERE experiment = ?1", take_difference));
    TRY(for_each(packing, cells_query, take_array));
    TRY(write_cell(packing));
    TRY(store_delete_rows(packing->store, packing->experiment, packing->error));
    TRY(pack_texts(packing,
                   "SELECT 0, manifest FROM experiment WHERE id = ?1"
                   " AND typeof(manifest) = 'text'",
                   SQL_PACK_MANIFEST));
    TRY(pack_texts(packing,
                   "SELECT round, facts FROM host WHERE experiment = ?1"
                   " AND typeof(facts) = 'text' ORDER BY round",
                   SQL_PACK_HOST));
    return store_run_for(packing->store,
                         "DELETE FROM host WHERE experiment = ?1 AND typeof(facts) = 'text'",
                         packing->experiment, packing->error);
}

enum assay_status pack_rows(struct store *store, int64_t experiment, struct assay_error *error)
{
    struct packing packing = {.store = store,
                              .error = error,
                              .experiment = experiment,
                              .writer = {.codec = store->codec}};
    enum assay_status status = pack_all(&packing);
    forget_order(&packing);
    execution_order_fini(&packing.order);
    cell_fini(&packing.cell);
    column_writer_fini(&packing.writer);
    return status;
}
