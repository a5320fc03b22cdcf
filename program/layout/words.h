/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h -- looking at words of command lines, and at names. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether the first n letters are a word of the list, which has blanks between its words. */
static inline bool letters_are_one_of(const char *letters, size_t n, const char *list)
{
    for (; *list != '\0'; list += strspn(list, " ")) {
        const size_t length = strcspn(list, " ");
        if (length == n && memcmp(list, letters, n) == 0)
            return true;
        list += length;
    }
    return false;
}

static inline bool word_is_one_of(const char *word, const char *list)
{
    return letters_are_one_of(word, strlen(word), list);
}

static inline bool word_begins_with(const char *word, const char *start)
{
    return strncmp(word, start, strlen(start)) == 0;
}
