/* SPDX-License-Identifier: GPL-3.0-or-later */
/* version.c -- which version of the measured programs each experiment is of. */
#include "store/gather.h"
#include "store/seal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"

bool store_has_versions(struct store *store)
{
    return store_has(store, "experiment", "version");
}

enum assay_status store_set_version(struct store *store, int64_t experiment,
                                    const struct store_version *version, struct assay_error *error)
{
    return seal_change(store, experiment,
                       "UPDATE experiment SET version = ?2, commit_id = ?3, branch = ?4,"
                       " dirty = CASE WHEN ?3 IS NOT NULL THEN ?5 END,"
                       " commit_s = CASE WHEN ?3 IS NOT NULL THEN ?6 END WHERE id = ?1",
                       error, INTEGER(experiment), TEXT(version->label), TEXT(version->commit),
                       TEXT(version->branch), INTEGER(version->dirty), INTEGER(version->commit_s));
}

void store_version_fini(struct store_version *version)
{
    free(version->label);
    free(version->commit);
    free(version->branch);
    *version = (struct store_version){0};
}

struct version_row {
    struct store_version *version;
    struct assay_error *error;
};

/* From five columns on: version, commit_id, branch, dirty, commit_s. */
static struct store_version version_columns(sqlite3_stmt *row, int first, bool *ok)
{
    return (struct store_version){.label = store_column_copy(row, first, ok),
                                  .commit = store_column_copy(row, first + 1, ok),
                                  .branch = store_column_copy(row, first + 2, ok),
                                  .dirty = sqlite3_column_int(row, first + 3) != 0,
                                  .commit_s = sqlite3_column_int64(row, first + 4)};
}

static enum assay_status read_version(void *context, sqlite3_stmt *row)
{
    struct version_row *out = context;
    bool ok = true;
    *out->version = version_columns(row, 0, &ok);
    return ok ? ASSAY_OK : store_no_memory(out->error);
}

enum assay_status store_version_of(struct store *store, int64_t experiment,
                                   struct store_version *version, struct assay_error *error)
{
    struct version_row out = {version, error};
    return store_for_each(store,
                          "SELECT version, commit_id, branch, dirty, commit_s FROM experiment"
                          " WHERE id = ?1",
                          experiment, read_version, &out, error);
}

void store_entries_free(struct store_entry **entries, size_t n)
{
    for (size_t i = 0; *entries != NULL && i < n; i++) {
        struct store_entry *entry = &(*entries)[i];
        free(entry->name);
        free(entry->note);
        free(entry->source);
        store_version_fini(&entry->version);
        free(entry->machines);
        free(entry->machine);
        free(entry->machine_class);
        free(entry->systems);
        free(entry->benchmarks);
    }
    free(*entries);
    *entries = NULL;
}

struct entry_list {
    struct store *store;
    struct store_entry *items;
    size_t n, room;
    struct assay_error *error;
};

static enum assay_status read_entry(void *context, sqlite3_stmt *row)
{
    struct entry_list *list = context;
    if (!array_more(&list->items, list->n, &list->room))
        return store_no_memory(list->error);
    bool ok = true;
    const struct design_stop stop = sqlite3_column_type(row, 14) == SQLITE_NULL
                                        ? store_column_stop(row, 11)
                                        : store_manifest_stop(list->store, row, 14);
    list->items[list->n++] =
        (struct store_entry){.id = sqlite3_column_int64(row, 0),
                             .started_ns = sqlite3_column_int64(row, 1),
                             .finished_ns = sqlite3_column_int64(row, 2),
                             .name = store_column_copy(row, 3, &ok),
                             .source = store_column_copy(row, 4, &ok),
                             .note = store_column_copy(row, 5, &ok),
                             .pilot = stop.rule == STOP_PILOT,
                             .planned_from = stop.rule == STOP_FRESH ? (int64_t)stop.pilot : 0,
                             .watched = stop.rule >= STOP_PEEK,
                             .expected = stop.rule == STOP_ANYTIME ? stop.expected : 0,
                             .machines = store_column_copy(row, 15, &ok),
                             .machine = store_column_copy(row, 16, &ok),
                             .machine_class = store_column_copy(row, 17, &ok),
                             .systems = store_column_copy(row, 18, &ok),
                             .benchmarks = store_column_copy(row, 19, &ok),
                             .gate = (enum store_gate)store_column_within(
                                 row, 20, STORE_GATE_HERE_ONLY, STORE_GATE_NONE),
                             .has_values = sqlite3_column_int(row, 22) != 0,
                             .version = version_columns(row, 6, &ok)};
    if (sqlite3_column_bytes(row, 21) == STORE_UID_BYTES)
        memcpy(list->items[list->n - 1].uid, sqlite3_column_blob(row, 21), STORE_UID_BYTES);
    return ok ? ASSAY_OK : store_no_memory(list->error);
}

/* Of the first machine of experiment x, or of all where that is a sum. */
#define MACHINE(what) "(SELECT " what " FROM machine WHERE experiment = x.id LIMIT 1)"
#define IDENTITIES MACHINE("group_concat(identity)")
#define MACHINE_CLASS MACHINE("model || ', ' || processors || ' processors'")

/* Of experiment x, in the order of the design. */
#define NAMES(what)                                                                                \
    "(SELECT group_concat(name, ', ') FROM (SELECT name FROM experiment_" what " e JOIN " what     \
    " ON " what ".id = e." what " WHERE e.experiment = x.id ORDER BY place))"

#define SYSTEMS NAMES("system")
#define BENCHMARKS NAMES("benchmark")

/* With places for the columns that older stores do not have. */
#define ENTRY_COLUMNS                                                                              \
    "id, started_ns, finished_ns, name, source, %s, " STOPPING_COLUMNS ", %s, " IDENTITIES         \
    ", " MACHINE("name") ", " MACHINE_CLASS ", " SYSTEMS ", " BENCHMARKS                           \
                         ", %s, uid, " STORE_HAS_VALUES

enum assay_status store_entries(struct store *store, struct store_entry **entries, size_t *n,
                                struct assay_error *error)
{
    struct entry_list list = {.store = store, .error = error};
    char sql[3000];
    (void)snprintf(sql, sizeof sql,
                   "SELECT " ENTRY_COLUMNS " FROM experiment x WHERE ?1 = 0 ORDER BY id",
                   store_has_versions(store) ? "note, version, commit_id, branch, dirty, commit_s"
                                             : "NULL, NULL, NULL, NULL, 0, 0",
                   store_has(store, "stopping", NULL) ? "NULL" : "manifest",
                   store_has(store, "gate", NULL)
                       ? "coalesce((SELECT failed FROM gate WHERE experiment = x.id), 3)"
                       : "3");
    const enum assay_status status = store_for_each(store, sql, 0, read_entry, &list, error);
    if (status != ASSAY_OK) {
        store_entries_free(&list.items, list.n);
        return status;
    }
    *entries = list.items;
    *n = list.n;
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

bool store_tried(struct store *store, const char *experiment, const char *system)
{
    struct store_rows rows =
        store_ask(store,
                  "SELECT 1 FROM experiment x JOIN experiment_system e ON "
                  "e.experiment = x.id JOIN system s ON s.id = e.system WHERE "
                  "x.finished_ns IS NOT NULL AND x.name = ?1 AND s.name = ?2 LIMIT 1",
                  NULL, TEXT(experiment), TEXT(system));
    const bool tried = store_next(&rows);
    (void)store_asked(&rows);
    return tried;
}

static enum assay_status take_ids(struct store_rows rows, int64_t **ids, size_t *n,
                                  struct assay_error *error)
{
    size_t room = 0;
    bool enough = true;
    *n = 0;
    while (enough && store_next(&rows)) {
        enough = array_more(ids, *n, &room);
        if (enough)
            (*ids)[(*n)++] = sqlite3_column_int64(rows.row, 0);
    }
    const enum assay_status status = store_asked(&rows);
    return enough ? status : fail_no_memory(error);
}

enum assay_status store_together(struct store *store, const char *experiment, const char *system,
                                 const char *other, int64_t **ids, size_t *n,
                                 struct assay_error *error)
{
    static const char sql[] =
        "SELECT x.id FROM experiment x JOIN experiment_system e ON e.experiment = x.id"
        " JOIN system s ON s.id = e.system WHERE x.finished_ns IS NOT NULL AND x.name = ?1"
        " AND s.name IN (?2, ?3) GROUP BY x.id HAVING count(DISTINCT s.name) = 2 ORDER BY x.id";
    return take_ids(store_ask(store, sql, error, TEXT(experiment), TEXT(system), TEXT(other)), ids,
                    n, error);
}

enum assay_status store_beside(struct store *store, const char *experiment, const char *system,
                               int64_t *id, struct assay_error *error)
{
    static const char sql[] =
        "SELECT max(x.id) FROM experiment x JOIN experiment_system e ON e.experiment = x.id"
        " JOIN system s ON s.id = e.system WHERE x.finished_ns IS NOT NULL AND x.name = ?1 AND "
        "s.name = ?2"
        " AND (SELECT count(*) FROM experiment_system o WHERE o.experiment = x.id) > 1";
    struct store_rows rows = store_ask(store, sql, error, TEXT(experiment), TEXT(system));
    *id = 0;
    while (store_next(&rows))
        *id = sqlite3_column_int64(rows.row, 0);
    return store_asked(&rows);
}

enum assay_status store_ids(struct store *store, int64_t **ids, size_t *n,
                            struct assay_error *error)
{
    return take_ids(
        store_ask(store, "SELECT id FROM experiment WHERE ?1 = 0 ORDER BY id", error, INTEGER(0)),
        ids, n, error);
}
