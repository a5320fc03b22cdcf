/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather_packed.c -- executions and values of a packed experiment.
 *
 * Values need only their cells; the execution order adds costs and failures. Of a damaged store
 * the cells that are whole are taken, each by its own look-up.
 */
#include "store/gather.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static enum assay_status damaged_packed(struct reader *reader, int64_t executions, const char *what)
{
    if (reader->salvage) {
        reader->n_lost += (size_t)executions;
        return ASSAY_OK;
    }
    return assay_fail(reader->error, ASSAY_SYSTEM,
                      "%s: the store is damaged: %s of experiment %lld do not fit their checksum. "
                      "Keep a copy of the file; other experiments may be whole.",
                      reader->store->path, what, (long long)reader->experiment);
}

/* ---- the execution order ---- */

static bool add_spent(const struct reader *reader, struct spent_cell *cell,
                      const struct order_step *step)
{
    if (!array_more(&cell->items, cell->n, &cell->room))
        return false;
    if ((reader->also & STORE_OCCASIONS) != 0) {
        if (!array_more(&cell->occasions, cell->n, &cell->occasions_room))
            return false;
        cell->occasions[cell->n] =
            (struct assay_occasion){step->start_ns, step->position, step->cost_s};
    }
    cell->items[cell->n++] = (struct spent){step->cost_s, step->live_s, false};
    return true;
}

/* A step that failed, and that no later attempt made up for. Attempts of one step are neighbours,
 * the last one at i. */
static void note_failure(struct reader *reader, const struct execution_order *order, size_t i)
{
    const struct order_step *last = &order->steps[i];
    bool made_up = false;
    for (size_t k = i + 1; k-- > 0;) {
        const struct order_step *step = &order->steps[k];
        if (step->round != last->round || step->position != last->position)
            break;
        made_up = made_up || step->outcome == 0;
    }
    if (!made_up)
        reader->costs[reader_cell(reader, (size_t)last->system, (size_t)last->benchmark)].failed =
            true;
}

static bool is_last_attempt(const struct execution_order *order, size_t i)
{
    return i + 1 == order->n || order->steps[i + 1].round != order->steps[i].round ||
           order->steps[i + 1].position != order->steps[i].position;
}

static enum assay_status take_order(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    struct execution_order order;
    const int64_t n = sqlite3_column_int64(row, 0);
    if (!execution_order_decode(reader->store->codec, sqlite3_column_blob(row, 1),
                                (size_t)sqlite3_column_bytes(row, 1), (size_t)n, &order))
        return damaged_packed(reader, 0, "the executions");
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < order.n && status == ASSAY_OK; i++) {
        const struct order_step *step = &order.steps[i];
        if (step->system < 0 || (size_t)step->system >= reader->systems.n || step->benchmark < 0 ||
            (size_t)step->benchmark >= reader->benchmarks.n)
            status = damaged_packed(reader, 0, "the executions");
        else if (!add_spent(reader,
                            &reader->spent[reader_cell(reader, (size_t)step->system,
                                                       (size_t)step->benchmark)],
                            step))
            status = store_no_memory(reader->error);
        else if (is_last_attempt(&order, i))
            note_failure(reader, &order, i);
    }
    execution_order_fini(&order);
    return status;
}

/* ---- cells ---- */

static void count_cost(struct cost *cost, struct spent_cell *spent, int64_t index,
                       double live_share)
{
    if (index < 0 || (size_t)index >= spent->n || spent->items[index].counted)
        return;
    struct spent *item = &spent->items[index];
    item->counted = true;
    cost->execution_s += isnan(item->cost_s) ? 0 : item->cost_s;
    cost->live_s += isnan(item->live_s) ? 0 : item->live_s * live_share;
    cost->n++;
}

/* When the execution added last was measured, if the order of all is whole. */
static bool add_occasion(const struct reader *reader, const struct spent_cell *spent, int64_t index,
                         struct gathered *gathered)
{
    if ((reader->also & STORE_OCCASIONS) == 0 || index < 0 || (size_t)index >= spent->n)
        return true;
    return gathered_occasion(gathered, &spent->occasions[index]);
}

static enum assay_status add_cell(struct reader *reader, size_t place, struct gathered *gathered)
{
    const struct cell *cell = &reader->cell;
    const double *values = cell->values;
    for (size_t i = 0; i < cell->n; i++) {
        const size_t n = (size_t)cell->column[CELL_N][i];
        const int64_t unit = cell->column[CELL_UNIT][i];
        const double *mine = values;
        double live_share = 1;
        values += n;
        if (cell->column[CELL_WARMUP][i] != 0)
            continue;
        const struct gathered_execution execution = {
            .unit = unit == 0 ? 0 : reader->first_unit + unit - 1,
            .place = cell->column[CELL_PLACE][i],
            .round = cell->column[CELL_ROUND][i],
            .n = n,
            .n_warmup = choice_warmup(&reader->choices[place], n,
                                      (size_t)cell->column[CELL_N_WARMUP][i], &live_share)};
        count_cost(&reader->costs[place], &reader->spent[place], cell->column[CELL_INDEX][i],
                   live_share);
        if (execution.n_warmup == n)
            continue; /* nothing live: no unit of the sample */
        double *room = gathered_room(gathered, n);
        if (room == NULL)
            return store_no_memory(reader->error);
        memcpy(room, mine, n * sizeof *room);
        gathered_add(gathered, &execution);
        if (!add_occasion(reader, &reader->spent[place], cell->column[CELL_INDEX][i], gathered))
            return store_no_memory(reader->error);
    }
    return ASSAY_OK;
}

/* Columns: metric, system, benchmark, executions, data. */
static enum assay_status take_cell(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    const size_t metric = names_place(&reader->metrics, sqlite3_column_int64(row, 0));
    const size_t system = names_place(&reader->systems, sqlite3_column_int64(row, 1));
    const size_t benchmark = names_place(&reader->benchmarks, sqlite3_column_int64(row, 2));
    const int64_t n = sqlite3_column_int64(row, 3);
    const int64_t ids[] = {sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1),
                           sqlite3_column_int64(row, 2)};
    cell_owner(reader->store, reader->experiment, ids, (size_t)n);
    if (metric == reader->metrics.n || system == reader->systems.n ||
        benchmark == reader->benchmarks.n ||
        !cell_decode(reader->store->codec, sqlite3_column_blob(row, 4),
                     (size_t)sqlite3_column_bytes(row, 4), (size_t)n, &reader->cell))
        return damaged_packed(reader, n, "values");
    const size_t place = reader_cell(reader, system, benchmark);
    return add_cell(reader, place, &reader->grid[place * reader->metrics.n + metric]);
}

static enum assay_status take_first_unit(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    reader->first_unit = sqlite3_column_int64(row, 0);
    return ASSAY_OK;
}

/* Every cell by its own look-up, so that a damaged page takes only its own cells along. */
static enum assay_status salvage_cells(struct reader *reader)
{
    sqlite3_stmt *row =
        store_prepare(reader->store,
                      "SELECT metric, system, benchmark, executions, data FROM packed_value"
                      " WHERE experiment = ?1 AND metric = ?2 AND system = ?3 AND benchmark = ?4",
                      reader->error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    const size_t n = reader->systems.n * reader->benchmarks.n * reader->metrics.n;
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        const size_t cell = i / reader->metrics.n;
        sqlite3_bind_int64(row, 1, reader->experiment);
        sqlite3_bind_int64(row, 2, reader->metrics.items[i % reader->metrics.n].id);
        sqlite3_bind_int64(row, 3, reader->systems.items[cell / reader->benchmarks.n].id);
        sqlite3_bind_int64(row, 4, reader->benchmarks.items[cell % reader->benchmarks.n].id);
        const int code = sqlite3_step(row);
        if (code == SQLITE_ROW)
            status = take_cell(reader, row, NULL);
        else if (code != SQLITE_DONE)
            reader->n_lost += reader->spent[cell].n > 0 ? reader->spent[cell].n : 1;
        (void)sqlite3_reset(row);
    }
    (void)sqlite3_finalize(row);
    return status;
}

enum assay_status reader_gather_packed(struct reader *reader)
{
    reader->spent = calloc(reader->systems.n * reader->benchmarks.n + 1, sizeof *reader->spent);
    if (reader->spent == NULL)
        return store_no_memory(reader->error);
    enum assay_status status =
        reader_for_each(reader, "SELECT coalesce(min(id), 0) FROM unit WHERE experiment = ?1",
                        take_first_unit, NULL);
    if (status == ASSAY_OK)
        status = reader_for_each(reader,
                                 "SELECT executions, data FROM packed_execution"
                                 " WHERE experiment = ?1 ORDER BY first",
                                 take_order, NULL);
    if (status != ASSAY_OK || reader->salvage)
        return status != ASSAY_OK ? status : salvage_cells(reader);
    return reader_for_each(reader,
                           "SELECT metric, system, benchmark, executions, data FROM packed_value"
                           " WHERE experiment = ?1 ORDER BY metric, system, benchmark",
                           take_cell, NULL);
}
