/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.c -- packed texts, by the libraries of their formats: one loop, and a step for each.
 * Rejected: libarchive's filters. Its 3.6 passes gzip data whose check sum is wrong, and of a file
 * that is cut short it gives up the last 64 KiB, of most files of results all that there is. */
#include "text/unpack.h"

#include <errno.h>
#include <string.h>

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

enum { FREE_SIZE = 1 << 28, MOST_RATIO = 200, PIECE = 1 << 20 };

enum step { STEP_ON, STEP_END /* of a packed part */, STEP_DAMAGED, STEP_NO_MEMORY };

/* The unpacked text as it grows, and what is still packed. */
struct unpacking {
    struct spool *out;
    char *place; /* for the next piece */
    size_t room;
    const char *in, *end;
    size_t packed_size;
    struct assay_error *error;
    union {
        z_stream gzip;
        bz_stream bzip2;
        ZSTD_DStream *zstd;
        lzma_stream xz;
    } z;
};

/* Makes room for another piece; false when that is refused or there is none. */
static bool make_room(struct unpacking *u)
{
    const size_t size = spool_size(u->out);
    if (unpack_is_bomb(u->packed_size, size)) {
        (void)format_fail(u->error, ASSAY_INVALID, 0, NULL, UNPACK_BOMB_WORDS);
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

/* As much as the libraries' counters of 32 bits hold. */
static unsigned piece_of(size_t n)
{
    return n < PIECE ? (unsigned)n : PIECE;
}

/* ---- the packers: a part begins, goes on, ends ---- */

static bool begin_gzip(struct unpacking *u)
{
    enum { GZIP_ONLY = 16 };
    u->z.gzip = (z_stream){0};
    return inflateInit2(&u->z.gzip, MAX_WBITS + GZIP_ONLY) == Z_OK;
}

static enum step step_gzip(struct unpacking *u)
{
    z_stream *z = &u->z.gzip;
    z->next_in = (Bytef *)(uintptr_t)u->in;
    z->avail_in = piece_of((size_t)(u->end - u->in));
    z->next_out = (Bytef *)u->place;
    z->avail_out = piece_of(u->room);
    const int code = inflate(z, Z_NO_FLUSH);
    take(u, z->next_in, z->next_out);
    return code == Z_OK || code == Z_BUF_ERROR ? STEP_ON
           : code == Z_STREAM_END              ? STEP_END
           : code == Z_MEM_ERROR               ? STEP_NO_MEMORY
                                               : STEP_DAMAGED;
}

static void end_gzip(struct unpacking *u)
{
    (void)inflateEnd(&u->z.gzip);
}

static bool begin_bzip2(struct unpacking *u)
{
    u->z.bzip2 = (bz_stream){0};
    return BZ2_bzDecompressInit(&u->z.bzip2, 0, 0) == BZ_OK;
}

static enum step step_bzip2(struct unpacking *u)
{
    bz_stream *z = &u->z.bzip2;
    z->next_in = (char *)(uintptr_t)u->in;
    z->avail_in = piece_of((size_t)(u->end - u->in));
    z->next_out = u->place;
    z->avail_out = piece_of(u->room);
    const int code = BZ2_bzDecompress(z);
    take(u, z->next_in, z->next_out);
    return code == BZ_OK           ? STEP_ON
           : code == BZ_STREAM_END ? STEP_END
           : code == BZ_MEM_ERROR  ? STEP_NO_MEMORY
                                   : STEP_DAMAGED;
}

static void end_bzip2(struct unpacking *u)
{
    (void)BZ2_bzDecompressEnd(&u->z.bzip2);
}

static bool begin_zstd(struct unpacking *u)
{
    u->z.zstd = ZSTD_createDStream();
    return u->z.zstd != NULL;
}

static enum step step_zstd(struct unpacking *u)
{
    ZSTD_inBuffer in = {u->in, (size_t)(u->end - u->in), 0};
    ZSTD_outBuffer out = {u->place, u->room, 0};
    const size_t left = ZSTD_decompressStream(u->z.zstd, &out, &in);
    take(u, u->in + in.pos, u->place + out.pos);
    return ZSTD_isError(left) ? STEP_DAMAGED : left == 0 ? STEP_END : STEP_ON;
}

static void end_zstd(struct unpacking *u)
{
    (void)ZSTD_freeDStream(u->z.zstd);
}

/* Also .lzma. Its parts in a row may have zeros between them: the library joins them itself. */
static bool begin_xz(struct unpacking *u)
{
    const uint64_t most_memory = UINT64_C(1) << 30;
    u->z.xz = (lzma_stream)LZMA_STREAM_INIT;
    return lzma_auto_decoder(&u->z.xz, most_memory, LZMA_CONCATENATED) == LZMA_OK;
}

static enum step step_xz(struct unpacking *u)
{
    lzma_stream *z = &u->z.xz;
    z->next_in = (const uint8_t *)u->in;
    z->avail_in = (size_t)(u->end - u->in);
    z->next_out = (uint8_t *)u->place;
    z->avail_out = u->room;
    const lzma_ret code = lzma_code(z, LZMA_FINISH);
    take(u, z->next_in, z->next_out);
    return code == LZMA_OK || code == LZMA_BUF_ERROR ? STEP_ON
           : code == LZMA_STREAM_END                 ? STEP_END
           : code == LZMA_MEM_ERROR                  ? STEP_NO_MEMORY
                                                     : STEP_DAMAGED;
}

static void end_xz(struct unpacking *u)
{
    lzma_end(&u->z.xz);
}

static const struct packer {
    enum unpack_kind kind;
    const char *name, *magic;
    size_t magic_size;
    bool (*begin)(struct unpacking *u);
    enum step (*step)(struct unpacking *u);
    void (*end)(struct unpacking *u);
} packers[] = {
    {UNPACK_GZIP, "gzip", "\x1f\x8b", 2, begin_gzip, step_gzip, end_gzip},
    {UNPACK_BZIP2, "bzip2", "BZh", 3, begin_bzip2, step_bzip2, end_bzip2},
    {UNPACK_ZSTD, "zstd", "\x28\xb5\x2f\xfd", 4, begin_zstd, step_zstd, end_zstd},
    {UNPACK_XZ, "xz", "\xfd\x37zXZ", 5, begin_xz, step_xz, end_xz},
    {UNPACK_LZMA, "lzma", "\x5d\0\0", 3, begin_xz, step_xz, end_xz},
};

/* ---- unpacking ---- */

static const struct packer *packer_of(const struct format_text *packed)
{
    for (size_t i = 0; i < sizeof packers / sizeof packers[0]; i++)
        if (packed->size >= packers[i].magic_size &&
            memcmp(packed->text, packers[i].magic, packers[i].magic_size) == 0)
            return &packers[i];
    return NULL;
}

enum unpack_kind unpack_kind_of(const struct format_text *packed)
{
    const struct packer *packer = packer_of(packed);
    return packer != NULL ? packer->kind : UNPACK_NONE;
}

bool unpack_is_bomb(size_t packed, size_t unpacked)
{
    return unpacked >= FREE_SIZE && unpacked / MOST_RATIO >= packed;
}

static enum assay_status unpack_part(struct unpacking *u, const struct packer *packer)
{
    for (;;) {
        if (!make_room(u))
            return u->error->status;
        const size_t room = u->room < PIECE ? u->room : PIECE;
        const size_t before = spool_size(u->out);
        switch (packer->step(u)) {
        case STEP_END: return ASSAY_OK;
        case STEP_NO_MEMORY: return format_no_memory(u->error, 0);
        case STEP_DAMAGED:
            return format_fail(u->error, ASSAY_INVALID, 0, NULL, "the %s data are damaged",
                               packer->name);
        case STEP_ON: break;
        }
        if (u->in == u->end && spool_size(u->out) - before < room)
            return format_fail(u->error, ASSAY_INVALID, 0, NULL,
                               "the %s data are cut short; @partial reads the part before",
                               packer->name);
    }
}

enum assay_status unpack(const struct format_text *packed, struct spool *out, size_t *rest,
                         struct assay_error *error)
{
    const struct packer *packer = packer_of(packed);
    struct unpacking u = {.out = out,
                          .in = packed->text,
                          .end = packed->text + packed->size,
                          .packed_size = packed->size,
                          .error = error};
    enum assay_status status = ASSAY_OK;
    spool_init(out);
    if (packer == NULL)
        return format_fail(error, ASSAY_INVALID, 0, NULL, "it is not packed");
    *rest = 0;
    while (status == ASSAY_OK && u.in < u.end) {
        const struct format_text part = {u.in, (size_t)(u.end - u.in), false};
        if (packer_of(&part) != packer) {
            *rest = part.size; /* as gzip(1) does */
            break;
        }
        if (!packer->begin(&u))
            return format_no_memory(error, 0);
        status = unpack_part(&u, packer);
        packer->end(&u);
    }
    return status;
}
