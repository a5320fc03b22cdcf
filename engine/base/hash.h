/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash.h -- FNV-1a, 64 bits: names of kept files and drawn orders hang on it, so it stays.
 * Source:   Fowler, Noll, Vo; draft-eastlake-fnv-17. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* Continued from hash; begin with HASH_START. */
static inline uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* A text with its final zero, so that "ab" and "c" are not "a" and "bc". */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}
