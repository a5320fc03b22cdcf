/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty_store.c -- prints, as the program is built, the file that a new store begins as (create.c): how many bytes, and
 * these. What goes wrong stands there as an error of the compiler. */
#include <stdio.h>

#include <sqlite3.h>

#include "store/schema.h"

/* In bytes 18 and 19 of a file: it has a write-ahead log. In memory there is none. */
enum { WRITE_VERSION = 18, READ_VERSION = 19, WITH_LOG = 2 };

static unsigned char *make(sqlite3 *db, size_t *size)
{
    char header[96];
    sqlite3_int64 n = 0;
    for (int v = 0; v < schema_version; v++)
        if (sqlite3_exec(db, schema_migrations[v], NULL, NULL, NULL) != SQLITE_OK)
            return NULL;
    (void)snprintf(header, sizeof header,
                   "PRAGMA application_id = %d; PRAGMA user_version = %d; VACUUM",
                   SCHEMA_APPLICATION_ID, schema_version);
    if (sqlite3_exec(db, header, NULL, NULL, NULL) != SQLITE_OK)
        return NULL;
    unsigned char *bytes = sqlite3_serialize(db, "main", &n, 0);
    if (bytes != NULL)
        bytes[WRITE_VERSION] = bytes[READ_VERSION] = WITH_LOG;
    *size = (size_t)n;
    return bytes;
}

/* Of octal digits, three each, so that a digit behind them is none of theirs; nearly all bytes are 0. */
static void print(const unsigned char *bytes, size_t size)
{
    printf("#define EMPTY_STORE_BYTES ((size_t)%zu)\n#define EMPTY_STORE \"", size);
    for (size_t i = 0; i < size; i++)
        printf(i % 64 == 63 ? "\\%03o\"\\\n\"" : "\\%03o", bytes[i]);
    puts("\"");
}

int main(void)
{
    sqlite3 *db = NULL;
    size_t size = 0;
    unsigned char *bytes = sqlite3_open(":memory:", &db) == SQLITE_OK ? make(db, &size) : NULL;
    if (bytes == NULL)
        printf("#error empty_store: %s\n", sqlite3_errmsg(db));
    else
        print(bytes, size);
    sqlite3_free(bytes);
    (void)sqlite3_close(db);
    return 0;
}
