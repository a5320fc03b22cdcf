/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_avx512.c -- drawing with AVX-512 VBMI: 64 indices look up 64 values in registers.
 *
 * A unit of up to 127 values is kept as six planes of bytes, one for each byte of its 48-bit
 * values. One instruction looks 64 indices up in a plane, one more adds the 64 bytes; rejected and
 * absent draws look up a zero.
 * Checked:  against the portable path, bit for bit.
 */
#include "interval/bootstrap_draw.h"

#if DRAW_X86_64
#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi,popcnt")))
#define FILL_NAME fill
#define FILL_VECTOR fill_vector
#define FILL_BYTES 64
#define FILL_TARGET AVX512
#include "interval/bootstrap_fill.h"

static bool usable(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vbmi") && draw_path_avx2.usable();
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

const struct draw_path draw_path_avx512 = {"avx512", usable, fill, sum, true};
#endif
