/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quoted.c -- words between quotes as a Bloom filter.
 * Source:   Bloom 1970, Space/time trade-offs in hash coding with allowable errors, with one hash.
 * Edge:     what stands between two quotes is a word, whether the first one opens or closes a string.
 * Checked:  tests/engine/text/test_quoted.c. */
#include "text/quoted.h"

#include <string.h>

#include "text/json_keys.h"

static size_t bit_of(const char *word, size_t size)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)((json_keys_some(word, size) + size) * odd >> 48) % QUOTED_BITS;
}

struct quoted quoted_words(const char *text, size_t size)
{
    struct quoted quoted = {{0}};
    const char *end = text + size, *quote = memchr(text, '"', size);
    while (quote != NULL) {
        const char *word = quote + 1;
        quote = memchr(word, '"', (size_t)(end - word));
        const size_t bit = bit_of(word, quote != NULL ? (size_t)(quote - word) : 0);
        quoted.bits[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    return quoted;
}

bool quoted_may_hold(const struct quoted *quoted, const char *word)
{
    const size_t bit = bit_of(word, strlen(word));
    return (quoted->bits[bit / 64] >> bit % 64 & 1) != 0;
}
