/* SPDX-License-Identifier: GPL-3.0-or-later */
/* regex.c -- the regular expression that reads values out of a program's output. */
#include "manifest/regex.h"

#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

/* Expressions of other dialects compile here and then never match: say so at once. */
static const char *foreign_escape(const char *pattern)
{
    for (const char *c = pattern; *c != '\0'; c++) {
        if (*c != '\\')
            continue;
        if (c[1] == 'd' || c[1] == 'D')
            return "uses \\d, which POSIX does not know (write [0-9])";
        if (c[1] != '\0')
            c++;
    }
    return strstr(pattern, "(?") != NULL ? "uses (?…), which POSIX does not know" : NULL;
}

bool regex_check(const char *pattern, char *problem, size_t size)
{
    const char *foreign = foreign_escape(pattern);
    if (foreign != NULL) {
        (void)snprintf(problem, size, "%s", foreign);
        return false;
    }
    regex_t regex;
    int code = regcomp(&regex, pattern, REG_EXTENDED);
    if (code != 0) {
        char text[100];
        (void)regerror(code, &regex, text, sizeof text);
        (void)snprintf(problem, size, "cannot be read: %s", text);
        return false;
    }
    size_t groups = regex.re_nsub;
    regfree(&regex);
    if (groups == 1)
        return true;
    (void)snprintf(problem, size, "has %zu groups (write one, around the number: ([0-9.]+))",
                   groups);
    return false;
}

bool regex_unit_after_group(const char *pattern, char *unit, size_t size)
{
    static const char *const units[] = {"s", "ms", "us", "µs", "ns", "sec", "seconds", NULL};
    const char *end = strrchr(pattern, ')');
    if (end == NULL)
        return false;
    end += strspn(end, ") ");
    size_t length = 0;
    while (isalpha((unsigned char)end[length]) || (unsigned char)end[length] >= 0x80)
        length++;
    for (size_t i = 0; units[i] != NULL; i++) {
        if (strlen(units[i]) == length && strncmp(units[i], end, length) == 0) {
            const char *name = units[i][0] == 's' ? "s" : units[i];
            (void)snprintf(unit, size, "%s", strcmp(name, "µs") == 0 ? "us" : name);
            return true;
        }
    }
    return false;
}
