/* SPDX-License-Identifier: GPL-3.0-or-later */
/* numbers.h -- doubles as integers of a clock's tick, integers as bytes: what blob.c and column.c
 * share. */
#pragma once

#include <zstd.h>

#include "store/blob.h"

enum {
    SCALE_STEPS = 1,    /* integers, each as its distance from the one before */
    SCALE_DOUBLES = 15, /* the bytes of doubles */
    CHECKSUM_BYTES = 4,
    VARINT_BYTES = 10 /* at its longest */
};

struct buffer {
    unsigned char *bytes;
    size_t capacity;
};
/* A reserved buffer has bytes, also for size 0: no copy is ever from or to nowhere. */
bool buffer_reserve(struct buffer *buffer, size_t size);

struct blob_codec {
    ZSTD_CCtx *compressor;
    ZSTD_DCtx *decompressor;
    struct buffer numbers; /* n uint64_t */
    struct buffer planes;
    struct buffer out;
    uint32_t owner; /* of the cell at hand: packed_cell.c */
};

size_t varint_put(unsigned char *out, uint64_t value);
/* Bytes read, or 0 when the varint does not end in time. */
size_t varint_get(const unsigned char *in, size_t size, uint64_t *value);
/* 0, -1, 1, -2 … as 0, 1, 2, 3 … */
uint64_t zigzag_of(int64_t value);
int64_t zigzag_back(uint64_t zigzag);

/* Ticks in a unit at exponent 0, 3, 6, 9 or 12; 0: there is no such scale. */
double scale_ticks(unsigned exponent);
/* The exponent of the coarsest scale on which all values are integers, which are in integers[]
 * then; SCALE_DOUBLES: there is none. */
unsigned scale_find(const double *values, size_t n, int64_t *integers);

/* Turns integers into distances from the smallest one, in place; returns the bytes that the largest
 * distance needs. */
unsigned numbers_to_offsets(uint64_t *numbers, size_t n, int64_t *base);

/* The bytes of numbers, plane by plane, least significant first; and back. */
void planes_split(const uint64_t *numbers, size_t n, unsigned width, unsigned char *planes);
void planes_join(const unsigned char *planes, size_t n, unsigned width, uint64_t *numbers);

void checksum_put(unsigned char *bytes, size_t size); /* behind the bytes */
bool checksum_holds(const unsigned char *bytes, size_t size);
/* The checksum behind the bytes also says whose they are; and whether it says that, or nobody. */
void checksum_own(unsigned char *bytes, size_t size, uint32_t owner);
bool checksum_holds_of(const unsigned char *bytes, size_t size, uint32_t owner);
