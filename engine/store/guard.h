/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.h -- a file that was made to harm, or to hang, who opens it. */
#pragma once

#include "store/private.h"

/* No view, trigger or virtual table of the file acts on this connection. defensive: nor does
 * anything write to its schema; a connection that saves a damaged file does without. */
void guard_connection(struct store *store, bool defensive);
/* Ends a statement that takes more steps than the file at path, and those before, give work for. */
void guard_steps(struct store *store, const char *path);
/* A statement begins: it has all its steps again. */
void guard_restart(struct store *store);

/* Fails when the file's schema is not that of the version: nothing missing, changed or added. */
enum assay_status guard_schema(struct store *store, int64_t version, struct assay_error *error);
/* Of the schema in a file; 0 when it cannot be read. */
uint64_t guard_schema_sum(sqlite3 *db);
