/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lock.c -- one process runs an experiment: a byte of the file STORE-run, by the experiment's id.
 *
 * The kernel drops the lock with the process, however it dies. It is a lock of the process, not of
 * the open file, so that no launcher or measured command inherits it; and it is on a file of its
 * own, since closing any descriptor of the database would drop SQLite's locks. The file is removed
 * by the last one out.
 */
#include "store/private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/owned.h"

static char *lock_path(const struct store *store)
{
    const char *file = sqlite3_db_filename(store->db, "main");
    char *path = NULL;
    return asprintf(&path, "%s-run", file != NULL ? file : store->path) < 0 ? NULL : path;
}

static bool is_same_file(int fd, const char *path)
{
    struct stat open_file, named;
    return fstat(fd, &open_file) == 0 && lstat(path, &named) == 0 &&
           open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

static enum assay_status fail_taken(struct store *store, int fd, struct flock *range,
                                    int64_t experiment, struct assay_error *error)
{
    range->l_type = F_WRLCK;
    if (fcntl(fd, F_GETLK, range) == 0 && range->l_type != F_UNLCK && range->l_pid > 0)
        return assay_fail(error, ASSAY_SYSTEM,
                          "%s: experiment %lld is being run by process %ld. Wait for it or stop "
                          "it first.",
                          store->path, (long long)experiment, (long)range->l_pid);
    return assay_fail(error, ASSAY_SYSTEM,
                      "%s: experiment %lld is being run by another process. Wait for it or stop it "
                      "first.",
                      store->path, (long long)experiment);
}

static enum assay_status lock_file(struct store *store, const char *path, int64_t experiment,
                                   struct assay_error *error)
{
    for (;;) {
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0)
            return store_fail_code(path, SQLITE_CANTOPEN, errno, "", error);
        struct flock range = {
            .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = experiment, .l_len = 1};
        if (fcntl(fd, F_SETLK, &range) != 0) {
            enum assay_status status =
                errno == EAGAIN || errno == EACCES
                    ? fail_taken(store, fd, &range, experiment, error)
                    : store_fail_code(path, SQLITE_IOERR, errno, "cannot lock the file", error);
            close(fd);
            return status;
        }
        if (is_same_file(fd, path)) {
            store->lock_fd = fd;
            return ASSAY_OK;
        }
        close(fd); /* the last one out has just removed it: make it anew */
    }
}

enum assay_status run_lock_take(struct store *store, int64_t experiment, struct assay_error *error)
{
    OWNED char *path = lock_path(store);
    if (path == NULL)
        return store_no_memory(error);
    return lock_file(store, path, experiment, error);
}

void run_lock_release(struct store *store)
{
    if (store->lock_fd < 0)
        return;
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    OWNED char *path = lock_path(store);
    if (path != NULL && fcntl(store->lock_fd, F_SETLK, &all) == 0 &&
        is_same_file(store->lock_fd, path))
        (void)unlink(path);
    close(store->lock_fd);
    store->lock_fd = -1;
}

bool store_is_run(struct store *store, int64_t experiment)
{
    struct flock range = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = experiment, .l_len = 1};
    OWNED char *path = lock_path(store);
    const int fd = path != NULL ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    const bool is_run = fd >= 0 && fcntl(fd, F_GETLK, &range) == 0 && range.l_type != F_UNLCK;
    if (fd >= 0)
        close(fd);
    return is_run;
}

/* A handle has one open lock file: a second descriptor of it would, when it is closed, drop the
 * first one's locks. */
bool run_lock_borrow(struct store *store, int64_t experiment)
{
    if (store->lock_fd < 0)
        return run_lock_take(store, experiment, NULL) == ASSAY_OK;
    struct flock range = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = experiment, .l_len = 1};
    return fcntl(store->lock_fd, F_SETLK, &range) == 0;
}

void run_lock_return(struct store *store, int64_t experiment, bool alone)
{
    struct flock range = {
        .l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = experiment, .l_len = 1};
    if (alone)
        run_lock_release(store);
    else
        (void)fcntl(store->lock_fd, F_SETLK, &range);
}

void run_lock_forget(struct store *store, int64_t experiment)
{
    OWNED char *lock = lock_path(store), *path = NULL;
    if (lock != NULL && asprintf(&path, "%s-%" PRId64, lock, experiment) >= 0)
        (void)unlink(path);
}
