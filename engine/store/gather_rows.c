/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather_rows.c -- executions and values that stand in rows. */
#include "store/gather.h"

static enum assay_status gather(struct reader *reader, struct gathered *gathered,
                                const struct gathered_execution *execution, sqlite3_stmt *row)
{
    const void *data = sqlite3_column_blob(row, 9);
    size_t size = (size_t)sqlite3_column_bytes(row, 9);
    if (execution->n_warmup == execution->n)
        return ASSAY_OK; /* nothing live: no unit of the sample */
    if (execution->n_warmup > execution->n || blob_count(data, size) != execution->n)
        return reader_damaged(reader, sqlite3_column_int64(row, 0));
    double *values = gathered_room(gathered, execution->n);
    if (values == NULL)
        return store_no_memory(reader->error);
    if (!blob_decode(reader->store->codec, data, size, values, execution->n))
        return reader_damaged(reader, sqlite3_column_int64(row, 0));
    gathered_add(gathered, execution);
    const struct assay_occasion occasion = {.start_ns = sqlite3_column_int64(row, 12),
                                            .position = sqlite3_column_int64(row, 13),
                                            .cost_s = sqlite3_column_double(row, 10)};
    return (reader->also & STORE_OCCASIONS) == 0 || gathered_occasion(gathered, &occasion)
               ? ASSAY_OK
               : store_no_memory(reader->error);
}

#define VALUES_OF                                                                                  \
    "SELECT execution.id, system, benchmark, unit, place, round, metric, n, n_warmup, data,"       \
    " cost_s, live_s, start_ns, position FROM execution JOIN value"                                \
    " ON key BETWEEN execution.id << 16 AND execution.id << 16 | 65535 WHERE "

static const char values_query[] =
    VALUES_OF "experiment = ?1 AND outcome = 0 AND warmup = 0 ORDER BY round, position, attempt, "
              "metric";

/* context: the id of the execution before, whose cost is counted already. */
static enum assay_status take_values(struct reader *reader, sqlite3_stmt *row, void *context)
{
    int64_t *before = context;
    size_t system = names_place(&reader->systems, sqlite3_column_int64(row, 1));
    size_t benchmark = names_place(&reader->benchmarks, sqlite3_column_int64(row, 2));
    size_t metric = names_place(&reader->metrics, sqlite3_column_int64(row, 6));
    if (system == reader->systems.n || benchmark == reader->benchmarks.n ||
        metric == reader->metrics.n)
        return reader_damaged(reader, sqlite3_column_int64(row, 0));
    struct cost *cost = &reader->costs[reader_cell(reader, system, benchmark)];
    const size_t n = (size_t)sqlite3_column_int64(row, 7);
    double live_s = sqlite3_column_double(row, 11);
    const size_t n_warmup = choice_warmup(&reader->choices[reader_cell(reader, system, benchmark)],
                                          n, (size_t)sqlite3_column_int64(row, 8), &live_s);
    if (*before != sqlite3_column_int64(row, 0)) {
        cost->execution_s += sqlite3_column_double(row, 10);
        cost->live_s += live_s;
        cost->n++;
    }
    *before = sqlite3_column_int64(row, 0);
    struct gathered_execution execution = {.unit = sqlite3_column_int64(row, 3),
                                           .place = sqlite3_column_int64(row, 4),
                                           .round = sqlite3_column_int64(row, 5),
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
    static const char one[] =
        VALUES_OF "execution.id = ?2 AND experiment = ?1 AND outcome = 0 AND warmup = 0";
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
    if (status != ASSAY_OK)
        return status;
    return reader_for_each(reader,
                           "SELECT DISTINCT system, benchmark FROM execution AS failure"
                           " WHERE experiment = ?1 AND outcome <> 0 AND NOT EXISTS"
                           "  (SELECT 1 FROM execution WHERE experiment = ?1"
                           "   AND round = failure.round AND position = failure.position"
                           "   AND outcome = 0)",
                           take_failure, NULL);
}
