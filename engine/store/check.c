/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c -- is every page, row and array what was written? */
#include "store/packed.h"
#include "store/profiles.h"
#include "store/seal.h"
#include "store/step_row.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/owned.h"

struct checker {
    struct store *store;
    int64_t experiment; /* 0: all of them */
    unsigned holds;     /* what that one does */
    store_reporter report;
    void *context;
    size_t n_defects;
    struct step_reader steps;
    int64_t arrays;  /* that execution orders count, less those that cells hold */
    bool order_lost; /* arrays counts too few */
    struct cell cell;
};

__attribute__((format(printf, 2, 3))) static void defect(struct checker *checker,
                                                         const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    checker->n_defects++;
    if (checker->report != NULL)
        checker->report(checker->context, text);
}

static void check_structure(struct checker *checker, sqlite3_stmt *row)
{
    const char *text = (const char *)sqlite3_column_text(row, 0);
    if (text == NULL || strcmp(text, "ok") != 0)
        defect(checker, "structure: %s", text != NULL ? text : "no text");
}

static void check_step(struct checker *checker, sqlite3_stmt *row)
{
    struct step_row step = step_reader_take(&checker->steps, row);
    if (!store_step_fits(&step, sqlite3_column_int64(row, STEP_CHECKSUM)))
        defect(checker, "%s: does not fit its checksum",
               (const char *)sqlite3_column_text(row, STEP_NAME));
}

static void check_values(struct checker *checker, sqlite3_stmt *row)
{
    const void *data = sqlite3_column_blob(row, 4);
    size_t n = blob_count(data, (size_t)sqlite3_column_bytes(row, 4));
    if (n == SIZE_MAX || (int64_t)n != sqlite3_column_int64(row, 2) ||
        sqlite3_column_int64(row, 3) < 0 || sqlite3_column_int64(row, 3) > (int64_t)n)
        defect(checker, "execution %lld, metric %lld: the values do not fit their checksum",
               (long long)sqlite3_column_int64(row, 0), (long long)sqlite3_column_int64(row, 1));
}

/* Columns: experiment, executions, failures, data, first. */
static void check_order(struct checker *checker, sqlite3_stmt *row)
{
    SCOPED(execution_order_fini) struct execution_order order = {0};
    const long long experiment = sqlite3_column_int64(row, 0);
    int64_t failures = 0;
    if (!execution_order_decode(checker->store->codec, sqlite3_column_blob(row, 3),
                                (size_t)sqlite3_column_bytes(row, 3),
                                (size_t)sqlite3_column_int64(row, 1), &order)) {
        defect(checker, "experiment %lld, executions from %lld: do not fit their checksum",
               experiment, (long long)sqlite3_column_int64(row, 4));
        checker->order_lost = true;
        return;
    }
    for (size_t i = 0; i < order.n; i++) {
        failures += order.steps[i].outcome != 0;
        checker->arrays += order.steps[i].arrays;
    }
    if (failures != sqlite3_column_int64(row, 2))
        defect(checker, "experiment %lld: counts another number of failures", experiment);
}

static void check_cell(struct checker *checker, sqlite3_stmt *row)
{
    const int64_t n = store_column_within(row, 4, INT32_MAX, 0);
    checker->arrays -= n;
    const int64_t ids[] = {sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2),
                           sqlite3_column_int64(row, 3)};
    cell_owner(checker->store, sqlite3_column_int64(row, 0), ids, (size_t)n);
    if (!cell_decode(checker->store->codec, sqlite3_column_blob(row, 5),
                     (size_t)sqlite3_column_bytes(row, 5), (size_t)n, &checker->cell))
        defect(checker,
               "experiment %lld, metric %lld, system %lld, benchmark %lld: the values do not fit "
               "their checksum",
               (long long)sqlite3_column_int64(row, 0), (long long)sqlite3_column_int64(row, 1),
               (long long)sqlite3_column_int64(row, 2), (long long)sqlite3_column_int64(row, 3));
}

/* Every array that an execution of a packed row has is in a cell. */
static void check_balance(struct checker *checker, sqlite3_stmt *row)
{
    (void)row;
    if (checker->arrays != 0 && !checker->order_lost)
        defect(checker, "packed experiments: %lld arrays of values are %s",
               (long long)(checker->arrays > 0 ? checker->arrays : -checker->arrays),
               checker->arrays > 0 ? "missing" : "of executions that are missing");
}

static void check_texts(struct checker *checker, sqlite3_stmt *row)
{
    struct texts texts;
    if (!store_texts(checker->store, row, 1, &texts))
        defect(checker, "%s: does not fit its checksum", (const char *)sqlite3_column_text(row, 0));
    else
        texts_fini(&texts);
}

static void check_lost(struct checker *checker, sqlite3_stmt *row)
{
    defect(checker, "%s", (const char *)sqlite3_column_text(row, 0));
}

static void check_seal(struct checker *checker, sqlite3_stmt *row)
{
    const long long experiment = sqlite3_column_int64(row, 0);
    unsigned broken;
    if (seal_check(checker->store, experiment, SEAL_ALL, &broken, NULL) != ASSAY_OK)
        defect(checker, "experiment %lld: cannot be read", experiment);
    for (unsigned part = SEAL_FACTS; part <= SEAL_DATA; part *= 2)
        if ((broken & part) != 0)
            defect(checker, "experiment %lld: does not fit its checksum: %s", experiment,
                   seal_part_name(part));
}

static void check_rulings(struct checker *checker, sqlite3_stmt *row)
{
    bool sound;
    (void)row;
    if (store_rulings_check(checker->store, &sound, NULL) != ASSAY_OK || !sound)
        defect(checker, "what was ruled of changes: does not fit its checksum");
}

static void check_profiles(struct checker *checker, sqlite3_stmt *row)
{
    bool sound;
    (void)row;
    if (store_profiles_check(checker->store, &sound, NULL) != ASSAY_OK || !sound)
        defect(checker, "a profile: does not fit its checksum");
}

/* A file of a stranger may hold anything in any column: what is no name, and what is no number. */
static void check_types(struct checker *checker, sqlite3_stmt *row)
{
    sqlite3_stmt *table =
        store_prepare(checker->store, (const char *)sqlite3_column_text(row, 1), NULL);
    if (table != NULL && sqlite3_step(table) == SQLITE_ROW && sqlite3_column_int64(table, 0) > 0)
        defect(checker, "%s: %lld rows hold what their columns do not",
               (const char *)sqlite3_column_text(row, 0),
               (long long)sqlite3_column_int64(table, 0));
    (void)sqlite3_finalize(table);
}

/* For each table a query that counts such rows. Manifests and facts are blobs when packed. */
static const char types_query[] =
    "SELECT t.name, 'SELECT count(*) FROM ' || t.name || ' WHERE ' || group_concat("
    " CASE WHEN c.type = 'TEXT' AND c.name IN ('manifest', 'facts') THEN"
    "  'typeof(' || c.name || ') NOT IN (''text'', ''blob'')'"
    " WHEN c.type = 'TEXT' THEN '(typeof(' || c.name || ') NOT IN (''text'', ''null'') OR instr('"
    "  || c.name || ', char(0)) > 0)'"
    " WHEN c.type = 'REAL' THEN 'typeof(' || c.name || ') NOT IN (''real'', ''null'')'"
    " WHEN c.type = 'BLOB' THEN 'typeof(' || c.name || ') NOT IN (''blob'', ''null'')'"
    " ELSE 'typeof(' || c.name || ') NOT IN (''integer'', ''null'')' END, ' OR ')"
    " FROM sqlite_schema t JOIN pragma_table_info(t.name) c"
    " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' GROUP BY t.name";

#define BUILDS(layout)                                                                             \
    "SELECT 'build of unit ' || u.id, u.id, round, position, attempt, u.place, 0, start_ns,"       \
    " outcome, code, cost_s, 0.0, last_words, checksum, " layout                                   \
    ", 0, u.experiment, s.name, ''," STEP_PATH(                                                    \
        "u.id", "u.system", "u.experiment") " FROM build JOIN unit u ON u.id = build.unit"         \
                                            " LEFT JOIN system s ON s.id = u.system"

static const struct check {
    const char *sql;
    void (*row)(struct checker *checker, sqlite3_stmt *row);
    const char *table, *column; /* that older files do not have; NULL: all have them */
    const char *old_sql;        /* for these files; NULL: nothing to check */
    const char *one;            /* behind sql, of one experiment; NULL: not asked of one */
    unsigned holds;             /* where that experiment holds none of these: */
    const char *bare_sql;       /* instead; NULL: nothing to check */
} checks[] = {
    {"PRAGMA integrity_check", check_structure, NULL, NULL, NULL, NULL},
    {STEP_EXECUTIONS, check_step, NULL, NULL, NULL, " WHERE x.experiment = ?1", STORE_HOLDS_UNITS,
     STEP_EXECUTIONS_BARE},
    {BUILDS("layout"), check_step, "build", "layout", BUILDS("NULL"), " WHERE u.experiment = ?1",
     STORE_HOLDS_UNITS},
    {"SELECT 'hook ' || x.id, x.id, round, position, 0, 0, 0, start_ns, outcome, code, cost_s, 0.0,"
     " last_words, checksum, NULL, 0, experiment, s.name, x.name, NULL FROM hook x"
     " LEFT JOIN system s ON s.id = x.system",
     check_step, "hook", NULL, NULL, " WHERE experiment = ?1", STORE_HOLDS_HOOKS},
    {"SELECT execution, metric, n, n_warmup, data FROM value", check_values, NULL, NULL, NULL,
     " WHERE key IN (SELECT v.key FROM execution x JOIN value v"
     " ON v.key BETWEEN x.id << 16 AND x.id << 16 | 65535 WHERE experiment = ?1)"},
    {"SELECT 'execution ' || execution || ' is missing, its values are there' FROM value"
     " WHERE execution NOT IN (SELECT id FROM execution)",
     check_structure, NULL, NULL, NULL, NULL},
    {"SELECT experiment, executions, failures, data, first FROM packed_execution", check_order,
     "packed_execution", NULL, NULL, " WHERE experiment = ?1", STORE_HOLDS_PACKED},
    {"SELECT experiment, metric, system, benchmark, executions, data FROM packed_value", check_cell,
     "packed_value", NULL, NULL, " WHERE experiment = ?1", STORE_HOLDS_PACKED},
    {"SELECT 0", check_balance, NULL, NULL, NULL, "", STORE_HOLDS_PACKED},
    {"SELECT 'manifest of experiment ' || id, manifest FROM experiment"
     " WHERE typeof(manifest) = 'blob'",
     check_texts, NULL, NULL, NULL, " AND id = ?1"},
    {"SELECT 'host of experiment ' || experiment, facts FROM host WHERE typeof(facts) = 'blob'",
     check_texts, NULL, NULL, NULL, " AND experiment = ?1"},
    {"SELECT 'row ' || coalesce(rowid, 'of') || ' of ' || \"table\" || ': what it belongs to, of '"
     " || parent || ', is missing' FROM pragma_foreign_key_check",
     check_lost, NULL, NULL, NULL, NULL},
    {types_query, check_types, NULL, NULL, NULL, NULL},
    {"SELECT 'uid of experiment ' || id || ' has not 16 bytes' FROM experiment"
     " WHERE length(uid) <> 16",
     check_lost, NULL, NULL, NULL, NULL},
    {"SELECT 0", check_rulings, "ruling", NULL, NULL, NULL},
    {"SELECT 0", check_profiles, "profile", NULL, NULL, NULL},
    {"SELECT id FROM experiment", check_seal, "experiment", "seal", NULL, NULL},
};

static enum assay_status run_check(struct checker *checker, const struct check *check,
                                   struct assay_error *error)
{
    const bool whole =
        check->table == NULL || store_has(checker->store, check->table, check->column);
    const bool one = checker->experiment != 0;
    const bool bare = one && check->holds != 0 && (checker->holds & check->holds) == 0;
    const char *sql = bare ? check->bare_sql : whole ? check->sql : check->old_sql;
    error->status = ASSAY_OK;
    if (sql == NULL || (one && check->one == NULL))
        return ASSAY_OK;
    char text[2000];
    (void)snprintf(text, sizeof text, "%s%s", sql, one ? check->one : "");
    struct store_rows rows =
        store_ask_values(checker->store, text, error,
                         (const struct store_value[]){INTEGER(checker->experiment)}, one);
    if (rows.row == NULL && (sqlite3_errcode(checker->store->db) & 0xff) == SQLITE_ERROR)
        checker->store->broken = true; /* a table is not what the version says */
    while (store_next(&rows))
        check->row(checker, rows.row);
    return store_asked(&rows);
}

static enum assay_status run_checks(struct checker checker, size_t *n_defects,
                                    struct assay_error *error)
{
    struct store *store = checker.store;
    enum assay_status status = ASSAY_OK;
    const bool began = store_snapshot_begin(store);
    checker.holds = store_holds(store, checker.experiment);
    step_reader_begin(&checker.steps, store);
    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == ASSAY_OK; i++) {
        struct assay_error problem;
        if (run_check(&checker, &checks[i], &problem) == ASSAY_OK)
            continue;
        if (store->broken) {
            defect(&checker, "%s", problem.text);
            continue;
        }
        if (error != NULL) /* locked, or no memory: says nothing of the file */
            *error = problem;
        status = problem.status;
    }
    cell_fini(&checker.cell);
    step_reader_end(&checker.steps);
    store_snapshot_end(store, began);
    if (status == ASSAY_OK)
        *n_defects = checker.n_defects;
    return status;
}

enum assay_status store_check(struct store *store, store_reporter report, void *context,
                              size_t *n_defects, struct assay_error *error)
{
    return run_checks((struct checker){.store = store, .report = report, .context = context},
                      n_defects, error);
}

bool store_file_is_whole(const char *path)
{
    SCOPED(store_close) struct store *store = NULL;
    struct assay_error ignored;
    size_t n = 0;
    return store_open(path, STORE_READ, &store, &ignored) == ASSAY_OK &&
           store_check(store, NULL, NULL, &n, &ignored) == ASSAY_OK && n == 0;
}

enum assay_status store_is_sound(struct store *store, int64_t experiment, bool *sound,
                                 struct assay_error *error)
{
    size_t n = 0;
    const bool broken = store->broken;
    enum assay_status status =
        run_checks((struct checker){.store = store, .experiment = experiment}, &n, error);
    store->broken = broken; /* the damage is of one experiment, and will be told */
    *sound = n == 0;
    return status;
}
