/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole_number.h -- a label that is a number: 1, -20; not 01, +1, -0 or what has more than 18 digits. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number that a text is, as it would be written; false: it is none. */
static inline bool whole_number(const char *text, size_t size, int64_t *number)
{
    const bool minus = size > 1 && text[0] == '-';
    const size_t first = minus ? 1 : 0;
    int64_t n = 0;
    if (size == 0 || size - first > 18 || (size - first > 1 && text[first] == '0') ||
        (minus && text[1] == '0'))
        return false;
    for (size_t i = first; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        n = 10 * n + (text[i] - '0');
    }
    *number = minus ? -n : n;
    return true;
}
