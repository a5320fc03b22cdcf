/* SPDX-License-Identifier: GPL-3.0-or-later */
/* regex.c -- the regular expression that reads values out of a program's output. */
#include "manifest/regex.h"

#include <ctype.h>
#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
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

/* At the end of [ … ], whose own brackets may hold [:class:], [.name.] and [=name=]; else at the end. */
static const char *bracket_end(const char *c)
{
    c += c[1] == '^' ? 2 : 1;
    c += *c == ']';
    for (; *c != '\0' && *c != ']'; c++) {
        if (*c != '[' || c[1] == '\0' || strchr(":.=", c[1]) == NULL)
            continue;
        const char close[] = {c[1], ']', '\0'};
        const char *end = strstr(c + 2, close);
        if (end == NULL)
            return c + strlen(c);
        c = end + 1;
    }
    return c;
}

/* How often {n}, {n,} or {n,m} at c writes down what stands before it; at its end then. */
static double read_times(const char **c)
{
    char *end;
    const double least = (double)strtoul(*c + 1, &end, 10);
    double most = least;
    if (*end == ',')
        most = isdigit((unsigned char)end[1]) ? (double)strtoul(end + 1, &end, 10) : least + 1;
    const char *close = strchr(end, '}');
    *c = close != NULL ? close : end - 1;
    return fmax(least, most);
}

/* How many parts an expression has once its repetitions are written out, as regcomp writes them: x+
 * is xx*, so that each + of x++++ doubles them, and {n,m} has m. Infinitely many where groups stand
 * deeper than anybody can mean. */
static double parts_of(const char *pattern)
{
    enum { DEEPEST = 100 };
    double parts[DEEPEST] = {0}, last = 0;
    size_t depth = 0;
    for (const char *c = pattern; *c != '\0'; c++) {
        double times = 1;
        if (*c == '+') {
            times = 2;
        } else if (*c == '{' && isdigit((unsigned char)c[1])) {
            times = read_times(&c);
        } else if (*c == '(') {
            if (++depth == DEEPEST)
                return INFINITY;
            parts[depth] = last = 0;
        } else if (*c == ')' && depth > 0) {
            last = parts[depth--] + 1;
            parts[depth] += last;
        } else if (strchr("*?|", *c) == NULL) {
            if (*c == '\\' && c[1] != '\0')
                c++;
            else if (*c == '[')
                c = bracket_end(c);
            parts[depth] += last = 1;
        }
        if (times > 1) {
            parts[depth] += (times - 1) * last;
            last *= times;
        }
        if (*c == '\0')
            break;
    }
    for (size_t i = 1; i <= depth; i++)
        parts[0] += parts[i];
    return parts[0];
}

bool regex_check(const char *pattern, char *problem, size_t size)
{
    const char *foreign = foreign_escape(pattern);
    if (foreign != NULL) {
        (void)snprintf(problem, size, "%s", foreign);
        return false;
    }
    const double parts = parts_of(pattern);
    if (!(parts <= REGEX_MOST_PARTS)) {
        if (isinf(parts))
            (void)snprintf(problem, size, "has groups within groups without end (write one)");
        else
            (void)snprintf(problem, size,
                           "has %.3g parts once its repetitions are written out (at most %d)",
                           parts, REGEX_MOST_PARTS);
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
