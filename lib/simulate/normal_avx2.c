/* SPDX-License-Identifier: GPL-3.0-or-later */
/* normal_avx2.c -- AVX2: four deviates at once.
 * Checked:  against the portable path, bit for bit.
 */
#include "base/processor.h"
#include "simulate/normal.h"

#if DRAW_X86_64
#include <immintrin.h>

#define NORMAL_NAME(name) avx2##_##name
#define NORMAL_BYTES 32
#define NORMAL_TARGET __attribute__((target("avx2")))
#define NORMAL_SQRT(x) ((avx2_real)_mm256_sqrt_pd((__m256d)(x)))
#include "simulate/normal_transform.h"

static bool usable(void)
{
    return PROCESSOR_HAS(avx2);
}

const struct normal_path normal_path_avx2 = {"avx2", usable, avx2_transform};
#endif
