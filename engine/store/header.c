/* SPDX-License-Identifier: GPL-3.0-or-later */
/* header.c -- whose a file is and of which version, by its first bytes, before SQLite opens it; and whether something
 * would be lost if another were written over it.
 *
 * Whether it is damaged cannot be told from the file alone: a checkpoint writes the first page, with
 * the new size, before the file has grown. Whoever looks in between (or after the process died, or
 * the disk was full there) sees a file that is shorter than it says, while its log has everything.
 * So only these bytes are looked at here, which no checkpoint changes but for a newer version; all
 * else is judged by SQLite, with the log.
 */

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "measure/kept_file.h"
#include "store/schema.h"

/* https://www.sqlite.org/fileformat.html, section 1.3 */
enum { HEADER_BYTES = 100, VERSION_AT = 60, APPLICATION_AT = 68, HEADER_NEEDED = 72 };
static const char magic[16] = "SQLite format 3";

char *store_file_address(const char *path, const char *query)
{
    char *address = malloc(strlen("file:./") + 3 * strlen(path) + strlen(query) + 1);
    if (address == NULL)
        return NULL;
    char *out = address + sprintf(address, "file:%s", path[0] == '/' ? "" : "./");
    for (const char *c = path; *c != '\0'; c++)
        if (strchr("%?#", *c) != NULL)
            out += sprintf(out, "%%%02X", (unsigned)(unsigned char)*c);
        else
            *out++ = *c;
    strcpy(out, query);
    return address;
}

bool store_file_holds(const char *file, const char *suffix)
{
    OWNED char *path = NULL;
    struct stat found;
    return file != NULL && asprintf(&path, "%s%s", file, suffix) >= 0 && stat(path, &found) == 0 &&
           found.st_size > 0;
}

static int64_t number_at(const unsigned char *header, size_t at)
{
    uint32_t number = 0;
    for (size_t i = 0; i < 4; i++)
        number = number << 8 | header[at + i];
    return (int32_t)number;
}

enum assay_status store_judge_version(const char *path, int64_t application, int64_t version,
                                      struct assay_error *error)
{
    if (application != SCHEMA_APPLICATION_ID || version < 0)
        return store_fail_code(path, SQLITE_NOTADB, 0, "", error);
    if (version > schema_version)
        return fail_naming(error, ASSAY_SYSTEM,
                           "%s: was written by a newer assay (store version %lld, this one knows "
                           "up to %d), and was not touched. Install a newer assay, or name another "
                           "store with @store=FILE.",
                           path, (long long)version, schema_version);
    return ASSAY_OK;
}

/* A store was being made and its process died before the first page was written: the journal rolls
 * back what there is. It says nothing before, and a journal beside a file of another kind says
 * nothing either. */
static bool is_half_made(sqlite3 *db, const unsigned char *header)
{
    static const unsigned char nothing[HEADER_BYTES];
    return memcmp(header, nothing, sizeof nothing) == 0 &&
           store_file_holds(sqlite3_db_filename(db, "main"), "-journal");
}

static enum assay_status judge(sqlite3 *db, const char *path, struct assay_error *error)
{
    unsigned char header[HEADER_BYTES] = {0};
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code == SQLITE_OK && (file == NULL || file->pMethods == NULL))
        code = SQLITE_CANTOPEN;
    if (code == SQLITE_OK)
        code = file->pMethods->xRead(file, header, sizeof header, 0);
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) /* what is missing is read as 0 */
        return store_fail_code(path, code, sqlite3_system_errno(db), sqlite3_errstr(code), error);
    if (is_half_made(db, header))
        return ASSAY_OK;
    if (memcmp(header, magic, sizeof magic) != 0)
        return store_fail_code(path, SQLITE_NOTADB, 0, "", error);
    return store_judge_version(path, number_at(header, APPLICATION_AT),
                               number_at(header, VERSION_AT), error);
}

enum assay_status store_judge_header(const char *path, struct assay_error *error)
{
    OWNED char *address = store_file_address(path, "?immutable=1");
    sqlite3 *db = NULL;
    if (address == NULL)
        return store_no_memory(error);
    const int code = sqlite3_open_v2(address, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    const enum assay_status status =
        code == SQLITE_OK ? judge(db, path, error)
                          : store_fail_code(path, code, db != NULL ? sqlite3_system_errno(db) : 0,
                                            db != NULL ? sqlite3_errmsg(db) : "", error);
    (void)sqlite3_close(db);
    return status;
}

/* Would something be lost if another file were written over this one? A store is more
 * than its file: the newest executions may stand in the log beside it. */

/* Only to open a pipe would take from its writer the reader that it waits for. */
static bool read_begin(const char *path, unsigned char *bytes, size_t size)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    const bool whole = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                       read(fd, bytes, size) == (ssize_t)size;
    (void)close(fd);
    return whole;
}

bool store_is_file(const char *path)
{
    unsigned char header[HEADER_NEEDED];
    return read_begin(path, header, sizeof header) && memcmp(header, magic, sizeof magic) == 0 &&
           number_at(header, APPLICATION_AT) == SCHEMA_APPLICATION_ID;
}

/* By any name, of any database: https://www.sqlite.org/fileformat.html, section 4.1 */
static bool is_log(const char *path)
{
    static const unsigned char log[] = {0x37, 0x7f, 0x06};
    unsigned char begin[4];
    return read_begin(path, begin, sizeof begin) && memcmp(begin, log, sizeof log) == 0 &&
           (begin[3] & 0xfe) == 0x82;
}

/* Named as what stands beside a store, whether it stands there now or not. */
static bool is_beside_store(const char *name)
{
    const size_t stem = kept_file_stem(name);
    OWNED char *store = stem > 0 ? strndup(name, stem) : NULL;
    return stem > 0 && (store == NULL || store_is_file(store));
}

bool store_claims(const char *path)
{
    OWNED char *name = realpath(path, NULL); /* of a link: what it leads to */
    return store_is_file(path) || is_log(path) || is_beside_store(path) ||
           (name != NULL && is_beside_store(name));
}
