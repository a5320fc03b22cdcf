/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wide.h -- unsigned numbers of 128 bits, also where the compiler has none (32-bit processors). */
#pragma once

#include <stdint.h>

struct wide {
    uint64_t high, low;
};

static inline struct wide wide_sum(struct wide a, struct wide b)
{
    const uint64_t low = a.low + b.low;
    return (struct wide){a.high + b.high + (low < a.low), low};
}

/* By halves, as on paper; no part of the sum is above 64 bits. */
static inline struct wide wide_product_by_halves(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT32_MAX;
    const uint64_t low = (a & half) * (b & half), left = (a >> 32) * (b & half),
                   right = (a & half) * (b >> 32), high = (a >> 32) * (b >> 32);
    const uint64_t middle = (low >> 32) + (left & half) + right;
    return (struct wide){high + (left >> 32) + (middle >> 32), middle << 32 | (low & half)};
}

static inline struct wide wide_product(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 both;
    const both product = (both)a * b;
    return (struct wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    return wide_product_by_halves(a, b);
#endif
}
