/* SPDX-License-Identifier: GPL-3.0-or-later */
/* private_directory.c -- fresh directories of ours, and those whose contents are trusted from one run to the next.
 *
 * What was built is executed later. So nobody else may have put it there: below /tmp a directory of
 * the name that we would take may stand already, and belong to anybody.
 */
#include "base/private_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/knob.h"

enum { OTHERS_WRITE = S_IWGRP | S_IWOTH };

static bool is_ours(const struct stat *info)
{
    return info->st_uid == geteuid();
}

bool private_directory_is(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && is_ours(&info) &&
           (info.st_mode & OTHERS_WRITE) == 0;
}

/* Whether an open file is a plain one of ours that nobody else may write, under one name. */
static bool private_file_is(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && is_ours(&info) && info.st_nlink == 1 &&
           (info.st_mode & OTHERS_WRITE) == 0;
}

static bool refuse(const char *path, const char *why, struct assay_error *error)
{
    (void)assay_fail(error, ASSAY_INVALID,
                     "kept builds are not safe in %.120s: %s; name another place with "
                     "XDG_CACHE_HOME, or keep no builds",
                     path, why);
    return false;
}

static bool refuse_owner(const char *path, const struct stat *info, struct assay_error *error)
{
    char why[80];
    (void)snprintf(why, sizeof why, "it belongs to user %u, and you are user %u",
                   (unsigned)info->st_uid, (unsigned)geteuid());
    return refuse(path, why, error);
}

/* A directory above: who may rename in it could put another one in our place. In a sticky one
 * (/tmp) only the owner of an entry may; a group of our own is nobody else. */
static bool is_safe_above(const char *path, struct assay_error *error)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return errno == ENOENT || refuse(path, strerror(errno), error);
    if (!is_ours(&info) && info.st_uid != 0)
        return refuse_owner(path, &info, error);
    if (S_ISLNK(info.st_mode) || (info.st_mode & S_ISVTX) != 0)
        return true;
    if ((info.st_mode & S_IWOTH) != 0 ||
        ((info.st_mode & S_IWGRP) != 0 && info.st_gid != getegid()))
        return refuse(path, "others may write in it", error);
    return true;
}

/* Every directory on the way, the last too; the root is whose the system is. */
static bool is_safe_way(const char *path, struct assay_error *error)
{
    char part[PATH_MAX];
    for (const char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        const size_t n = slash != NULL ? (size_t)(slash - path) : strlen(path);
        if (n >= sizeof part)
            return refuse(path, "its path is too long", error);
        memcpy(part, path, n);
        part[n] = '\0';
        if (!is_safe_above(part, error))
            return false;
        if (slash == NULL)
            return true;
    }
}

static bool make_base(const char *base, struct assay_error *error)
{
    char part[PATH_MAX];
    if (strlen(base) >= sizeof part)
        return refuse(base, "its path is too long", error);
    strcpy(part, base);
    for (char *slash = strchr(part + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash != NULL)
            *slash = '\0';
        if (mkdir(part, S_IRWXU) != 0 && errno != EEXIST)
            return refuse(part, strerror(errno), error);
        if (slash == NULL)
            return true;
        *slash = '/';
    }
}

/* The way as it is written, links in it, and as it is. */
static char *safe_base(const char *base, struct assay_error *error)
{
    char *real = is_safe_way(base, error) && make_base(base, error) ? realpath(base, NULL) : NULL;
    if (real != NULL && is_safe_way(real, error))
        return real;
    free(real);
    return NULL;
}

static bool make_own(const char *path, struct assay_error *error)
{
    struct stat info;
    if ((mkdir(path, S_IRWXU) != 0 && errno != EEXIST) || lstat(path, &info) != 0)
        return refuse(path, strerror(errno), error);
    if (S_ISLNK(info.st_mode))
        return refuse(path, "it is a symbolic link", error);
    if (!S_ISDIR(info.st_mode))
        return refuse(path, "it is no directory", error);
    if (!is_ours(&info))
        return refuse_owner(path, &info, error);
    if ((info.st_mode & OTHERS_WRITE) != 0)
        return refuse(path, "others may write in it, and may have done so: remove it", error);
    if ((info.st_mode & ALLPERMS) != S_IRWXU && chmod(path, S_IRWXU) != 0)
        return refuse(path, strerror(errno), error);
    return true;
}

char *private_directory_make(const char *base, const char *const *names, struct assay_error *error)
{
    char *path = safe_base(base, error);
    for (; path != NULL && *names != NULL; names++) {
        char *deeper = NULL;
        if (asprintf(&deeper, "%s/%s", path, *names) < 0) {
            (void)assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a path");
            deeper = NULL;
        }
        free(path);
        path = deeper;
        if (path != NULL && !make_own(path, error)) {
            free(path);
            path = NULL;
        }
    }
    return path;
}

/* ---- what one run leaves for the next ---- */

enum assay_status trusted_directory(const char *path, const char *remedy, struct assay_error *error)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return assay_fail(error, errno == ENOENT ? ASSAY_MISSING : ASSAY_SYSTEM, "%.150s: %s", path,
                          strerror(errno));
    if (private_directory_is(path))
        return ASSAY_OK;
    if (S_ISDIR(info.st_mode) && !is_ours(&info))
        return assay_fail(error, ASSAY_SYSTEM,
                          "%.150s: it belongs to user %u, and you are user %u. %s", path,
                          (unsigned)info.st_uid, (unsigned)geteuid(), KNOBS(remedy));
    return assay_fail(error, ASSAY_SYSTEM, "%.150s: %s. %s", path,
                      S_ISLNK(info.st_mode)    ? "it is a symbolic link"
                      : !S_ISDIR(info.st_mode) ? "it is no directory"
                                               : "others may write in it, and may have done so",
                      KNOBS(remedy));
}

int trusted_open(const char *path, int flags)
{
    const int fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0 || private_file_is(fd))
        return fd;
    (void)close(fd);
    errno = EPERM;
    return -1;
}

FILE *trusted_stream(const char *path, const char *mode)
{
    const int fd = trusted_open(path, mode[0] == 'r' ? O_RDONLY : O_WRONLY | O_CREAT);
    FILE *stream = fd >= 0 && (mode[0] == 'r' || ftruncate(fd, 0) == 0) ? fdopen(fd, mode) : NULL;
    if (stream == NULL && fd >= 0)
        (void)close(fd);
    return stream;
}

const char *trusted_why(int number)
{
    return number == ELOOP ? "it is a symbolic link, which is not followed; remove it"
           : number == EPERM
               ? "it is not yours alone (of another user, writable by others, with a second name, "
                 "or no plain file), and may say what others wrote; remove it"
               : strerror(number);
}

/* ---- fresh ones ---- */

const char *temporary_parent(void)
{
    const char *parent = getenv("TMPDIR");
    return parent != NULL && parent[0] == '/' ? parent : "/tmp";
}

const char *temporary_parent_of_commands(void)
{
    const char *parent = temporary_parent();
    return strpbrk(parent, " \t\n\"'`\\$&|;<>()[]{}*?#%:") == NULL ? parent : "/tmp";
}

char *temporary_directory(const char *parent, struct assay_error *error)
{
    char *path = NULL;
    if (asprintf(&path, "%s/assay-XXXXXX", parent) < 0) {
        (void)fail_no_memory(error);
        return NULL;
    }
    if (mkdtemp(path) != NULL)
        return path;
    (void)assay_fail(error, ASSAY_SYSTEM,
                     "cannot make a directory in %.150s: %s. Name another place for it by TMPDIR",
                     parent, strerror(errno));
    free(path);
    return NULL;
}
