/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seal_change.c -- changes of what is sealed, each in a transaction that seals anew. */
#include "store/seal.h"

enum assay_status seal_change_begin(struct store *store, int64_t experiment, unsigned parts,
                                    struct seal_change *change, struct assay_error *error)
{
    enum assay_status status = store_transaction_begin(store, false, error);
    if (status != ASSAY_OK)
        return status;
    *change = (struct seal_change){.experiment = experiment, .parts = parts};
    status = seal_check(store, experiment, parts, &change->broken, error);
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
    enum assay_status status = seal_change_begin(store, experiment, SEAL_FACTS, &change, error);
    if (status != ASSAY_OK)
        return status;
    status = store_run_values(store, sql, error, values, n);
    if (status == ASSAY_OK && sqlite3_changes(store->db) == 0)
        status = assay_fail(error, ASSAY_MISSING, "%s: there is no experiment %lld.", store->path,
                            (long long)experiment);
    return seal_change_end(store, &change, status, error);
}
