/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c -- an experiment back as samples.
 *
 * Two passes: the executions, in the order in which they were measured, are gathered by system,
 * benchmark and metric; then the series are made in the order of the design, so that the old system
 * comes first. Executions that failed, or were warm-up as a whole, give no values. A metric that
 * never had more than one value in an execution has "execution" as its lowest level.
 */
#include "store/unit_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names with the ids that executions know them by, in the order of the design. */
struct names {
    struct name {
        int64_t id;
        char *name, *unit; /* unit and direction: metrics */
        bool more_is_better;
    } * items;
    size_t n;
};

struct gathered_execution {
    int64_t unit, place, round;
    size_t n, n_warmup;
};

/* What one (system, benchmark, metric) gave. */
struct gathered {
    struct gathered_execution *executions;
    double *values;
    size_t n_executions, executions_capacity;
    size_t n_values, values_capacity;
    size_t n_live;
    bool iterated;
};

/* What the executions of one (system, benchmark) cost. */
struct cost {
    double execution_s, live_s; /* sums */
    size_t n;
    bool failed; /* an execution failed and was not made up for */
};

struct reader {
    struct store *store;
    struct assay_dataset *dataset;
    struct store_error *error;
    int64_t experiment;
    bool complete;
    struct names levels, systems, benchmarks, metrics;
    size_t execution_level;
    struct unit_tree units;
    struct gathered *grid; /* [system][benchmark][metric] */
    struct cost *costs;    /* [system][benchmark] */
    double *build_s;       /* [system] */
};

static enum store_status out_of_memory(struct reader *reader)
{
    return store_fail(reader->error, STORE_SYSTEM, "%s: out of memory.", reader->store->path);
}

static enum store_status damaged(struct reader *reader, int64_t execution)
{
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
    if (status == STORE_OK && code != SQLITE_DONE)
        status = store_fail_sqlite(reader->store, reader->error);
    (void)sqlite3_finalize(row);
    return status;
}

static char *copy_text(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return strdup(text != NULL ? (const char *)text : "");
}

/* Columns: id, name, unit, direction. */
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
                          .more_is_better = sqlite3_column_int(row, 3) != 0};
    return name->name != NULL && name->unit != NULL ? STORE_OK : out_of_memory(reader);
}

static void names_fini(struct names *names)
{
    for (size_t i = 0; i < names->n; i++) {
        free(names->items[i].name);
        free(names->items[i].unit);
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
        status = for_each(reader, "SELECT id, name, unit, more_is_better FROM metric ORDER BY id",
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

static size_t cell(const struct reader *reader, size_t system, size_t benchmark)
{
    return system * reader->benchmarks.n + benchmark;
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
    struct cost *cost = &reader->costs[cell(reader, system, benchmark)];
    if (*before != sqlite3_column_int64(row, 0)) {
        cost->execution_s += sqlite3_column_double(row, 10);
        cost->live_s += sqlite3_column_double(row, 11);
        cost->n++;
    }
    *before = sqlite3_column_int64(row, 0);
    struct gathered_execution execution = {.unit = sqlite3_column_int64(row, 3),
                                           .place = sqlite3_column_int64(row, 4),
                                           .round = sqlite3_column_int64(row, 5),
                                           .n = (size_t)sqlite3_column_int64(row, 7),
                                           .n_warmup = (size_t)sqlite3_column_int64(row, 8)};
    return gather(reader,
                  &reader->grid[cell(reader, system, benchmark) * reader->metrics.n + metric],
                  &execution, row);
}

static enum store_status take_failure(struct reader *reader, sqlite3_stmt *row, void *context)
{
    (void)context;
    size_t system = place_of(&reader->systems, sqlite3_column_int64(row, 0));
    size_t benchmark = place_of(&reader->benchmarks, sqlite3_column_int64(row, 1));
    if (system < reader->systems.n && benchmark < reader->benchmarks.n)
        reader->costs[cell(reader, system, benchmark)].failed = true;
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

static enum store_status read_executions(struct reader *reader)
{
    size_t cells = reader->systems.n * reader->benchmarks.n;
    reader->grid = calloc(cells * reader->metrics.n + 1, sizeof *reader->grid);
    reader->costs = calloc(cells + 1, sizeof *reader->costs);
    reader->build_s = calloc(reader->systems.n + 1, sizeof *reader->build_s);
    if (reader->grid == NULL || reader->costs == NULL || reader->build_s == NULL)
        return out_of_memory(reader);
    int64_t before = 0;
    enum store_status status =
        unit_tree_read(reader->store, reader->experiment, &reader->units, reader->error);
    if (status == STORE_OK)
        status = for_each(reader, values_query, take_values, &before);
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

/* METHODS section 0: the lowest level costs what its live part took; each level above what opening
 * one more of its units takes besides. All levels above execution are opened by building, once for
 * the lowest of them. */
static void set_costs(struct reader *reader, size_t system, size_t benchmark, size_t series,
                      const struct gathered *gathered)
{
    const struct cost *cost = &reader->costs[cell(reader, system, benchmark)];
    size_t level = reader->execution_level;
    double execution_s = cost->execution_s / (double)cost->n;
    for (size_t above = 0; above < level; above++)
        assay_dataset_cost(reader->dataset, series, above,
                           above + 1 == level ? reader->build_s[system] : 0);
    if (!gathered->iterated) {
        assay_dataset_cost(reader->dataset, series, level, execution_s);
        return;
    }
    bool split = cost->live_s > 0 && gathered->n_live > 0;
    assay_dataset_cost(reader->dataset, series, level,
                       execution_s - cost->live_s / (double)cost->n);
    assay_dataset_cost(reader->dataset, series, level + 1,
                       split ? cost->live_s / (double)gathered->n_live : (double)NAN);
}

/* One execution's values, and the key that pairs its top unit with the other systems' ones. */
static enum assay_status put_execution(struct reader *reader, size_t series, bool iterated,
                                       const struct gathered_execution *execution,
                                       const double *values, struct assay_error *error)
{
    size_t level = reader->execution_level;
    char text[ASSAY_MAX_LEVELS][UNIT_LABEL_BYTES];
    const char *labels[ASSAY_MAX_LEVELS];
    for (size_t i = 0; i <= level; i++)
        labels[i] = text[i];
    if (!unit_tree_labels(&reader->units, execution->unit, level, text))
        return assay_fail(error, ASSAY_INVALID, "unit %lld is missing", (long long)execution->unit);
    (void)snprintf(text[level], UNIT_LABEL_BYTES, "%lld", (long long)execution->place + 1);
    enum assay_status status = assay_dataset_add(reader->dataset, series, labels, values,
                                                 execution->n, execution->n_warmup, error);
    if (status != ASSAY_OK)
        return status;
    /* With units above the executions, units of one place are measured in the same rounds. */
    bool flat = level == 0;
    return assay_dataset_pair(reader->dataset, series, flat && !iterated ? NULL : labels[0],
                              flat ? execution->round : strtoll(text[0], NULL, 10) - 1, error);
}

static enum assay_status put_series(struct reader *reader, size_t system, size_t benchmark,
                                    size_t metric, const struct gathered *gathered,
                                    struct assay_error *error)
{
    const char *level_names[ASSAY_MAX_LEVELS];
    for (size_t i = 0; i < reader->levels.n; i++)
        level_names[i] = reader->levels.items[i].name;
    size_t n_levels = reader->execution_level + 1 + gathered->iterated, series;
    if (n_levels > reader->levels.n)
        return assay_fail(error, ASSAY_INVALID, "iterations without a level for them");
    const struct name *what = &reader->metrics.items[metric];
    enum assay_status status =
        assay_dataset_series(reader->dataset, reader->systems.items[system].name,
                             reader->benchmarks.items[benchmark].name, what->name, what->unit,
                             what->more_is_better, n_levels, level_names, &series, error);
    const double *values = gathered->values;
    for (size_t i = 0; status == ASSAY_OK && i < gathered->n_executions; i++) {
        status = put_execution(reader, series, gathered->iterated, &gathered->executions[i], values,
                               error);
        values += gathered->executions[i].n;
    }
    if (status != ASSAY_OK)
        return status;
    set_costs(reader, system, benchmark, series, gathered);
    bool failed = reader->costs[cell(reader, system, benchmark)].failed;
    assay_dataset_warn(reader->dataset, series,
                       (failed ? ASSAY_WARNING(ASSAY_WARN_FAILED_EXECUTIONS) : 0) |
                           (reader->complete ? 0 : ASSAY_WARNING(ASSAY_WARN_INCOMPLETE)));
    return ASSAY_OK;
}

static enum store_status put_all(struct reader *reader)
{
    for (size_t s = 0; s < reader->systems.n; s++)
        for (size_t b = 0; b < reader->benchmarks.n; b++)
            for (size_t m = 0; m < reader->metrics.n; m++) {
                const struct gathered *gathered =
                    &reader->grid[cell(reader, s, b) * reader->metrics.n + m];
                struct assay_error error;
                if (gathered->n_live > 0 &&
                    put_series(reader, s, b, m, gathered, &error) != ASSAY_OK)
                    return store_fail(reader->error, STORE_SYSTEM, "%s: experiment %lld: %s.",
                                      reader->store->path, (long long)reader->experiment,
                                      error.text);
            }
    return STORE_OK;
}

static void reader_fini(struct reader *reader)
{
    size_t cells = reader->systems.n * reader->benchmarks.n * reader->metrics.n;
    for (size_t i = 0; reader->grid != NULL && i < cells; i++) {
        free(reader->grid[i].executions);
        free(reader->grid[i].values);
    }
    free(reader->grid);
    free(reader->costs);
    free(reader->build_s);
    unit_tree_fini(&reader->units);
    names_fini(&reader->levels);
    names_fini(&reader->systems);
    names_fini(&reader->benchmarks);
    names_fini(&reader->metrics);
}

enum store_status store_read(struct store *store, int64_t experiment, struct assay_dataset *dataset,
                             struct store_error *error)
{
    struct reader reader = {
        .store = store, .dataset = dataset, .error = error, .experiment = experiment};
    /* One transaction: a run may be appending at the same time. */
    if (sqlite3_exec(store->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return store_fail_sqlite(store, error);
    enum store_status status = read_design(&reader);
    if (status == STORE_OK)
        status = read_executions(&reader);
    if (status == STORE_OK)
        status = put_all(&reader);
    reader_fini(&reader);
    (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
