/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replace.c -- a file that is written beside its place first.
 * Edge:     devices and pipes are written to: /dev/null stays what it is. */
#include "base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static mode_t mode_for(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0)
        return status.st_mode & 07777;
    const mode_t mask = umask(0); /* it cannot be read otherwise */
    (void)umask(mask);
    return 0666 & ~mask;
}

/* What is there and no file. */
static bool is_taken_as_it_is(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

bool replace_begin(struct replacement *replacement, const char *path)
{
    *replacement = (struct replacement){.path = path};
    if (is_taken_as_it_is(path))
        return (replacement->stream = fopen(path, "we")) != NULL;
    if (asprintf(&replacement->temporary, "%s.XXXXXX", path) < 0) {
        replacement->temporary = NULL;
        errno = ENOMEM;
        return false;
    }
    const mode_t mode = mode_for(path);
    const int fd = mkostemp(replacement->temporary, O_CLOEXEC); /* O_EXCL, 0600 */
    if (fd < 0) {
        free(replacement->temporary);
        return false;
    }
    if (fchmod(fd, mode) == 0 && (replacement->stream = fdopen(fd, "w")) != NULL)
        return true;
    const int cause = errno;
    (void)close(fd);
    (void)unlink(replacement->temporary);
    free(replacement->temporary);
    errno = cause;
    return false;
}

/* Before it has the name: after a power cut the name leads to the old file or to all of the new one. */
static bool force(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    const bool forced = fd >= 0 && fsync(fd) == 0;
    const int cause = errno;
    if (fd >= 0)
        (void)close(fd);
    errno = cause;
    return forced;
}

bool replace_end(struct replacement *replacement, bool good)
{
    FILE *stream = replacement->stream;
    good = good && fflush(stream) == 0 && !ferror(stream);
    int cause = errno;
    if (fclose(stream) != 0 && good) {
        good = false;
        cause = errno;
    }
    if (replacement->temporary == NULL) {
        errno = cause;
        return good;
    }
    if (good && (!force(replacement->temporary) ||
                 rename(replacement->temporary, replacement->path) != 0)) {
        good = false;
        cause = errno;
    }
    if (!good)
        (void)unlink(replacement->temporary);
    free(replacement->temporary);
    errno = cause;
    return good;
}
