/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_lookup.h -- adding values by index, one load each, for the paths without better. */
#pragma once

#include <string.h>

/* Keeps a sum in a general register: gcc 12 -O3 otherwise builds vectors from single loads, which
 * takes twice as long (measured 2026-11). */
#define IN_REGISTER(sum) __asm__("" : "+r"(sum))

/* The sum of value[index[i]], i < n; n is a multiple of 8. */
static inline __attribute__((always_inline)) uint64_t lookup_sum(const uint64_t *value,
                                                                 const uint16_t *index, size_t n)
{
    uint64_t even = 0, odd = 0;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t four[2];
        memcpy(four, index + i, sizeof four);
        for (size_t half = 0; half < 2; half++) {
            even += value[four[half] & 0xffff];
            IN_REGISTER(even);
            odd += value[four[half] >> 16 & 0xffff];
            IN_REGISTER(odd);
            even += value[four[half] >> 32 & 0xffff];
            IN_REGISTER(even);
            odd += value[four[half] >> 48];
            IN_REGISTER(odd);
        }
    }
    return even + odd;
}
