/* SPDX-License-Identifier: GPL-3.0-or-later */
/* normal.h -- many standard normal deviates at once.
 *
 * A stream is named by (seed, experiment, unit). Philox seeds eight xoshiro256++ generators side by
 * side; two 64-bit numbers become two deviates (Box and Muller). Every step is an operation that
 * IEEE 754 rounds in one way only, so all code paths give the same bits, however the deviates are
 * asked for.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "interval/bootstrap_draw.h"

enum {
    NORMAL_GROUP = 2 * DRAW_LANES, /* numbers that become deviates together */
    NORMAL_NUMBERS = DRAW_WORDS / 4
};

/* One way to turn numbers into deviates: group by group, the first eight numbers give the radii,
 * the others the angles; out receives the eight cosines, then the eight sines. */
struct normal_path {
    const char *name;
    bool (*usable)(void);
    void (*transform)(const uint64_t *numbers, double *out, size_t n_groups);
};

/* All paths of this build, the plainest first; the last usable one is the fastest. */
extern const struct normal_path *const normal_paths[];
extern const size_t n_normal_paths;
#if DRAW_X86_64
extern const struct normal_path normal_path_avx2, normal_path_avx512;
#endif

struct normal_stream {
    const struct draw_path *draw;
    const struct normal_path *path;
    size_t used; /* numbers of the block */
    size_t n_left;
    double left[NORMAL_GROUP]; /* deviates made and not yet given out: the last n_left */
    alignas(64) uint64_t state[4][DRAW_LANES];
    alignas(64) uint64_t numbers[NORMAL_NUMBERS];
};

void normal_stream_init(struct normal_stream *stream, uint64_t seed, uint32_t experiment,
                        uint32_t unit);

/* The next n deviates of the stream. */
void normal_fill(struct normal_stream *stream, double *out, size_t n);
