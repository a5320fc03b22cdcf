/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.h -- counter-based random numbers (Philox 4x32-10, Salmon et al., SC'11, through
 * Random123).
 *
 * A stream is named by (seed, domain, replicate, unit) and needs no other state: any stream can be
 * drawn alone, in any order and on any thread, and gives the same bits. Give each use of random
 * numbers its own domain, so that two uses of one seed are independent.
 */
#ifndef ASSAY_RANDOM_H
#define ASSAY_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>

ASSAY_BEGIN_DECLS

/* One number for each use of random numbers; never reuse or renumber one: results would change. */
enum assay_random_domain {
    ASSAY_RANDOM_SCHEDULE = 1,
    ASSAY_RANDOM_BOOTSTRAP = 2,
    ASSAY_RANDOM_SIMULATION = 3,
    ASSAY_RANDOM_PERMUTATION = 4,
    ASSAY_RANDOM_MIXTURE = 5,
    ASSAY_RANDOM_BUILD = 6,
    ASSAY_RANDOM_ENVIRONMENT = 7,
    ASSAY_RANDOM_LAYOUT = 8,
    ASSAY_RANDOM_DIP = 9,
    ASSAY_RANDOM_POWER = 20,
    ASSAY_RANDOM_TEST = 99
};

struct assay_random {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t block[4]; /* the last block made; its words are used from the front */
    unsigned used;     /* words of block already given out, 0..4 */
};

/* Starts the stream (seed, domain, replicate, unit). unit < 2^32; a stream gives 2^34 words before
 * it repeats none. */
ASSAY_API void assay_random_init(struct assay_random *random, uint64_t seed,
                                 enum assay_random_domain domain, uint32_t replicate,
                                 uint32_t unit);

/* 32 and 64 uniform bits. */
ASSAY_API uint32_t assay_random_u32(struct assay_random *random);
ASSAY_API uint64_t assay_random_u64(struct assay_random *random);

/* A uniform integer in [0, n), without bias (Lemire 2019, multiply and reject); n >= 1. */
ASSAY_API uint64_t assay_random_below(struct assay_random *random, uint64_t n);

/* A uniform double in the open interval (0, 1), 53 bits. */
ASSAY_API double assay_random_uniform(struct assay_random *random);

/* A standard normal deviate (inversion; libRmath qnorm: exact in the tails, one uniform each). */
ASSAY_API double assay_random_normal(struct assay_random *random);

/* Puts the numbers 0..n-1 into order[] in uniformly random order (Fisher-Yates). */
ASSAY_API void assay_random_permutation(struct assay_random *random, size_t n, size_t *order);

ASSAY_END_DECLS

#endif
