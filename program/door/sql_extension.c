/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql_extension.c -- assay_sqlite.so: the table assay_values and its views for whoever loads it (sqlite.org/loadext.html). */
#include "door/sql_values.h"

const sqlite3_api_routines *sqlite3_api;

/* What an extension is not given, and the store asks for: refused, as when SQLite is at work already. */
#undef sqlite3_config
int sqlite3_config(int what, ...)
{
    (void)what;
    return SQLITE_MISUSE;
}

__attribute__((visibility("default"))) int sqlite3_extension_init(sqlite3 *db, char **message,
                                                                  const sqlite3_api_routines *api);
int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    (void)message;
    sqlite3_api = api;
    const int code = sql_values_add(db);
    return code == SQLITE_OK ? sql_views_add(db) : code;
}
