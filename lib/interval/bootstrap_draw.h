/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_draw.h -- drawing with replacement, and summing what was drawn.
 *
 * A stream is a sequence of 16-bit words named by (seed, replicate, system). One draw from n <=
 * 4096 things takes one word, from more things two. A rejected word (Lemire 2019; it would make
 * some things likelier) is replaced from a second, spare stream, so that the place of every draw in
 * the stream is known beforehand and many can be made at once. Sums of drawn values are sums of
 * 48-bit integers: exact, so the same whatever the order. Hence every code path gives the same
 * bits.
 */
#pragma once

#include <stdalign.h>
#include <stdbool.h>

#include <assay/random.h>

enum {
    DRAW_LANES = 8,          /* generators side by side in a long stream */
    DRAW_WORDS = 2048,       /* words made at a time: 4 KiB, a part of the first cache */
    DRAW_HEAD = 32,          /* room before them, for what was left of those before */
    DRAW_PADDING = 64,       /* a code path may read so many words past the end */
    DRAW_NEST_BOUND = 16,    /* things of a unit in a nest */
    DRAW_NEST_WORDS = 2112,  /* DRAW_HEAD + DRAW_WORDS, and what is read past them */
    DRAW_SMALL_BOUND = 4096, /* up to here a 16-bit word is rejected at most once in 16 */
    DRAW_PLANES = 6,         /* bytes of a 48-bit value */
    DRAW_PLANE_SIZE = 128    /* bytes of a plane: things that it holds, and at least one 0 */
};
/* Values are scaled to 0 .. DRAW_ONE before they are summed. */
#define DRAW_ONE ((UINT64_C(1) << 48) - 1)

/* The things below one unit, ready to be drawn from: value[bound] is 0, for rejected draws. */
struct draw_table {
    const uint64_t *value;
    const uint8_t *plane; /* byte k of thing i at plane[k * DRAW_PLANE_SIZE + i]; may be NULL */
    uint32_t bound;       /* number of things */
    uint32_t threshold;   /* 65536 mod bound: words with a lower product half are rejected */
};

/* Small units of equal size side by side: a word draws one of them, and the words behind it draw as
 * many of its things as it has, and so on. Between the units lies a zero; DRAW_NEST_BOUND numbers
 * past the last may be read. */
struct draw_nest {
    const uint64_t *value;
    uint32_t n_units, unit_threshold; /* 65536 mod n_units; n_units <= DRAW_SMALL_BOUND */
    uint32_t bound, threshold;        /* of a unit: 2 .. DRAW_NEST_BOUND */
    const uint32_t *unit_words;       /* bit i: word i of several visits draws a unit */
};

/* One way to do the work. All of them give the same bits. */
struct draw_path {
    const char *name;
    bool (*usable)(void); /* on this processor */

    /* Advances the generators (state[word][lane], xoshiro256++) and writes DRAW_WORDS words. */
    void (*fill)(uint64_t state[4][DRAW_LANES], uint16_t *words);

    /* The sum of the things that n words draw; *rejected counts the words that draw nothing. bound
     * <= DRAW_SMALL_BOUND, n <= DRAW_WORDS. May read DRAW_PADDING words past the end. */
    uint64_t (*sum)(const struct draw_table *table, const uint16_t *words, size_t n,
                    size_t *rejected);
    bool wants_planes;

    /* Adds the means of what n visits draw to *sum, in their order, each from 1 + bound words, up
     * to the first visit with a rejected word; returns how many it added. n visits' words are at
     * most DRAW_HEAD + DRAW_WORDS. NULL: draw by draw is as fast. */
    size_t (*visit)(const struct draw_nest *nest, const uint16_t *words, size_t n, double *sum);
};

/* All paths of this build, the plainest first; the last usable one is the fastest. */
extern const struct draw_path *const draw_paths[];
extern const size_t n_draw_paths;
extern const struct draw_path draw_path_portable;
void draw_fill_portable(uint64_t state[4][DRAW_LANES], uint16_t *words);
#if defined(__x86_64__) && defined(__GNUC__)
#define DRAW_X86_64 1
extern const struct draw_path draw_path_sse2, draw_path_avx2, draw_path_avx512;
#else
#define DRAW_X86_64 0
#endif
const struct draw_path *draw_path_best(void);

static inline uint32_t draw_threshold(uint32_t bound)
{
    return bound <= DRAW_SMALL_BOUND ? 65536 % bound : 0;
}

struct draw_stream {
    const struct draw_path *path;
    struct assay_random source, spare;
    size_t used, filled; /* where in words[] the next one stands, and where they end */
    bool is_long;
    alignas(64) uint64_t state[4][DRAW_LANES];
    alignas(64) uint16_t words[DRAW_HEAD + DRAW_WORDS + DRAW_PADDING];
};

/* Starts the stream of one replicate of one system. n_words, about how many will be drawn, decides
 * by what they are made: few by Philox itself, many by generators that Philox seeds; it must depend
 * on the shape of the data only. */
void draw_stream_init(struct draw_stream *stream, const struct draw_path *path, uint64_t seed,
                      uint32_t replicate, uint32_t system, size_t n_words);

/* A number in [0, bound), each equally likely. bound >= 1. */
uint32_t draw_below(struct draw_stream *stream, uint32_t bound);

/* The sum of table->bound draws from the table, as a double: exact up to 2^53, and beyond rounded
 * in one fixed way. */
double draw_sum(struct draw_stream *stream, const struct draw_table *table);

/* The sum of the means of nest->n_units visits, added up in their order. tables: of its units. */
double draw_nest_sum(struct draw_stream *stream, const struct draw_nest *nest,
                     const struct draw_table *tables);
