/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column.c -- columns of numbers one behind the other in a checksummed run of bytes. */
#include "store/column.h"

#include <stdlib.h>
#include <string.h>

enum {
    COMPRESS_FROM = 256, /* fewer bytes in a plane: a frame's head eats the gain */
    COMPRESS_LEVEL = 3
};

/* ---- writing ---- */

/* Room for so many more bytes. */
static unsigned char *room(struct column_writer *writer, size_t size)
{
    if (!writer->failed && !buffer_reserve(&writer->out, writer->n + size + CHECKSUM_BYTES))
        writer->failed = true;
    return writer->failed ? NULL : writer->out.bytes + writer->n;
}

static void put_bytes(struct column_writer *writer, const void *bytes, size_t size)
{
    unsigned char *out = room(writer, size);
    if (out != NULL && size > 0)
        memcpy(out, bytes, size);
    writer->n += out != NULL ? size : 0;
}

void column_put_number(struct column_writer *writer, uint64_t number)
{
    unsigned char bytes[VARINT_BYTES];
    put_bytes(writer, bytes, varint_put(bytes, number));
}

void column_put_text(struct column_writer *writer, const char *text, size_t size)
{
    column_put_number(writer, size);
    put_bytes(writer, text, size);
}

static void put_plane(struct column_writer *writer, const unsigned char *plane, size_t n)
{
    struct blob_codec *codec = writer->codec;
    size_t packed = 0;
    if (n >= COMPRESS_FROM) {
        const size_t bound = ZSTD_compressBound(n);
        if (!buffer_reserve(&codec->out, bound)) {
            writer->failed = true;
            return;
        }
        packed =
            ZSTD_compressCCtx(codec->compressor, codec->out.bytes, bound, plane, n, COMPRESS_LEVEL);
        if (ZSTD_isError(packed) || packed >= n)
            packed = 0;
        column_put_number(writer, packed);
    }
    put_bytes(writer, packed > 0 ? codec->out.bytes : plane, packed > 0 ? packed : n);
}

/* The planes of the numbers that stand in the codec. */
static void put_planes(struct column_writer *writer, size_t n, unsigned width)
{
    struct blob_codec *codec = writer->codec;
    if (!buffer_reserve(&codec->planes, n * width)) {
        writer->failed = true;
        return;
    }
    planes_split((const uint64_t *)(const void *)codec->numbers.bytes, n, width,
                 codec->planes.bytes);
    for (unsigned b = 0; b < width && !writer->failed; b++)
        put_plane(writer, codec->planes.bytes + b * n, n);
}

/* Room for n numbers in the codec; NULL: no memory. */
static uint64_t *numbers_room(struct column_writer *writer, size_t n)
{
    if (!writer->failed && (n > SIZE_MAX / 32 || !buffer_reserve(&writer->codec->numbers, n * 8)))
        writer->failed = true;
    return writer->failed ? NULL : (uint64_t *)(void *)writer->codec->numbers.bytes;
}

static void put_offsets(struct column_writer *writer, unsigned exponent, uint64_t *numbers,
                        size_t n)
{
    int64_t base;
    const unsigned width = numbers_to_offsets(numbers, n, &base);
    const unsigned char head = (unsigned char)(exponent | width << 4);
    put_bytes(writer, &head, 1);
    column_put_number(writer, zigzag_of(base));
    put_planes(writer, n, width);
}

void column_put_doubles(struct column_writer *writer, const double *values, size_t n)
{
    uint64_t *numbers = numbers_room(writer, n);
    if (numbers == NULL)
        return;
    const unsigned exponent = scale_find(values, n, (int64_t *)numbers);
    if (exponent != SCALE_DOUBLES) {
        put_offsets(writer, exponent, numbers, n);
        return;
    }
    const unsigned char head = SCALE_DOUBLES | 8 << 4;
    memcpy(numbers, values, n * sizeof *values);
    put_bytes(writer, &head, 1);
    put_planes(writer, n, 8);
}

/* How far the numbers, or their steps, are apart. */
static uint64_t spread(const int64_t *numbers, size_t n, bool steps)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (size_t i = steps; i < n; i++) {
        const uint64_t before = steps ? (uint64_t)numbers[i - 1] : 0;
        const int64_t x = (int64_t)((uint64_t)numbers[i] - before);
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    return most >= least ? (uint64_t)most - (uint64_t)least : 0;
}

void column_put_integers(struct column_writer *writer, const int64_t *integers, size_t n)
{
    uint64_t *numbers = numbers_room(writer, n);
    if (numbers == NULL)
        return;
    if (n < 2 || spread(integers, n, false) <= spread(integers, n, true)) {
        memcpy(numbers, integers, n * sizeof *integers);
        put_offsets(writer, 0, numbers, n);
        return;
    }
    for (size_t i = 1; i < n; i++)
        numbers[i - 1] = (uint64_t)integers[i] - (uint64_t)integers[i - 1];
    put_offsets(writer, SCALE_STEPS, numbers, n - 1);
    column_put_number(writer, zigzag_of(integers[0]));
}

bool column_end(struct column_writer *writer)
{
    if (room(writer, 0) == NULL)
        return false;
    checksum_put(writer->out.bytes, writer->n);
    writer->n += CHECKSUM_BYTES;
    return true;
}

void column_restart(struct column_writer *writer)
{
    writer->n = 0;
    writer->failed = false;
}

void column_writer_fini(struct column_writer *writer)
{
    free(writer->out.bytes);
    *writer = (struct column_writer){.codec = writer->codec};
}

/* ---- reading ---- */

struct column_reader column_open(struct blob_codec *codec, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    struct column_reader reader = {codec, bytes, bytes, true};
    if (bytes != NULL && size >= CHECKSUM_BYTES &&
        checksum_holds_of(bytes, size - CHECKSUM_BYTES, codec->owner)) {
        reader.end = bytes + size - CHECKSUM_BYTES;
        reader.failed = false;
    }
    return reader;
}

static size_t left(const struct column_reader *reader)
{
    return (size_t)(reader->end - reader->at);
}

/* The next bytes; NULL when there are not so many. */
static const unsigned char *take(struct column_reader *reader, size_t size)
{
    if (reader->failed || size > left(reader)) {
        reader->failed = true;
        return NULL;
    }
    const unsigned char *bytes = reader->at;
    reader->at += size;
    return bytes;
}

uint64_t column_get_number(struct column_reader *reader)
{
    uint64_t number = 0;
    const size_t size = reader->failed ? 0 : varint_get(reader->at, left(reader), &number);
    if (size == 0)
        reader->failed = true;
    reader->at += size;
    return size > 0 ? number : 0;
}

const char *column_get_text(struct column_reader *reader, size_t *size)
{
    const uint64_t length = column_get_number(reader);
    const unsigned char *bytes = take(reader, length <= left(reader) ? (size_t)length : SIZE_MAX);
    *size = bytes != NULL ? (size_t)length : 0;
    return (const char *)bytes;
}

/* Where the plane's n bytes stand; NULL when it is not sound. */
static const unsigned char *get_plane(struct column_reader *reader, size_t n)
{
    struct blob_codec *codec = reader->codec;
    const uint64_t packed = n >= COMPRESS_FROM ? column_get_number(reader) : 0;
    if (packed == 0)
        return take(reader, n);
    const unsigned char *frame = take(reader, packed <= left(reader) ? (size_t)packed : SIZE_MAX);
    if (frame == NULL || !buffer_reserve(&codec->out, n) ||
        ZSTD_decompressDCtx(codec->decompressor, codec->out.bytes, n, frame, (size_t)packed) != n) {
        reader->failed = true;
        return NULL;
    }
    return codec->out.bytes;
}

/* Planes as numbers in the codec; NULL when they are not sound. A bound on n keeps a damaged count
 * from asking for the moon: a frame of zstd gives at most 2^17 bytes for three. */
static uint64_t *get_planes(struct column_reader *reader, size_t n, unsigned width)
{
    struct blob_codec *codec = reader->codec;
    if (width > 8 || n > SIZE_MAX / 32 || !buffer_reserve(&codec->numbers, n * 8))
        reader->failed = true;
    if (reader->failed)
        return NULL;
    uint64_t *numbers = (uint64_t *)(void *)codec->numbers.bytes;
    memset(numbers, 0, n * sizeof *numbers);
    for (unsigned b = 0; b < width; b++) {
        const unsigned char *plane = get_plane(reader, n);
        for (size_t i = 0; plane != NULL && i < n; i++)
            numbers[i] |= (uint64_t)plane[i] << (8 * b);
    }
    return reader->failed ? NULL : numbers;
}

void column_get_doubles(struct column_reader *reader, double *values, size_t n)
{
    const unsigned char *head = take(reader, 1);
    if (head == NULL)
        return;
    const unsigned exponent = *head & 15;
    const double ticks = scale_ticks(exponent);
    const uint64_t base =
        exponent != SCALE_DOUBLES ? (uint64_t)zigzag_back(column_get_number(reader)) : 0;
    const uint64_t *numbers = get_planes(reader, n, *head >> 4);
    if (numbers == NULL || (exponent != SCALE_DOUBLES && ticks == 0)) {
        reader->failed = true;
        return;
    }
    if (exponent == SCALE_DOUBLES)
        memcpy(values, numbers, n * sizeof *values);
    else
        for (size_t i = 0; i < n; i++)
            values[i] = (double)(int64_t)(numbers[i] + base) / ticks;
}

void column_get_integers(struct column_reader *reader, int64_t *integers, size_t n)
{
    const unsigned char *head = take(reader, 1);
    if (head == NULL)
        return;
    const bool steps = (*head & 15) == SCALE_STEPS;
    if ((*head & 15) > SCALE_STEPS || n < (size_t)steps) {
        reader->failed = true;
        return;
    }
    const uint64_t base = (uint64_t)zigzag_back(column_get_number(reader));
    const uint64_t *numbers = get_planes(reader, n - steps, *head >> 4);
    uint64_t x = steps ? (uint64_t)zigzag_back(column_get_number(reader)) : 0;
    if (numbers == NULL || reader->failed) {
        reader->failed = true;
        return;
    }
    if (steps)
        integers[0] = (int64_t)x;
    for (size_t i = steps; i < n; i++) {
        x = numbers[i - steps] + base + (steps ? x : 0);
        integers[i] = (int64_t)x;
    }
}

bool column_done(const struct column_reader *reader)
{
    return !reader->failed && reader->at == reader->end;
}
