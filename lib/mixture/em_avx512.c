/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em_avx512.c -- the E step with vectors of 64 bytes.
 * Checked:  against the portable path, bit for bit (tests/lib/mixture/test_em.c).
 */
#include <math.h>
#include <string.h>

#include "base/processor.h"
#include "mixture/em.h"

#if EM_X86_64
#include <immintrin.h>

#define EM_BYTES 64
#define EM_TARGET __attribute__((target("avx512f,avx512dq")))
#define EM_LARGER _mm512_max_pd
#define EM_TALLY tally_avx512
#define EM_VECTOR vector_avx512
#define EM_WORDS words_avx512
#include "mixture/em_expect.h"

static bool usable(void)
{
    return PROCESSOR_HAS(avx512f) && PROCESSOR_HAS(avx512dq);
}

const struct em_path em_path_avx512 = {"avx512", usable, expect};
#endif
