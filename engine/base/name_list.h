/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name_list.h -- a list of names that stand elsewhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct name_list {
    const char **items;
    size_t n;
};

/* "a, b, c" into text, cut to size; in memory of the caller. */
void name_list_join(const struct name_list *names, char *text, size_t size);

/* Both the same, or neither there. */
bool name_is(const char *a, const char *b);
/* True when the pattern is the name, or matches it as a shell's does. */
bool name_matches(const char *pattern, const char *name);
/* True when the name itself stands in the list. */
bool name_list_has(const struct name_list *names, const char *name);
/* True when one of the patterns matches; without any, always. */
bool name_list_selects(const struct name_list *patterns, const char *name);
