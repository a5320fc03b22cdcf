/* SPDX-License-Identifier: GPL-3.0-or-later */
/* version.c -- which version of the measured programs each experiment is of. */
#include "store/packed.h"
#include "store/seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

bool store_has_versions(struct store *store)
{
    return store_has(store, "experiment", "version");
}

enum assay_status store_set_version(struct store *store, int64_t experiment,
                                    const struct store_version *version, struct assay_error *error)
{
    sqlite3_stmt *set = store_prepare(store,
                                      "UPDATE experiment SET version = ?2, commit_id = ?3,"
                                      " dirty = ?4, branch = ?5, commit_s = ?6 WHERE id = ?1",
                                      error);
    if (set == NULL)
        return ASSAY_SYSTEM;
    sqlite3_bind_int64(set, 1, experiment);
    sqlite3_bind_text(set, 2, version->label, -1, SQLITE_STATIC);
    sqlite3_bind_text(set, 3, version->commit, -1, SQLITE_STATIC);
    if (version->commit != NULL) {
        sqlite3_bind_int(set, 4, version->dirty);
        sqlite3_bind_int64(set, 6, version->commit_s);
    }
    sqlite3_bind_text(set, 5, version->branch, -1, SQLITE_STATIC);
    struct seal_change change;
    enum assay_status status = seal_change_begin(store, experiment, SEAL_FACTS, &change, error);
    if (status == ASSAY_OK)
        status = seal_change_end(store, &change, store_run_statement(store, set, error), error);
    (void)sqlite3_finalize(set);
    return status;
}

static char *column_copy(sqlite3_stmt *row, int column, bool *ok)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    char *copy = text != NULL ? strdup(text) : NULL;
    *ok = *ok && (text == NULL || copy != NULL);
    return copy;
}

/* Manifests of runs with a rule are kept as manifest_write gives them. */
static bool has_rule(const char *manifest, enum stop_rule rule)
{
    char line[64];
    (void)snprintf(line, sizeof line, "\nstop:\n  rule: %s\n", stop_rule_names[rule]);
    return strstr(manifest, line) != NULL;
}

/* Of a manifest that cannot be read nothing is said: reading the experiment will. */
static void read_rule(struct store *store, sqlite3_stmt *row, int column, struct store_entry *entry)
{
    struct texts texts;
    if (!store_texts(store, row, column, &texts))
        return;
    for (size_t i = 0; i < texts.n && i < 1; i++) {
        const char *manifest = texts.items[i];
        entry->pilot = has_rule(manifest, STOP_PILOT);
        entry->planned_from = store_pilot_of(manifest);
        const bool anytime = has_rule(manifest, STOP_ANYTIME);
        entry->watched = has_rule(manifest, STOP_PEEK) || anytime || has_rule(manifest, STOP_LOOKS);
        const char *expected = strstr(manifest, "\n  expected: ");
        if (anytime && expected != NULL)
            entry->expected = strtoull(expected + strlen("\n  expected: "), NULL, 10);
    }
    texts_fini(&texts);
}

static bool read_entry(struct store *store, sqlite3_stmt *row, struct store_entry *entry)
{
    bool ok = true;
    *entry = (struct store_entry){.id = sqlite3_column_int64(row, 0),
                                  .started_ns = sqlite3_column_int64(row, 1),
                                  .finished_ns = sqlite3_column_int64(row, 2),
                                  .name = column_copy(row, 3, &ok),
                                  .source = column_copy(row, 4, &ok),
                                  .note = column_copy(row, 5, &ok),
                                  .version = {.label = column_copy(row, 6, &ok),
                                              .commit = column_copy(row, 7, &ok),
                                              .branch = column_copy(row, 8, &ok),
                                              .dirty = sqlite3_column_int(row, 9) != 0,
                                              .commit_s = sqlite3_column_int64(row, 10)}};
    read_rule(store, row, 11, entry);
    return ok;
}

static void entry_fini(struct store_entry *entry)
{
    free(entry->name);
    free(entry->note);
    free(entry->source);
    free(entry->version.label);
    free(entry->version.commit);
    free(entry->version.branch);
}

void store_entries_free(struct store_entry **entries, size_t n)
{
    for (size_t i = 0; *entries != NULL && i < n; i++)
        entry_fini(&(*entries)[i]);
    free(*entries);
    *entries = NULL;
}

enum assay_status store_entries(struct store *store, struct store_entry **entries, size_t *n,
                                struct assay_error *error)
{
    sqlite3_stmt *row = store_prepare(
        store,
        store_has_versions(store)
            ? "SELECT id, started_ns, finished_ns, name, source, note, version, commit_id, branch,"
              " dirty, commit_s, manifest FROM experiment ORDER BY id"
            : "SELECT id, started_ns, finished_ns, name, source, NULL, NULL, NULL, NULL, 0, 0,"
              " manifest FROM experiment ORDER BY id",
        error);
    if (row == NULL)
        return ASSAY_SYSTEM;
    struct store_entry *list = NULL;
    size_t count = 0, room = 0;
    int code = SQLITE_DONE;
    enum assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && (code = sqlite3_step(row)) == SQLITE_ROW) {
        struct store_entry *more = array_room(list, count, &room, sizeof *list);
        if (more == NULL) {
            status = store_no_memory(error);
            break;
        }
        list = more;
        if (!read_entry(store, row, &list[count++]))
            status = store_no_memory(error);
    }
    if (status == ASSAY_OK && code != SQLITE_DONE)
        status = store_fail_sqlite(store, error);
    (void)sqlite3_finalize(row);
    if (status != ASSAY_OK) {
        store_entries_free(&list, count);
        return status;
    }
    *entries = list;
    *n = count;
    return ASSAY_OK;
}

void store_entry_label(const struct store_entry *entry, char *text, size_t size)
{
    const struct store_version *version = &entry->version;
    if (version->label != NULL)
        (void)snprintf(text, size, "%s", version->label);
    else if (version->commit != NULL)
        (void)snprintf(text, size, "%.12s%s", version->commit, version->dirty ? "-dirty" : "");
    else if (entry->name != NULL)
        (void)snprintf(text, size, "%s", entry->name);
    else
        (void)snprintf(text, size, "#%lld", (long long)entry->id);
}
