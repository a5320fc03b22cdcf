/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.c -- a file that was made to harm, or to hang, who opens it.
 *
 * Stores travel between people. What stands in a schema is code: a view in a table's place can count
 * for ever, a trigger empties the store that is being annotated, a virtual table calls its module.
 * So none of them runs, and a schema that is not to the letter that of its version is refused before
 * any table is read. A tree of pages can still be woven so that a scan never ends: no statement
 * may take more steps than a file of this size has work for.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <xxhash.h>

#include "base/failure.h"
#include "store/schema.h"

/* A scan takes some 30 steps for each of its rows, the shortest of which has 10 bytes; joins and
 * sorting take a few times as much. The first part is for the smallest files. */
static const int64_t steps_at_least = 5000000, steps_a_byte = 50;
enum { STEPS_A_CALL = 100000 };

static int64_t size_of(const char *path, const char *behind)
{
    char *name = NULL;
    struct stat found;
    const bool there = asprintf(&name, "%s%s", path, behind) >= 0 && stat(name, &found) == 0;
    free(name);
    return there ? (int64_t)found.st_size : 0;
}

static int64_t work_in(const char *path)
{
    return (size_of(path, "") + size_of(path, "-wal")) * steps_a_byte;
}

/* Who writes makes the file grow: its size is looked at again before a statement is ended. */
static int count_steps(void *context)
{
    struct store *store = context;
    store->steps_left -= STEPS_A_CALL;
    if (store->steps_left >= 0)
        return 0;
    const int64_t now = steps_at_least + work_in(store->path);
    if (now > store->most_steps) {
        store->steps_left += now - store->most_steps;
        store->most_steps = now;
    }
    return store->steps_left < 0;
}

void guard_restart(struct store *store)
{
    store->steps_left = store->most_steps;
}

void guard_steps(struct store *store, const char *path)
{
    if (store->most_steps < steps_at_least)
        store->most_steps = steps_at_least;
    store->most_steps += work_in(path);
    guard_restart(store);
    sqlite3_progress_handler(store->db, STEPS_A_CALL, count_steps, store);
}

void guard_connection(struct store *store, bool defensive)
{
    static const struct {
        int limit, most;
    } limits[] = {
        {SQLITE_LIMIT_SQL_LENGTH, 100000}, {SQLITE_LIMIT_COLUMN, 64},
        {SQLITE_LIMIT_EXPR_DEPTH, 100},    {SQLITE_LIMIT_COMPOUND_SELECT, 16},
        {SQLITE_LIMIT_FUNCTION_ARG, 16},   {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_ATTACHED, 1},        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    sqlite3 *db = store->db;
    if (defensive)
        (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
    (void)sqlite3_drop_modules(db, NULL);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        (void)sqlite3_limit(db, limits[i].limit, limits[i].most);
}

/* ---- the schema ---- */

/* The statistics that ANALYZE leaves are SQLite's own tables, and change no answer. */
static const char objects[] =
    "SELECT type, name, tbl_name, coalesce(sql, '') FROM main.sqlite_schema"
    " WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4') ORDER BY type, name";

static sqlite3_stmt *list_objects(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    return sqlite3_prepare_v2(db, objects, -1, &row, NULL) == SQLITE_OK ? row : NULL;
}

/* A database in memory with the tables of that version; NULL: no memory. */
static sqlite3 *known_schema(int64_t version)
{
    sqlite3 *db = NULL;
    int code = sqlite3_open(":memory:", &db);
    for (int64_t v = 0; code == SQLITE_OK && v < version; v++)
        code = sqlite3_exec(db, schema_migrations[v], NULL, NULL, NULL);
    if (code == SQLITE_OK)
        return db;
    (void)sqlite3_close(db);
    return NULL;
}

static const char *text_of(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text != NULL ? text : "";
}

/* Versions of SQLite differ in the quotes and blanks that ALTER TABLE leaves. */
static bool same_sql(const char *a, const char *b)
{
    static const char skipped[] = "\" \n\t";
    for (;; a++, b++) {
        a += strspn(a, skipped);
        b += strspn(b, skipped);
        if (*a != *b)
            return false;
        if (*a == '\0')
            return true;
    }
}

/* Adds a text to the sum, each letter that same_sql looks at, and its end. */
static void add_text(XXH3_state_t *state, const char *text)
{
    char letters[256];
    for (const char *c = text;;) {
        size_t n = 0;
        for (; n < sizeof letters && *c != '\0'; c++)
            if (*c != '"' && *c != ' ' && *c != '\n' && *c != '\t')
                letters[n++] = *c;
        if (n < sizeof letters)
            letters[n++] = '\0';
        (void)XXH3_64bits_update(state, letters, n);
        if (letters[n - 1] == '\0')
            return;
    }
}

/* Quick, for the usual case: the sum of a schema. */
uint64_t guard_schema_sum(sqlite3 *db)
{
    sqlite3_stmt *row = list_objects(db);
    XXH3_state_t *state = XXH3_createState();
    uint64_t sum = 0;
    int code = SQLITE_ERROR;
    if (row != NULL && state != NULL && XXH3_64bits_reset(state) == XXH_OK)
        while ((code = sqlite3_step(row)) == SQLITE_ROW)
            for (int column = 0; column < 4; column++)
                add_text(state, text_of(row, column));
    if (code == SQLITE_DONE)
        sum = XXH3_64bits_digest(state);
    (void)XXH3_freeState(state);
    (void)sqlite3_finalize(row);
    return sum;
}

static int compare_names(sqlite3_stmt *known, sqlite3_stmt *found)
{
    const int order = strcmp(text_of(known, 0), text_of(found, 0));
    return order != 0 ? order : strcmp(text_of(known, 1), text_of(found, 1));
}

static enum assay_status fail_foreign(struct store *store, sqlite3_stmt *found, const char *what,
                                      struct assay_error *error)
{
    char name[64]; /* a stranger's text, on its way to a terminal */
    size_t n = 0;
    for (const char *c = text_of(found, 1); *c != '\0' && n + 1 < sizeof name; c++)
        name[n++] = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                            (*c >= '0' && *c <= '9') || *c == '_'
                        ? *c
                        : '?';
    name[n] = '\0';
    static const char *const types[] = {"table", "index", "view", "trigger"};
    const char *type = "object";
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        type = strcmp(text_of(found, 0), types[i]) == 0 ? types[i] : type;
    store->broken = true;
    return fail_naming(error, ASSAY_SYSTEM,
                       "%s: the %s \"%s\" %s. Nothing of the file was read: it is damaged, or "
                       "another program wrote to it. Remove what was added with a tool for SQLite, "
                       "or name another store with @store=FILE.",
                       store->path, type, name, what);
}

static enum assay_status compare(struct store *store, sqlite3_stmt *known, sqlite3_stmt *found,
                                 struct assay_error *error)
{
    for (;;) {
        const int more = sqlite3_step(known), code = sqlite3_step(found);
        if (code != SQLITE_ROW && code != SQLITE_DONE)
            return store_fail_sqlite(store, error);
        if (more == SQLITE_DONE && code == SQLITE_DONE)
            return ASSAY_OK;
        const int order = more == SQLITE_DONE   ? 1
                          : code == SQLITE_DONE ? -1
                                                : compare_names(known, found);
        if (order < 0)
            return fail_foreign(store, known, "is missing", error);
        if (order > 0)
            return fail_foreign(store, found, "is none of a store", error);
        if (strcmp(text_of(known, 2), text_of(found, 2)) != 0 ||
            !same_sql(text_of(known, 3), text_of(found, 3)))
            return fail_foreign(store, found, "is not as a store has it", error);
    }
}

enum assay_status guard_schema(struct store *store, int64_t version, struct assay_error *error)
{
    if (version < 1 || version > schema_version)
        return store_fail_code(store->path, SQLITE_NOTADB, 0, "", error);
    if (guard_schema_sum(store->db) == schema_sums[version - 1])
        return ASSAY_OK;
    sqlite3 *memory = known_schema(version);
    sqlite3_stmt *known = memory != NULL ? list_objects(memory) : NULL;
    sqlite3_stmt *found = known != NULL ? list_objects(store->db) : NULL;
    enum assay_status status = known == NULL   ? store_no_memory(error)
                               : found == NULL ? store_fail_sqlite(store, error)
                                               : compare(store, known, found, error);
    (void)sqlite3_finalize(known);
    (void)sqlite3_finalize(found);
    (void)sqlite3_close(memory);
    return status;
}
