/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claim.c -- would something be lost if another file were written over this one? A store is more
 * than its file: the newest executions may stand in the log beside it. */
#include "store/header.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/kept_file.h"

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
    unsigned char header[STORE_HEADER_NEEDED];
    return read_begin(path, header, sizeof header) && store_header_is_ours(header);
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
    char *store = stem > 0 ? strndup(name, stem) : NULL;
    const bool beside = stem > 0 && (store == NULL || store_is_file(store));
    free(store);
    return beside;
}

bool store_claims(const char *path)
{
    char *name = realpath(path, NULL); /* of a link: what it leads to */
    const bool claims = store_is_file(path) || is_log(path) || is_beside_store(path) ||
                        (name != NULL && is_beside_store(name));
    free(name);
    return claims;
}
