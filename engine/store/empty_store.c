/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty_store.c -- prints, as the program is built, the file that a new store begins as (create.c): how many bytes, and these
 * as zstd packs them. What goes wrong stands there as an error of the compiler. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>
#include <zstd.h>

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

static bool print(const unsigned char *bytes, size_t size)
{
    const size_t room = ZSTD_compressBound(size);
    unsigned char *packed = malloc(room);
    const size_t n = packed != NULL ? ZSTD_compress(packed, room, bytes, size, 19) : 0;
    const bool done = packed != NULL && !ZSTD_isError(n);
    if (done)
        printf("#define EMPTY_STORE_BYTES ((size_t)%zu)\n#define EMPTY_STORE_PACKED ", size);
    for (size_t i = 0; done && i < n; i++)
        printf(i % 24 == 23 ? "%d,\\\n" : "%d,", packed[i]);
    puts("");
    free(packed);
    return done;
}

int main(void)
{
    sqlite3 *db = NULL;
    size_t size = 0;
    unsigned char *bytes = sqlite3_open(":memory:", &db) == SQLITE_OK ? make(db, &size) : NULL;
    if (bytes == NULL || !print(bytes, size))
        printf("#error empty_store: %s\n", bytes == NULL ? sqlite3_errmsg(db) : "no memory");
    sqlite3_free(bytes);
    (void)sqlite3_close(db);
    return 0;
}
