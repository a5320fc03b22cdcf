/* SPDX-License-Identifier: GPL-3.0-or-later */
/* create.c -- a new store: the file that the migrations give, made once as the program is built (empty_store.c).
 *
 * Running them for each new file would take a third of the processor time of a short run. It is written and forced to
 * disk without a name and then gets its own, which no file must have yet: who finds it, finds it whole, and who is killed
 * on the way leaves nothing. What counts the names of a file is forced, too: ext4 without a journal would give up a file
 * whose name the power let through and whose count it did not.
 * Edge:     a file system or kernel without files that have no name: it is written under a name that nobody can foresee.
 *           A file system without links, no room, no rights: false, and the file is made step by step, which says why. */
#include "store/schema.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/owned.h"

#include "empty_store.inc"
#include "system/system.h"

static bool write_image(int fd)
{
    static const char bytes[] = EMPTY_STORE;
    size_t done = 0;
    for (ssize_t n; done < EMPTY_STORE_BYTES; done += (size_t)n)
        if ((n = pwrite(fd, bytes + done, EMPTY_STORE_BYTES - done, (off_t)done)) <= 0)
            return false;
    return fsync(fd) == 0;
}

/* In the directory of that path; -1: the kernel or the file system knows none, or there is no such directory. */
static int open_nameless(const char *path)
{
    const char *slash = strrchr(path, '/');
    OWNED char *directory = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    return directory == NULL ? -1 : system_nameless_in(directory);
}

static bool give_name(int fd, const char *path)
{
    char own[sizeof "/proc/self/fd/" + 3 * sizeof fd];
    (void)snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 && fsync(fd) == 0;
}

static bool create_renamed(const char *path)
{
    OWNED char *temporary = NULL;
    if (asprintf(&temporary, "%s.XXXXXX", path) < 0) {
        temporary = NULL;
        return false;
    }
    const int fd = mkostemp(temporary, O_CLOEXEC); /* 0600 */
    if (fd < 0)
        return false;
    const bool made = write_image(fd) && link(temporary, path) == 0;
    (void)unlink(temporary);
    (void)close(fd); /* no connection of this process has it open yet, whose locks would go */
    return made;
}

bool store_create(const char *path)
{
    const int fd = open_nameless(path);
    const bool made = fd >= 0 && write_image(fd) && give_name(fd, path);
    if (fd >= 0)
        (void)close(fd); /* as above */
    return made || create_renamed(path);
}
