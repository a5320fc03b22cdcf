/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find.c -- which experiments there are, and what they are. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/suggestion.h"
#include "store/gather.h"
#include "store/packed.h"
#include "store/store.h"

/* Executions of a kind, in rows or packed. */
#define COUNTED(rows, which, packed)                                                               \
    " (SELECT " rows " FROM execution WHERE execution.experiment = x.id" which ")"                 \
    " + (SELECT coalesce(sum(" packed "), 0) FROM packed_execution p"                              \
    " WHERE p.experiment = x.id)"

#define INFO_COLUMNS                                                                               \
    "id, name, manifest, source, (SELECT facts FROM host WHERE host.experiment = x.id"             \
    " ORDER BY round LIMIT 1), assay_version, started_ns, finished_ns, seed, margin, quick,"       \
    " ignore_failure, planned," STOPPING_COLUMNS                                                   \
    "," COUNTED("count(*)", "", "executions") "," COUNTED("count(*)", " AND outcome <> 0",         \
                                                          "failures") ", uid"

/* A version that was kept for histories: it is of no directory, and an experiment of the name measured it beside others. */
#define IS_KEPT                                                                                    \
    "(x.source = '/' AND x.commit_id IS NOT NULL AND EXISTS (SELECT 1 FROM experiment_system e"    \
    " JOIN system s ON s.id = e.system JOIN experiment y ON y.id = e.experiment"                   \
    " WHERE s.name = x.version AND y.id <> x.id AND y.finished_ns IS NOT NULL"                     \
    " AND (y.name = x.name OR (y.name IS NULL AND x.name = 'versions'))"                           \
    " AND (SELECT count(*) FROM experiment_system o WHERE o.experiment = y.id) > 1))"
#define LATEST(which)                                                                              \
    "SELECT " INFO_COLUMNS " FROM experiment x " which " ORDER BY started_ns DESC, id DESC LIMIT " \
    "1"

void experiment_info_fini(struct experiment_info *info)
{
    free(info->name);
    free(info->manifest);
    free(info->source);
    free(info->host_json);
    free(info->assay_version);
    store_version_fini(&info->version);
    free(info->opened);
    *info = (struct experiment_info){0};
}

/* The first text of a column that may be packed. */
static char *first_text(struct store *store, sqlite3_stmt *row, int column, bool *ok)
{
    struct texts texts;
    char *text = NULL;
    if (!store_texts(store, row, column, &texts)) {
        *ok = false;
        return NULL;
    }
    if (texts.n > 0) {
        text = texts.items[0];
        texts.items[0] = NULL;
    }
    texts_fini(&texts);
    return text;
}

static bool read_info(struct store *store, sqlite3_stmt *row, struct experiment_info *info)
{
    bool ok = true;
    const struct design_stop stop = store_has(store, "stopping", NULL)
                                        ? store_column_stop(row, 13)
                                        : store_manifest_stop(store, row, 2);
    *info = (struct experiment_info){
        .id = sqlite3_column_int64(row, 0),
        .name = store_column_copy(row, 1, &ok),
        .manifest = first_text(store, row, 2, &ok),
        .source = store_column_copy(row, 3, &ok),
        .host_json = first_text(store, row, 4, &ok),
        .assay_version = store_column_copy(row, 5, &ok),
        .started_ns = sqlite3_column_int64(row, 6),
        .finished_ns = sqlite3_column_int64(row, 7),
        .seed = (uint64_t)sqlite3_column_int64(row, 8),
        .margin = sqlite3_column_double(row, 9),
        .quick = sqlite3_column_int(row, 10) != 0,
        .ignore_failure = sqlite3_column_int(row, 11) != 0,
        .pilot = stop.pilot,
        .planned = (size_t)sqlite3_column_int64(row, 12),
        .executions = (size_t)sqlite3_column_int64(row, 16),
        .failures = (size_t)sqlite3_column_int64(row, 17),
    };
    if (sqlite3_column_bytes(row, 18) == STORE_UID_BYTES)
        memcpy(info->uid, sqlite3_column_blob(row, 18), STORE_UID_BYTES);
    if (!ok)
        experiment_info_fini(info);
    return ok;
}

/* What is wrong when a row could not be taken. */
static enum assay_status fail_info(struct store *store, struct assay_error *error)
{
    return assay_fail(
        error, ASSAY_SYSTEM,
        "%s: the store is damaged: a manifest or a host does not fit its checksum; or "
        "out of memory. Look at assay store verify.",
        store->path);
}

/* ASSAY_MISSING without a sentence when the query finds nothing; *info is nobody's then, as after every failure. */
static enum assay_status find_one(struct store *store, const char *sql, const char *text,
                                  struct experiment_info *info, struct assay_error *error)
{
    struct store_rows rows = store_ask(store, sql, error, TEXT(text));
    const bool found = store_next(&rows);
    if (!found && rows.status == ASSAY_OK)
        rows.status = ASSAY_MISSING;
    else if (found && !read_info(store, rows.row, info))
        rows.status = fail_info(store, error);
    else if (found && store_has_versions(store))
        rows.status = store_version_of(store, info->id, &info->version, error);
    if (found && rows.status == ASSAY_OK)
        rows.status = store_opened(store, info->id, &info->opened, error);
    const enum assay_status status = store_asked(&rows);
    if (found && status != ASSAY_OK)
        experiment_info_fini(info);
    return status;
}

static bool is_number(const char *text)
{
    return text[0] != '\0' && strspn(text, "0123456789") == strlen(text) && strlen(text) <= 18;
}

/* "branch:main", a version's label, or the beginning of a commit (7 digits or more); of several the
 * newest. */
static enum assay_status find_version(struct store *store, const char *which,
                                      struct experiment_info *info, struct assay_error *error)
{
    if (strncmp(which, "branch:", strlen("branch:")) == 0)
        return find_one(store,
                        "SELECT " INFO_COLUMNS " FROM experiment x WHERE branch = ?1"
                        " ORDER BY coalesce(commit_s, 0) DESC, started_ns DESC, id DESC LIMIT 1",
                        which + strlen("branch:"), info, error);
    enum assay_status status =
        find_one(store,
                 "SELECT " INFO_COLUMNS " FROM experiment x WHERE version = ?1"
                 " ORDER BY started_ns DESC, id DESC LIMIT 1",
                 which, info, error);
    if (status != ASSAY_MISSING || strlen(which) < 7 ||
        strspn(which, "0123456789abcdef") != strlen(which))
        return status;
    return find_one(store,
                    "SELECT " INFO_COLUMNS
                    " FROM experiment x WHERE commit_id BETWEEN ?1 AND ?1 || "
                    "'g' ORDER BY started_ns DESC, id DESC LIMIT 1",
                    which, info, error);
}

/* The newest has none either: why stands with it. */
static enum assay_status fail_without_values(const struct store *store,
                                             struct experiment_info *info,
                                             struct assay_error *error)
{
    const long long newest = info->id;
    experiment_info_fini(info);
    return assay_fail(
        error, ASSAY_MISSING,
        "%s: no experiment has values yet. assay show %lld says why the newest, %lld, "
        "has none.",
        store->path, newest, newest);
}

static enum assay_status consider_row(void *context, sqlite3_stmt *row)
{
    near_name_consider(context, (const char *)sqlite3_column_text(row, 0));
    return ASSAY_OK;
}

/* Of the names that there are, and "latest"; of branches behind "branch:"; of versions and, from seven digits on, commits. */
static enum assay_status look_near(struct store *store, const char *which, struct near_name *near,
                                   struct assay_error *error)
{
    static const char branch[] = "branch:";
    static const char *const names[] = {
        "SELECT DISTINCT name FROM experiment WHERE name IS NOT NULL AND ?1 = 0",
        "SELECT DISTINCT version FROM experiment WHERE version IS NOT NULL AND ?1 = 0",
        "SELECT DISTINCT substr(commit_id, 1, ?1) FROM experiment WHERE commit_id IS NOT NULL",
        "SELECT DISTINCT 'branch:' || branch FROM experiment WHERE branch IS NOT NULL AND ?1 = 0"};
    const size_t length = strlen(which);
    const bool of_branch = strncmp(which, branch, sizeof branch - 1) == 0,
               of_commit = length >= 7 && strspn(which, "0123456789abcdef") == length;
    const bool looked[] = {!of_branch, store_has_versions(store) && !of_branch,
                           store_has_versions(store) && of_commit,
                           store_has_versions(store) && of_branch};
    *near = near_name_for(which);
    if (!of_branch)
        near_name_consider(near, "latest");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (looked[i] && store_for_each(store, names[i], i == 2 ? (int64_t)length : 0, consider_row,
                                        near, error) == ASSAY_SYSTEM)
            return ASSAY_SYSTEM;
    return ASSAY_OK;
}

static enum assay_status fail_unknown(struct store *store, const char *which,
                                      struct assay_error *error)
{
    struct near_name near;
    if (look_near(store, which, &near, error) == ASSAY_SYSTEM)
        return ASSAY_SYSTEM;
    if (near.name[0] != '\0')
        return assay_fail(error, ASSAY_MISSING,
                          "%s: there is no experiment \"%s\"; did you mean %s?", store->path, which,
                          near.name);
    return assay_fail(error, ASSAY_MISSING,
                      "%s: there is no experiment \"%s\". Name one by its id, its name, its "
                      "version, or \"latest\".",
                      store->path, which);
}

enum assay_status store_find(struct store *store, const char *which, struct experiment_info *info,
                             struct assay_error *error)
{
    enum assay_status status = ASSAY_MISSING;
    const bool latest = which != NULL && strcmp(which, "latest") == 0;
    if (latest && store_has_versions(store))
        status = find_one(store, LATEST("WHERE " STORE_HAS_VALUES " AND NOT " IS_KEPT), NULL, info,
                          error);
    if (latest && status == ASSAY_MISSING)
        status = find_one(store, LATEST("WHERE " STORE_HAS_VALUES), NULL, info, error);
    if (which == NULL || (latest && status == ASSAY_MISSING)) {
        if (store_has_versions(store))
            status = find_one(store, LATEST("WHERE NOT " IS_KEPT), NULL, info, error);
        if (status == ASSAY_MISSING)
            status = find_one(store, LATEST(""), NULL, info, error);
        if (status == ASSAY_MISSING)
            return assay_fail(error, ASSAY_MISSING,
                              "%s: the store holds no experiment. Measure first: assay run.",
                              store->path);
        return status == ASSAY_OK && latest ? fail_without_values(store, info, error) : status;
    }
    if (is_number(which))
        status = find_one(
            store, "SELECT " INFO_COLUMNS " FROM experiment x WHERE id = CAST(?1 AS INTEGER)",
            which, info, error);
    if (status == ASSAY_MISSING)
        status = find_one(store,
                          "SELECT " INFO_COLUMNS
                          " FROM experiment x WHERE name = ?1 ORDER BY started_ns DESC, id DESC"
                          " LIMIT 1",
                          which, info, error);
    if (status == ASSAY_MISSING && strlen(which) == 2 * (size_t)STORE_UID_BYTES)
        status =
            find_one(store, "SELECT " INFO_COLUMNS " FROM experiment x WHERE hex(uid) = upper(?1)",
                     which, info, error);
    if (status == ASSAY_MISSING && store_has_versions(store))
        status = find_version(store, which, info, error);
    return status != ASSAY_MISSING ? status : fail_unknown(store, which, error);
}

struct info_list {
    struct store *store;
    struct experiment_info *items;
    size_t n;
    struct assay_error *error;
};

static enum assay_status add_info(void *context, sqlite3_stmt *row)
{
    struct info_list *list = context;
    if (!array_resize(&list->items, list->n + 1) ||
        !read_info(list->store, row, &list->items[list->n]))
        return fail_info(list->store, list->error);
    list->n++;
    return ASSAY_OK;
}

enum assay_status store_list(struct store *store, struct experiment_info **infos, size_t *n,
                             struct assay_error *error)
{
    struct info_list list = {.store = store, .error = error};
    const enum assay_status status =
        store_for_each(store, "SELECT " INFO_COLUMNS " FROM experiment x WHERE ?1 = 0 ORDER BY id",
                       0, add_info, &list, error);
    if (status == ASSAY_OK) {
        *infos = list.items;
        *n = list.n;
        return ASSAY_OK;
    }
    while (list.n > 0)
        experiment_info_fini(&list.items[--list.n]);
    free(list.items);
    return status;
}

enum assay_status store_uid(struct store *store, int64_t experiment,
                            unsigned char uid[STORE_UID_BYTES], struct assay_error *error)
{
    struct store_rows rows = store_ask_kept(store, SQL_FIND_UID, error, INTEGER(experiment));
    if (store_next(&rows) && sqlite3_column_bytes(rows.row, 0) == STORE_UID_BYTES)
        memcpy(uid, sqlite3_column_blob(rows.row, 0), STORE_UID_BYTES);
    else if (rows.status == ASSAY_OK)
        rows.status = assay_fail(error, ASSAY_MISSING, "%s: there is no experiment %lld.",
                                 store->path, (long long)experiment);
    return store_asked(&rows);
}

enum assay_status store_find_uid(struct store *store, const unsigned char uid[STORE_UID_BYTES],
                                 int64_t *experiment, bool *complete, struct assay_error *error)
{
    struct store_first found = {.found = false};
    const enum assay_status status =
        store_first(store, SQL_FIND_BY_UID, &found, error, BLOB(uid, STORE_UID_BYTES));
    *experiment = found.numbers[0];
    *complete = found.numbers[1] != 0;
    return status;
}

/* What the experiments of a store are. */

enum assay_status store_listing_read(struct store *store, struct store_listing *listing,
                                     struct assay_error *error)
{
    *listing = (struct store_listing){0};
    enum assay_status status = store_entries(store, &listing->entries, &listing->n_entries, error);
    if (status == ASSAY_OK)
        status = store_list(store, &listing->infos, &listing->n_infos, error);
    listing->n = listing->n_entries < listing->n_infos ? listing->n_entries : listing->n_infos;
    return status;
}

void store_listing_fini(struct store_listing *listing)
{
    for (size_t i = 0; i < listing->n_infos; i++)
        experiment_info_fini(&listing->infos[i]);
    free(listing->infos);
    store_entries_free(&listing->entries, listing->n_entries);
}
