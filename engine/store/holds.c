/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holds.c -- which kinds of rows an experiment has.
 *
 * Most experiments have no builds, hooks, draws, packed cells, chosen warm-up, rule or gate. SQLite compiles a statement in some
 * 20 microseconds, joins in more: asking a dozen empty tables took a third of what a short run executes. So one statement, kept,
 * says what is there, in the state of the file that the caller's transaction sees, and what is not is not asked for.
 * Edge:     a file of an older version, of damaged pages or being salvaged: everything may be there. */
#include "store/schema.h"

/* What cannot be read may be there; who needs it will say so. */
static int64_t ask(struct store *store, enum statement which, int64_t experiment, int64_t otherwise)
{
    struct store_first first;
    const bool broken = store->broken, full = store->full;
    const enum assay_status status = store_first(store, which, &first, NULL, INTEGER(experiment));
    store->broken = broken;
    store->full = full;
    return status == ASSAY_OK ? first.numbers[0] : otherwise;
}

unsigned store_holds(struct store *store, int64_t experiment)
{
    return store->version == schema_version
               ? (unsigned)ask(store, SQL_HOLDS, experiment, STORE_HOLDS_ALL)
               : STORE_HOLDS_ALL;
}

bool store_has_failed(struct store *store, int64_t experiment)
{
    return ask(store, SQL_HAS_FAILED, experiment, 1) != 0;
}
