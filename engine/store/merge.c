/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge.c -- another store's experiments into this one.
 *
 * An experiment has 16 random bytes for its name in the world (uid): what is here already is left
 * alone, so that merging twice gives the same content. Numbers of units and executions are moved
 * behind those in use here; names of systems, benchmarks and metrics are matched by their text.
 * Shards of an experiment that is here become part of it (join.c).
 */
#include "store/join.h"
#include "store/profiles.h"
#include "store/seal.h"

#include <stdio.h>
#include <string.h>

#include "base/failure.h"
#include "store/schema.h"

/* Temporary tables stay for the next merge, empty: to make and drop them takes longer than the rows of a small
 * store. "wanted" has the one experiment that shall come (0: all), "moved" what is added to ids of executions and units. */
static const char *const tables[] = {"wanted (experiment INT)",
                                     "to_system (old INTEGER PRIMARY KEY, new INT)",
                                     "to_benchmark (old INTEGER PRIMARY KEY, new INT)",
                                     "to_metric (old INTEGER PRIMARY KEY, new INT)",
                                     "to_experiment (old INTEGER PRIMARY KEY, new INT, uid)",
                                     "moved (units INT, executions INT)"};
enum { TABLES = sizeof tables / sizeof *tables };

/* In order. A step that takes from a table which is empty there is left out. */
static const struct {
    const char *from; /* NULL: never left out */
    const char *sql;
} steps[] = {
    {NULL, "INSERT OR IGNORE INTO system (name) SELECT name FROM other.system"},
    {NULL, "INSERT OR IGNORE INTO benchmark (name) SELECT name FROM other.benchmark"},
    {NULL,
     "INSERT OR IGNORE INTO metric (name, unit, more_is_better, part, told) SELECT name, unit, "
     "more_is_better, part, told FROM other.metric"},
    {NULL, "INSERT INTO to_system SELECT o.id AS old, m.id AS new FROM other.system o JOIN "
           "main.system m USING (name)"},
    {NULL, "INSERT INTO to_benchmark SELECT o.id AS old, m.id AS new FROM other.benchmark o JOIN "
           "main.benchmark m USING (name)"},
    {NULL, "INSERT INTO to_metric SELECT o.id AS old, m.id AS new FROM other.metric o JOIN "
           "main.metric m USING (name, unit, more_is_better, part, told)"},
    {NULL, "INSERT INTO to_experiment SELECT id AS old, 0 AS new, uid FROM other.experiment WHERE "
           "uid NOT IN (SELECT uid FROM main.experiment)"
           " AND (SELECT experiment FROM wanted) IN (0, id) ORDER BY id"},
    {NULL, "INSERT INTO experiment (" EXPERIMENT_COLUMNS ") SELECT " EXPERIMENT_COLUMNS
           " FROM other.experiment WHERE id"
           " IN (SELECT old FROM to_experiment) ORDER BY id"},
    {NULL, "UPDATE to_experiment SET new = (SELECT id FROM main.experiment m WHERE m.uid = "
           "to_experiment.uid)"},
    {NULL, "INSERT INTO moved SELECT (SELECT coalesce(max(id), 0) FROM main.unit) AS units, "
           "(SELECT coalesce(max(id), 0) FROM main.execution) AS executions"},
    {"host", "INSERT INTO host SELECT e.new, round, facts FROM other.host JOIN to_experiment e ON "
             "e.old = experiment"},
    {"stopping",
     "INSERT INTO stopping SELECT e.new, rule, expected, pilot FROM other.stopping JOIN "
     "to_experiment e ON e.old = experiment"},
    {"gate", "INSERT INTO gate SELECT e.new, failed, accepted FROM other.gate JOIN to_experiment e "
             "ON e.old = experiment"},
    {"machine",
     "INSERT INTO machine SELECT e.new, place, " MACHINE_COLUMNS " FROM other.machine JOIN"
     " to_experiment e ON e.old = experiment"},
    {"level", "INSERT INTO level SELECT e.new, depth, name, count, warmup FROM other.level JOIN "
              "to_experiment e ON e.old = experiment"},
    {"experiment_system",
     "INSERT INTO experiment_system SELECT e.new, place, s.new FROM other.experiment_system "
     "JOIN to_experiment e ON e.old = experiment JOIN to_system s ON s.old = system"},
    {"experiment_benchmark",
     "INSERT INTO experiment_benchmark SELECT e.new, place, b.new FROM "
     "other.experiment_benchmark JOIN to_experiment e ON e.old = experiment JOIN "
     "to_benchmark b ON b.old = benchmark"},
    {"live", "INSERT INTO live SELECT e.new, s.new, b.new, warmup, by_hand FROM other.live JOIN "
             "to_experiment e ON e.old = experiment JOIN to_system s ON s.old = system JOIN "
             "to_benchmark b ON b.old = benchmark"},
    {"unit", "INSERT INTO unit (id, experiment, system, parent, depth, place) SELECT o.id + units, "
             "e.new, s.new, CASE parent WHEN 0 THEN 0 ELSE parent + units END, depth, place FROM "
             "other.unit o JOIN to_experiment e ON e.old = experiment JOIN to_system s ON s.old = "
             "system JOIN moved ORDER BY o.id"},
    {"build", "INSERT INTO build (unit, " BUILD_COLUMNS ") SELECT unit + units, " BUILD_COLUMNS
              " FROM other.build JOIN moved WHERE"
              " unit IN (SELECT id FROM other.unit WHERE experiment IN (SELECT old FROM "
              "to_experiment))"},
    {"execution",
     "INSERT INTO execution (id, experiment, round, position, attempt, system, benchmark, "
     "unit, place, " EXECUTION_COLUMNS ") "
     "SELECT o.id + executions, e.new, round, position, attempt, s.new, b.new, CASE unit "
     "WHEN 0 THEN 0 ELSE unit + units END, place, " EXECUTION_COLUMNS
     " FROM other.execution o JOIN to_experiment e ON e.old = "
     "experiment JOIN to_system s ON s.old = system JOIN to_benchmark b ON b.old = benchmark"
     " JOIN moved ORDER BY o.id"},
    {"hook",
     "INSERT INTO hook (experiment, system, " HOOK_COLUMNS ") SELECT e.new, s.new, " HOOK_COLUMNS
     " FROM other.hook o JOIN "
     "to_experiment e ON e.old = experiment JOIN to_system s ON s.old = system ORDER BY o.id"},
    {"draw",
     "INSERT INTO draw SELECT execution + executions, name, value FROM other.draw JOIN moved"
     " WHERE execution IN (SELECT id FROM other.execution  WHERE experiment IN (SELECT old "
     "FROM to_experiment))"},
    {"packed_execution",
     "INSERT INTO packed_execution SELECT e.new, first, executions, failures, data FROM "
     "other.packed_execution JOIN to_experiment e ON e.old = experiment"},
    {"packed_value",
     "INSERT INTO packed_value SELECT e.new, m.new, s.new, b.new, executions, data FROM "
     "to_experiment e JOIN other.packed_value v ON v.experiment = e.old JOIN to_metric m ON "
     "m.old = v.metric JOIN to_system s ON s.old = v.system JOIN to_benchmark b ON b.old = "
     "v.benchmark ORDER BY 1, 2, 3, 4"},
    {"value",
     "INSERT INTO value (key, n, n_warmup, data) SELECT ((v.key >> 16) + executions) << 16 |"
     " m.new, n, n_warmup, data FROM other.value v JOIN other.execution x ON x.id = v.key >>"
     " 16 JOIN to_experiment e ON e.old = x.experiment JOIN to_metric m ON m.old = (v.key & "
     "65535) JOIN moved ORDER BY v.key"},
    {"profile",
     "INSERT INTO profile (uid, experiment, benchmark, " PROFILE_COLUMNS ") SELECT p.uid, e.new,"
     " b.new, " PROFILE_COLUMNS " FROM other.profile p JOIN to_experiment e ON e.old = experiment"
     " JOIN to_benchmark b ON b.old = benchmark ORDER BY p.id"},
    {"ruling",
     "INSERT OR IGNORE INTO ruling SELECT uid, kind, version, system, benchmark, metric, "
     "lower, upper, renamed, why, made_ns, checksum FROM other.ruling WHERE kind < 3  AND "
     "(SELECT experiment FROM wanted) = 0"},
};
enum { STEPS = sizeof steps / sizeof *steps };

static const char forget_joining[] =
    "DROP TABLE IF EXISTS joining; DROP TABLE IF EXISTS changed_here; DROP TABLE IF EXISTS coming;"
    "DROP TABLE IF EXISTS leaving; DROP TABLE IF EXISTS leaving_execution;"
    "DROP TABLE IF EXISTS shift";

struct copying {
    struct store *store;
    struct assay_error *error;
    const char *other;
};

/* What is damaged there does not come here. */
static enum assay_status check_one(void *context, sqlite3_stmt *row)
{
    struct copying *copying = context;
    unsigned broken;
    enum assay_status status =
        seal_check(copying->store, sqlite3_column_int64(row, 0), SEAL_ALL, &broken, copying->error);
    return status != ASSAY_OK || broken == 0
               ? status
               : assay_fail(copying->error, ASSAY_SYSTEM,
                            "%s: the store is damaged: experiment %lld does not fit its checksum "
                            "(%s). Nothing was merged; assay store export writes what is whole, "
                            "assay store delete removes it.",
                            copying->other, (long long)sqlite3_column_int64(row, 1),
                            seal_part_name(broken));
}

static enum assay_status check_copied(struct copying *copying)
{
    return store_for_each(copying->store, "SELECT new, old FROM to_experiment WHERE ?1 = 0", 0,
                          check_one, copying, copying->error);
}

/* What was ruled of changes, whole, or nothing comes. */
static enum assay_status check_rulings(struct store *store, struct assay_error *error)
{
    struct store_ruling *rulings;
    size_t n;
    TRY(store_rulings(store, &rulings, &n, error));
    store_rulings_free(&rulings, n);
    return ASSAY_OK;
}

static enum assay_status check_profiles(struct store *store, struct assay_error *error)
{
    bool sound;
    TRY(store_profiles_check(store, &sound, error));
    return sound ? ASSAY_OK : store_fail_profile(store, error);
}

static enum assay_status execute(struct store *store, const char *sql, struct assay_error *error)
{
    guard_restart(store);
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? ASSAY_OK
               : store_fail_sqlite(store, error);
}

static void empty_tables(struct store *store)
{
    for (size_t i = 0; i < TABLES; i++) {
        char sql[96];
        (void)snprintf(sql, sizeof sql, "DELETE FROM temp.%.*s", (int)strcspn(tables[i], " "),
                       tables[i]);
        (void)sqlite3_exec(store->db, sql, NULL, NULL, NULL);
    }
}

/* Which steps have rows to take, and whether shards came. */
struct present {
    bool step[STEPS], rulings, shards;
};

static enum assay_status look(struct store *store, struct present *present,
                              struct assay_error *error)
{
    char sql[64 * (STEPS + 2)];
    size_t n = (size_t)snprintf(sql, sizeof sql,
                                "SELECT EXISTS (SELECT 1 FROM other.level WHERE"
                                " depth = 0 AND name = 'machine')");
    for (size_t i = 0; i < STEPS; i++)
        n += (size_t)snprintf(sql + n, sizeof sql - n,
                              steps[i].from != NULL ? ", EXISTS (SELECT 1 FROM other.%s)" : ", 1",
                              steps[i].from);
    struct store_rows rows = store_ask_values(store, sql, error, NULL, 0);
    if (store_next(&rows)) {
        present->shards = sqlite3_column_int(rows.row, 0) != 0;
        for (size_t i = 0; i < STEPS; i++)
            present->step[i] = sqlite3_column_int(rows.row, (int)i + 1) != 0;
        present->rulings = present->step[STEPS - 1];
    }
    return store_asked(&rows);
}

static enum assay_status take_rows(struct joining *joining, int64_t only,
                                   const struct present *present, struct assay_error *error)
{
    struct store *store = joining->store;
    TRY(store_run_for(store, "INSERT INTO wanted VALUES (?1)", only, error));
    if (present->shards)
        TRY(join_check(joining));
    for (size_t i = 0; i < STEPS; i++)
        if (present->step[i])
            TRY(execute(store, steps[i].sql, error));
    TRY(check_copied(&(struct copying){store, error, joining->path}));
    if (present->rulings)
        TRY(store_rulings_seal(store, error));
    return present->shards ? join_all(joining) : ASSAY_OK;
}

static enum assay_status copy(struct joining *joining, int64_t only, int64_t *n_added,
                              struct assay_error *error)
{
    struct store *store = joining->store;
    struct present present = {.shards = false};
    for (size_t i = 0; i < TABLES; i++) {
        char sql[128];
        (void)snprintf(sql, sizeof sql, "CREATE TEMP TABLE IF NOT EXISTS %s", tables[i]);
        TRY(execute(store, sql, error));
    }
    TRY(store_transaction_begin(store, true, error));
    enum assay_status status = look(store, &present, error);
    if (status == ASSAY_OK)
        status = take_rows(joining, only, &present, error);
    if (status == ASSAY_OK)
        status = store_number(store, "SELECT count(*) FROM to_experiment", 0, n_added, error);
    status = store_transaction_end(store, status, error);
    empty_tables(store);
    if (present.shards)
        (void)sqlite3_exec(store->db, forget_joining, NULL, NULL, NULL);
    return status;
}

/* Its shards may join what is here, row by row: each fits its seal and its checksums, or none comes. */
static enum assay_status check_shard(void *context, sqlite3_stmt *row)
{
    struct copying *copying = context;
    const int64_t experiment = sqlite3_column_int64(row, 0);
    TRY(seal_demand(copying->store, experiment, SEAL_ALL, copying->error));
    return seal_demand_rows(copying->store, experiment, copying->error);
}

/* Brings the other file up to this program's version, and says what is wrong with it. */
static enum assay_status prepare_other(const char *other, int64_t only, struct assay_error *error)
{
    struct store *opened = NULL;
    int64_t version;
    enum assay_status status = store_open(other, STORE_READ, &opened, error);
    if (status == ASSAY_OK)
        status = store_number(opened, "PRAGMA user_version", 0, &version, error);
    if (status == ASSAY_OK) {
        struct copying copying = {opened, error, NULL};
        status = store_for_each(opened,
                                "SELECT experiment FROM level WHERE depth = 0 AND name = 'machine'"
                                " AND experiment IN (SELECT experiment FROM machine)"
                                " AND ?1 IN (0, experiment)",
                                only, check_shard, &copying, error);
    }
    if (status == ASSAY_OK)
        status = check_rulings(opened, error);
    if (status == ASSAY_OK)
        status = check_profiles(opened, error);
    store_close(&opened);
    if (status != ASSAY_OK || version == schema_version)
        return status;
    status = store_open(other, STORE_WRITE, &opened, error);
    store_close(&opened);
    return status;
}

/* only: the one experiment that is wanted; 0: all. */
static enum assay_status merge(struct store *store, const char *other, int64_t only,
                               struct store_merged *merged, struct remarks *remarks,
                               struct assay_error *error)
{
    int64_t all = 0, added = 0;
    struct joining joining = {.store = store, .path = other, .remarks = remarks, .error = error};
    TRY(prepare_other(other, only, error));
    TRY(check_rulings(store, error));
    TRY(store_run(store, "ATTACH ?1 AS other", error, TEXT(other)));
    guard_steps(store, other);
    enum assay_status status =
        store_number(store, "SELECT count(*) FROM other.experiment", 0, &all, error);
    if (status == ASSAY_OK)
        status = copy(&joining, only, &added, error);
    (void)sqlite3_exec(store->db, "DETACH other", NULL, NULL, NULL);
    if (status == ASSAY_OK) {
        merged->added = (size_t)added;
        merged->known = (size_t)(all - added);
        merged->machines = joining.n_joined;
        merged->experiment = joining.experiment;
    }
    return status;
}

enum assay_status store_merge(struct store *store, const char *other, struct store_merged *merged,
                              struct remarks *remarks, struct assay_error *error)
{
    return merge(store, other, 0, merged, remarks, error);
}

enum assay_status store_extract(struct store *store, int64_t experiment, const char *path,
                                struct assay_error *error)
{
    SCOPED(store_close) struct store *single = NULL;
    struct store_merged merged;
    TRY(store_open(path, STORE_WRITE, &single, error));
    TRY(merge(single, store->path, experiment, &merged, NULL, error));
    return store_settle(single, error);
}
