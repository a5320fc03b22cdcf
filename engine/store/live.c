/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live.c -- where the live values begin, as chosen after measuring. */
#include "store/seal.h"

enum assay_status store_choose_live(struct store *store, int64_t experiment, const char *system,
                                    const char *benchmark, size_t warmup,
                                    enum assay_decided decided, struct assay_error *error)
{
    const enum assay_status status = seal_change(
        store, experiment,
        "INSERT INTO live (experiment, system, benchmark, warmup, by_hand)"
        " SELECT ?1, system.id, benchmark.id, ?4, ?5 FROM system, benchmark"
        " WHERE system.name = ?2 AND benchmark.name = ?3"
        " ON CONFLICT DO UPDATE SET warmup = excluded.warmup, by_hand = excluded.by_hand",
        error, INTEGER(experiment), TEXT(system), TEXT(benchmark), INTEGER(warmup),
        INTEGER(decided == ASSAY_DECIDED_BY_HAND));
    if (status == ASSAY_MISSING)
        return assay_fail(error, ASSAY_MISSING,
                          "%s: experiment %lld has no benchmark \"%s\" on \"%s\".", store->path,
                          (long long)experiment, benchmark, system);
    return status;
}
