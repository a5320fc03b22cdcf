/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql_values.h -- the values of a store as a table of SQL, packed or not: `assay_values`, which nobody has to create. */
#pragma once

#include <sqlite3.h>

/* Adds the module to the connection: SQLite's code. The table reads the connection's main file, as it was last committed. */
int sql_values_add(sqlite3 *db);
/* Adds the views assay_experiments, assay_systems, assay_versions and assay_findings to the connection, and to no file: SQLite's code. */
int sql_views_add(sqlite3 *db);
