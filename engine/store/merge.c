/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge.c -- another store's experiments into this one.
 *
 * An experiment has 16 random bytes for its name in the world (uid): what is here already is left
 * alone, so that merging twice gives the same content. Numbers of units and executions are moved
 * behind those in use here; names of systems, benchmarks and metrics are matched by their text.
 * Shards of an experiment that is here become part of it (join.c).
 */
#include "store/guard.h"
#include "store/join.h"
#include "store/seal.h"

#include <string.h>

#include "store/schema.h"

/* In order; of the temporary tables, "wanted" has the one experiment that shall come (0: all), "moved" what
 * is added to ids of executions and units. */
static const char *const steps[] = {
    "INSERT OR IGNORE INTO system (name) SELECT name FROM other.system",
    "INSERT OR IGNORE INTO benchmark (name) SELECT name FROM other.benchmark",
    "INSERT OR IGNORE INTO metric (name, unit, more_is_better, part)"
    " SELECT name, unit, more_is_better, part FROM other.metric",
    "CREATE TEMP TABLE to_system AS SELECT o.id AS old, m.id AS new"
    " FROM other.system o JOIN main.system m USING (name)",
    "CREATE TEMP TABLE to_benchmark AS SELECT o.id AS old, m.id AS new"
    " FROM other.benchmark o JOIN main.benchmark m USING (name)",
    "CREATE TEMP TABLE to_metric AS SELECT o.id AS old, m.id AS new"
    " FROM other.metric o JOIN main.metric m USING (name, unit, more_is_better, part)",
    "CREATE TEMP TABLE to_experiment AS SELECT id AS old, 0 AS new, uid FROM other.experiment"
    " WHERE uid NOT IN (SELECT uid FROM main.experiment)"
    "  AND (SELECT experiment FROM wanted) IN (0, id) ORDER BY id",
    "INSERT INTO experiment (uid, name, manifest, source, quick, ignore_failure, seed, margin,"
    " planned, assay_version, started_ns, finished_ns, version, commit_id, dirty, branch, commit_s,"
    " note, seal) SELECT uid, name, manifest, source, quick, ignore_failure, seed, margin, planned,"
    " assay_version, started_ns, finished_ns, version, commit_id, dirty, branch, commit_s, note,"
    " seal FROM other.experiment WHERE id IN (SELECT old FROM to_experiment) ORDER BY id",
    "UPDATE to_experiment SET new ="
    " (SELECT id FROM main.experiment m WHERE m.uid = to_experiment.uid)",
    "CREATE TEMP TABLE moved AS SELECT"
    " (SELECT coalesce(max(id), 0) FROM main.unit) AS units,"
    " (SELECT coalesce(max(id), 0) FROM main.execution) AS executions",
    "INSERT INTO host SELECT e.new, round, facts FROM other.host JOIN to_experiment e ON e.old ="
    " experiment",
    "INSERT INTO stopping SELECT e.new, rule, expected, pilot FROM other.stopping"
    " JOIN to_experiment e ON e.old = experiment",
    "INSERT INTO gate SELECT e.new, failed, accepted FROM other.gate JOIN to_experiment e"
    " ON e.old = experiment",
    "INSERT INTO machine SELECT e.new, place, run, identity, name, model, processors, nodes, "
    "started_ns,"
    " finished_ns, planned, assay_version, source FROM other.machine"
    " JOIN to_experiment e ON e.old = experiment",
    "INSERT INTO level SELECT e.new, depth, name, count, warmup FROM other.level"
    " JOIN to_experiment e ON e.old = experiment",
    "INSERT INTO experiment_system SELECT e.new, place, s.new FROM other.experiment_system"
    " JOIN to_experiment e ON e.old = experiment JOIN to_system s ON s.old = system",
    "INSERT INTO experiment_benchmark SELECT e.new, place, b.new FROM other.experiment_benchmark"
    " JOIN to_experiment e ON e.old = experiment JOIN to_benchmark b ON b.old = benchmark",
    "INSERT INTO live SELECT e.new, s.new, b.new, warmup, by_hand FROM other.live"
    " JOIN to_experiment e ON e.old = experiment JOIN to_system s ON s.old = system"
    " JOIN to_benchmark b ON b.old = benchmark",
    "INSERT INTO unit (id, experiment, system, parent, depth, place) SELECT o.id + units, e.new,"
    " s.new, CASE parent WHEN 0 THEN 0 ELSE parent + units END, depth, place FROM other.unit o"
    " JOIN to_experiment e ON e.old = experiment JOIN to_system s ON s.old = system JOIN moved"
    " ORDER BY o.id",
    "INSERT INTO build (unit, attempt, round, position, start_ns, cost_s, outcome, code, "
    "last_words,"
    " checksum, layout) SELECT unit + units, attempt, round, position, start_ns, cost_s, outcome,"
    " code, last_words, checksum, layout FROM other.build JOIN moved WHERE unit IN"
    " (SELECT id FROM other.unit WHERE experiment IN (SELECT old FROM to_experiment))",
    "INSERT INTO execution (id, experiment, round, position, attempt, system, benchmark, unit,"
    " place, warmup, start_ns, cost_s, live_s, outcome, code, last_words, checksum)"
    " SELECT o.id + executions, e.new, round, position, attempt, s.new, b.new,"
    " CASE unit WHEN 0 THEN 0 ELSE unit + units END, place, warmup, start_ns, cost_s, live_s,"
    " outcome, code, last_words, checksum FROM other.execution o"
    " JOIN to_experiment e ON e.old = experiment JOIN to_system s ON s.old = system"
    " JOIN to_benchmark b ON b.old = benchmark JOIN moved ORDER BY o.id",
    "INSERT INTO hook (experiment, system, name, round, position, start_ns, cost_s, outcome, code,"
    " last_words, checksum) SELECT e.new, s.new, name, round, position, start_ns, cost_s, outcome,"
    " code, last_words, checksum FROM other.hook o JOIN to_experiment e ON e.old = experiment"
    " JOIN to_system s ON s.old = system ORDER BY o.id",
    "INSERT INTO draw SELECT execution + executions, name, value FROM other.draw JOIN moved"
    " WHERE execution IN (SELECT id FROM other.execution"
    "  WHERE experiment IN (SELECT old FROM to_experiment))",
    "INSERT INTO packed_execution SELECT e.new, first, executions, failures, data"
    " FROM other.packed_execution JOIN to_experiment e ON e.old = experiment",
    "INSERT INTO packed_value SELECT e.new, m.new, s.new, b.new, executions, data"
    " FROM to_experiment e JOIN other.packed_value v ON v.experiment = e.old"
    " JOIN to_metric m ON m.old = v.metric JOIN to_system s ON s.old = v.system"
    " JOIN to_benchmark b ON b.old = v.benchmark ORDER BY 1, 2, 3, 4",
    "INSERT INTO value (key, n, n_warmup, data)"
    " SELECT ((v.key >> 16) + executions) << 16 | m.new, n, n_warmup, data FROM other.value v"
    " JOIN other.execution x ON x.id = v.key >> 16 JOIN to_experiment e ON e.old = x.experiment"
    " JOIN to_metric m ON m.old = (v.key & 65535) JOIN moved ORDER BY v.key",
    "INSERT OR IGNORE INTO ruling SELECT uid, kind, version, system, benchmark, metric, lower, "
    "upper,"
    " renamed, why, made_ns, checksum FROM other.ruling WHERE kind < 3"
    "  AND (SELECT experiment FROM wanted) = 0",
};

static const char forget[] = "DROP TABLE IF EXISTS wanted; DROP TABLE IF EXISTS to_system; DROP "
                             "TABLE IF EXISTS to_benchmark;"
                             "DROP TABLE IF EXISTS to_metric; DROP TABLE IF EXISTS to_experiment;"
                             "DROP TABLE IF EXISTS moved; DROP TABLE IF EXISTS joining;"
                             "DROP TABLE IF EXISTS changed_here; DROP TABLE IF EXISTS coming;"
                             "DROP TABLE IF EXISTS leaving; DROP TABLE IF EXISTS leaving_execution;"
                             "DROP TABLE IF EXISTS shift";

static enum assay_status count(struct store *store, const char *sql, size_t *n,
                               struct assay_error *error)
{
    sqlite3_stmt *row = store_prepare(store, sql, error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    enum assay_status status =
        sqlite3_step(row) == SQLITE_ROW ? ASSAY_OK : store_fail_sqlite(store, error);
    *n = (size_t)sqlite3_column_int64(row, 0);
    (void)sqlite3_finalize(row);
    return status;
}

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
    const enum assay_status status =
        store_for_each(copying->store, "SELECT new, old FROM to_experiment WHERE ?1 = 0", 0,
                       check_one, copying, copying->error);
    return status == ASSAY_OK ? store_rulings_seal(copying->store, copying->error) : status;
}

/* What was ruled of changes, whole, or nothing comes. */
static enum assay_status check_rulings(struct store *store, struct assay_error *error)
{
    struct store_ruling *rulings;
    size_t n;
    const enum assay_status status = store_rulings(store, &rulings, &n, error);
    if (status == ASSAY_OK)
        store_rulings_free(&rulings, n);
    return status;
}

static enum assay_status copy(struct joining *joining, int64_t only, size_t *n_added,
                              struct assay_error *error)
{
    struct store *store = joining->store;
    enum assay_status status = store_transaction_begin(store, true, error);
    if (status != ASSAY_OK)
        return status;
    status =
        store_run_for(store, "CREATE TEMP TABLE wanted AS SELECT ?1 AS experiment", only, error);
    if (status == ASSAY_OK)
        status = join_check(joining);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && status == ASSAY_OK; i++) {
        guard_restart(store);
        if (sqlite3_exec(store->db, steps[i], NULL, NULL, NULL) != SQLITE_OK)
            status = store_fail_sqlite(store, error);
    }
    if (status == ASSAY_OK)
        status = check_copied(&(struct copying){store, error, joining->path});
    if (status == ASSAY_OK)
        status = join_all(joining);
    if (status == ASSAY_OK)
        status = count(store, "SELECT count(*) FROM to_experiment", n_added, error);
    status = store_transaction_end(store, status, error);
    (void)sqlite3_exec(store->db, forget, NULL, NULL, NULL);
    return status;
}

static enum assay_status attach(struct store *store, const char *other, struct assay_error *error)
{
    sqlite3_stmt *statement = store_prepare(store, "ATTACH ?1 AS other", error);
    if (statement == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_text(statement, 1, other, -1, SQLITE_STATIC);
    enum assay_status status = store_run_statement(store, statement, error);
    (void)sqlite3_finalize(statement);
    return status;
}

/* Its shards may join what is here, row by row: each fits its seal and its checksums, or none comes. */
static enum assay_status check_shard(void *context, sqlite3_stmt *row)
{
    struct copying *copying = context;
    const int64_t experiment = sqlite3_column_int64(row, 0);
    const enum assay_status status =
        seal_demand(copying->store, experiment, SEAL_ALL, copying->error);
    return status == ASSAY_OK ? seal_demand_rows(copying->store, experiment, copying->error)
                              : status;
}

static enum assay_status check_shards(struct store *other, int64_t only, struct assay_error *error)
{
    struct copying copying = {other, error, NULL};
    return store_for_each(other,
                          "SELECT experiment FROM level WHERE depth = 0 AND name = 'machine'"
                          " AND experiment IN (SELECT experiment FROM machine)"
                          " AND ?1 IN (0, experiment)",
                          only, check_shard, &copying, error);
}

/* Brings the other file up to this program's version, and says what is wrong with it. */
static enum assay_status prepare_other(const char *other, int64_t only, struct assay_error *error)
{
    struct store *opened = NULL;
    size_t version;
    enum assay_status status = store_open(other, STORE_READ, &opened, error);
    if (status == ASSAY_OK)
        status = count(opened, "PRAGMA user_version", &version, error);
    if (status == ASSAY_OK)
        status = check_shards(opened, only, error);
    if (status == ASSAY_OK)
        status = check_rulings(opened, error);
    store_close(&opened);
    if (status != ASSAY_OK || version == (size_t)schema_version)
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
    size_t all = 0;
    struct joining joining = {.store = store, .path = other, .remarks = remarks, .error = error};
    enum assay_status status = prepare_other(other, only, error);
    if (status == ASSAY_OK)
        status = check_rulings(store, error);
    if (status == ASSAY_OK)
        status = attach(store, other, error);
    if (status != ASSAY_OK)
        return status;
    guard_steps(store, other);
    status = count(store, "SELECT count(*) FROM other.experiment", &all, error);
    if (status == ASSAY_OK)
        status = copy(&joining, only, &merged->added, error);
    (void)sqlite3_exec(store->db, "DETACH other", NULL, NULL, NULL);
    if (status == ASSAY_OK) {
        merged->known = all - merged->added;
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
    struct store *single = NULL;
    struct store_merged merged;
    enum assay_status status = store_open(path, STORE_WRITE, &single, error);
    if (status == ASSAY_OK)
        status = merge(single, store->path, experiment, &merged, NULL, error);
    if (status == ASSAY_OK)
        status = store_settle(single, error);
    store_close(&single);
    return status;
}
