/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_path.c -- the portable code path, and the choice among all of them.
 * Checked:  tests/lib/interval/test_bootstrap_draw.c: every path against this one, bit for bit.
 */
#include "interval/bootstrap_draw.h"

static bool always(void)
{
    return true;
}

static uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

/* As bootstrap_fill.h, in plain C: the words of one 64-bit number stand low first on any machine.
 */
void draw_fill_portable(uint64_t state[4][DRAW_LANES], uint16_t *words)
{
    for (size_t lane = 0; lane < DRAW_LANES; lane++) {
        uint64_t s0 = state[0][lane], s1 = state[1][lane];
        uint64_t s2 = state[2][lane], s3 = state[3][lane];
        for (size_t i = 4 * lane; i < DRAW_WORDS; i += 4 * (size_t)DRAW_LANES) {
            uint64_t result = rotate(s0 + s3, 23) + s0, shifted = s1 << 17;
            for (size_t part = 0; part < 4; part++)
                words[i + part] = (uint16_t)(result >> (16 * part));
            s2 ^= s0;
            s3 ^= s1;
            s1 ^= s2;
            s0 ^= s3;
            s2 ^= shifted;
            s3 = rotate(s3, 45);
        }
        state[0][lane] = s0, state[1][lane] = s1, state[2][lane] = s2, state[3][lane] = s3;
    }
}

static uint64_t sum(const struct draw_table *table, const uint16_t *words, size_t n,
                    size_t *rejected)
{
    uint64_t total = 0;
    size_t misses = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t product = words[i] * table->bound;
        bool miss = (product & 0xffff) < table->threshold;
        misses += miss;
        total += miss ? 0 : table->value[product >> 16];
    }
    *rejected = misses;
    return total;
}

const struct draw_path draw_path_portable = {"portable", always, draw_fill_portable,
                                             sum,        false,  NULL};

const struct draw_path *const draw_paths[] = {
    &draw_path_portable,
#if DRAW_X86_64
    &draw_path_sse2,
    &draw_path_avx2,
    &draw_path_avx512,
#endif
};
const size_t n_draw_paths = sizeof draw_paths / sizeof *draw_paths;

const struct draw_path *draw_path_best(void)
{
    for (size_t i = n_draw_paths; i-- > 1;)
        if (draw_paths[i]->usable())
            return draw_paths[i];
    return draw_paths[0];
}
