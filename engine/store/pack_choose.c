/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pack_choose.c -- which experiments are packed, and when.
 *
 * When an experiment is complete, those that were before it are packed: the newest one stays in
 * rows, for SQL and for more units. store_pack_all packs what there is.
 */
#include "base/failure.h"
#include "store/packed.h"
#include "store/seal.h"

/* Within a transaction: nothing when it is not complete or has no rows. */
static enum assay_status pack_one(struct store *store, int64_t experiment, bool *packed,
                                  struct assay_error *error)
{
    TRY(store_transaction_begin(store, false, error));
    struct store_first ready = {.found = false};
    enum assay_status status = store_first(store, SQL_CAN_PACK, &ready, error, INTEGER(experiment));
    const bool wanted = ready.found;
    if (wanted)
        status = seal_demand(store, experiment, SEAL_ALL, error);
    if (wanted && status == ASSAY_OK)
        status = pack_rows(store, experiment, error);
    if (wanted && status == ASSAY_OK)
        status = seal_put(store, experiment, true, error);
    status = store_transaction_end(store, status, error);
    *packed = wanted && status == ASSAY_OK;
    return status;
}

/* Not while it is run: who resumes a complete experiment, to add units, holds its lock. */
static enum assay_status pack(struct store *store, int64_t experiment, bool *packed,
                              struct assay_error *error)
{
    *packed = false;
    const bool alone = store->lock_fd < 0;
    if (!run_lock_borrow(store, experiment))
        return ASSAY_OK;
    enum assay_status status = pack_one(store, experiment, packed, error);
    run_lock_return(store, experiment, alone);
    return status;
}

/* Ids that a query gives, at most `most`. */
static size_t ids_of(struct store *store, const char *sql, int64_t except, int64_t *ids,
                     size_t most)
{
    struct store_rows rows = store_ask(store, sql, NULL, INTEGER(except));
    size_t n = 0;
    while (n < most && store_next(&rows))
        ids[n++] = sqlite3_column_int64(rows.row, 0);
    (void)store_asked(&rows);
    return n;
}

void store_pack_some(struct store *store, int64_t except)
{
    enum { SOME = 4 };
    int64_t ids[SOME];
    if ((store_holds(store, except) & STORE_HOLDS_OTHERS) == 0)
        return;
    const size_t n = ids_of(store,
                            "SELECT id FROM experiment WHERE finished_ns IS NOT NULL AND id <> ?1"
                            " AND (SELECT count(*) FROM (SELECT 1 FROM execution WHERE experiment ="
                            " experiment.id LIMIT 100001)) BETWEEN 1 AND 100000 ORDER BY id DESC",
                            except, ids, SOME);
    bool packed;
    for (size_t i = 0; i < n; i++)
        (void)pack(store, ids[i], &packed, NULL);
}

enum assay_status store_pack_all(struct store *store, size_t *n_packed, struct assay_error *error)
{
    enum { BATCH = 256 };
    int64_t ids[BATCH], behind = 0;
    struct assay_error one;
    enum assay_status status = ASSAY_OK;
    size_t n;
    *n_packed = 0;
    while ((n = ids_of(store, "SELECT id FROM experiment WHERE id > ?1 ORDER BY id", behind, ids,
                       BATCH)) > 0) {
        for (size_t i = 0; i < n; i++) {
            bool packed;
            if (pack(store, ids[i], &packed, &one) != ASSAY_OK && status == ASSAY_OK) {
                status = one.status; /* the others may be whole */
                *error = one;
            }
            *n_packed += packed;
        }
        behind = ids[n - 1];
    }
    return status;
}
