/* SPDX-License-Identifier: GPL-3.0-or-later */
/* column.h -- columns of numbers one behind the other in a checksummed run of bytes.
 *
 *     number        varint
 *     column        byte 0 as in blob.h, or k = 1: integers, each as its distance from the one
 *                   before, the first one apart as a varint (zigzag)
 *                   varint: the smallest number, zigzag (not for doubles)
 *                   planes, least significant first: of fewer than 256 numbers as they are; of more
 *                   each behind a varint, 0 for plain bytes or the size of a zstd frame of them
 *     text          varint size, bytes
 *     at the end    4 bytes, FNV-1a of all before
 */
#pragma once

#include "store/numbers.h"

/* Writes; `failed` when memory ran out, after which nothing more is written. */
struct column_writer {
    struct blob_codec *codec;
    struct buffer out;
    size_t n;
    bool failed;
};
void column_put_number(struct column_writer *writer, uint64_t number);
void column_put_integers(struct column_writer *writer, const int64_t *numbers, size_t n);
void column_put_doubles(struct column_writer *writer, const double *numbers, size_t n);
void column_put_text(struct column_writer *writer, const char *text, size_t size);
/* Adds the checksum; false when anything failed. The bytes stay the writer's. */
bool column_end(struct column_writer *writer);
/* Ready for the next run of bytes. */
void column_restart(struct column_writer *writer);
void column_writer_fini(struct column_writer *writer);

/* Reads what was written, in the same order; `failed` when it is not that, or memory ran out. */
struct column_reader {
    struct blob_codec *codec;
    const unsigned char *at, *end;
    bool failed;
};
struct column_reader column_open(struct blob_codec *codec, const void *data, size_t size);
uint64_t column_get_number(struct column_reader *reader);
void column_get_integers(struct column_reader *reader, int64_t *numbers, size_t n);
void column_get_doubles(struct column_reader *reader, double *numbers, size_t n);
/* The text is in the bytes that are read, and ends where they say. */
const char *column_get_text(struct column_reader *reader, size_t *size);
/* True when all was read and nothing failed. */
bool column_done(const struct column_reader *reader);
