/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blob.c -- arrays of doubles to bytes and back, bit for bit. */
#include "store/blob.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    SCALE_DOUBLES = 15,
    CHECKSUM_BYTES = 4,
    HEAD_BYTES = 1 + 10 + 10, /* byte 0 and two varints at their longest */
    COMPRESS_FROM = 48,       /* below, a zstd frame's own head eats the gain */
    COMPRESS_LEVEL = 3
};

/* Ticks that clocks and people use: whole numbers, milli, micro, nano, pico. */
static const struct scale {
    unsigned exponent;
    double ticks;
} scales[] = {{0, 1}, {3, 1e3}, {6, 1e6}, {9, 1e9}, {12, 1e12}};
enum { N_SCALES = sizeof scales / sizeof *scales };

/* Doubles hold every integer up to here. */
static const double largest_integer = 9007199254740992.0;

struct buffer {
    unsigned char *bytes;
    size_t capacity;
};

struct blob_codec {
    ZSTD_CCtx *compressor;
    ZSTD_DCtx *decompressor;
    struct buffer numbers; /* n uint64_t */
    struct buffer planes;
    struct buffer out;
};

/* A reserved buffer has bytes, also for size 0: no copy is ever from or to nowhere. */
static bool buffer_reserve(struct buffer *buffer, size_t size)
{
    if (buffer->bytes != NULL && size <= buffer->capacity)
        return true;
    size_t capacity = size < 4096 ? 4096 : size + size / 2;
    unsigned char *bytes = realloc(buffer->bytes, capacity);
    if (bytes == NULL)
        return false;
    *buffer = (struct buffer){bytes, capacity};
    return true;
}

struct blob_codec *blob_codec_new(void)
{
    struct blob_codec *codec = calloc(1, sizeof *codec);
    if (codec == NULL)
        return NULL;
    codec->compressor = ZSTD_createCCtx();
    codec->decompressor = ZSTD_createDCtx();
    if (codec->compressor == NULL || codec->decompressor == NULL)
        blob_codec_free(&codec);
    return codec;
}

void blob_codec_free(struct blob_codec **codec)
{
    if (*codec == NULL)
        return;
    ZSTD_freeCCtx((*codec)->compressor);
    ZSTD_freeDCtx((*codec)->decompressor);
    free((*codec)->numbers.bytes);
    free((*codec)->planes.bytes);
    free((*codec)->out.bytes);
    free(*codec);
    *codec = NULL;
}

uint32_t blob_hash(uint32_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static size_t varint_put(unsigned char *out, uint64_t value)
{
    size_t n = 0;
    for (; value >= 0x80; value >>= 7)
        out[n++] = (unsigned char)(value | 0x80);
    out[n++] = (unsigned char)value;
    return n;
}

/* Bytes read, or 0 when the varint does not end in time. */
static size_t varint_get(const unsigned char *in, size_t size, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < size && i < 10; i++) {
        *value |= (uint64_t)(in[i] & 0x7f) << (7 * i);
        if (in[i] < 0x80)
            return i + 1;
    }
    return 0;
}

/* True when value is integer / ticks to the last bit. */
static bool to_integer(double value, double ticks, int64_t *integer)
{
    double scaled = nearbyint(value * ticks);
    if (!(fabs(scaled) < largest_integer))
        return false;
    double back = scaled / ticks;
    *integer = (int64_t)scaled;
    return memcmp(&back, &value, sizeof value) == 0 && !(scaled == 0 && signbit(scaled));
}

/* The coarsest scale on which all values are integers; integers[] is filled then. NULL: none. */
static const struct scale *find_scale(const double *values, size_t n, int64_t *integers)
{
    for (size_t s = 0; s < N_SCALES; s++) {
        size_t i = 0;
        while (i < n && to_integer(values[i], scales[s].ticks, &integers[i]))
            i++;
        if (i == n)
            return &scales[s];
    }
    return NULL;
}

/* Turns integers into distances from the smallest one, in place; returns the bytes that the largest
 * distance needs. */
static unsigned integers_to_offsets(uint64_t *numbers, size_t n, int64_t *base)
{
    int64_t smallest = n > 0 ? (int64_t)numbers[0] : 0;
    for (size_t i = 1; i < n; i++)
        smallest = (int64_t)numbers[i] < smallest ? (int64_t)numbers[i] : smallest;
    uint64_t used = 0;
    for (size_t i = 0; i < n; i++)
        used |= numbers[i] -= (uint64_t)smallest;
    unsigned width = 0;
    for (; used != 0; used >>= 8)
        width++;
    *base = smallest;
    return width;
}

static void split_planes(const uint64_t *numbers, size_t n, unsigned width, unsigned char *planes)
{
    for (unsigned b = 0; b < width; b++)
        for (size_t i = 0; i < n; i++)
            planes[b * n + i] = (unsigned char)(numbers[i] >> (8 * b));
}

static void join_planes(const unsigned char *planes, size_t n, unsigned width, uint64_t *numbers)
{
    memset(numbers, 0, n * sizeof *numbers);
    for (unsigned b = 0; b < width; b++)
        for (size_t i = 0; i < n; i++)
            numbers[i] |= (uint64_t)planes[b * n + i] << (8 * b);
}

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
    const struct scale *scale = find_scale(values, n, (int64_t *)numbers);
    unsigned width = 8;
    int64_t base = 0;
    if (scale != NULL)
        width = integers_to_offsets(numbers, n, &base);
    else
        memcpy(numbers, values, n * sizeof *values);
    split_planes(numbers, n, width, codec->planes.bytes);

    unsigned char *out = codec->out.bytes;
    out[0] = (unsigned char)((scale != NULL ? scale->exponent : SCALE_DOUBLES) | width << 4);
    size_t at = 1 + varint_put(out + 1, (uint64_t)n << 1);
    if (scale != NULL)
        at += varint_put(out + at, (uint64_t)base << 1 ^ (uint64_t)(base >> 63));
    size_t packed = compress_planes(codec, n * width, out + at);
    if (packed > 0)
        out[1] |= 1;
    else
        memcpy(out + at, codec->planes.bytes, n * width);
    at += packed > 0 ? packed : n * width;
    uint32_t hash = blob_hash(BLOB_HASH_START, out, at);
    for (unsigned b = 0; b < CHECKSUM_BYTES; b++)
        out[at++] = (unsigned char)(hash >> (8 * b));
    *data = out;
    *size = at;
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

static bool checksum_holds(const unsigned char *bytes, size_t size)
{
    uint32_t hash = blob_hash(BLOB_HASH_START, bytes, size);
    for (unsigned b = 0; b < CHECKSUM_BYTES; b++)
        if (bytes[size + b] != (unsigned char)(hash >> (8 * b)))
            return false;
    return true;
}

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
    head->base = (int64_t)(zigzag >> 1 ^ (0 - (zigzag & 1)));
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

static double ticks_of(unsigned exponent)
{
    for (size_t s = 0; s < N_SCALES; s++)
        if (scales[s].exponent == exponent)
            return scales[s].ticks;
    return 0;
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
    double ticks = ticks_of(head.exponent);
    if (ticks == 0 && head.exponent != SCALE_DOUBLES)
        return false;
    const unsigned char *planes = plain_planes(codec, &head);
    if (planes == NULL || !buffer_reserve(&codec->numbers, n * 8))
        return false;
    uint64_t *numbers = (uint64_t *)(void *)codec->numbers.bytes;
    join_planes(planes, n, head.width, numbers);
    if (head.exponent == SCALE_DOUBLES)
        memcpy(values, numbers, n * sizeof *values);
    else
        for (size_t i = 0; i < n; i++)
            values[i] = (double)(int64_t)(numbers[i] + (uint64_t)head.base) / ticks;
    return true;
}
