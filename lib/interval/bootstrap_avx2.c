/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_avx2.c -- drawing with AVX2: indices sixteen at a time, values one by one (gathering
 * instructions are no faster than plain loads on the processors measured, 2026-11).
 * Checked:  against the portable path, bit for bit.
 */
#include "base/processor.h"
#include "interval/bootstrap_draw.h"

#if DRAW_X86_64
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,popcnt")))
#define FILL_NAME fill
#define FILL_VECTOR fill_vector
#define FILL_BYTES 32
#define FILL_TARGET AVX2
#include "interval/bootstrap_fill.h"
#include "interval/bootstrap_lookup.h"

static bool usable(void)
{
    return PROCESSOR_HAS(avx2) && PROCESSOR_HAS(popcnt);
}

AVX2 static size_t lane_sum(__m256i lanes)
{
    alignas(32) uint16_t lane[16];
    size_t sum = 0;
    _mm256_store_si256((__m256i *)(void *)lane, lanes);
    for (size_t i = 0; i < 16; i++)
        sum += lane[i];
    return sum;
}

/* Writes the indices that n words draw, up to the next multiple of 16; rejected and absent words
 * draw thing number bound. Returns how many of the n were accepted. */
AVX2 static size_t indices(const struct draw_table *table, const uint16_t *words, size_t n,
                           uint16_t *index)
{
    const __m256i bound = _mm256_set1_epi16((short)table->bound);
    const __m256i threshold = _mm256_set1_epi16((short)table->threshold);
    const __m256i lane = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m256i count = _mm256_setzero_si256();
    for (size_t i = 0; i < n; i += 16) {
        __m256i word = _mm256_loadu_si256((const __m256i *)(const void *)(words + i));
        __m256i low = _mm256_mullo_epi16(word, bound);
        /* The larger of two unsigned numbers is low itself where low >= threshold. */
        __m256i accepted = _mm256_cmpeq_epi16(_mm256_max_epu16(threshold, low), low);
        accepted =
            _mm256_and_si256(accepted, _mm256_cmpgt_epi16(_mm256_set1_epi16((short)(n - i)), lane));
        count = _mm256_sub_epi16(count, accepted);
        __m256i drawn = _mm256_blendv_epi8(bound, _mm256_mulhi_epu16(word, bound), accepted);
        _mm256_store_si256((__m256i *)(void *)(index + i), drawn);
    }
    return lane_sum(count);
}

AVX2 static uint64_t sum(const struct draw_table *table, const uint16_t *words, size_t n,
                         size_t *rejected)
{
    alignas(32) uint16_t index[DRAW_WORDS];
    *rejected = n - indices(table, words, n, index);
    return lookup_sum(table->value, index, (n + 7) / 8 * 8);
}

/* The indices of one visit's sixteen words, of which the first bound count; false when one of these
 * is rejected. */
AVX2 static bool visit_indices(const struct draw_nest *nest, const uint16_t *words,
                               uint16_t index[16])
{
    const __m256i bound = _mm256_set1_epi16((short)nest->bound);
    __m256i word = _mm256_loadu_si256((const __m256i *)(const void *)words);
    __m256i low = _mm256_mullo_epi16(word, bound);
    __m256i larger = _mm256_max_epu16(_mm256_set1_epi16((short)nest->threshold), low);
    _mm256_store_si256((__m256i *)(void *)index, _mm256_mulhi_epu16(word, bound));
    unsigned rejected = ~(unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi16(larger, low));
    return (uint32_t)((uint64_t)rejected << (32 - 2 * nest->bound)) == 0;
}

AVX2 static size_t visit(const struct draw_nest *nest, const uint16_t *words, size_t n, double *sum)
{
    size_t v = 0;
    for (; v < n; v++, words += 1 + nest->bound) {
        alignas(32) uint16_t index[16];
        uint32_t unit = words[0] * nest->n_units;
        if ((unit & 0xffff) < nest->unit_threshold || !visit_indices(nest, words + 1, index))
            break;
        const uint64_t *value = nest->value + (size_t)(unit >> 16) * (nest->bound + 1);
        uint64_t total = 0;
        for (size_t i = 0; i < nest->bound; i++) {
            total += value[index[i]];
            IN_REGISTER(total);
        }
        *sum += (double)total / nest->bound;
    }
    return v;
}

const struct draw_path draw_path_avx2 = {"avx2", usable, fill, sum, false, visit};
#endif
