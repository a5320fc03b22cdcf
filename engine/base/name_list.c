/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name_list.c -- names as people list them. */
#include "base/name_list.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

void name_list_join(const struct name_list *names, char *text, size_t size)
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < names->n && n < size; i++)
        n += (size_t)snprintf(text + n, size - n, "%s%s", i > 0 ? ", " : "", names->items[i]);
}

bool name_is(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Most patterns are a beginning and an end, "http_*": no need to ask the C library, which makes wide characters of both. */
static bool matches(const char *pattern, const char *name)
{
    static const char special[] = "*?[\\";
    const char *star = strpbrk(pattern, special);
    if (star == NULL || *star != '*' || strpbrk(star + 1, special) != NULL)
        return star != NULL && fnmatch(pattern, name, 0) == 0;
    const size_t head = (size_t)(star - pattern), tail = strlen(star + 1), n = strlen(name);
    return n >= head + tail && memcmp(pattern, name, head) == 0 &&
           memcmp(star + 1, name + n - tail, tail) == 0;
}

bool name_matches(const char *pattern, const char *name)
{
    return strcmp(pattern, name) == 0 || matches(pattern, name);
}

bool name_list_has(const struct name_list *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

bool name_list_selects(const struct name_list *patterns, const char *name)
{
    for (size_t i = 0; i < patterns->n; i++)
        if (name_matches(patterns->items[i], name))
            return true;
    return patterns->n == 0;
}
