/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.c -- a packed experiment back to rows, as they were but for the numbers of executions. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "store/packed.h"
#include "store/run.h"
#include "store/step_row.h"

struct unpacking {
    struct store *store;
    struct assay_error *error;
    int64_t experiment, first_unit;
    struct {
        size_t cell;
        int64_t id;
    } * executions; /* in the order of measuring */
    size_t n, room;
    struct cell cell;
    int64_t *ids; /* of the executions of one system and benchmark */
};

static enum assay_status damaged(struct unpacking *unpacking)
{
    return assay_fail(unpacking->error, ASSAY_SYSTEM,
                      "%s: the store is damaged: experiment %lld does not fit its checksums. Save "
                      "what is whole with assay store export %lld.",
                      unpacking->store->path, (long long)unpacking->experiment,
                      (long long)unpacking->experiment);
}

static enum assay_status for_each(struct unpacking *unpacking, const char *sql,
                                  store_row_taker take)
{
    return store_for_each(unpacking->store, sql, unpacking->experiment, take, unpacking,
                          unpacking->error);
}

static int64_t unit_id(const struct unpacking *unpacking, int64_t place)
{
    return place == 0 ? 0 : unpacking->first_unit + place - 1;
}

/* ---- executions ---- */

static enum assay_status add_execution(struct unpacking *unpacking, const struct order_step *step,
                                       const struct draw *draws, size_t n_draws, int64_t *id)
{
    const struct run *run = unpacking->store->run;
    if (step->system < 0 || (size_t)step->system >= run->n_systems || step->benchmark < 0 ||
        (size_t)step->benchmark >= run->n_benchmarks)
        return damaged(unpacking);
    OWNED char *words =
        step->last_words != NULL ? strndup(step->last_words, step->last_words_size) : NULL;
    if (step->last_words != NULL && words == NULL)
        return store_no_memory(unpacking->error);
    const struct step_row row = order_row(step, words, draws, n_draws);
    TRY(store_add_execution(unpacking->store, &row, run->systems[step->system],
                            run->benchmarks[step->benchmark], unit_id(unpacking, step->unit), id,
                            unpacking->error));
    for (size_t i = 0; i < n_draws; i++)
        TRY(store_add_draw(unpacking->store, *id, &draws[i], unpacking->error));
    return ASSAY_OK;
}

static enum assay_status note(struct unpacking *unpacking, const struct order_step *step,
                              int64_t id)
{
    if (!array_more(&unpacking->executions, unpacking->n, &unpacking->room))
        return store_no_memory(unpacking->error);
    const size_t cell =
        (size_t)step->system * unpacking->store->run->n_benchmarks + (size_t)step->benchmark;
    unpacking->executions[unpacking->n].cell = cell;
    unpacking->executions[unpacking->n++].id = id;
    return ASSAY_OK;
}

static int by_step(const void *left, const void *right)
{
    const struct order_draw *a = left, *b = right;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return strcmp(a->name, b->name);
}

static enum assay_status take_steps(struct unpacking *unpacking,
                                    const struct execution_order *order)
{
    enum assay_status status = ASSAY_OK;
    size_t at = 0; /* in the draws, which stand by step and name */
    for (size_t i = 0; i < order->n && status == ASSAY_OK; i++) {
        struct draw draws[DRAWS_MAX];
        size_t n = 0;
        int64_t id;
        for (; n < DRAWS_MAX && at < order->n_draws && order->draws[at].step == i; n++, at++)
            draws[n] = (struct draw){order->draws[at].name, order->draws[at].value};
        status = add_execution(unpacking, &order->steps[i], draws, n, &id);
        if (status == ASSAY_OK)
            status = note(unpacking, &order->steps[i], id);
    }
    return status;
}

static enum assay_status take_order(void *context, sqlite3_stmt *row)
{
    struct unpacking *unpacking = context;
    SCOPED(execution_order_fini) struct execution_order order = {0};
    if (!execution_order_decode(unpacking->store->codec, sqlite3_column_blob(row, 1),
                                (size_t)sqlite3_column_bytes(row, 1),
                                (size_t)sqlite3_column_int64(row, 0), &order))
        return damaged(unpacking);
    if (order.n_draws > 0)
        qsort(order.draws, order.n_draws, sizeof *order.draws, by_step);
    return take_steps(unpacking, &order);
}

/* ---- values ---- */

static size_t place_of(const int64_t *ids, size_t n, int64_t id)
{
    size_t i = 0;
    while (i < n && ids[i] != id)
        i++;
    return i;
}

/* The ids of the executions of one system and benchmark, in order; returns how many. */
static size_t list_ids(struct unpacking *unpacking, int64_t system, int64_t benchmark)
{
    const struct run *run = unpacking->store->run;
    const size_t s = place_of(run->systems, run->n_systems, system);
    const size_t b = place_of(run->benchmarks, run->n_benchmarks, benchmark);
    size_t n = 0;
    for (size_t i = 0; i < unpacking->n; i++)
        if (unpacking->executions[i].cell == s * run->n_benchmarks + b)
            unpacking->ids[n++] = unpacking->executions[i].id;
    return n;
}

static enum assay_status take_cell(void *context, sqlite3_stmt *row)
{
    struct unpacking *unpacking = context;
    struct cell *cell = &unpacking->cell;
    struct store *store = unpacking->store;
    const size_t n =
        list_ids(unpacking, sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2));
    const void *data = sqlite3_column_blob(row, 4);
    const int64_t ids[] = {sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1),
                           sqlite3_column_int64(row, 2)};
    cell_owner(store, unpacking->experiment, ids, (size_t)sqlite3_column_int64(row, 3));
    if (!cell_decode(store->codec, data, (size_t)sqlite3_column_bytes(row, 4),
                     (size_t)sqlite3_column_int64(row, 3), cell))
        return damaged(unpacking);
    enum assay_status status = ASSAY_OK;
    const double *values = cell->values;
    for (size_t i = 0; i < cell->n && status == ASSAY_OK; i++) {
        const int64_t index = cell->column[CELL_INDEX][i];
        const struct store_array array = {values, (size_t)cell->column[CELL_N][i],
                                          (size_t)cell->column[CELL_N_WARMUP][i]};
        if (index < 0 || (size_t)index >= n)
            return damaged(unpacking);
        status = store_add_array(store, unpacking->ids[index], sqlite3_column_int64(row, 0), &array,
                                 unpacking->error);
        values += array.n;
    }
    return status;
}

/* ---- manifest and host ---- */

static enum assay_status take_texts(void *context, sqlite3_stmt *row)
{
    struct unpacking *unpacking = context;
    static const enum statement puts[] = {SQL_PACK_MANIFEST, SQL_PACK_HOST};
    const enum statement which = puts[sqlite3_column_int(row, 0)];
    SCOPED(texts_fini) struct texts texts = {0};
    if (!store_texts(unpacking->store, row, 1, &texts))
        return damaged(unpacking);
    for (size_t i = 0; i < texts.n; i++)
        TRY(store_put(unpacking->store, which, unpacking->error, INTEGER(unpacking->experiment),
                      INTEGER(texts.numbers[i]), TEXT(texts.items[i])));
    return ASSAY_OK;
}

static enum assay_status unpack_all(struct unpacking *unpacking)
{
    TRY(store_number(unpacking->store,
                     "SELECT coalesce(min(id), 0) FROM unit WHERE experiment = ?1",
                     unpacking->experiment, &unpacking->first_unit, unpacking->error));
    TRY(for_each(unpacking,
                 "SELECT executions, data FROM packed_execution WHERE experiment = ?1"
                 " ORDER BY first",
                 take_order));
    unpacking->ids = malloc((unpacking->n + 1) * sizeof *unpacking->ids);
    if (unpacking->ids == NULL)
        return store_no_memory(unpacking->error);
    TRY(for_each(unpacking,
                 "SELECT metric, system, benchmark, executions, data FROM packed_value"
                 " WHERE experiment = ?1",
                 take_cell));
    TRY(step_rows_sum(unpacking->store, unpacking->experiment, unpacking->error));
    TRY(for_each(unpacking,
                 "SELECT 0, manifest FROM experiment WHERE id = ?1"
                 " AND typeof(manifest) = 'blob' UNION ALL SELECT 1, facts FROM host"
                 " WHERE experiment = ?1 AND typeof(facts) = 'blob'",
                 take_texts));
    TRY(store_run_for(unpacking->store, "DELETE FROM packed_value WHERE experiment = ?1",
                      unpacking->experiment, unpacking->error));
    return store_run_for(unpacking->store, "DELETE FROM packed_execution WHERE experiment = ?1",
                         unpacking->experiment, unpacking->error);
}

enum assay_status unpack_rows(struct store *store, int64_t experiment, struct assay_error *error)
{
    struct unpacking unpacking = {.store = store, .error = error, .experiment = experiment};
    enum assay_status status = unpack_all(&unpacking);
    free(unpacking.executions);
    free(unpacking.ids);
    cell_fini(&unpacking.cell);
    return status;
}
