/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_draw.c -- the stream of one replicate: words, numbers, sums.
 * Source:   Blackman & Vigna 2021, ACM TOMS 47:36 (xoshiro256++), eight generators side by side,
 *           each with 256 bits of state from Philox; Lemire 2019, ACM TOMACS 29:3.
 * Edge:     a bound of 1 takes a word like any other.
 * Checked:  every path against the portable one, and against draws made one at a time.
 */
#include "interval/bootstrap_draw.h"

#include <assert.h>
#include <string.h>

enum {
    SHORT_WORDS = 512, /* below, seeding generators costs more than it saves */
    SHORT_FILL = 32
};

void draw_stream_init(struct draw_stream *stream, const struct draw_path *path, uint64_t seed,
                      uint32_t replicate, uint32_t system, size_t n_words)
{
    stream->path = path;
    stream->used = stream->filled = DRAW_HEAD;
    stream->is_long = n_words > SHORT_WORDS;
    assay_random_init(&stream->source, seed, ASSAY_RANDOM_BOOTSTRAP, replicate, 2 * system);
    assay_random_init(&stream->spare, seed, ASSAY_RANDOM_BOOTSTRAP, replicate, 2 * system + 1);
    if (!stream->is_long)
        return;
    for (size_t lane = 0; lane < DRAW_LANES; lane++)
        for (size_t word = 0; word < 4; word++)
            stream->state[word][lane] = assay_random_u64(&stream->source);
}

/* What is left, up to DRAW_HEAD words, comes to stand right before the new ones. */
static void refill(struct draw_stream *stream)
{
    const size_t left = stream->filled - stream->used;
    uint16_t *words = stream->words + DRAW_HEAD;
    assert(left <= DRAW_HEAD);
    memmove(words - left, stream->words + stream->used, left * sizeof *words);
    stream->used = DRAW_HEAD - left;
    if (stream->is_long) {
        stream->path->fill(stream->state, words);
        stream->filled = DRAW_HEAD + DRAW_WORDS;
        return;
    }
    for (size_t i = 0; i < SHORT_FILL; i += 2) {
        uint32_t pair = assay_random_u32(&stream->source);
        words[i] = (uint16_t)pair;
        words[i + 1] = (uint16_t)(pair >> 16);
    }
    stream->filled = DRAW_HEAD + SHORT_FILL;
}

static uint32_t next_word(struct draw_stream *stream)
{
    if (stream->used == stream->filled)
        refill(stream);
    return stream->words[stream->used++];
}

static uint32_t draw_spare(struct draw_stream *stream, uint32_t bound)
{
    return (uint32_t)assay_random_below(&stream->spare, bound);
}

static uint32_t draw_below_large(struct draw_stream *stream, uint32_t bound)
{
    uint64_t word = next_word(stream);
    word |= (uint64_t)next_word(stream) << 16;
    uint64_t product = word * bound;
    uint32_t low = (uint32_t)product;
    if (low < bound && low < (0 - bound) % bound)
        return draw_spare(stream, bound);
    return (uint32_t)(product >> 32);
}

uint32_t draw_below(struct draw_stream *stream, uint32_t bound)
{
    assert(bound >= 1);
    if (bound > DRAW_SMALL_BOUND)
        return draw_below_large(stream, bound);
    uint32_t product = next_word(stream) * bound;
    uint32_t low = product & 0xffff;
    if (low < bound && low < draw_threshold(bound))
        return draw_spare(stream, bound);
    return product >> 16;
}

/* In parts as long as a path's, so that the integer sums stay below 2^60. */
static double draw_sum_large(struct draw_stream *stream, const struct draw_table *table)
{
    double sum = 0;
    for (uint32_t done = 0; done < table->bound;) {
        uint32_t end = table->bound - done < DRAW_WORDS ? table->bound : done + DRAW_WORDS;
        uint64_t part = 0;
        for (; done < end; done++)
            part += table->value[draw_below_large(stream, table->bound)];
        sum += (double)part;
    }
    return sum;
}

double draw_sum(struct draw_stream *stream, const struct draw_table *table)
{
    if (table->bound > DRAW_SMALL_BOUND)
        return draw_sum_large(stream, table);
    double sum = 0;
    for (size_t left = table->bound; left > 0;) {
        if (stream->used == stream->filled)
            refill(stream);
        size_t n = stream->filled - stream->used;
        n = n < left ? n : left;
        size_t rejected = 0;
        uint64_t part = stream->path->sum(table, stream->words + stream->used, n, &rejected);
        for (; rejected > 0; rejected--)
            part += table->value[draw_spare(stream, table->bound)];
        sum += (double)part;
        stream->used += n;
        left -= n;
    }
    return sum;
}

/* As many visits as there are words for, up to the first that needs a spare one. */
static size_t visit_some(struct draw_stream *stream, const struct draw_nest *nest, size_t left,
                         double *sum)
{
    const size_t words = 1 + nest->bound;
    if (stream->path->visit == NULL || !stream->is_long)
        return 0;
    if (stream->filled - stream->used < words)
        refill(stream);
    size_t n = (stream->filled - stream->used) / words;
    n = stream->path->visit(nest, stream->words + stream->used, n < left ? n : left, sum);
    stream->used += n * words;
    return n;
}

double draw_nest_sum(struct draw_stream *stream, const struct draw_nest *nest,
                     const struct draw_table *tables)
{
    double sum = 0;
    for (size_t left = nest->n_units; left > 0;) {
        size_t done = visit_some(stream, nest, left, &sum);
        if (done == 0) {
            sum += draw_sum(stream, &tables[draw_below(stream, nest->n_units)]) / nest->bound;
            done = 1;
        }
        left -= done;
    }
    return sum;
}
