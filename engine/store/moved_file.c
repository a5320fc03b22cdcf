/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moved_file.c -- does the store still stand where it was opened, and where its rows go when it does not.
 *
 * Removed, replaced by a file or a directory, or hidden by a link, the file of an open handle lives
 * on without its name, and all that is in it can be copied to another place. Whoever opened it by
 * its name again would find nothing, or another store. The log is watched, too: without it the file
 * lacks what was stored last.
 */
#include "store/private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/owned.h"
#include "base/private_directory.h"

enum { MOST_RESCUED = 99 };

static struct store_mark mark_of(const char *path)
{
    struct stat found;
    const bool there = path != NULL && stat(path, &found) == 0;
    return there ? (struct store_mark){found.st_dev, found.st_ino, true} : (struct store_mark){0};
}

/* A relative name stays right when a directory above is renamed; the log stands beside what a link
 * leads to. */
static char *log_path(const struct store *store)
{
    struct stat found;
    const char *file = store->path;
    char *path = NULL;
    if (lstat(file, &found) != 0 || S_ISLNK(found.st_mode))
        file = sqlite3_db_filename(store->db, "main");
    return file == NULL || asprintf(&path, "%s-wal", file) < 0 ? NULL : path;
}

void store_mark_place(struct store *store)
{
    store->log_path = log_path(store);
    store->file_mark = mark_of(store->path);
    store->log_mark = mark_of(store->log_path);
}

/* A name that cannot be looked at now (a directory without permission) is not gone. */
static enum store_place place_of(const char *path, const struct store_mark *mark)
{
    struct stat found;
    if (!mark->known)
        return STORE_IN_PLACE;
    if (stat(path, &found) != 0)
        return errno == ENOENT || errno == ENOTDIR ? STORE_REMOVED : STORE_IN_PLACE;
    return found.st_dev == mark->device && found.st_ino == mark->inode ? STORE_IN_PLACE
                                                                       : STORE_REPLACED;
}

enum store_place store_place(const struct store *store)
{
    const enum store_place place = place_of(store->path, &store->file_mark);
    return place != STORE_IN_PLACE ? place : place_of(store->log_path, &store->log_mark);
}

/* ---- to another place ---- */

/* A new private file: NAME.rescued, or NAME.rescued-2 and so on. NULL: errno says why. */
static char *make_file(const char *name)
{
    for (int i = 1; i <= MOST_RESCUED; i++) {
        char *path = NULL, number[8] = "";
        if (i > 1)
            (void)snprintf(number, sizeof number, "-%d", i);
        if (asprintf(&path, "%s.rescued%s", name, number) < 0)
            return NULL;
        const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        const int cause = errno;
        if (fd >= 0) {
            close(fd); /* it is new: no connection of this process can hold a lock on it */
            return path;
        }
        free(path);
        errno = cause;
        if (cause != EEXIST)
            return NULL;
    }
    return NULL;
}

static enum assay_status copy_into(struct store *store, const char *path, struct assay_error *error)
{
    sqlite3 *db = NULL;
    int code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL);
    sqlite3_backup *backup =
        code == SQLITE_OK ? sqlite3_backup_init(db, "main", store->db, "main") : NULL;
    if (backup != NULL) {
        (void)sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    } else if (db != NULL) {
        code = sqlite3_extended_errcode(db);
    }
    const enum assay_status status =
        code == SQLITE_OK ? ASSAY_OK
                          : store_fail_code(path, code, db != NULL ? sqlite3_system_errno(db) : 0,
                                            sqlite3_errstr(code), error);
    (void)sqlite3_close(db);
    if (status != ASSAY_OK)
        (void)unlink(path);
    return status;
}

static enum assay_status rescue_as(struct store *store, const char *name, char **path,
                                   struct assay_error *error)
{
    *path = make_file(name);
    if (*path == NULL)
        return store_fail_code(name, errno == ENOSPC ? SQLITE_FULL : SQLITE_CANTOPEN, errno, "",
                               error);
    const enum assay_status status = copy_into(store, *path, error);
    if (status != ASSAY_OK) {
        free(*path);
        *path = NULL;
    }
    return status;
}

enum assay_status store_rescue(struct store *store, char **path, struct assay_error *error)
{
    for (size_t i = 0; i < SQL_COUNT_STATEMENTS; i++)
        (void)sqlite3_reset(store->statements[i]);
    enum assay_status status = rescue_as(store, store->path, path, error);
    if (status == ASSAY_OK)
        return ASSAY_OK;
    const char *slash = strrchr(store->path, '/');
    OWNED char *name = NULL;
    if (asprintf(&name, "%s/%s", temporary_parent(), slash != NULL ? slash + 1 : store->path) < 0)
        return status;
    struct assay_error ignored; /* the first one is the reason */
    if (rescue_as(store, name, path, &ignored) == ASSAY_OK)
        status = ASSAY_OK;
    return status;
}

/* Another file of that name would take this log for its own, and be destroyed by it. */
static void remove_log(const struct store *store)
{
    OWNED char *shared = NULL;
    if (!store->log_mark.known || place_of(store->log_path, &store->log_mark) != STORE_IN_PLACE ||
        place_of(store->path, &store->file_mark) == STORE_IN_PLACE)
        return;
    (void)unlink(store->log_path);
    const int stem = (int)(strlen(store->log_path) - strlen("-wal"));
    if (asprintf(&shared, "%.*s-shm", stem, store->log_path) >= 0)
        (void)unlink(shared);
}

void store_abandon(struct store **store)
{
    if (store_settle(*store, NULL) == ASSAY_OK) /* a file that was only moved has everything then */
        remove_log(*store);
    store_leave(store);
}
