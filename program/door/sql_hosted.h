/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sql_hosted.h -- before all else in what assay_sqlite.so is made of: SQLite is that of the program which loads it. */
#pragma once

#include <sqlite3ext.h>

extern const sqlite3_api_routines *sqlite3_api;
