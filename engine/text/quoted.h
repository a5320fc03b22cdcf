/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quoted.h -- which words stand in quotes in a text, by their hashes: dozens of formats look for their
 * keys in it, and most of these are not there. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QUOTED_BITS = 1 << 16 };
struct quoted {
    uint64_t bits[QUOTED_BITS / 64];
};

struct quoted quoted_words(const char *text, size_t size);

/* False: the word stands nowhere in that text with a quote on either side. */
bool quoted_may_hold(const struct quoted *quoted, const char *word);
