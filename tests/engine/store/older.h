/* SPDX-License-Identifier: GPL-3.0-or-later */
/* older.h -- a store as an earlier version of assay left it. */
#ifndef TESTS_STORE_OLDER_H
#define TESTS_STORE_OLDER_H

#include "fixture.h"

#include "store/schema.h"

/* The columns that a table has in both files, with commas; the caller frees it. NULL: none. */
static inline char *older_columns(sqlite3 *db, const char *table)
{
    sqlite3_stmt *row = NULL;
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT group_concat(o.name) FROM pragma_table_info(?1) o"
                                        " JOIN pragma_table_info(?1, 'newer') n USING (name)",
                                        -1, &row, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(row, 1, table, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    const char *text = (const char *)sqlite3_column_text(row, 0);
    char *copy = text != NULL ? strdup(text) : NULL;
    sqlite3_finalize(row);
    return copy;
}

static inline void older_copy(sqlite3 *db, const char *table)
{
    char *columns = older_columns(db, table), *sql = NULL, *problem = NULL;
    if (columns == NULL)
        return;
    assert_true(asprintf(&sql, "INSERT INTO main.%s (%s) SELECT %s FROM newer.%s", table, columns,
                         columns, table) > 0);
    if (sqlite3_exec(db, sql, NULL, NULL, &problem) != SQLITE_OK)
        fail_msg("%s: %s", sql, problem);
    free(sql);
    free(columns);
}

/* The fixture's store, in rows, becomes one of that version: its tables, and what they can hold. */
static inline void older_make(struct fixture *fixture, int version)
{
    char newer[200], sql[300];
    sqlite3 *db = NULL;
    sqlite3_stmt *row = NULL;
    (void)snprintf(newer, sizeof newer, "%s.newer", fixture->path);
    assert_int_equal(rename(fixture->path, newer), 0);
    assert_int_equal(sqlite3_open(fixture->path, &db), SQLITE_OK);
    for (int v = 0; v < version; v++)
        assert_int_equal(sqlite3_exec(db, schema_migrations[v], NULL, NULL, NULL), SQLITE_OK);
    (void)snprintf(sql, sizeof sql,
                   "PRAGMA application_id = %d; PRAGMA user_version = %d; ATTACH '%s' AS newer",
                   SCHEMA_APPLICATION_ID, version, newer);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT name FROM main.sqlite_schema WHERE type = 'table'"
                                        " AND name NOT LIKE 'sqlite%'",
                                        -1, &row, NULL),
                     SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW)
        older_copy(db, (const char *)sqlite3_column_text(row, 0));
    sqlite3_finalize(row);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    assert_int_equal(remove(newer), 0);
}

#endif
