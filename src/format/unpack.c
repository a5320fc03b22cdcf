/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.c -- packed texts, by the libraries of their formats. */
#include "format/unpack.h"

#include <errno.h>
#include <string.h>

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

enum { FREE_SIZE = 1 << 28, MOST_RATIO = 200, PIECE = 1 << 20 };

/* The unpacked text as it grows, and what is still packed. */
struct unpacking {
    struct spool *out;
    char *place; /* for the next piece */
    size_t room;
    const char *in, *end;
    size_t packed_size;
    struct assay_error *error;
};

enum unpack_kind unpack_kind_of(const struct format_text *packed)
{
    static const struct {
        const char *magic;
        size_t size;
        enum unpack_kind kind;
    } kinds[] = {{"\x1f\x8b", 2, UNPACK_GZIP},
                 {"BZh", 3, UNPACK_BZIP2},
                 {"\x28\xb5\x2f\xfd", 4, UNPACK_ZSTD},
                 {"\xfd"
                  "7zXZ",
                  5, UNPACK_XZ}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (packed->size >= kinds[i].size &&
            memcmp(packed->text, kinds[i].magic, kinds[i].size) == 0)
            return kinds[i].kind;
    return UNPACK_NONE;
}

/* Makes room for another piece; false when that is refused or there is none. */
static bool make_room(struct unpacking *u)
{
    const size_t size = spool_size(u->out);
    if (size >= FREE_SIZE && size / MOST_RATIO >= u->packed_size) {
        (void)format_fail(u->error, ASSAY_INVALID, 0, NULL,
                          "it unpacks to more than %d times its size, as no file of results does; "
                          "unpack it yourself if you trust it",
                          MOST_RATIO);
        return false;
    }
    u->place = spool_room(u->out, &u->room);
    if (u->place == NULL)
        (void)format_fail(u->error, ASSAY_NO_MEMORY, 0, NULL,
                          "there is no room for its unpacked text: %s", spool_reason(errno));
    return u->place != NULL;
}

/* The piece ends here. */
static void take(struct unpacking *u, const void *in, const void *out)
{
    const size_t n = (size_t)((const char *)out - u->place);
    u->in = in;
    u->room -= n;
    spool_took(u->out, n);
}

static enum assay_status cut_short(const struct unpacking *u, const char *what)
{
    return format_fail(u->error, ASSAY_INVALID, 0, NULL,
                       "the %s data are cut short; --partial reads the part before", what);
}

static enum assay_status damaged(const struct unpacking *u, const char *what)
{
    return format_fail(u->error, ASSAY_INVALID, 0, NULL, "the %s data are damaged", what);
}

static enum assay_status no_memory(const struct unpacking *u)
{
    return format_no_memory(u->error, 0);
}

/* As much as the libraries' counters of 32 bits hold. */
static unsigned piece_of(size_t n)
{
    return n < PIECE ? (unsigned)n : PIECE;
}

static enum assay_status unpack_gzip(struct unpacking *u)
{
    enum { GZIP_ONLY = 16 };
    z_stream z = {0};
    if (inflateInit2(&z, MAX_WBITS + GZIP_ONLY) != Z_OK)
        return no_memory(u);
    enum assay_status status = ASSAY_OK;
    int code = Z_OK;
    while (status == ASSAY_OK && (code != Z_STREAM_END || u->in < u->end)) {
        if (code == Z_STREAM_END && inflateReset(&z) != Z_OK)
            status = no_memory(u);
        if (status != ASSAY_OK || !make_room(u)) {
            status = u->error->status;
            break;
        }
        z.next_in = (Bytef *)(uintptr_t)u->in;
        z.avail_in = piece_of((size_t)(u->end - u->in));
        z.next_out = (Bytef *)u->place;
        z.avail_out = piece_of(u->room);
        code = inflate(&z, Z_NO_FLUSH);
        take(u, z.next_in, z.next_out);
        if (code == Z_BUF_ERROR || (code == Z_OK && u->in == u->end && z.avail_out > 0))
            status = cut_short(u, "gzip");
        else if (code != Z_OK && code != Z_STREAM_END)
            status = code == Z_MEM_ERROR ? no_memory(u) : damaged(u, "gzip");
    }
    (void)inflateEnd(&z);
    return status;
}

static enum assay_status unpack_bzip2(struct unpacking *u)
{
    enum assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && u->in < u->end) {
        bz_stream z = {0};
        if (BZ2_bzDecompressInit(&z, 0, 0) != BZ_OK)
            return no_memory(u);
        for (int code = BZ_OK; status == ASSAY_OK && code != BZ_STREAM_END;) {
            if (!make_room(u)) {
                status = u->error->status;
                break;
            }
            z.next_in = (char *)(uintptr_t)u->in;
            z.avail_in = piece_of((size_t)(u->end - u->in));
            z.next_out = u->place;
            z.avail_out = piece_of(u->room);
            code = BZ2_bzDecompress(&z);
            take(u, z.next_in, z.next_out);
            if (code == BZ_OK && u->in == u->end && z.avail_out > 0)
                status = cut_short(u, "bzip2");
            else if (code != BZ_OK && code != BZ_STREAM_END)
                status = code == BZ_MEM_ERROR ? no_memory(u) : damaged(u, "bzip2");
        }
        (void)BZ2_bzDecompressEnd(&z);
    }
    return status;
}

static enum assay_status unpack_zstd(struct unpacking *u)
{
    ZSTD_DStream *z = ZSTD_createDStream();
    if (z == NULL)
        return no_memory(u);
    enum assay_status status = ASSAY_OK;
    size_t left = 1; /* 0: a frame has ended and is flushed */
    while (status == ASSAY_OK && (left != 0 || u->in < u->end)) {
        if (!make_room(u)) {
            status = u->error->status;
            break;
        }
        ZSTD_inBuffer in = {u->in, (size_t)(u->end - u->in), 0};
        ZSTD_outBuffer out = {u->place, u->room, 0};
        left = ZSTD_decompressStream(z, &out, &in);
        take(u, u->in + in.pos, u->place + out.pos);
        if (ZSTD_isError(left))
            status = damaged(u, "zstd");
        else if (left != 0 && u->in == u->end && out.pos < out.size)
            status = cut_short(u, "zstd");
    }
    (void)ZSTD_freeDStream(z);
    return status;
}

static enum assay_status unpack_xz(struct unpacking *u)
{
    const uint64_t most_memory = UINT64_C(1) << 30;
    lzma_stream z = LZMA_STREAM_INIT;
    if (lzma_stream_decoder(&z, most_memory, LZMA_CONCATENATED) != LZMA_OK)
        return no_memory(u);
    enum assay_status status = ASSAY_OK;
    lzma_ret code = LZMA_OK;
    while (status == ASSAY_OK && code != LZMA_STREAM_END) {
        if (!make_room(u)) {
            status = u->error->status;
            break;
        }
        z.next_in = (const uint8_t *)u->in;
        z.avail_in = (size_t)(u->end - u->in);
        z.next_out = (uint8_t *)u->place;
        z.avail_out = u->room;
        code = lzma_code(&z, LZMA_FINISH);
        take(u, z.next_in, z.next_out);
        if (code == LZMA_BUF_ERROR)
            status = cut_short(u, "xz");
        else if (code != LZMA_OK && code != LZMA_STREAM_END)
            status = code == LZMA_MEM_ERROR ? no_memory(u) : damaged(u, "xz");
    }
    lzma_end(&z);
    return status;
}

enum assay_status unpack(const struct format_text *packed, struct spool *out,
                         struct assay_error *error)
{
    struct unpacking u = {.out = out,
                          .in = packed->text,
                          .end = packed->text + packed->size,
                          .packed_size = packed->size,
                          .error = error};
    spool_init(out);
    switch (unpack_kind_of(packed)) {
    case UNPACK_GZIP: return unpack_gzip(&u);
    case UNPACK_BZIP2: return unpack_bzip2(&u);
    case UNPACK_ZSTD: return unpack_zstd(&u);
    case UNPACK_XZ: return unpack_xz(&u);
    case UNPACK_NONE: break;
    }
    return format_fail(error, ASSAY_INVALID, 0, NULL, "it is not packed");
}
