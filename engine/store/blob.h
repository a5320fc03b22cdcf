/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blob.h -- arrays of doubles as short, checksummed bytes that give back every bit.
 *
 * Clocks count: a time in seconds is mostly a whole number of nanoseconds. Such an array is kept as
 * integers above its smallest one, byte planes apart, and zstd when that is shorter; any other
 * array as its doubles' byte planes. One value costs about ten bytes.
 *
 *     byte 0        low half: k when every value is an integer / 10^k, 15 for doubles;
 *                   high half: bytes in each plane-split number, 0..8
 *     varint        2 n + (1 when the planes are compressed)
 *     varint        integers only: the smallest integer, zigzag
 *     planes        width x n bytes, least significant plane first, or one zstd frame of them
 *     4 bytes       FNV-1a of all before, least significant first
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct blob_codec; /* compression contexts and buffers, used again and again */
struct blob_codec *blob_codec_new(void);
void blob_codec_free(struct blob_codec **codec);

/* Encodes n values; *data belongs to the codec until its next use. False: no memory. */
bool blob_encode(struct blob_codec *codec, const double *values, size_t n, const void **data,
                 size_t *size);

/* The number of values in an encoded array, or SIZE_MAX when it is damaged. */
size_t blob_count(const void *data, size_t size);

/* Decodes exactly n values; values is written only on success. False: damaged, or no memory. */
bool blob_decode(struct blob_codec *codec, const void *data, size_t size, double *values, size_t n);

/* FNV-1a, 32 bits, continued from hash; begin with BLOB_HASH_START. Any single changed byte changes
 * it. */
#define BLOB_HASH_START 2166136261u
uint32_t blob_hash(uint32_t hash, const void *data, size_t size);
