/* SPDX-License-Identifier: GPL-3.0-or-later */
/* level_words.c -- units of a level as people name them. */
#include "base/level_words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* ---- levels ---- */

static bool ends_with(const char *text, size_t length, const char *end)
{
    const size_t n = strlen(end);
    return length > n && memcmp(text + length - n, end, n) == 0;
}

struct level_words level_plural(const char *level)
{
    static const char *const hissing[] = {"s", "x", "z", "ch", "sh"};
    const size_t length = strlen(level);
    const char last = length > 0 ? level[length - 1] : '\0',
               before = length > 1 ? level[length - 2] : '\0';
    struct level_words text;
    const char *ending = "s";
    size_t kept = length;
    for (size_t i = 0; i < sizeof hissing / sizeof *hissing; i++)
        if (ends_with(level, length, hissing[i]))
            ending = "es";
    if (last >= '0' && last <= '9') {
        ending = " units";
    } else if (last == 'y' && strchr("aeiou", before) == NULL) {
        ending = "ies";
        kept--;
    }
    (void)snprintf(text.text, sizeof text.text, "%.*s%s", (int)(kept < 40 ? kept : 40), level,
                   ending);
    return text;
}

struct level_words level_units(size_t n, const char *level)
{
    struct level_words text;
    if (n == 1)
        (void)snprintf(text.text, sizeof text.text, "1 %.40s", level);
    else
        (void)snprintf(text.text, sizeof text.text, "%zu %.42s", n, level_plural(level).text);
    return text;
}
