/* SPDX-License-Identifier: GPL-3.0-or-later */
/* regex.c -- the regular expression that reads values out of a program's output. */
#include "design/regex.h"

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

/* ---- how much regcomp has to do ---- */

struct amount {
    double parts;   /* once repetitions are written out as regcomp does: x+ is xx*, {n,m} has m */
    double empties; /* see REGEX_MOST_EMPTIES */
};

struct group {
    struct amount whole, last; /* of all so far; of the atom that a repetition would repeat */
    bool before_empty, last_empty, other_empty; /* can the branch before that atom be empty, the
                                                   atom, a branch before this one? */
    bool branches;
};

struct times {
    double least, most;
};

/* How often {n}, {n,}, {,m} or {n,m} at c writes down what stands before it; at its end then. */
static struct times read_times(const char **c)
{
    char *end;
    const double least = (double)strtoul(*c + 1, &end, 10);
    double most = least;
    if (*end == ',')
        most = isdigit((unsigned char)end[1]) ? (double)strtoul(end + 1, &end, 10) : least + 1;
    const char *close = strchr(end, '}');
    *c = close != NULL ? close : end - 1;
    return (struct times){least, fmax(least, most)};
}

static void begin_branch(struct group *group)
{
    group->before_empty = group->last_empty = true;
    group->last = (struct amount){0, 0};
}

static void end_branch(struct group *group)
{
    group->other_empty |= group->before_empty && group->last_empty;
}

static void add_atom(struct group *group, struct amount amount, bool empty)
{
    group->before_empty &= group->last_empty;
    group->last_empty = empty;
    group->last = amount;
    group->whole.parts += amount.parts;
    group->whole.empties += amount.empties;
}

static void repeat_atom(struct group *group, struct times times)
{
    const double more = fmax(times.most, 1) - 1,
                 empty = group->last_empty ? REGEX_EMPTY_REPETITION : 0;
    group->whole.parts += more * group->last.parts;
    group->last.parts += more * group->last.parts;
    group->whole.empties += more * group->last.empties + empty;
    group->last.empties += more * group->last.empties + empty;
    group->last_empty |= times.least == 0;
}

/* The amount of a group that ends. */
static struct amount close_group(struct group *group)
{
    end_branch(group);
    const bool hollow = group->whole.parts == 0;
    return (struct amount){group->whole.parts + 1,
                           group->whole.empties +
                               (group->other_empty && (group->branches || hollow))};
}

static bool is_assertion(const char *c)
{
    return *c == '^' || *c == '$' ||
           (*c == '\\' && c[1] != '\0' && strchr("bB<>`'123456789", c[1]));
}

/* Of the whole expression. Infinitely many where groups stand deeper than anybody can mean. */
static struct amount amount_of(const char *pattern)
{
    enum { DEEPEST = 100 };
    struct group groups[DEEPEST] = {{.branches = false}}, *group = groups;
    begin_branch(group);
    for (const char *c = pattern; *c != '\0'; c++) {
        if (*c == '(') {
            if (++group == groups + DEEPEST)
                return (struct amount){INFINITY, 0};
            *group = (struct group){.branches = false};
            begin_branch(group);
        } else if (*c == ')' && group > groups) {
            const struct amount amount = close_group(group);
            const bool empty = group->other_empty;
            add_atom(--group, amount, empty);
        } else if (*c == '|') {
            end_branch(group);
            begin_branch(group);
            group->branches = true;
        } else if (*c == '*' || *c == '?' || *c == '+') {
            repeat_atom(group, (struct times){*c == '+', *c == '+' ? 2 : 1});
        } else if (*c == '{' && (isdigit((unsigned char)c[1]) || c[1] == ',')) {
            repeat_atom(group, read_times(&c));
        } else {
            add_atom(group, (struct amount){1, is_assertion(c)}, is_assertion(c));
            if (*c == '\\' && c[1] != '\0')
                c++;
            else if (*c == '[')
                c = bracket_end(c);
        }
        if (*c == '\0')
            break;
    }
    for (; group > groups; group--)
        add_atom(group - 1, close_group(group), true);
    return close_group(groups);
}

/* True when regcomp can be trusted with the expression. */
static bool is_small(const char *pattern, char *problem, size_t size)
{
    const struct amount amount = amount_of(pattern);
    if (isinf(amount.parts))
        (void)snprintf(problem, size, "has groups within groups without end (write one)");
    else if (!(amount.parts <= REGEX_MOST_PARTS))
        (void)snprintf(problem, size,
                       "has %.3g parts once its repetitions are written out (at most %d)",
                       amount.parts, REGEX_MOST_PARTS);
    else if (!(amount.empties <= REGEX_MOST_EMPTIES))
        (void)snprintf(problem, size,
                       "repeats too much that can be empty (write a* for a** and (a*)*)");
    else
        return true;
    return false;
}

/* Its groups; -1 with the problem. */
static long count_groups(const char *pattern, char *problem, size_t size)
{
    const char *foreign = foreign_escape(pattern);
    if (foreign != NULL) {
        (void)snprintf(problem, size, "%s", foreign);
        return -1;
    }
    if (!is_small(pattern, problem, size))
        return -1;
    regex_t regex;
    int code = regcomp(&regex, pattern, REG_EXTENDED);
    if (code != 0) {
        char text[100];
        (void)regerror(code, &regex, text, sizeof text);
        (void)snprintf(problem, size, "cannot be read: %s", text);
        return -1;
    }
    const long groups = (long)regex.re_nsub;
    regfree(&regex);
    return groups;
}

bool regex_check_line(const char *pattern, char *problem, size_t size)
{
    return count_groups(pattern, problem, size) >= 0;
}

bool regex_check(const char *pattern, char *problem, size_t size)
{
    const long groups = count_groups(pattern, problem, size);
    if (groups == 1 || groups < 0)
        return groups == 1;
    (void)snprintf(problem, size, "has %ld groups (write one, around the number: ([0-9.]+))",
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
