/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_sse2.c -- drawing on any x86-64 processor: indices eight at a time, values one by one.
 * The words come from the portable generators: without a rotation of vectors two lanes at a time
 * are slower than one in a general register (0.23 against 0.17 ns a word, 2026-11).
 * Checked:  against the portable path, bit for bit.
 */
#include "interval/bootstrap_draw.h"

#if DRAW_X86_64
#include <emmintrin.h>

#include "interval/bootstrap_lookup.h"

static bool always(void)
{
    return true;
}

static size_t lane_sum(__m128i lanes)
{
    alignas(16) uint16_t lane[8];
    size_t sum = 0;
    _mm_store_si128((__m128i *)(void *)lane, lanes);
    for (size_t i = 0; i < 8; i++)
        sum += lane[i];
    return sum;
}

/* Writes the indices that n words draw, up to the next multiple of 8; rejected and absent words
 * draw thing number bound. Returns how many of the n were accepted. */
static size_t indices(const struct draw_table *table, const uint16_t *words, size_t n,
                      uint16_t *index)
{
    const __m128i bound = _mm_set1_epi16((short)table->bound);
    const __m128i threshold = _mm_set1_epi16((short)table->threshold);
    const __m128i lane = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
    __m128i count = _mm_setzero_si128();
    for (size_t i = 0; i < n; i += 8) {
        __m128i word = _mm_loadu_si128((const __m128i *)(const void *)(words + i));
        __m128i low = _mm_mullo_epi16(word, bound);
        /* Saturated threshold - low is 0 where low >= threshold, both unsigned. */
        __m128i accepted = _mm_cmpeq_epi16(_mm_subs_epu16(threshold, low), _mm_setzero_si128());
        accepted = _mm_and_si128(accepted, _mm_cmpgt_epi16(_mm_set1_epi16((short)(n - i)), lane));
        count = _mm_sub_epi16(count, accepted);
        __m128i drawn = _mm_or_si128(_mm_and_si128(accepted, _mm_mulhi_epu16(word, bound)),
                                     _mm_andnot_si128(accepted, bound));
        _mm_store_si128((__m128i *)(void *)(index + i), drawn);
    }
    return lane_sum(count);
}

static uint64_t sum(const struct draw_table *table, const uint16_t *words, size_t n,
                    size_t *rejected)
{
    alignas(16) uint16_t index[DRAW_WORDS];
    *rejected = n - indices(table, words, n, index);
    return lookup_sum(table->value, index, (n + 7) / 8 * 8);
}

const struct draw_path draw_path_sse2 = {"sse2", always, draw_fill_portable, sum, false, NULL};
#endif
