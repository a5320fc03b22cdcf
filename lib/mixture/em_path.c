/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em_path.c -- the E step in vectors that every processor has, and the choice among all paths.
 * Checked:  every path against this one, bit for bit (tests/lib/mixture/test_em.c).
 */
#include <math.h>
#include <string.h>

#include "mixture/em.h"

#define EM_BYTES 16
#define EM_TARGET
#define EM_TALLY tally_portable
#if EM_X86_64
#include <emmintrin.h>
#define EM_LARGER _mm_max_pd
#endif
#define EM_VECTOR vector_portable
#define EM_WORDS words_portable
#include "mixture/em_expect.h"

static bool usable(void)
{
    return true;
}

const struct em_path em_path_portable = {"portable", usable, expect};

const struct em_path *const em_paths[] = {
    &em_path_portable,
#if EM_X86_64
    &em_path_avx2,
    &em_path_avx512,
#endif
};
const size_t n_em_paths = sizeof em_paths / sizeof *em_paths;

const struct em_path *em_path_best(void)
{
    for (size_t i = n_em_paths; i-- > 1;)
        if (em_paths[i]->usable())
            return em_paths[i];
    return em_paths[0];
}
