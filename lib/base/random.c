/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random.c -- counter-based streams over Philox 4x32-10.
 * Source:   Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11;
 *           Random123 1.14.
 * Checked:  Random123's known-answer vectors for philox4x32-10; bounded integers and permutations
 *           by chi-square.
 */
#include <assay/random.h>

#include "base/wide.h"

/* Philox alone, without vectors: their headers would take ten times as long to compile as all of this. */
#define R123_USE_SSE 0
#define R123_USE_X86INTRIN_H 0
#include <Random123/philox.h>

/* Counter words: 0 the block, 1 the unit, 2 the replicate, 3 the domain. The key is the seed. */
void assay_random_init(struct assay_random *random, uint64_t seed, enum assay_random_domain domain,
                       uint32_t replicate, uint32_t unit)
{
    *random = (struct assay_random){
        .key = {(uint32_t)seed, (uint32_t)(seed >> 32)},
        .counter = {0, unit, replicate, (uint32_t)domain},
        .used = 4,
    };
}

static void refill(struct assay_random *random)
{
    philox4x32_ctr_t counter = {
        {random->counter[0], random->counter[1], random->counter[2], random->counter[3]}};
    philox4x32_key_t key = {{random->key[0], random->key[1]}};
    philox4x32_ctr_t block = philox4x32(counter, key);
    for (size_t i = 0; i < 4; i++)
        random->block[i] = block.v[i];
    random->counter[0]++;
    random->used = 0;
}

uint32_t assay_random_u32(struct assay_random *random)
{
    if (random->used == 4)
        refill(random);
    return random->block[random->used++];
}

uint64_t assay_random_u64(struct assay_random *random)
{
    uint64_t low = assay_random_u32(random);
    return (uint64_t)assay_random_u32(random) << 32 | low;
}

uint64_t assay_random_below(struct assay_random *random, uint64_t n)
{
    struct wide product = wide_product(assay_random_u64(random), n);
    if (product.low < n) {
        uint64_t threshold = (0 - n) % n;
        while (product.low < threshold)
            product = wide_product(assay_random_u64(random), n);
    }
    return product.high;
}

/* Above 1/2 the half is rounded away, to the even neighbour: that of the last place would be 1. */
double assay_random_uniform(struct assay_random *random)
{
    const double u = ((double)(assay_random_u64(random) >> 11) + 0.5) * 0x1p-53;
    return u < 1 ? u : 1 - 0x1p-53;
}

void assay_random_permutation(struct assay_random *random, size_t n, size_t *order)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = (size_t)assay_random_below(random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}
