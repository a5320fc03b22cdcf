/* SPDX-License-Identifier: GPL-3.0-or-later */
/* transaction.c -- commits, and which of them force the log to disk. */
#include "base/clock.h"
#include "base/failure.h"
#include "store/run.h"

/* Makes SQLite act on how much of the commits is forced to disk. Not a kept statement: SQLite lets
 * this pragma act while it is prepared, not when it is run. */
static enum assay_status set_durable(struct store *store, bool durable, struct assay_error *error)
{
    if (durable == store->durable)
        return ASSAY_OK;
    const char *pragma = durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL";
    if (sqlite3_exec(store->db, pragma, NULL, NULL, NULL) != SQLITE_OK)
        return store_fail_sqlite(store, error);
    store->durable = durable;
    store->log_is_new = false;
    return ASSAY_OK;
}

enum assay_status store_log_is_old(struct store *store, struct assay_error *error)
{
    if (!store->log_is_new)
        return ASSAY_OK;
    if (sqlite3_exec(store->db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL) != SQLITE_OK)
        return store_fail_sqlite(store, error);
    store->log_is_new = false;
    return ASSAY_OK;
}

enum assay_status store_transaction_begin(struct store *store, bool durable,
                                          struct assay_error *error)
{
    if (store->together)
        return ASSAY_OK;
    TRY(set_durable(store, durable, error));
    TRY(store_simple(store, SQL_BEGIN, error));
    store->within = true;
    return ASSAY_OK;
}

enum assay_status store_transaction_end(struct store *store, enum assay_status status,
                                        struct assay_error *error)
{
    if (status == ASSAY_OK && store_has_failed_within(store, error))
        status = store->failure.status;
    if (store->together) /* what fails here ends all of it */
        return status;
    store->within = false;
    store->failure.status = ASSAY_OK;
    if (status == ASSAY_OK)
        status = store_simple(store, SQL_COMMIT, error);
    if (status == ASSAY_OK) {
        if (store->durable)
            store->synced_s = clock_now_s();
        return store_log_is_old(store, error);
    }
    /* Some failures have rolled back already. */
    if (sqlite3_get_autocommit(store->db) == 0)
        (void)store_simple(store, SQL_ROLLBACK, NULL);
    sample_names_free(&store->names); /* numbers may be given to others now */
    store->owner = 0;
    if (store->run != NULL)
        run_forget(store->run);
    return status;
}

enum assay_status store_together_begin(struct store *store, struct assay_error *error)
{
    const enum assay_status status = store_transaction_begin(store, true, error);
    store->together = status == ASSAY_OK;
    return status;
}

enum assay_status store_together_end(struct store *store, enum assay_status status,
                                     struct assay_error *error)
{
    store->together = false;
    status = store_transaction_end(store, status, error);
    if (status != ASSAY_OK)
        store_end_run(store);
    else if (store->run != NULL && store->run->sealed)
        store_pack_some(store, store->run->experiment);
    return status;
}

bool store_snapshot_begin(struct store *store)
{
    return sqlite3_get_autocommit(store->db) != 0 &&
           sqlite3_exec(store->db, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
}

void store_snapshot_end(struct store *store, bool began)
{
    /* Once more where memory lacked for the first: what is begun behind it would be refused for another reason. */
    for (int i = 0; began && i < 2 && sqlite3_get_autocommit(store->db) == 0; i++)
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}
