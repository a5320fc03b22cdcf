/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_avx512.c -- drawing with AVX-512 VBMI: 64 indices look up 64 values in registers.
 *
 * A unit of up to 127 values is kept as six planes of bytes, one for each byte of its 48-bit
 * values. One instruction looks 64 indices up in a plane, one more adds the 64 bytes; rejected and
 * absent draws look up a zero.
 * Checked:  against the portable path, bit for bit.
 */
#include "base/processor.h"
#include "interval/bootstrap_draw.h"

#if DRAW_X86_64
#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,popcnt")))
#define FILL_NAME fill
#define FILL_VECTOR fill_vector
#define FILL_BYTES 64
#define FILL_TARGET AVX512
#include "interval/bootstrap_fill.h"

static bool usable(void)
{
    return PROCESSOR_HAS(avx512f) && PROCESSOR_HAS(avx512bw) &&
           PROCESSOR_HAS(avx512dq) && PROCESSOR_HAS(avx512vl) &&
           PROCESSOR_HAS(avx512vbmi) && draw_path_avx2.usable();
}

static uint64_t low_bits(size_t n)
{
    return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

AVX512 static uint64_t sum_planes(const struct draw_table *table, const uint16_t *words, size_t n,
                                  size_t *rejected)
{
    const __m512i bound = _mm512_set1_epi16((short)table->bound);
    const __m512i threshold = _mm512_set1_epi16((short)table->threshold);
    __m512i total[DRAW_PLANES];
    for (size_t k = 0; k < DRAW_PLANES; k++)
        total[k] = _mm512_setzero_si512();
    size_t accepted = 0;
    for (size_t i = 0; i < n; i += 64) {
        __m512i first = _mm512_loadu_si512(words + i), second = _mm512_loadu_si512(words + i + 32);
        uint64_t present = low_bits(n - i);
        __mmask32 first_good = _mm512_mask_cmpge_epu16_mask(
            (__mmask32)present, _mm512_mullo_epi16(first, bound), threshold);
        __mmask32 second_good = _mm512_mask_cmpge_epu16_mask(
            (__mmask32)(present >> 32), _mm512_mullo_epi16(second, bound), threshold);
        accepted +=
            (size_t)__builtin_popcount(first_good) + (size_t)__builtin_popcount(second_good);
        /* The rest draws thing number bound, which is 0. Packing mixes the order: no matter. */
        __m512i index =
            _mm512_packus_epi16(_mm512_mask_mulhi_epu16(bound, first_good, first, bound),
                                _mm512_mask_mulhi_epu16(bound, second_good, second, bound));
        for (size_t k = 0; k < DRAW_PLANES; k++) {
            const uint8_t *plane = table->plane + k * DRAW_PLANE_SIZE;
            __m512i bytes = _mm512_permutex2var_epi8(_mm512_load_si512(plane), index,
                                                     _mm512_load_si512(plane + 64));
            total[k] = _mm512_add_epi64(total[k], _mm512_sad_epu8(bytes, _mm512_setzero_si512()));
        }
    }
    *rejected = n - accepted;
    __m512i all = total[0];
    for (unsigned k = 1; k < DRAW_PLANES; k++)
        all = _mm512_add_epi64(all, _mm512_slli_epi64(total[k], 8 * k));
    return (uint64_t)_mm512_reduce_add_epi64(all);
}

static uint64_t sum(const struct draw_table *table, const uint16_t *words, size_t n,
                    size_t *rejected)
{
    if (table->plane == NULL)
        return draw_path_avx2.sum(table, words, n, rejected);
    return sum_planes(table, words, n, rejected);
}

/* Where words lead: each as a choice among the units and among the things of one; both are right
 * where they are read. All are made before any is read: a load that spans two stores waits until
 * both have left for the cache. */
struct choices {
    alignas(64) uint16_t unit[DRAW_NEST_WORDS], thing[DRAW_NEST_WORDS];
};

/* Returns how many of the n words stand before the first rejected one. */
AVX512 static size_t choose(const struct draw_nest *nest, const uint16_t *words, size_t n,
                            struct choices *choices)
{
    const __m512i units = _mm512_set1_epi16((short)nest->n_units);
    const __m512i bound = _mm512_set1_epi16((short)nest->bound);
    const __m512i unit_threshold = _mm512_set1_epi16((short)nest->unit_threshold);
    const __m512i threshold = _mm512_set1_epi16((short)nest->threshold);
    for (size_t i = 0; i < n; i += 32) {
        __mmask32 is_unit = nest->unit_words[i / 32];
        __m512i word = _mm512_loadu_si512(words + i);
        uint32_t rejected =
            _mm512_mask_cmplt_epu16_mask(is_unit, _mm512_mullo_epi16(word, units), unit_threshold);
        rejected |=
            _mm512_mask_cmplt_epu16_mask(~is_unit, _mm512_mullo_epi16(word, bound), threshold);
        _mm512_store_si512(choices->unit + i, _mm512_mulhi_epu16(word, units));
        _mm512_store_si512(choices->thing + i, _mm512_mulhi_epu16(word, bound));
        if (rejected != 0) {
            size_t first = i + (size_t)__builtin_ctz(rejected);
            return first < n ? first : n;
        }
    }
    return n;
}

AVX512 static inline __attribute__((always_inline)) __m512i indices_at(const uint16_t *thing)
{
    return _mm512_cvtepu16_epi64(_mm_loadu_si128((const __m128i *)(const void *)thing));
}

/* What the visit at word i draws from a unit of up to sixteen values, which two registers hold: eight
 * partial sums. */
AVX512 static inline __attribute__((always_inline)) __m512i visit_one(const struct draw_nest *nest,
                                                                      const struct choices *choices,
                                                                      size_t i)
{
    const unsigned present = (1U << nest->bound) - 1;
    const uint64_t *value = nest->value + (size_t)choices->unit[i] * (nest->bound + 1);
    __m512i low = _mm512_loadu_si512(value), high = _mm512_loadu_si512(value + 8);
    __m512i first = _mm512_maskz_permutex2var_epi64((__mmask8)present, low,
                                                    indices_at(choices->thing + i + 1), high);
    __m512i second = _mm512_maskz_permutex2var_epi64((__mmask8)(present >> 8), low,
                                                     indices_at(choices->thing + i + 9), high);
    return _mm512_add_epi64(first, second);
}

/* Eight vectors' sums: three times, halves of neighbours are put together and added. */
AVX512 static inline __attribute__((always_inline)) __m512i sums_of_eight(const __m512i x[8])
{
    __m512i four[4], two[2];
    for (size_t i = 0; i < 4; i++)
        four[i] = _mm512_add_epi64(_mm512_unpacklo_epi64(x[2 * i], x[2 * i + 1]),
                                   _mm512_unpackhi_epi64(x[2 * i], x[2 * i + 1]));
    /* four[i] holds sums of vectors 2 i and 2 i + 1 in turns, in four 128-bit parts. */
    for (size_t i = 0; i < 2; i++)
        two[i] = _mm512_add_epi64(_mm512_shuffle_i64x2(four[2 * i], four[2 * i + 1], 0x88),
                                  _mm512_shuffle_i64x2(four[2 * i], four[2 * i + 1], 0xdd));
    return _mm512_add_epi64(_mm512_shuffle_i64x2(two[0], two[1], 0x88),
                            _mm512_shuffle_i64x2(two[0], two[1], 0xdd));
}

AVX512 static size_t visit(const struct draw_nest *nest, const uint16_t *words, size_t n,
                           double *sum)
{
    const size_t step = 1 + nest->bound;
    struct choices choices;
    n = choose(nest, words, n * step, &choices) / step;
    for (size_t v = 0; v < n; v += 8) {
        alignas(64) double means[8];
        __m512i total[8];
        for (size_t i = 0; i < 8; i++)
            total[i] = visit_one(nest, &choices, (v + i < n ? v + i : v) * step);
        _mm512_store_pd(means, _mm512_div_pd(_mm512_cvtepi64_pd(sums_of_eight(total)),
                                             _mm512_set1_pd((double)nest->bound)));
        for (size_t i = 0; i < 8 && v + i < n; i++)
            *sum += means[i];
    }
    return n;
}

const struct draw_path draw_path_avx512 = {"avx512", usable, fill, sum, true, visit};
#endif
