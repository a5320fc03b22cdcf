/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warmup_choice.c -- where the live values begin, as chosen after measuring; all choices as one text. */
#include <string.h>

#include "store/private.h"
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

/* Which warm-up was chosen after measuring, as one text. */

enum assay_status store_choices(struct store *store, int64_t experiment, char **text,
                                struct assay_error *error)
{
    struct store_rows rows = store_ask(
        store,
        "SELECT ifnull(group_concat(system || ' ' || benchmark || ' ' || warmup || ' ' || by_hand,"
        " ';'), '') FROM (SELECT * FROM live WHERE experiment = ?1 ORDER BY system, benchmark)",
        error, INTEGER(experiment));
    if (store_next(&rows) &&
        (*text = strdup((const char *)sqlite3_column_text(rows.row, 0))) == NULL)
        rows.status = store_no_memory(error);
    return store_asked(&rows);
}
