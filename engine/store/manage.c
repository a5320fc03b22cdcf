/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manage.c -- naming, annotating and removing experiments, in transactions that seal anew; giving space back. */
#include "base/failure.h"
#include "store/schema.h"
#include "store/seal.h"

enum assay_status store_rename(struct store *store, int64_t experiment, const char *name,
                               struct assay_error *error)
{
    return seal_change(store, experiment, "UPDATE experiment SET name = ?2 WHERE id = ?1", error,
                       INTEGER(experiment), TEXT(name));
}

enum assay_status store_annotate(struct store *store, int64_t experiment, const char *note,
                                 struct assay_error *error)
{
    return seal_change(store, experiment, "UPDATE experiment SET note = ?2 WHERE id = ?1", error,
                       INTEGER(experiment), TEXT(note));
}

static enum assay_status run_all(struct store *store, const char *const *statements, size_t n,
                                 int64_t experiment, struct assay_error *error)
{
    for (size_t i = 0; i < n; i++)
        TRY(store_run_for(store, statements[i], experiment, error));
    return ASSAY_OK;
}

/* Children first: the tables name their parents, and not every reader enforces it. */
static const char *const rows[] = {
    ("DELETE FROM value WHERE key IN (SELECT v.key FROM execution JOIN value v"
     " ON v.key BETWEEN execution.id << 16 AND execution.id << 16 | 65535 WHERE experiment = ?1)"),
    "DELETE FROM draw WHERE execution IN (SELECT id FROM execution WHERE experiment = ?1)",
    "DELETE FROM execution WHERE experiment = ?1",
};
static const char *const others[] = {
    "DELETE FROM packed_value WHERE experiment = ?1",
    "DELETE FROM packed_execution WHERE experiment = ?1",
    "DELETE FROM hook WHERE experiment = ?1",
    "DELETE FROM build WHERE unit IN (SELECT id FROM unit WHERE experiment = ?1)",
    "DELETE FROM unit WHERE experiment = ?1",
    "DELETE FROM live WHERE experiment = ?1",
    "DELETE FROM experiment_system WHERE experiment = ?1",
    "DELETE FROM experiment_benchmark WHERE experiment = ?1",
    "DELETE FROM stopping WHERE experiment = ?1",
    "DELETE FROM gate WHERE experiment = ?1",
    "DELETE FROM machine WHERE experiment = ?1",
    "DELETE FROM profile WHERE experiment = ?1",
    "DELETE FROM level WHERE experiment = ?1",
    "DELETE FROM host WHERE experiment = ?1",
    "DELETE FROM experiment WHERE id = ?1",
};

enum assay_status store_delete_rows(struct store *store, int64_t experiment,
                                    struct assay_error *error)
{
    return run_all(store, rows, sizeof rows / sizeof *rows, experiment, error);
}

enum assay_status store_delete(struct store *store, int64_t experiment, struct assay_error *error)
{
    store_end_run(store);
    TRY(run_lock_take(store, experiment, error));
    enum assay_status status = store_transaction_begin(store, true, error);
    if (status == ASSAY_OK) {
        status = store_delete_rows(store, experiment, error);
        if (status == ASSAY_OK)
            status = run_all(store, others, sizeof others / sizeof *others, experiment, error);
        if (status == ASSAY_OK && sqlite3_changes(store->db) == 0)
            status = assay_fail(error, ASSAY_MISSING, "%s: there is no experiment %lld.",
                                store->path, (long long)experiment);
        status = store_transaction_end(store, status, error);
    }
    if (status == ASSAY_OK)
        run_lock_forget(store, experiment);
    run_lock_release(store);
    return status;
}

enum assay_status store_vacuum(struct store *store, int64_t *before, int64_t *after,
                               struct assay_error *error)
{
    guard_restart(store);
    const int64_t page = store_number_of(store, "PRAGMA page_size", 0);
    *before = page * store_number_of(store, "PRAGMA page_count", 0);
    if (sqlite3_exec(store->db, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) !=
        SQLITE_OK)
        return store_fail_sqlite(store, error);
    *after = page * store_number_of(store, "PRAGMA page_count", 0);
    return ASSAY_OK;
}

/* Changes of what is sealed, each in a transaction that seals anew. */

enum assay_status seal_change_begin(struct store *store, int64_t experiment, unsigned parts,
                                    struct seal_change *change, struct assay_error *error)
{
    TRY(store_transaction_begin(store, false, error));
    *change = (struct seal_change){.experiment = experiment, .parts = parts};
    enum assay_status status = seal_check(store, experiment, parts, &change->broken, error);
    return status == ASSAY_OK ? status : store_transaction_end(store, status, error);
}

enum assay_status seal_change_end(struct store *store, const struct seal_change *change,
                                  enum assay_status status, struct assay_error *error)
{
    return store_transaction_end(
        store, status == ASSAY_OK ? seal_renew(store, change, error) : status, error);
}

enum assay_status seal_change_by(struct store *store, int64_t experiment, const char *sql,
                                 struct assay_error *error, const struct store_value *values,
                                 size_t n)
{
    struct seal_change change;
    TRY(seal_change_begin(store, experiment, SEAL_FACTS, &change, error));
    enum assay_status status = store_run_values(store, sql, error, values, n);
    if (status == ASSAY_OK && sqlite3_changes(store->db) == 0)
        status = assay_fail(error, ASSAY_MISSING, "%s: there is no experiment %lld.", store->path,
                            (long long)experiment);
    return seal_change_end(store, &change, status, error);
}
