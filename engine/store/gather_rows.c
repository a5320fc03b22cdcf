/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather_rows.c -- executions and values that stand in rows. */
#include "store/gather.h"

/* Columns, behind those that are sealed. */
enum {
    EXECUTION = SEALED_VALUE_COLUMNS,
    SYSTEM,
    BENCHMARK,
    UNIT,
    PLACE,
    METRIC,
    COST,
    LIVE,
    START,
    TAKES
};
enum { ROUND = 0, POSITION = 1, N = 7, N_WARMUP = 8, DATA = 9 }; /* of those that are */

#define VALUES_OF                                                                                  \
    "SELECT " SEALED_VALUES ", x.id, system, benchmark, x.unit, place, metric, cost_s, live_s,"    \
    " start_ns, outcome = 0 AND warmup = 0" SEALED_VALUES_FROM

static enum assay_status gather(struct reader *reader, struct gathered *gathered,
                                const struct gathered_execution *execution, sqlite3_stmt *row)
{
    const void *data = sqlite3_column_blob(row, DATA);
    size_t size = (size_t)sqlite3_column_bytes(row, DATA);
    if (execution->n_warmup == execution->n)
        return ASSAY_OK; /* nothing live: no unit of the sample */
    if (execution->n_warmup > execution->n || blob_count(data, size) != execution->n)
        return reader_damaged(reader, sqlite3_column_int64(row, EXECUTION));
    double *values = gathered_room(gathered, execution->n);
    if (values == NULL)
        return store_no_memory(reader->error);
    if (!blob_decode(reader->store->codec, data, size, values, execution->n))
        return reader_damaged(reader, sqlite3_column_int64(row, EXECUTION));
    gathered_add(gathered, execution);
    const struct assay_occasion occasion = {.start_ns = sqlite3_column_int64(row, START),
                                            .position = sqlite3_column_int64(row, POSITION),
                                            .cost_s = sqlite3_column_double(row, COST)};
    return (reader->also & STORE_OCCASIONS) == 0 || gathered_occasion(gathered, &occasion)
               ? ASSAY_OK
               : store_no_memory(reader->error);
}

/* Within an execution the key is in the order of its metrics, and the rows stand in that of the key: nothing is sorted. */
static const char values_query[] = VALUES_OF " ORDER BY round, position, attempt, key";

/* context: the id of the execution before, whose cost is counted already. */
static enum assay_status take_values(struct reader *reader, sqlite3_stmt *row, void *context)
{
    int64_t *before = context;
    if (!reader->salvage && !seal_take_value(&reader->sealed, row))
        return store_no_memory(reader->error);
    if (sqlite3_column_int(row, TAKES) == 0)
        return ASSAY_OK;
    size_t system = names_place(&reader->systems, sqlite3_column_int64(row, SYSTEM));
    size_t benchmark = names_place(&reader->benchmarks, sqlite3_column_int64(row, BENCHMARK));
    size_t metric = names_place(&reader->metrics, sqlite3_column_int64(row, METRIC));
    if (system == reader->systems.n || benchmark == reader->benchmarks.n ||
        metric == reader->metrics.n)
        return reader_damaged(reader, sqlite3_column_int64(row, EXECUTION));
    struct cost *cost = &reader->costs[reader_cell(reader, system, benchmark)];
    const size_t n = (size_t)sqlite3_column_int64(row, N);
    double live_s = sqlite3_column_double(row, LIVE);
    const size_t n_warmup = choice_warmup(&reader->choices[reader_cell(reader, system, benchmark)],
                                          n, (size_t)sqlite3_column_int64(row, N_WARMUP), &live_s);
    const int64_t id = sqlite3_column_int64(row, EXECUTION);
    if (*before != id) {
        cost->execution_s += sqlite3_column_double(row, COST);
        cost->live_s += live_s;
        cost->n++;
    }
    *before = id;
    struct gathered_execution execution = {.unit = sqlite3_column_int64(row, UNIT),
                                           .place = sqlite3_column_int64(row, PLACE),
                                           .round = sqlite3_column_int64(row, ROUND),
                                           .n = n,
                                           .n_warmup = n_warmup};
    return gather(
        reader, &reader->grid[reader_cell(reader, system, benchmark) * reader->metrics.n + metric],
        &execution, row);
}

static enum assay_status take_last(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)reader;
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return ASSAY_OK;
}

/* Every execution by its own look-up, so that a damaged page takes only its own rows along. */
static enum assay_status salvage_values(struct reader *reader, int64_t *before)
{
    static const char one[] = VALUES_OF " AND x.id = ?2";
    int64_t first = 0, last = 0;
    enum assay_status status =
        reader_for_each(reader, "SELECT max(id) FROM execution", take_last, &last);
    const bool known = last > 0;
    /* When the last page is gone: no page holds more rows than this. */
    if (!known)
        status = reader_for_each(reader, "SELECT 128 * page_count FROM pragma_page_count",
                                 take_last, &last);
    if (status == ASSAY_OK)
        status = reader_for_each(reader, "SELECT min(id) FROM execution WHERE experiment = ?1",
                                 take_last, &first);
    sqlite3_stmt *row = store_prepare(reader->store, one, reader->error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    int code = SQLITE_DONE;
    /* A damaged last number may be years of looking up: the limit on steps ends that. */
    for (int64_t id = first > 0 ? first : 1;
         id <= last && status == ASSAY_OK && code != SQLITE_INTERRUPT; id++) {
        sqlite3_bind_int64(row, 1, reader->experiment);
        sqlite3_bind_int64(row, 2, id);
        while (status == ASSAY_OK && (code = sqlite3_step(row)) == SQLITE_ROW)
            status = take_values(reader, row, before);
        if (status == ASSAY_OK && code != SQLITE_DONE)
            reader->n_lost += known;
        (void)sqlite3_reset(row);
    }
    (void)sqlite3_finalize(row);
    return status;
}

static enum assay_status take_failure(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    size_t system = names_place(&reader->systems, sqlite3_column_int64(row, 0));
    size_t benchmark = names_place(&reader->benchmarks, sqlite3_column_int64(row, 1));
    if (system < reader->systems.n && benchmark < reader->benchmarks.n)
        reader->costs[reader_cell(reader, system, benchmark)].failed = true;
    return ASSAY_OK;
}

enum assay_status reader_gather_rows(struct reader *reader)
{
    int64_t before = 0;
    enum assay_status status = reader->salvage
                                   ? salvage_values(reader, &before)
                                   : reader_for_each(reader, values_query, take_values, &before);
    if (status != ASSAY_OK || !store_has_failed(reader->store, reader->experiment))
        return status;
    return reader_for_each(reader,
                           "SELECT DISTINCT system, benchmark FROM execution AS failure"
                           " WHERE experiment = ?1 AND outcome <> 0 AND NOT EXISTS"
                           "  (SELECT 1 FROM execution WHERE experiment = ?1"
                           "   AND round = failure.round AND position = failure.position"
                           "   AND outcome = 0)",
                           take_failure, NULL);
}
