/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.c -- by which rule an experiment was to end, and which pilot it was planned from.
 *
 * A pilot is named by its name in the world: merging leaves it as it is, and a pilot that comes later
 * is found. In stores of version 7 and before the manifest alone says it, with a number of its store.
 */
#include "store/seal.h"

#include <string.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/manifest.h"
#include "store/packed.h"

enum assay_status store_add_stopping(struct store *store, int64_t experiment,
                                     const struct design_stop *stop, struct assay_error *error)
{
    if (stop->rule == STOP_FIXED)
        return ASSAY_OK;
    /* What was known before the first value of anytime, after the pilot of a run that continues it. */
    const size_t known = stop->rule == STOP_CONTINUED ? stop->pilot_units : stop->expected;
    return store_put(store, SQL_ADD_STOPPING, error, INTEGER(experiment),
                     TEXT(stop_rule_names[stop->rule]), INTEGER(known), INTEGER(stop->pilot));
}

/* Of a manifest that cannot be read nothing is said: reading the experiment will. */
static struct design_stop stop_in_text(const char *manifest)
{
    SCOPED(design_free) struct design *design = NULL;
    struct assay_error ignored;
    struct design_stop stop = {.rule = STOP_FIXED};
    if (manifest_parse(manifest, strlen(manifest), "", "", &design, &ignored) == ASSAY_OK)
        stop = design->stop;
    return stop;
}

struct design_stop store_manifest_stop(struct store *store, sqlite3_stmt *row, int column)
{
    struct design_stop stop = {.rule = STOP_FIXED};
    SCOPED(texts_fini) struct texts texts = {0};
    if (!store_texts(store, row, column, &texts))
        return stop;
    if (texts.n > 0)
        stop = stop_in_text(texts.items[0]);
    return stop;
}

struct design_stop store_column_stop(sqlite3_stmt *row, int column)
{
    struct design_stop stop = {.rule = STOP_FIXED,
                               .expected = (size_t)sqlite3_column_int64(row, column + 1),
                               .pilot = (size_t)sqlite3_column_int64(row, column + 2)};
    const char *rule = (const char *)sqlite3_column_text(row, column);
    for (size_t i = 0; rule != NULL && stop_rule_names[i] != NULL; i++)
        if (strcmp(stop_rule_names[i], rule) == 0)
            stop.rule = (enum stop_rule)i;
    if (stop.rule == STOP_CONTINUED) {
        stop.pilot_units = stop.expected;
        stop.expected = 0;
    }
    return stop;
}

int64_t store_planned_from(struct store *store, int64_t pilot)
{
    return store_number_of(store,
                           "SELECT max(s.experiment) FROM stopping s JOIN experiment p"
                           " ON p.uid = s.pilot WHERE p.id = ?1 AND s.rule = 'fresh'",
                           pilot);
}

/* What fitted its seal before fits it afterwards. */
static enum assay_status fill_one(void *context, sqlite3_stmt *row)
{
    struct store_work *work = context;
    struct seal_change change = {.experiment = sqlite3_column_int64(row, 0), .parts = SEAL_FACTS};
    const struct design_stop stop = store_manifest_stop(work->store, row, 1);
    if (stop.rule == STOP_FIXED)
        return ASSAY_OK;
    TRY(seal_check(work->store, change.experiment, change.parts, &change.broken, work->error));
    TRY(store_add_stopping(work->store, change.experiment, &stop, work->error));
    return seal_renew(work->store, &change, work->error);
}

enum assay_status store_fill_stopping(struct store *store, struct assay_error *error)
{
    return store_for_each(store, "SELECT id, manifest FROM experiment WHERE ?1 = 0", 0, fill_one,
                          &(struct store_work){store, error}, error);
}
