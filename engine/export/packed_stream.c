/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed_stream.c -- a stream of the C library that writes through zlib. */
#include "export/export.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

#include <zlib.h>

static bool ends_with(const char *path, const char *suffix)
{
    const size_t n = strlen(path), m = strlen(suffix);
    return n > m && strcasecmp(path + n - m, suffix) == 0;
}

static ssize_t write_gzip(void *cookie, const char *text, size_t size)
{
    const unsigned n = size < (1U << 30) ? (unsigned)size : 1U << 30;
    const int written = gzwrite(cookie, text, n);
    return written > 0 ? written : 0; /* fewer than asked for is an error */
}

static int close_gzip(void *cookie)
{
    return gzclose(cookie) == Z_OK ? 0 : -1;
}

static FILE *fail(const char *path, struct assay_error *error)
{
    (void)assay_fail(error, ASSAY_SYSTEM, "cannot write %s: %s", path, strerror(errno));
    return NULL;
}

FILE *packed_stream_open(const char *path, struct assay_error *error)
{
    static const char *const others[] = {".bz2", ".xz", ".zst", ".lzma", ".zip"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (ends_with(path, others[i])) {
            (void)assay_fail(error, ASSAY_USAGE,
                             "%s: files are packed by gzip only; name it .gz, or without %s", path,
                             others[i]);
            return NULL;
        }
    if (!ends_with(path, ".gz")) {
        FILE *plain = fopen(path, "we");
        return plain != NULL ? plain : fail(path, error);
    }
    errno = 0;
    gzFile file = gzopen(path, "wbe");
    if (file == NULL)
        return fail(path, error);
    FILE *stream =
        fopencookie(file, "w", (cookie_io_functions_t){.write = write_gzip, .close = close_gzip});
    if (stream != NULL)
        return stream;
    (void)gzclose(file);
    return fail(path, error);
}
