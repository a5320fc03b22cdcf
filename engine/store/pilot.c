/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pilot.c -- the number of the pilot, in the manifest of the run that was planned from it.
 *
 * Experiments that come from another store get new numbers, and so does the pilot; one that did not
 * come, and is not here either, is not named any more: its number may be anybody's here.
 */
#include "store/packed.h"
#include "store/seal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Manifests of runs with a rule are kept as manifest_write gives them. */
static const char fresh[] = "\nstop:\n  rule: fresh\n", key[] = "\n  pilot: ";

/* The line with the key, from the end of the one before; NULL: none. */
static char *line_of(char *manifest)
{
    char *stop = strstr(manifest, fresh);
    return stop != NULL ? strstr(stop, key) : NULL;
}

int64_t store_pilot_of(const char *manifest)
{
    const char *line = line_of((char *)(uintptr_t)manifest);
    return line != NULL ? strtoll(line + strlen(key), NULL, 10) : 0;
}

/* The text with another pilot, 0: none. NULL: no memory. */
static char *with_pilot(char *manifest, int64_t pilot)
{
    char *line = line_of(manifest), *end, *text = NULL;
    (void)strtoll(line + strlen(key), &end, 10);
    const int before = (int)(line - manifest);
    const int done =
        pilot == 0 ? asprintf(&text, "%.*s%s", before, manifest, end)
                   : asprintf(&text, "%.*s%s%" PRId64 "%s", before, manifest, key, pilot, end);
    return done < 0 ? NULL : text;
}

/* The number here of an experiment of the other store; 0: it is not here. */
static enum assay_status number_here(struct store *store, int64_t there, int64_t *here,
                                     struct assay_error *error)
{
    sqlite3_stmt *row = store_prepare(store,
                                      "SELECT m.id FROM other.experiment o JOIN main.experiment m"
                                      " USING (uid) WHERE o.id = ?1",
                                      error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(row, 1, there);
    const int code = sqlite3_step(row);
    *here = code == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
    const enum assay_status status =
        code == SQLITE_ROW || code == SQLITE_DONE ? ASSAY_OK : store_fail_sqlite(store, error);
    (void)sqlite3_finalize(row);
    return status;
}

/* Text where it was text, else packed as it was. */
static enum assay_status put(struct store *store, int64_t experiment, const struct texts *texts,
                             bool packed, struct assay_error *error)
{
    struct column_writer writer = {.codec = store->codec};
    sqlite3_stmt *put = store_statement(store, SQL_PACK_MANIFEST, error);
    enum assay_status status = put != NULL ? ASSAY_OK : ASSAY_SYSTEM;
    if (status == ASSAY_OK && packed && !texts_encode(&writer, texts))
        status = store_no_memory(error);
    if (status == ASSAY_OK) {
        sqlite3_bind_int64(put, 1, experiment);
        sqlite3_bind_int64(put, 2, 0);
        if (packed)
            sqlite3_bind_blob64(put, 3, writer.out.bytes, writer.n, SQLITE_STATIC);
        else
            sqlite3_bind_text(put, 3, texts->items[0], -1, SQLITE_STATIC);
        status = store_run_statement(store, put, error);
    }
    column_writer_fini(&writer);
    return status;
}

/* Of a manifest that cannot be read nothing is changed: reading the experiment will say so. */
static enum assay_status move_pilot(struct store *store, sqlite3_stmt *row,
                                    struct assay_error *error)
{
    struct texts texts;
    int64_t pilot = 0;
    if (!store_texts(store, row, 1, &texts))
        return ASSAY_OK;
    const int64_t there = texts.n > 0 ? store_pilot_of(texts.items[0]) : 0;
    enum assay_status status = there != 0 ? number_here(store, there, &pilot, error) : ASSAY_OK;
    if (status == ASSAY_OK && pilot != there) {
        const int64_t experiment = sqlite3_column_int64(row, 0);
        char *text = with_pilot(texts.items[0], pilot);
        free(texts.items[0]);
        texts.items[0] = text;
        status = text != NULL ? put(store, experiment, &texts,
                                    sqlite3_column_type(row, 1) == SQLITE_BLOB, error)
                              : store_no_memory(error);
        if (status == ASSAY_OK) /* it fitted its seal a moment ago */
            status = seal_put(store, experiment, true, error);
    }
    texts_fini(&texts);
    return status;
}

enum assay_status store_move_pilots(struct store *store, struct assay_error *error)
{
    sqlite3_stmt *row = store_prepare(store,
                                      "SELECT new, manifest FROM to_experiment JOIN"
                                      " main.experiment ON id = new",
                                      error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    enum assay_status status = ASSAY_OK;
    int code = SQLITE_DONE;
    while (status == ASSAY_OK && (code = sqlite3_step(row)) == SQLITE_ROW)
        status = move_pilot(store, row, error);
    if (status == ASSAY_OK && code != SQLITE_DONE)
        status = store_fail_sqlite(store, error);
    (void)sqlite3_finalize(row);
    return status;
}
