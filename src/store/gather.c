/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.c -- the executions, in the order in which they were measured, by system, benchmark and
 * metric. Those that failed, and those that were warm-up as a whole, give no values.
 */
#include "store/gather.h"

#include <stdlib.h>
#include <string.h>

size_t reader_cell(const struct reader *reader, size_t system, size_t benchmark)
{
    return system * reader->benchmarks.n + benchmark;
}

static enum store_status out_of_memory(struct reader *reader)
{
    return store_fail(reader->error, STORE_SYSTEM, "%s: out of memory.", reader->store->path);
}

static enum store_status damaged(struct reader *reader, int64_t execution)
{
    if (reader->salvage) {
        reader->n_lost++;
        return STORE_OK;
    }
    return store_fail(reader->error, STORE_SYSTEM,
                      "%s: the store is damaged: execution %lld of experiment %lld does not fit "
                      "its checksum. Keep a copy of the file; other experiments may be whole.",
                      reader->store->path, (long long)execution, (long long)reader->experiment);
}

/* Makes room for one more in an array; false when memory is out. */
static bool grow(void **items, size_t *capacity, size_t n, size_t size)
{
    if (n <= *capacity)
        return true;
    size_t more = n + n / 2 + 16;
    void *grown = realloc(*items, more * size);
    if (grown == NULL)
        return false;
    *items = grown;
    *capacity = more;
    return true;
}

/* Steps through a query with the experiment's id as ?1, giving each row to take. */
typedef enum store_status (*row_taker)(struct reader *reader, sqlite3_stmt *row, void *context);
static enum store_status for_each(struct reader *reader, const char *sql, row_taker take,
                                  void *context)
{
    sqlite3_stmt *row = store_prepare(reader->store, sql, reader->error);
    if (row == NULL)
        return STORE_SYSTEM;
    if (sqlite3_bind_parameter_count(row) > 0)
        sqlite3_bind_int64(row, 1, reader->experiment);
    enum store_status status = STORE_OK;
    int code = SQLITE_ROW;
    while (status == STORE_OK && (code = sqlite3_step(row)) == SQLITE_ROW)
        status = take(reader, row, context);
    if (status == STORE_OK && code != SQLITE_DONE && !reader->salvage)
        status = store_fail_sqlite(reader->store, reader->error);
    (void)sqlite3_finalize(row);
    return status;
}

static char *copy_text(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return strdup(text != NULL ? (const char *)text : "");
}

/* Columns: id, name, unit, direction, part. */
static enum store_status take_name(struct reader *reader, sqlite3_stmt *row, void *context)
{
    struct names *names = context;
    struct name *items = realloc(names->items, (names->n + 1) * sizeof *items);
    if (items == NULL)
        return out_of_memory(reader);
    names->items = items;
    struct name *name = &items[names->n++];
    *name = (struct name){.id = sqlite3_column_int64(row, 0),
                          .name = copy_text(row, 1),
                          .unit = copy_text(row, 2),
                          .more_is_better = sqlite3_column_int(row, 3) != 0,
                          .part = copy_text(row, 4)};
    return name->name != NULL && name->unit != NULL && name->part != NULL ? STORE_OK
                                                                          : out_of_memory(reader);
}

static void names_fini(struct names *names)
{
    for (size_t i = 0; i < names->n; i++) {
        free(names->items[i].name);
        free(names->items[i].unit);
        free(names->items[i].part);
    }
    free(names->items);
}

static size_t place_of(const struct names *names, int64_t id)
{
    size_t i = 0;
    while (i < names->n && names->items[i].id != id)
        i++;
    return i;
}

static enum store_status take_complete(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    reader->complete = sqlite3_column_int(row, 0) != 0;
    return STORE_OK;
}

static enum store_status read_design(struct reader *reader)
{
    enum store_status status =
        for_each(reader, "SELECT finished_ns IS NOT NULL FROM experiment WHERE id = ?1",
                 take_complete, NULL);
    if (status == STORE_OK)
        status = for_each(reader,
                          "SELECT depth, name, '', 0 FROM level WHERE experiment = ?1"
                          " ORDER BY depth",
                          take_name, &reader->levels);
    if (status == STORE_OK)
        status = for_each(reader,
                          "SELECT system.id, system.name, '', 0 FROM experiment_system"
                          " JOIN system ON system.id = system WHERE experiment = ?1 ORDER BY place",
                          take_name, &reader->systems);
    if (status == STORE_OK)
        status = for_each(reader,
                          "SELECT benchmark.id, benchmark.name, '', 0 FROM experiment_benchmark"
                          " JOIN benchmark ON benchmark.id = benchmark WHERE experiment = ?1"
                          " ORDER BY place",
                          take_name, &reader->benchmarks);
    if (status == STORE_OK)
        status =
            for_each(reader,
                     store_has(reader->store, "metric", "part")
                         ? "SELECT id, name, unit, more_is_better, part FROM metric ORDER BY id"
                         : "SELECT id, name, unit, more_is_better, '' FROM metric ORDER BY id",
                     take_name, &reader->metrics);
    if (status != STORE_OK)
        return status;
    while (reader->execution_level < reader->levels.n &&
           strcmp(reader->levels.items[reader->execution_level].name, "execution") != 0)
        reader->execution_level++;
    if (reader->execution_level >= reader->levels.n || reader->levels.n > ASSAY_MAX_LEVELS)
        return store_fail(reader->error, STORE_MISSING, "%s: there is no experiment %lld.",
                          reader->store->path, (long long)reader->experiment);
    return STORE_OK;
}

static enum store_status gather(struct reader *reader, struct gathered *gathered,
                                const struct gathered_execution *execution, sqlite3_stmt *row)
{
    const void *data = sqlite3_column_blob(row, 9);
    size_t size = (size_t)sqlite3_column_bytes(row, 9);
    if (execution->n_warmup == execution->n)
        return STORE_OK; /* nothing live: no unit of the sample */
    if (execution->n_warmup > execution->n || blob_count(data, size) != execution->n)
        return damaged(reader, sqlite3_column_int64(row, 0));
    if (!grow((void **)&gathered->executions, &gathered->executions_capacity,
              gathered->n_executions + 1, sizeof *gathered->executions) ||
        !grow((void **)&gathered->values, &gathered->values_capacity,
              gathered->n_values + execution->n, sizeof *gathered->values))
        return out_of_memory(reader);
    if (!blob_decode(reader->store->codec, data, size, gathered->values + gathered->n_values,
                     execution->n))
        return damaged(reader, sqlite3_column_int64(row, 0));
    gathered->executions[gathered->n_executions++] = *execution;
    gathered->n_values += execution->n;
    gathered->n_live += execution->n - execution->n_warmup;
    gathered->iterated = gathered->iterated || execution->n > 1 || execution->n_warmup > 0;
    return STORE_OK;
}

/* A choice holds for metrics of iterations. The live time is shared out evenly among the iterations
 * that were live when it was measured. */
static size_t chosen_warmup(const struct choice *choice, size_t n, size_t n_warmup, double *live_s)
{
    if (choice->decided == ASSAY_DECIDED_NOT || (n <= 1 && n_warmup == 0))
        return n_warmup;
    const size_t warmup = choice->warmup < n ? choice->warmup : n;
    if (n_warmup < n)
        *live_s *= (double)(n - warmup) / (double)(n - n_warmup);
    return warmup;
}

static const char values_query[] =
    "SELECT execution.id, system, benchmark, unit, place, round, metric, n, n_warmup, data,"
    " cost_s, live_s FROM execution JOIN value"
    " ON key BETWEEN execution.id << 16 AND execution.id << 16 | 65535"
    " WHERE experiment = ?1 AND outcome = 0 AND warmup = 0 ORDER BY round, position, attempt, "
    "metric";

/* context: the id of the execution before, whose cost is counted already. */
static enum store_status take_values(struct reader *reader, sqlite3_stmt *row, void *context)
{
    int64_t *before = context;
    size_t system = place_of(&reader->systems, sqlite3_column_int64(row, 1));
    size_t benchmark = place_of(&reader->benchmarks, sqlite3_column_int64(row, 2));
    size_t metric = place_of(&reader->metrics, sqlite3_column_int64(row, 6));
    if (system == reader->systems.n || benchmark == reader->benchmarks.n ||
        metric == reader->metrics.n)
        return damaged(reader, sqlite3_column_int64(row, 0));
    struct cost *cost = &reader->costs[reader_cell(reader, system, benchmark)];
    const size_t n = (size_t)sqlite3_column_int64(row, 7);
    double live_s = sqlite3_column_double(row, 11);
    const size_t n_warmup = chosen_warmup(&reader->choices[reader_cell(reader, system, benchmark)],
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

static enum store_status take_last(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)reader;
    *(int64_t *)context = sqlite3_column_int64(row, 0);
    return STORE_OK;
}

/* Every execution by its own look-up, so that a damaged page takes only its own rows along. */
static enum store_status salvage_values(struct reader *reader, int64_t *before)
{
    static const char one[] =
        "SELECT execution.id, system, benchmark, unit, place, round, metric, n, n_warmup, data,"
        " cost_s, live_s FROM execution JOIN value"
        " ON key BETWEEN execution.id << 16 AND execution.id << 16 | 65535"
        " WHERE execution.id = ?2 AND experiment = ?1 AND outcome = 0 AND warmup = 0";
    int64_t last = 0;
    enum store_status status = for_each(reader, "SELECT max(id) FROM execution", take_last, &last);
    const bool known = last > 0;
    if (!known) /* the last page is gone: no page holds more rows than this */
        status =
            for_each(reader, "SELECT 128 * page_count FROM pragma_page_count", take_last, &last);
    sqlite3_stmt *row = store_prepare(reader->store, one, reader->error);
    if (row == NULL)
        return STORE_SYSTEM;
    for (int64_t id = 1; id <= last && status == STORE_OK; id++) {
        int code;
        sqlite3_bind_int64(row, 1, reader->experiment);
        sqlite3_bind_int64(row, 2, id);
        while (status == STORE_OK && (code = sqlite3_step(row)) == SQLITE_ROW)
            status = take_values(reader, row, before);
        if (status == STORE_OK && code != SQLITE_DONE)
            reader->n_lost += known;
        (void)sqlite3_reset(row);
    }
    (void)sqlite3_finalize(row);
    return status;
}

static enum store_status take_failure(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    size_t system = place_of(&reader->systems, sqlite3_column_int64(row, 0));
    size_t benchmark = place_of(&reader->benchmarks, sqlite3_column_int64(row, 1));
    if (system < reader->systems.n && benchmark < reader->benchmarks.n)
        reader->costs[reader_cell(reader, system, benchmark)].failed = true;
    return STORE_OK;
}

static enum store_status take_build(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    size_t system = place_of(&reader->systems, sqlite3_column_int64(row, 0));
    if (system < reader->systems.n)
        reader->build_s[system] = sqlite3_column_double(row, 1);
    return STORE_OK;
}

static enum store_status take_choice(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    size_t system = place_of(&reader->systems, sqlite3_column_int64(row, 0));
    size_t benchmark = place_of(&reader->benchmarks, sqlite3_column_int64(row, 1));
    if (system < reader->systems.n && benchmark < reader->benchmarks.n)
        reader->choices[reader_cell(reader, system, benchmark)] = (struct choice){
            sqlite3_column_int(row, 3) != 0 ? ASSAY_DECIDED_BY_HAND : ASSAY_DECIDED_AUTOMATIC,
            (size_t)sqlite3_column_int64(row, 2)};
    return STORE_OK;
}

static enum store_status take_existence(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)reader;
    *(bool *)context = sqlite3_column_int(row, 0) > 0;
    return STORE_OK;
}

/* A file of an older version that nobody has written to since has no table of choices. */
static enum store_status read_choices(struct reader *reader)
{
    bool exists = false;
    enum store_status status = for_each(
        reader, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'live'",
        take_existence, &exists);
    if (status != STORE_OK || !exists)
        return status;
    return for_each(reader,
                    "SELECT system, benchmark, warmup, by_hand FROM live WHERE experiment = ?1",
                    take_choice, NULL);
}

static enum store_status read_executions(struct reader *reader)
{
    size_t cells = reader->systems.n * reader->benchmarks.n;
    reader->grid = calloc(cells * reader->metrics.n + 1, sizeof *reader->grid);
    reader->costs = calloc(cells + 1, sizeof *reader->costs);
    reader->build_s = calloc(reader->systems.n + 1, sizeof *reader->build_s);
    reader->choices = calloc(cells + 1, sizeof *reader->choices);
    if (reader->grid == NULL || reader->costs == NULL || reader->build_s == NULL ||
        reader->choices == NULL)
        return out_of_memory(reader);
    int64_t before = 0;
    enum store_status status =
        unit_tree_read(reader->store, reader->experiment, &reader->units, reader->error);
    if (status == STORE_OK)
        status = read_choices(reader);
    if (status == STORE_OK)
        status = reader->salvage ? salvage_values(reader, &before)
                                 : for_each(reader, values_query, take_values, &before);
    if (status == STORE_OK)
        status = for_each(reader,
                          "SELECT DISTINCT system, benchmark FROM execution AS failure"
                          " WHERE experiment = ?1 AND outcome <> 0 AND NOT EXISTS"
                          "  (SELECT 1 FROM execution WHERE experiment = ?1"
                          "   AND round = failure.round AND position = failure.position"
                          "   AND outcome = 0)",
                          take_failure, NULL);
    if (status == STORE_OK)
        status = for_each(reader,
                          "SELECT system, avg(cost_s) FROM unit JOIN build ON build.unit = unit.id"
                          " WHERE experiment = ?1 AND outcome = 0 GROUP BY system",
                          take_build, NULL);
    return status;
}

enum store_status reader_gather(struct reader *reader)
{
    enum store_status status = read_design(reader);
    return status == STORE_OK ? read_executions(reader) : status;
}

void reader_fini(struct reader *reader)
{
    size_t cells = reader->systems.n * reader->benchmarks.n * reader->metrics.n;
    for (size_t i = 0; reader->grid != NULL && i < cells; i++) {
        free(reader->grid[i].executions);
        free(reader->grid[i].values);
    }
    free(reader->grid);
    free(reader->costs);
    free(reader->build_s);
    free(reader->choices);
    unit_tree_fini(&reader->units);
    names_fini(&reader->levels);
    names_fini(&reader->systems);
    names_fini(&reader->benchmarks);
    names_fini(&reader->metrics);
}
