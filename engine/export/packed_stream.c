/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed_stream.c -- a file that is replaced as a whole, and a stream of the C library that writes it through zlib. */
#include "export/export.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

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

static enum assay_status fail(const char *path, struct assay_error *error)
{
    return assay_fail(error, ASSAY_SYSTEM, "cannot write %s: %s", path, strerror(errno));
}

/* What is written to the stream from here on goes through zlib into the same file. */
static bool pack(FILE **stream)
{
    const int fd = fcntl(fileno(*stream), F_DUPFD_CLOEXEC, 0);
    gzFile file = fd >= 0 ? gzdopen(fd, "wb") : NULL;
    FILE *packed = file == NULL
                       ? NULL
                       : fopencookie(file, "w",
                                     (cookie_io_functions_t){.write = write_gzip, .close = close_gzip});
    if (packed == NULL) {
        if (file != NULL)
            (void)gzclose(file);
        else if (fd >= 0)
            (void)close(fd);
        return false;
    }
    (void)fclose(*stream);
    *stream = packed;
    return true;
}

enum assay_status packed_stream_begin(const char *path, struct replacement *file,
                                      struct assay_error *error)
{
    static const char *const others[] = {".bz2", ".xz", ".zst", ".lzma", ".zip"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (ends_with(path, others[i]))
            return assay_fail(error, ASSAY_USAGE,
                              "%s: files are packed by gzip only; name it .gz, or without %s", path,
                              others[i]);
    if (!replace_begin(file, path))
        return fail(path, error);
    if (!ends_with(path, ".gz") || pack(&file->stream))
        return ASSAY_OK;
    (void)replace_end(file, false);
    return fail(path, error);
}

enum assay_status packed_stream_end(struct replacement *file, enum assay_status status,
                                    struct assay_error *error)
{
    const char *path = file->path;
    const bool broke = status == ASSAY_SYSTEM && ferror(file->stream) != 0;
    const struct assay_error why = *error;
    const bool written = replace_end(file, status == ASSAY_OK);
    if (broke) /* a writer knows its stream, and not the file */
        return assay_fail(error, ASSAY_SYSTEM, "%s: %.900s", path, why.text);
    return status != ASSAY_OK || written ? status : fail(path, error);
}
