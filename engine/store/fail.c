/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.c -- what a failure of the store means to the user, in one sentence with the next step. */
#include "store/private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"

enum assay_status store_no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_SYSTEM, "out of memory.");
}

static const char *why_full(int number)
{
    return number == EDQUOT  ? "the disk quota is used up"
           : number == EFBIG ? "the limit on the size of files is reached"
                             : "the disk is full";
}

static enum assay_status fail_full(const char *path, int number, struct assay_error *error)
{
    return fail_naming(error, ASSAY_SYSTEM,
                       "%s: %s. Everything stored before is safe; %s and go on with "
                       "assay run @resume.",
                       path, why_full(number),
                       number == EFBIG ? "raise it (ulimit -f)" : "free some space");
}

static enum assay_status fail_read_only(const char *path, struct assay_error *error)
{
    return fail_naming(error, ASSAY_SYSTEM,
                       "%s: the store or its directory is read-only. Make both writable, or name "
                       "another store with @store=FILE.",
                       path);
}

/* Cuts the path behind the first directory that is not there; false: all are. */
static bool cut_to_missing(char *path)
{
    for (char *slash = strchr(path + (path[0] == '/'), '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (access(path, F_OK) != 0)
            return true;
        *slash = '/';
    }
    return false;
}

static enum assay_status fail_open(const char *path, int number, struct assay_error *error)
{
    OWNED char *missing = number == ENOENT ? strdup(path) : NULL;
    if (missing != NULL && cut_to_missing(missing)) {
        char *slash = strrchr(missing, '/');
        OWNED char *above =
            slash == NULL ? strdup(".") : strndup(missing, (size_t)(slash - missing) + 1);
        const bool refused = above != NULL && faccessat(AT_FDCWD, above, W_OK | X_OK, AT_EACCESS) != 0;
        return fail_naming(
            error, ASSAY_SYSTEM,
            "%s: cannot be opened: there is no directory %s%s%s. Make it, or name another "
            "store with @store=FILE.",
            path, missing, refused ? ", and it cannot be made: " : "",
            refused ? strerror(errno) : "");
    }
    return fail_naming(error, ASSAY_SYSTEM,
                       "%s: cannot be opened: %s. Check the path and its permissions, or name "
                       "another store with @store=FILE.",
                       path, number != 0 ? strerror(number) : "not a file that can be opened");
}

/* SQLite tells a full disk from other failed writes only for ENOSPC. */
static bool is_full(int code, int number)
{
    return code == SQLITE_FULL || number == ENOSPC || number == EDQUOT || number == EFBIG;
}

enum assay_status store_fail_code(const char *path, int code, int system_errno, const char *message,
                                  struct assay_error *error)
{
    if ((code & 0xff) == SQLITE_FULL ||
        ((code & 0xff) == SQLITE_IOERR && is_full(code, system_errno)))
        return fail_full(path, system_errno, error);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return assay_fail(error, ASSAY_SYSTEM,
                          "%s: another process keeps the store locked. Let it end (a database "
                          "tool with an open transaction?) and try again.",
                          path);
    case SQLITE_READONLY: return fail_read_only(path, error);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH: return fail_open(path, system_errno, error);
    case SQLITE_NOTADB:
        return fail_naming(error, ASSAY_SYSTEM,
                           "%s: is not an assay store, and was not touched. Name another file with "
                           "@store=FILE.",
                           path);
    case SQLITE_CORRUPT:
        return fail_naming(
            error, ASSAY_SYSTEM,
            "%s: the store is damaged (%s). Keep a copy of the file and name another "
            "store with @store=FILE.",
            path, message);
    case SQLITE_INTERRUPT:
        return fail_naming(error, ASSAY_SYSTEM,
                           "%s: the store is damaged, or made to keep its reader busy: reading it "
                           "would not end. Name another store with @store=FILE.",
                           path);
    case SQLITE_NOMEM: return assay_fail(error, ASSAY_SYSTEM, "%s: out of memory.", path);
    default: break;
    }
    return assay_fail(error, ASSAY_SYSTEM, "%s: %s%s%s. Check the disk and its permissions.", path,
                      message, system_errno != 0 ? ": " : "",
                      system_errno != 0 ? strerror(system_errno) : "");
}

/* The errno behind the failure. SQLite's own account of it is often overwritten while it rolls
 * back; each of its files keeps the last one that it met. */
static int system_errno(sqlite3 *db)
{
    static const int files[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        sqlite3_file *file = NULL;
        int number = 0;
        if (sqlite3_file_control(db, "main", files[i], &file) == SQLITE_OK && file != NULL &&
            file->pMethods != NULL &&
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK &&
            number != 0)
            return number;
    }
    return sqlite3_system_errno(db);
}

bool store_met_full_disk(struct store *store)
{
    const int code = sqlite3_errcode(store->db) & 0xff;
    return code == SQLITE_FULL || (code == SQLITE_IOERR && is_full(code, system_errno(store->db)));
}

enum assay_status store_fail_reading_full(struct store *store, struct assay_error *error)
{
    return assay_fail(
        error, ASSAY_SYSTEM,
        "%s: %s, and reading needs 32 KiB beside the store as long as its newest part "
        "stands in a log. Free some space and ask again; nothing is lost.",
        store->path, why_full(system_errno(store->db)));
}

enum assay_status store_fail_sqlite(struct store *store, struct assay_error *error)
{
    int code = sqlite3_extended_errcode(store->db), primary = code & 0xff;
    bool about_files = primary == SQLITE_IOERR || primary == SQLITE_FULL;
    store->full = store_met_full_disk(store);
    if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_INTERRUPT)
        store->broken = true;
    struct assay_error unheard;
    error = error != NULL ? error : &unheard;
    (void)store_fail_code(store->path, code,
                          about_files ? system_errno(store->db) : sqlite3_system_errno(store->db),
                          sqlite3_errmsg(store->db), error);
    if (store->within && !store_has_failed_within(store, NULL) && primary != SQLITE_ERROR)
        store->failure = *error;
    return error->status;
}

bool store_has_failed_within(const struct store *store, struct assay_error *error)
{
    const bool failed = store->failure.status != ASSAY_OK;
    if (failed && error != NULL)
        *error = store->failure;
    return failed;
}

enum assay_status store_fail_settling(struct store *store, struct assay_error *error)
{
    const int code = sqlite3_extended_errcode(store->db), number = system_errno(store->db);
    const char *why = is_full(code & 0xff, number) ? why_full(number)
                      : number != 0                ? strerror(number)
                                                   : sqlite3_errmsg(store->db);
    char log[256]; /* beside what a link leads to */
    if (store->log_path != NULL)
        (void)snprintf(log, sizeof log, "%s", store->log_path);
    else
        (void)snprintf(log, sizeof log, "%s-wal", store->path);
    return assay_fail(error, ASSAY_SYSTEM,
                      "%s: %s. What was stored last is safe in %s and could not be copied from "
                      "there: keep the two together. Free "
                      "some space; any assay that reads the store then copies it.",
                      store->path, why, log);
}
