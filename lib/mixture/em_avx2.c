/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em_avx2.c -- the E step with vectors of 32 bytes.
 * Checked:  against the portable path, bit for bit (tests/lib/mixture/test_em.c).
 */
#include <math.h>
#include <string.h>

#include "base/processor.h"
#include "mixture/em.h"

#if EM_X86_64
#include <immintrin.h>

#define EM_BYTES 32
#define EM_TARGET __attribute__((target("avx2")))
#define EM_LARGER _mm256_max_pd
#define EM_TALLY tally_avx2
#define EM_VECTOR vector_avx2
#define EM_WORDS words_avx2
#include "mixture/em_expect.h"

static bool usable(void)
{
    return PROCESSOR_HAS(avx2);
}

const struct em_path em_path_avx2 = {"avx2", usable, expect};
#endif
