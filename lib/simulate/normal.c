/* SPDX-License-Identifier: GPL-3.0-or-later */
/* normal.c -- the stream of normal deviates, and its portable code path.
 * Source:   Blackman & Vigna 2021, ACM TOMS 47:36 (xoshiro256++), through the bootstrap's fill;
 *           Salmon et al., SC'11 (Philox, for the seeds).
 * Edge:     asking for 0 deviates changes nothing.
 * Checked:  tests/lib/simulate/test_normal.c.
 */
#include "simulate/normal.h"

#include <math.h>
#include <string.h>

#define NORMAL_NAME(name) portable_##name
#define NORMAL_BYTES 16
#define NORMAL_TARGET
#if defined(__SSE2__)
#include <emmintrin.h>
#define NORMAL_SQRT(x) ((portable_real)_mm_sqrt_pd((__m128d)(x)))
#else
#define NORMAL_SQRT(x) root(x)
typedef double root_pair __attribute__((vector_size(16)));
static root_pair root(root_pair x)
{
    return (root_pair){sqrt(x[0]), sqrt(x[1])};
}
#endif
#include "simulate/normal_transform.h"

static bool always(void)
{
    return true;
}

static const struct normal_path portable = {"portable", always, portable_transform};

const struct normal_path *const normal_paths[] = {
    &portable,
#if DRAW_X86_64
    &normal_path_avx2,
    &normal_path_avx512,
#endif
};
const size_t n_normal_paths = sizeof normal_paths / sizeof *normal_paths;

static const struct normal_path *best_path(void)
{
    for (size_t i = n_normal_paths; i-- > 1;)
        if (normal_paths[i]->usable())
            return normal_paths[i];
    return normal_paths[0];
}

void normal_stream_init(struct normal_stream *stream, uint64_t seed, uint32_t experiment,
                        uint32_t unit)
{
    struct assay_random source;
    assay_random_init(&source, seed, ASSAY_RANDOM_SIMULATION, experiment, unit);
    for (size_t lane = 0; lane < DRAW_LANES; lane++)
        for (size_t word = 0; word < 4; word++)
            stream->state[word][lane] = assay_random_u64(&source);
    stream->draw = draw_path_best();
    stream->path = best_path();
    stream->used = NORMAL_NUMBERS;
    stream->n_left = 0;
}

/* Whole groups, as many as are asked for, straight into out. */
static void fill_groups(struct normal_stream *stream, double *out, size_t n_groups)
{
    while (n_groups > 0) {
        if (stream->used == NORMAL_NUMBERS) {
            stream->draw->fill(stream->state, (uint16_t *)stream->numbers);
            stream->used = 0;
        }
        size_t ready = (NORMAL_NUMBERS - stream->used) / NORMAL_GROUP;
        size_t n = ready < n_groups ? ready : n_groups;
        stream->path->transform(stream->numbers + stream->used, out, n);
        stream->used += n * NORMAL_GROUP;
        out += n * NORMAL_GROUP;
        n_groups -= n;
    }
}

void normal_fill(struct normal_stream *stream, double *out, size_t n)
{
    size_t left = stream->n_left < n ? stream->n_left : n;
    memcpy(out, stream->left + NORMAL_GROUP - stream->n_left, left * sizeof *out);
    stream->n_left -= left;
    out += left, n -= left;
    fill_groups(stream, out, n / NORMAL_GROUP);
    out += n / NORMAL_GROUP * NORMAL_GROUP, n %= NORMAL_GROUP;
    if (n == 0)
        return;
    fill_groups(stream, stream->left, 1);
    memcpy(out, stream->left, n * sizeof *out);
    stream->n_left = NORMAL_GROUP - n;
}
