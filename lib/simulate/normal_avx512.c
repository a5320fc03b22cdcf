/* SPDX-License-Identifier: GPL-3.0-or-later */
/* normal_avx512.c -- AVX-512: eight deviates at once.
 * Checked:  against the portable path, bit for bit.
 */
#include "base/processor.h"
#include "simulate/normal.h"

#if DRAW_X86_64
#include <immintrin.h>

#define NORMAL_NAME(name) avx512##_##name
#define NORMAL_BYTES 64
#define NORMAL_TARGET __attribute__((target("avx512f")))
#define NORMAL_SQRT(x) ((avx512_real)_mm512_sqrt_pd((__m512d)(x)))
#include "simulate/normal_transform.h"

static bool usable(void)
{
    return PROCESSOR_HAS(avx512f);
}

const struct normal_path normal_path_avx512 = {"avx512", usable, avx512_transform};
#endif
