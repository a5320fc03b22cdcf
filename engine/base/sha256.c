/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sha256.c -- SHA-256.
 * Source:   FIPS 180-4, section 6.2. The constants are fractional parts of roots of the first primes, 32 bits.
 * Checked:  tests/engine/base/test_sha256.c: the examples of FIPS 180-4, and lengths about a block's.
 */
#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64 };

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void spread(const unsigned char *block, uint32_t w[64])
{
    for (size_t t = 0; t < 16; t++)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (size_t t = 16; t < 64; t++) {
        const uint32_t a = turn(w[t - 15], 7) ^ turn(w[t - 15], 18) ^ w[t - 15] >> 3;
        const uint32_t b = turn(w[t - 2], 17) ^ turn(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + a + w[t - 7] + b;
    }
}

static void take(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], s[8];
    spread(block, w);
    memcpy(s, state, sizeof s);
    for (size_t t = 0; t < 64; t++) {
        const uint32_t e = turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25);
        const uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const uint32_t t1 = s[7] + e + choice + constants[t] + w[t];
        const uint32_t a = turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22);
        const uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + a + majority;
    }
    for (size_t i = 0; i < 8; i++)
        state[i] += s[i];
}

void sha256(const void *bytes, size_t n, unsigned char out[SHA256_BYTES])
{
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *at = bytes;
    size_t left = n;
    for (; left >= BLOCK; at += BLOCK, left -= BLOCK)
        take(state, at);
    unsigned char end[2 * BLOCK] = {0};
    const size_t size = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    if (left > 0)
        memcpy(end, at, left);
    end[left] = 0x80;
    const uint64_t bits = (uint64_t)n * 8;
    for (size_t i = 0; i < 8; i++)
        end[size - 1 - i] = (unsigned char)(bits >> (8 * i));
    for (size_t done = 0; done < size; done += BLOCK)
        take(state, end + done);
    for (size_t i = 0; i < SHA256_BYTES; i++)
        out[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}
