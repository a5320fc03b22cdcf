/* SPDX-License-Identifier: GPL-3.0-or-later */
/* numbers.c -- doubles as integers of a clock's tick, integers as bytes, and their checksum. */
#include "store/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Ticks that clocks and people use: whole numbers, milli, micro, nano, pico. */
static const struct scale {
    unsigned exponent;
    double ticks;
} scales[] = {{0, 1}, {3, 1e3}, {6, 1e6}, {9, 1e9}, {12, 1e12}};
enum { N_SCALES = sizeof scales / sizeof *scales };

/* Doubles hold every integer up to here. */
static const double largest_integer = 9007199254740992.0;

bool buffer_reserve(struct buffer *buffer, size_t size)
{
    if (buffer->bytes != NULL && size <= buffer->capacity)
        return true;
    size_t capacity = size < 4096 ? 4096 : size + size / 2;
    return array_hold(&buffer->bytes, capacity, &buffer->capacity);
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

size_t varint_put(unsigned char *out, uint64_t value)
{
    size_t n = 0;
    for (; value >= 0x80; value >>= 7)
        out[n++] = (unsigned char)(value | 0x80);
    out[n++] = (unsigned char)value;
    return n;
}

size_t varint_get(const unsigned char *in, size_t size, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < size && i < 10; i++) {
        *value |= (uint64_t)(in[i] & 0x7f) << (7 * i);
        if (in[i] < 0x80)
            return i + 1;
    }
    return 0;
}

uint64_t zigzag_of(int64_t value)
{
    return (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
}

int64_t zigzag_back(uint64_t zigzag)
{
    return (int64_t)(zigzag >> 1 ^ (0 - (zigzag & 1)));
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

unsigned scale_find(const double *values, size_t n, int64_t *integers)
{
    for (size_t s = 0; s < N_SCALES; s++) {
        size_t i = 0;
        while (i < n && to_integer(values[i], scales[s].ticks, &integers[i]))
            i++;
        if (i == n)
            return scales[s].exponent;
    }
    return SCALE_DOUBLES;
}

unsigned numbers_to_offsets(uint64_t *numbers, size_t n, int64_t *base)
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

void planes_split(const uint64_t *numbers, size_t n, unsigned width, unsigned char *planes)
{
    for (unsigned b = 0; b < width; b++)
        for (size_t i = 0; i < n; i++)
            planes[b * n + i] = (unsigned char)(numbers[i] >> (8 * b));
}

void planes_join(const unsigned char *planes, size_t n, unsigned width, uint64_t *numbers)
{
    memset(numbers, 0, n * sizeof *numbers);
    for (unsigned b = 0; b < width; b++)
        for (size_t i = 0; i < n; i++)
            numbers[i] |= (uint64_t)planes[b * n + i] << (8 * b);
}

double scale_ticks(unsigned exponent)
{
    for (size_t s = 0; s < N_SCALES; s++)
        if (scales[s].exponent == exponent)
            return scales[s].ticks;
    return 0;
}

void checksum_put(unsigned char *bytes, size_t size)
{
    uint32_t hash = blob_hash(BLOB_HASH_START, bytes, size);
    for (unsigned b = 0; b < CHECKSUM_BYTES; b++)
        bytes[size + b] = (unsigned char)(hash >> (8 * b));
}

/* What stands behind the bytes, less their checksum. */
static uint32_t beyond_checksum(const unsigned char *bytes, size_t size)
{
    uint32_t hash = blob_hash(BLOB_HASH_START, bytes, size);
    for (unsigned b = 0; b < CHECKSUM_BYTES; b++)
        hash ^= (uint32_t)bytes[size + b] << (8 * b);
    return hash;
}

bool checksum_holds(const unsigned char *bytes, size_t size)
{
    return beyond_checksum(bytes, size) == 0;
}

void checksum_own(unsigned char *bytes, size_t size, uint32_t owner)
{
    for (unsigned b = 0; b < CHECKSUM_BYTES; b++)
        bytes[size + b] ^= (unsigned char)(owner >> (8 * b));
}

bool checksum_holds_of(const unsigned char *bytes, size_t size, uint32_t owner)
{
    const uint32_t beyond = beyond_checksum(bytes, size);
    return beyond == 0 || beyond == owner;
}
