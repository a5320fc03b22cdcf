/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h -- looking at words of command lines, and at names. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The list ends with NULL. */
static inline bool word_is_one_of(const char *word, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

static inline bool word_begins_with(const char *word, const char *start)
{
    return strncmp(word, start, strlen(start)) == 0;
}
