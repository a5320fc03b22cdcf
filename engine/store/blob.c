/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blob.c -- arrays of doubles to bytes and back, bit for bit. */
#include "store/numbers.h"

#include <string.h>

enum {
    HEAD_BYTES = 1 + 2 * VARINT_BYTES,
    COMPRESS_FROM = 48, /* below, a zstd frame's own head eats the gain */
    COMPRESS_LEVEL = 3
};

/* Compressed planes go to out; returns their size, or 0 when plain ones are as short. */
static size_t compress_planes(struct blob_codec *codec, size_t plain, unsigned char *out)
{
    if (plain < COMPRESS_FROM)
        return 0;
    size_t packed = ZSTD_compressCCtx(codec->compressor, out, ZSTD_compressBound(plain),
                                      codec->planes.bytes, plain, COMPRESS_LEVEL);
    return ZSTD_isError(packed) || packed >= plain ? 0 : packed;
}

bool blob_encode(struct blob_codec *codec, const double *values, size_t n, const void **data,
                 size_t *size)
{
    if (n > SIZE_MAX / 32 || !buffer_reserve(&codec->numbers, n * 8) ||
        !buffer_reserve(&codec->planes, n * 8) ||
        !buffer_reserve(&codec->out, HEAD_BYTES + ZSTD_compressBound(n * 8) + CHECKSUM_BYTES))
        return false;
    uint64_t *numbers = (uint64_t *)(void *)codec->numbers.bytes;
    const unsigned exponent = scale_find(values, n, (int64_t *)numbers);
    const bool integers = exponent != SCALE_DOUBLES;
    unsigned width = 8;
    int64_t base = 0;
    if (integers)
        width = numbers_to_offsets(numbers, n, &base);
    else
        memcpy(numbers, values, n * sizeof *values);
    planes_split(numbers, n, width, codec->planes.bytes);

    unsigned char *out = codec->out.bytes;
    out[0] = (unsigned char)(exponent | width << 4);
    size_t at = 1 + varint_put(out + 1, (uint64_t)n << 1);
    if (integers)
        at += varint_put(out + at, zigzag_of(base));
    size_t packed = compress_planes(codec, n * width, out + at);
    if (packed > 0)
        out[1] |= 1;
    else
        memcpy(out + at, codec->planes.bytes, n * width);
    at += packed > 0 ? packed : n * width;
    checksum_put(out, at);
    *data = out;
    *size = at + CHECKSUM_BYTES;
    return true;
}

struct head {
    unsigned exponent, width;
    size_t n;
    bool compressed;
    int64_t base;
    const unsigned char *planes;
    size_t planes_size;
};

static bool read_head(const unsigned char *bytes, size_t size, struct head *head)
{
    if (size < 2 + CHECKSUM_BYTES || !checksum_holds(bytes, size - CHECKSUM_BYTES))
        return false;
    size -= CHECKSUM_BYTES;
    head->exponent = bytes[0] & 15;
    head->width = bytes[0] >> 4;
    uint64_t count, zigzag = 0;
    size_t at = varint_get(bytes + 1, size - 1, &count);
    if (at++ == 0)
        return false;
    if (head->exponent != SCALE_DOUBLES) {
        size_t read = varint_get(bytes + at, size - at, &zigzag);
        if (read == 0)
            return false;
        at += read;
    }
    head->n = (size_t)(count >> 1);
    head->compressed = count & 1;
    head->base = zigzag_back(zigzag);
    head->planes = bytes + at;
    head->planes_size = size - at;
    bool doubles = head->exponent == SCALE_DOUBLES;
    return head->width <= 8 && (!doubles || head->width == 8) && head->n <= SIZE_MAX / 32 &&
           (head->compressed || head->planes_size == head->n * head->width);
}

size_t blob_count(const void *data, size_t size)
{
    struct head head;
    return read_head(data, size, &head) ? head.n : SIZE_MAX;
}

static const unsigned char *plain_planes(struct blob_codec *codec, const struct head *head)
{
    if (!head->compressed)
        return head->planes;
    size_t plain = head->n * head->width;
    if (!buffer_reserve(&codec->planes, plain))
        return NULL;
    size_t got = ZSTD_decompressDCtx(codec->decompressor, codec->planes.bytes, plain, head->planes,
                                     head->planes_size);
    return ZSTD_isError(got) || got != plain ? NULL : codec->planes.bytes;
}

bool blob_decode(struct blob_codec *codec, const void *data, size_t size, double *values, size_t n)
{
    struct head head;
    if (!read_head(data, size, &head) || head.n != n)
        return false;
    double ticks = scale_ticks(head.exponent);
    if (ticks == 0 && head.exponent != SCALE_DOUBLES)
        return false;
    const unsigned char *planes = plain_planes(codec, &head);
    if (planes == NULL || !buffer_reserve(&codec->numbers, n * 8))
        return false;
    uint64_t *numbers = (uint64_t *)(void *)codec->numbers.bytes;
    planes_join(planes, n, head.width, numbers);
    if (head.exponent == SCALE_DOUBLES)
        memcpy(values, numbers, n * sizeof *values);
    else
        for (size_t i = 0; i < n; i++)
            values[i] = (double)(int64_t)(numbers[i] + (uint64_t)head.base) / ticks;
    return true;
}
