/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unpack.c -- packed texts come out as they went in; cut short, damaged and swollen ones are
 * refused with a reason; long ones go through a file. */
#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <sys/mman.h>

#include "engine/import/support.h"
#include "text/unpack.h"

enum { SMALL = 300000, LARGE = 100 << 20 };

static char *make_text(size_t size)
{
    char *text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)('0' + (i * 7 + i / 1000) % 10);
    return text;
}

static size_t pack_gzip(const char *text, size_t size, char *out, size_t room)
{
    enum { GZIP = 16 };
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, MAX_WBITS + GZIP, 8, Z_DEFAULT_STRATEGY),
                     Z_OK);
    z.next_in = (Bytef *)(uintptr_t)text;
    z.avail_in = (unsigned)size;
    z.next_out = (Bytef *)out;
    z.avail_out = (unsigned)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    const size_t n = z.total_out;
    assert_int_equal(deflateEnd(&z), Z_OK);
    return n;
}

static size_t pack_bzip2(const char *text, size_t size, char *out, size_t room)
{
    unsigned n = (unsigned)room;
    assert_int_equal(
        BZ2_bzBuffToBuffCompress(out, &n, (char *)(uintptr_t)text, (unsigned)size, 1, 0, 0), BZ_OK);
    return n;
}

static size_t pack_zstd(const char *text, size_t size, char *out, size_t room)
{
    const size_t n = ZSTD_compress(out, room, text, size, 1);
    assert_false(ZSTD_isError(n));
    return n;
}

static size_t pack_xz(const char *text, size_t size, char *out, size_t room)
{
    size_t n = 0;
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, (const uint8_t *)text, size,
                                             (uint8_t *)out, &n, room),
                     LZMA_OK);
    return n;
}

static size_t pack_lzma(const char *text, size_t size, char *out, size_t room)
{
    lzma_options_lzma options;
    lzma_stream z = LZMA_STREAM_INIT;
    assert_false(lzma_lzma_preset(&options, 0));
    assert_int_equal(lzma_alone_encoder(&z, &options), LZMA_OK);
    z.next_in = (const uint8_t *)text;
    z.avail_in = size;
    z.next_out = (uint8_t *)out;
    z.avail_out = room;
    assert_int_equal(lzma_code(&z, LZMA_FINISH), LZMA_STREAM_END);
    const size_t n = (size_t)z.total_out;
    lzma_end(&z);
    return n;
}

static const struct {
    const char *name;
    enum unpack_kind kind;
    size_t (*pack)(const char *text, size_t size, char *out, size_t room);
} packers[] = {{"gzip", UNPACK_GZIP, pack_gzip},
               {"bzip2", UNPACK_BZIP2, pack_bzip2},
               {"zstd", UNPACK_ZSTD, pack_zstd},
               {"xz", UNPACK_XZ, pack_xz},
               {"lzma", UNPACK_LZMA, pack_lzma}};
enum { N_PACKERS = sizeof packers / sizeof packers[0] };

static enum assay_status unpack_to(const char *packed, size_t size, struct spool *spool,
                                   struct assay_error *error)
{
    const struct format_text text = {packed, size, false};
    *error = (struct assay_error){.status = ASSAY_OK};
    size_t rest;
    return unpack(&text, spool, &rest, error);
}

static void assert_unpacked(const char *packed, size_t packed_size, const char *text, size_t size)
{
    struct spool spool;
    struct format_text out;
    struct assay_error error;
    if (unpack_to(packed, packed_size, &spool, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_true(spool_finish(&spool, &out));
    assert_int_equal(out.size, size);
    assert_memory_equal(out.text, text, size);
    if (out.mapped)
        assert_int_equal(munmap((void *)(uintptr_t)out.text, out.size), 0);
    else
        free((void *)(uintptr_t)out.text);
}

/* As one part and as two in a row; cut at many places; with a byte turned over. */
static void each_kind(void **state)
{
    (void)state;
    char *text = make_text(SMALL), *packed = malloc(2 * SMALL);
    assert_non_null(packed);
    for (size_t i = 0; i < N_PACKERS; i++) {
        size_t n = packers[i].pack(text, SMALL / 2, packed, SMALL);
        const struct format_text first = {packed, n, false};
        assert_int_equal(unpack_kind_of(&first), packers[i].kind);
        assert_unpacked(packed, n, text, SMALL / 2);
        for (size_t cut = 1; cut <= 8; cut++) {
            struct spool spool;
            struct assay_error error;
            assert_int_equal(unpack_to(packed, n * cut / 9, &spool, &error), ASSAY_INVALID);
            assert_non_null(strstr(error.text, "cut short"));
            if (spool_size(&spool) > SMALL / 2 ||
                (spool.n > 0 && memcmp(spool.text, text, spool.n) != 0))
                fail_msg("%s: what was whole is wrong", packers[i].name);
            spool_abandon(&spool);
        }
        packed[n / 2] ^= 0x55;
        struct spool spool;
        struct assay_error error;
        assert_int_not_equal(unpack_to(packed, n, &spool, &error), ASSAY_OK);
        assert_true(error.text[0] != '\0');
        spool_abandon(&spool);
        packed[n / 2] ^= 0x55;
        if (packers[i].kind == UNPACK_LZMA) /* knows no parts in a row */
            continue;
        n += packers[i].pack(text + SMALL / 2, SMALL - SMALL / 2, packed + n, SMALL);
        assert_unpacked(packed, n, text, SMALL);
    }
    free(text);
    free(packed);
}

/* Beyond 64 MiB the text waits in a file and comes back mapped. */
static void long_text(void **state)
{
    (void)state;
    char *text = make_text(LARGE), *packed = malloc(LARGE);
    assert_non_null(packed);
    assert_unpacked(packed, pack_zstd(text, LARGE, packed, LARGE), text, LARGE);
    free(text);
    free(packed);
}

/* A gigabyte of nothing in some kilobytes: refused at 256 MiB. */
static void bomb(void **state)
{
    (void)state;
    enum { PIECE = 1 << 20, PIECES = 1024 };
    char *zeros = calloc(1, PIECE), *packed = malloc(PIECE);
    assert_non_null(zeros);
    assert_non_null(packed);
    size_t n = pack_zstd(zeros, PIECE, packed, PIECE);
    assert_true(n * PIECES < PIECE);
    for (size_t i = 1; i < PIECES; i++)
        memcpy(packed + i * n, packed, n);
    struct spool spool;
    struct assay_error error;
    assert_int_equal(unpack_to(packed, n * PIECES, &spool, &error), ASSAY_INVALID);
    assert_non_null(strstr(error.text, "200 times"));
    assert_true(spool_size(&spool) <= (257u << 20));
    spool_abandon(&spool);
    free(zeros);
    free(packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind),
        cmocka_unit_test(long_text),
        cmocka_unit_test(bomb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
