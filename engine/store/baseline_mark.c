/* SPDX-License-Identifier: GPL-3.0-or-later */
/* baseline_mark.c -- what an experiment's own gate said of it, and which baseline may stand for a branch.
 *
 * A version that failed its gate is no baseline: the next one would be compared with the regression,
 * and pass. Nor is the version under test, which a job that runs twice would compare with itself.
 */
#include "base/failure.h"
#include "store/seal.h"

#include <string.h>

enum assay_status store_set_gate(struct store *store, int64_t experiment, enum store_gate gate,
                                 struct assay_error *error)
{
    return seal_change(store, experiment, "INSERT OR REPLACE INTO gate VALUES (?1, ?2, 0)", error,
                       INTEGER(experiment), INTEGER(gate));
}

enum assay_status store_accept(struct store *store, int64_t experiment, struct assay_error *error)
{
    return seal_change(store, experiment,
                       "INSERT INTO gate VALUES (?1, 0, 1)"
                       " ON CONFLICT (experiment) DO UPDATE SET accepted = 1",
                       error, INTEGER(experiment));
}

/* The newest of the branch that may be a baseline; 0: there is none. */
static enum assay_status find_of_branch(struct store *store, const char *branch,
                                        const struct store_version *tested, int64_t *id,
                                        struct assay_error *error)
{
    struct store_rows rows = store_ask(
        store,
        "SELECT id FROM experiment WHERE branch = ?1"
        " AND (?2 IS NULL OR commit_id IS NULL OR commit_id <> ?2 OR (?3 AND NOT dirty))"
        " AND (?4 IS NULL OR version IS NULL OR version <> ?4)"
        " AND id NOT IN (SELECT experiment FROM gate WHERE failed IN (1, 2) AND NOT accepted)"
        " ORDER BY coalesce(commit_s, 0) DESC, started_ns DESC, id DESC LIMIT 1",
        error, TEXT(branch), TEXT(tested->commit), INTEGER(tested->dirty), TEXT(tested->label));
    *id = store_next(&rows) ? sqlite3_column_int64(rows.row, 0) : 0;
    return store_asked(&rows);
}

enum assay_status store_find_baseline(struct store *store, const char *which,
                                      const struct store_version *tested, int64_t *id,
                                      struct assay_error *error)
{
    static const char prefix[] = "branch:";
    struct experiment_info info;
    TRY(store_find(store, which, &info, error));
    *id = info.id;
    experiment_info_fini(&info);
    if (strncmp(which, prefix, sizeof prefix - 1) != 0)
        return ASSAY_OK;
    enum assay_status status = find_of_branch(store, which + sizeof prefix - 1, tested, id, error);
    if (status != ASSAY_OK || *id != 0)
        return status;
    return assay_fail(
        error, ASSAY_MISSING,
        "%s: every experiment of \"%s\" is of the version under test or failed its own "
        "gate. Measure another version of the branch, name an experiment by its id, or "
        "let a slower one stand: assay store accept.",
        store->path, which);
}
