/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spool.c -- a text of unknown length, in memory while it is small. */
#include "text/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/array.h"
#include "system/system.h"

enum { PIECE = 1 << 20, MOST_IN_MEMORY = 1 << 26 };

/* In a file, but no more than half of what the processor can address. */
static const size_t most_in_file =
    (size_t)(SIZE_MAX / 2 < UINT64_C(1) << 34 ? SIZE_MAX / 2 : UINT64_C(1) << 34);
static const size_t most_without_file = (size_t)1 << 30;

void spool_init(struct spool *spool)
{
    *spool = (struct spool){.fd = -1, .most = most_in_file};
}

static bool write_all(int fd, const char *p, size_t n)
{
    while (n > 0) {
        const ssize_t done = write(fd, p, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

/* Some file systems know no files without names. */
static int open_nameless(const char *directory)
{
    char path[PATH_MAX];
    int fd = system_nameless_in(directory);
    if (fd < 0 && errno == EOPNOTSUPP &&
        snprintf(path, sizeof path, "%s/assay-XXXXXX", directory) < (int)sizeof path) {
        fd = mkostemp(path, O_CLOEXEC);
        if (fd >= 0)
            (void)unlink(path);
    }
    return fd;
}

static void limit(struct spool *spool, size_t most)
{
    if (most < spool->most)
        spool->most = most;
}

static size_t half_of(const struct statvfs *room)
{
    const uint64_t half = (uint64_t)room->f_bavail * room->f_frsize / 2;
    return half < SIZE_MAX ? (size_t)half : SIZE_MAX;
}

/* Without a place for the file, memory must do. */
static void open_file(struct spool *spool)
{
    const char *directory = getenv("TMPDIR");
    if (directory == NULL || directory[0] == '\0')
        directory = "/var/tmp";
    spool->fd = open_nameless(directory);
    struct statvfs room;
    if (spool->fd < 0)
        limit(spool, most_without_file);
    else if (fstatvfs(spool->fd, &room) == 0)
        limit(spool, half_of(&room));
}

static bool flush(struct spool *spool)
{
    if (!write_all(spool->fd, spool->text, spool->n))
        return false;
    spool->written += spool->n;
    spool->n = 0;
    return true;
}

char *spool_room(struct spool *spool, size_t *room)
{
    if (spool->room - spool->n < PIECE) {
        if (spool->fd < 0 && spool->n + PIECE >= MOST_IN_MEMORY)
            open_file(spool);
        if (spool_size(spool) >= spool->most) {
            errno = EFBIG;
            return NULL;
        }
        const size_t larger = spool->room > 0 ? 2 * spool->room : 4 * (size_t)PIECE;
        if (spool->fd >= 0 ? !flush(spool) : !array_hold(&spool->text, larger, &spool->room))
            return NULL;
    }
    *room = spool->room - spool->n;
    return spool->text + spool->n;
}

bool spool_finish(struct spool *spool, struct format_text *text)
{
    if (spool->fd < 0) {
        *text = (struct format_text){spool->text, spool->n, false};
        return true;
    }
    if (!flush(spool))
        return false;
    void *map = mmap(NULL, spool->written, PROT_READ, MAP_SHARED, spool->fd, 0);
    if (map == MAP_FAILED)
        return false;
    (void)madvise(map, spool->written, MADV_SEQUENTIAL);
    *text = (struct format_text){map, spool->written, true};
    spool_abandon(spool);
    return true;
}

void spool_abandon(struct spool *spool)
{
    free(spool->text);
    if (spool->fd >= 0)
        (void)close(spool->fd);
    spool_init(spool);
}

const char *spool_reason(int cause)
{
    return cause == EFBIG ? "it takes more than 16 GiB, half of the free space in $TMPDIR (else "
                            "/var/tmp), or 1 GiB of memory without them; make a plain file of it"
                          : strerror(cause);
}
