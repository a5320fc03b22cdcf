/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live.c -- where the live values begin, as chosen after measuring. */
#include "store/seal.h"

enum assay_status store_choose_live(struct store *store, int64_t experiment, const char *system,
                                    const char *benchmark, size_t warmup,
                                    enum assay_decided decided, struct assay_error *error)
{
    sqlite3_stmt *statement = store_prepare(
        store,
        "INSERT INTO live (experiment, system, benchmark, warmup, by_hand)"
        " SELECT ?1, system.id, benchmark.id, ?4, ?5 FROM system, benchmark"
        " WHERE system.name = ?2 AND benchmark.name = ?3"
        " ON CONFLICT DO UPDATE SET warmup = excluded.warmup, by_hand = excluded.by_hand",
        error);
    if (statement == NULL)
        return ASSAY_SYSTEM;
    store_bind(statement, INTEGER(experiment), TEXT(system), TEXT(benchmark), INTEGER(warmup),
               INTEGER(decided == ASSAY_DECIDED_BY_HAND));
    struct seal_change change;
    enum assay_status status = seal_change_begin(store, experiment, SEAL_FACTS, &change, error);
    if (status == ASSAY_OK) {
        status = store_run_statement(store, statement, error);
        if (status == ASSAY_OK && sqlite3_changes(store->db) == 0)
            status = assay_fail(error, ASSAY_MISSING,
                                "%s: experiment %lld has no benchmark \"%s\" on \"%s\".",
                                store->path, (long long)experiment, benchmark, system);
        status = seal_change_end(store, &change, status, error);
    }
    (void)sqlite3_finalize(statement);
    return status;
}
