/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql.c -- the statements of a run, prepared once. */
#include "store/schema.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const texts[SQL_COUNT_STATEMENTS] = {
    /* IMMEDIATE: a transaction that begins by reading could not wait for another writer later. */
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_ADD_EXPERIMENT] =
        "INSERT INTO experiment (uid, name, manifest, source, quick, ignore_failure, seed, margin,"
        " planned, assay_version, started_ns)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [SQL_ADD_HOST] = "INSERT OR REPLACE INTO host VALUES (?1, ?2, ?3)",
    [SQL_ADD_HOST_STATE] = "INSERT OR IGNORE INTO host VALUES (?1, ?2, ?3)",
    [SQL_ADD_LEVEL] = "INSERT INTO level VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_ADD_STOPPING] = "INSERT OR REPLACE INTO stopping VALUES (?1, ?2, ?3,"
                         " (SELECT uid FROM experiment WHERE id = ?4))",
    [SQL_ADD_MACHINE] =
        "INSERT INTO machine SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, started_ns, NULL, planned,"
        " assay_version, source FROM experiment WHERE id = ?1",
    [SQL_ADD_SYSTEM] = "INSERT OR IGNORE INTO system (name) VALUES (?1)",
    [SQL_ADD_BENCHMARK] = "INSERT OR IGNORE INTO benchmark (name) VALUES (?1)",
    [SQL_ADD_METRIC] = "INSERT OR IGNORE INTO metric (name, unit, more_is_better, part, told)"
                       " VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_FIND_SYSTEM] = "SELECT id FROM system WHERE name = ?1",
    [SQL_FIND_BENCHMARK] = "SELECT id FROM benchmark WHERE name = ?1",
    [SQL_FIND_METRIC] =
        "SELECT id FROM metric WHERE name = ?1 AND unit = ?2 AND more_is_better = ?3 AND part = ?4"
        " AND told = ?5",
    [SQL_PLACE_SYSTEM] = "INSERT INTO experiment_system VALUES (?1, ?2, ?3)",
    [SQL_PLACE_BENCHMARK] = "INSERT INTO experiment_benchmark VALUES (?1, ?2, ?3)",
    [SQL_FIND_UNIT] =
        "SELECT id FROM unit WHERE experiment = ?1 AND system = ?2 AND parent = ?3 AND place = ?4",
    [SQL_ADD_UNIT] = "INSERT INTO unit (experiment, system, parent, depth, place)"
                     " VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_ADD_BUILD] = "INSERT INTO build VALUES"
                      " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [SQL_ADD_EXECUTION] =
        "INSERT INTO execution (experiment, round, position, attempt, system, benchmark, unit,"
        " place, warmup, start_ns, cost_s, live_s, outcome, code, last_words, checksum)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
    [SQL_ADD_VALUE] =
        "INSERT INTO value (key, n, n_warmup, data) VALUES (?1 << 16 | ?2, ?3, ?4, ?5)",
    [SQL_ADD_DRAW] = "INSERT INTO draw VALUES (?1, ?2, ?3)",
    [SQL_ADD_HOOK] =
        "INSERT INTO hook (experiment, system, name, round, position, start_ns, cost_s, outcome,"
        " code, last_words, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    /* Attempts that exist, and the best outcome among them. */
    [SQL_HAS_BUILD] = "SELECT count(*), min(outcome) FROM build WHERE unit = ?1",
    [SQL_HAS_EXECUTION] = "SELECT count(*), min(outcome) FROM execution"
                          " WHERE experiment = ?1 AND round = ?2 AND position = ?3",
    [SQL_PLAN] = "UPDATE experiment SET planned = ?2 WHERE id = ?1",
    [SQL_EXTEND] = "UPDATE experiment SET manifest = ?2, planned = ?3, finished_ns = NULL"
                   " WHERE id = ?1",
    [SQL_EXTEND_LEVEL] = "UPDATE level SET count = ?3 WHERE experiment = ?1 AND depth = ?2",
    [SQL_SAMPLE_FACTS] =
        "SELECT (SELECT count(*) FROM experiment_system WHERE experiment = ?1),"
        " EXISTS (SELECT 1 FROM packed_execution WHERE experiment = ?1)"
        " AND (SELECT depth FROM level WHERE experiment = ?1 AND name = 'execution') = 0"
        " AND NOT EXISTS (SELECT 1 FROM live WHERE experiment = ?1)",
    [SQL_SAMPLE_CELLS] = "SELECT metric, system, benchmark, executions, data FROM packed_value"
                         " WHERE experiment = ?1 ORDER BY metric, system, benchmark",
    [SQL_HAS_CELL] = "SELECT 1 FROM packed_value WHERE experiment = ?1 AND metric = ?2"
                     " AND system = ?3 AND benchmark = ?4",
    [SQL_CAN_PACK] = "SELECT 1 FROM experiment WHERE id = ?1 AND finished_ns IS NOT NULL"
                     " AND EXISTS (SELECT 1 FROM execution WHERE experiment = ?1)"
                     " AND NOT EXISTS (SELECT 1 FROM packed_execution WHERE experiment = ?1)",
    [SQL_ADD_ORDER] = "INSERT INTO packed_execution VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_ADD_CELL] = "INSERT INTO packed_value VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_DRAWS_OF] = "SELECT name, value FROM draw WHERE execution = ?1 ORDER BY name",
    [SQL_PACK_MANIFEST] = "UPDATE experiment SET manifest = ?3 WHERE id = ?1 AND ?2 = 0",
    [SQL_PACK_HOST] = "INSERT OR REPLACE INTO host VALUES (?1, ?2, ?3)",
    [SQL_FIND_BY_UID] = "SELECT id, finished_ns IS NOT NULL FROM experiment WHERE uid = ?1",
    [SQL_FIND_UID] = "SELECT uid FROM experiment WHERE id = ?1",
    [SQL_FIND_SEAL] = "SELECT seal, finished_ns IS NOT NULL FROM experiment WHERE id = ?1",
    [SQL_PUT_SEAL] = "UPDATE experiment SET seal = ?2 WHERE id = ?1",
    [SQL_SUM_EXECUTION] = "UPDATE execution SET checksum = ?2 WHERE id = ?1",
    [SQL_PLAN_MACHINE] = "UPDATE machine SET planned = ?2 WHERE experiment = ?1",
    /* The sum of STORE_HOLDS. */
    [SQL_HOLDS] = "SELECT EXISTS (SELECT 1 FROM unit WHERE experiment = ?1)"
                  " + 2 * EXISTS (SELECT 1 FROM hook WHERE experiment = ?1)"
                  " + 4 * EXISTS (SELECT 1 FROM draw)"
                  " + 8 * (EXISTS (SELECT 1 FROM packed_execution WHERE experiment = ?1)"
                  " OR EXISTS (SELECT 1 FROM packed_value WHERE experiment = ?1))"
                  " + 16 * EXISTS (SELECT 1 FROM live WHERE experiment = ?1)"
                  " + 32 * EXISTS (SELECT 1 FROM stopping WHERE experiment = ?1)"
                  " + 64 * EXISTS (SELECT 1 FROM gate WHERE experiment = ?1)"
                  " + 128 * EXISTS (SELECT 1 FROM experiment WHERE id <> ?1)"
                  " + 256 * (EXISTS (SELECT 1 FROM host WHERE experiment = ?1 AND round > 0)"
                  " OR EXISTS (SELECT 1 FROM packed_execution WHERE experiment = ?1))"
                  " + 512 * EXISTS (SELECT 1 FROM profile WHERE experiment = ?1)",
    [SQL_HAS_FAILED] = "SELECT 1 FROM execution WHERE experiment = ?1 AND outcome <> 0 LIMIT 1",
    [SQL_FINISH] = "UPDATE experiment SET finished_ns = ?2 WHERE id = ?1",
};

sqlite3_stmt *store_prepare(struct store *store, const char *sql, struct assay_error *error)
{
    sqlite3_stmt *statement = NULL;
    if (store_has_failed_within(store, error))
        return NULL;
    guard_restart(store);
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        store_fail_sqlite(store, error);
        return NULL;
    }
    return statement;
}

/* Reset and unbound; NULL after an error, which is told in *error. */
static sqlite3_stmt *statement_of(struct store *store, enum statement which,
                                  struct assay_error *error)
{
    sqlite3_stmt **statement = &store->statements[which];
    if (*statement == NULL)
        *statement =
            store_prepare(store, which < SQL_SEALED ? texts[which] : seal_query(which), error);
    guard_restart(store);
    return store_has_failed_within(store, error) ? NULL : *statement;
}

/* By a statement: sqlite3_table_column_metadata() answers from what the connection has read of the
 * schema once, also when another process has made or migrated the file since. What cannot be asked
 * now (no memory, damage) is not said to be missing. */
bool store_has(struct store *store, const char *table, const char *column)
{
    if (store->version == schema_version) /* as guard_schema found it, and versions only grow */
        return true;
    sqlite3_stmt *row = NULL;
    char sql[96];
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM main.%s LIMIT 0", column != NULL ? column : "1",
                   table);
    const int code = sqlite3_prepare_v2(store->db, sql, -1, &row, NULL);
    (void)sqlite3_finalize(row);
    return (code & 0xff) != SQLITE_ERROR;
}

static void bind_values(sqlite3_stmt *statement, const struct store_value *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct store_value *value = &values[i];
        const int place = (int)i + 1;
        switch (value->type) {
        case STORE_INTEGER: sqlite3_bind_int64(statement, place, value->integer); break;
        case STORE_REAL: sqlite3_bind_double(statement, place, value->real); break;
        case STORE_TEXT: sqlite3_bind_text(statement, place, value->data, -1, SQLITE_STATIC); break;
        case STORE_BLOB:
            sqlite3_bind_blob64(statement, place, value->data, value->size, SQLITE_STATIC);
        }
    }
}

static struct store_rows rows_of(struct store *store, sqlite3_stmt *row, bool kept,
                                 const struct store_value *values, size_t n,
                                 struct assay_error *error)
{
    if (row != NULL)
        bind_values(row, values, n);
    return (struct store_rows){row, store, error, row != NULL ? ASSAY_OK : ASSAY_SYSTEM, kept};
}

struct store_rows store_ask_values(struct store *store, const char *sql, struct assay_error *error,
                                   const struct store_value *values, size_t n)
{
    return rows_of(store, store_prepare(store, sql, error), false, values, n, error);
}

struct store_rows store_ask_kept_values(struct store *store, enum statement which,
                                        struct assay_error *error, const struct store_value *values,
                                        size_t n)
{
    return rows_of(store, statement_of(store, which, error), true, values, n, error);
}

bool store_next(struct store_rows *rows)
{
    if (rows->status != ASSAY_OK)
        return false;
    const int code = sqlite3_step(rows->row);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        rows->status = store_fail_sqlite(rows->store, rows->error);
    return code == SQLITE_ROW;
}

enum assay_status store_asked(struct store_rows *rows)
{
    (void)(rows->kept ? sqlite3_reset(rows->row) : sqlite3_finalize(rows->row));
    return rows->status;
}

/* ---- without a loop ---- */

static enum assay_status run(struct store_rows rows)
{
    (void)store_next(&rows);
    return store_asked(&rows);
}

enum assay_status store_put_values(struct store *store, enum statement which,
                                   struct assay_error *error, const struct store_value *values,
                                   size_t n)
{
    return run(store_ask_kept_values(store, which, error, values, n));
}

enum assay_status store_simple(struct store *store, enum statement which, struct assay_error *error)
{
    return store_put_values(store, which, error, NULL, 0);
}

enum assay_status store_for_each(struct store *store, const char *sql, int64_t experiment,
                                 store_row_taker take, void *context, struct assay_error *error)
{
    struct store_rows rows = store_ask(store, sql, error, INTEGER(experiment));
    while (store_next(&rows))
        rows.status = take(context, rows.row);
    return store_asked(&rows);
}

enum assay_status store_run_values(struct store *store, const char *sql, struct assay_error *error,
                                   const struct store_value *values, size_t n)
{
    return run(store_ask_values(store, sql, error, values, n));
}

enum assay_status store_run_for(struct store *store, const char *sql, int64_t experiment,
                                struct assay_error *error)
{
    return store_run(store, sql, error, INTEGER(experiment));
}

static enum assay_status take_first(struct store_rows rows, struct store_first *first)
{
    *first = (struct store_first){.found = store_next(&rows)};
    for (int i = 0; first->found && i < STORE_FIRST && i < sqlite3_column_count(rows.row); i++)
        first->numbers[i] = sqlite3_column_int64(rows.row, i);
    return store_asked(&rows);
}

enum assay_status store_first_values(struct store *store, enum statement which,
                                     struct store_first *first, struct assay_error *error,
                                     const struct store_value *values, size_t n)
{
    return take_first(store_ask_kept_values(store, which, error, values, n), first);
}

enum assay_status store_number(struct store *store, const char *sql, int64_t experiment,
                               int64_t *number, struct assay_error *error)
{
    struct store_first first;
    const enum assay_status status =
        take_first(store_ask(store, sql, error, INTEGER(experiment)), &first);
    *number = first.numbers[0];
    return status;
}

int64_t store_number_of(struct store *store, const char *sql, int64_t experiment)
{
    int64_t number;
    (void)store_number(store, sql, experiment, &number, NULL);
    return number;
}

double store_column_number(sqlite3_stmt *row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_NULL ? (double)NAN
                                                           : sqlite3_column_double(row, column);
}

int64_t store_column_within(sqlite3_stmt *row, int column, int64_t most, int64_t otherwise)
{
    const int64_t number = sqlite3_column_int64(row, column);
    return number >= 0 && number <= most ? number : otherwise;
}

char *store_column_text(sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return strdup(text != NULL ? (const char *)text : "");
}

char *store_column_copy(sqlite3_stmt *row, int column, bool *ok)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    char *copy = text != NULL ? strdup(text) : NULL;
    *ok = *ok && (text == NULL || copy != NULL);
    return copy;
}
