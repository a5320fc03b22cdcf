/* SPDX-License-Identifier: GPL-3.0-or-later */
/* create.c -- a new store: the file that the migrations give, made once as the program is built (empty_store.c).
 *
 * Running them for each new file would take a third of the processor time of a short run. It is written and forced to
 * disk under a name that nobody can foresee and then gets its own, which no file must have yet: who finds it, finds it whole.
 * Edge:     a file system without links, no room, no rights: false, and the file is made step by step, which says why. */
#include "store/schema.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <zstd.h>

#include "base/owned.h"

#include "empty_store.inc"

static bool write_image(int fd)
{
    static const unsigned char packed[] = {EMPTY_STORE_PACKED};
    OWNED char *bytes = malloc(EMPTY_STORE_BYTES);
    size_t done = 0;
    if (bytes == NULL ||
        ZSTD_decompress(bytes, EMPTY_STORE_BYTES, packed, sizeof packed) != EMPTY_STORE_BYTES)
        return false;
    for (ssize_t n; done < EMPTY_STORE_BYTES; done += (size_t)n)
        if ((n = pwrite(fd, bytes + done, EMPTY_STORE_BYTES - done, (off_t)done)) <= 0)
            return false;
    return fsync(fd) == 0;
}

bool store_create(const char *path)
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
