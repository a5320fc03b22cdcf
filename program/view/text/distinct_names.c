/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distinct_names.c -- names cut to a width that stay apart.
 *
 * Names of benchmarks share long beginnings and ends ("pkg/module/Sort/size=1000/random-8"). Those
 * that look alike without their middle are sorted: what two neighbours share at the beginning says
 * where they part, and each name keeps what it has at all the places where another one parts from it.
 * Edge:     more places than fit, or a name that is the beginning of another and repeats one sign:
 *           they stay whole, and the table is wider.
 * Checked:  tests/program/view/test_distinct_names.c: by hand, and thousands of generated names. */
#include "view/text/distinct_names.h"
#include "view/text/view_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "view/text/terminal.h"

struct entry {
    char *name; /* made safe */
    char *cut;
    size_t place; /* in the caller's array */
    bool alike;   /* cut, it looks like another name */
};

static int by_cut(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    const int order = strcmp(a->cut, b->cut);
    return order != 0 ? order : strcmp(a->name, b->name);
}

/* Those that are alike first, by name. */
static int by_name(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    return a->alike != b->alike ? b->alike - a->alike : strcmp(a->name, b->name);
}

/* How many names look like another one. */
static size_t find_alike(struct entry *entries, size_t n)
{
    size_t found = 0;
    qsort(entries, n, sizeof *entries, by_cut);
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && strcmp(entries[from].cut, entries[to].cut) == 0;)
            to++;
        const bool alike = strcmp(entries[from].name, entries[to - 1].name) != 0;
        for (size_t i = from; i < to; i++)
            entries[i].alike = alike;
        found += alike ? to - from : 0;
    }
    return found;
}

static bool replace(struct entry *entry, char *cut)
{
    if (cut == NULL)
        return false;
    free(entry->cut);
    entry->cut = cut;
    return true;
}

/* How many bytes two names share at the beginning; no sign is halved. */
static size_t shared_bytes(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] != '\0' && a[n] == b[n])
        n++;
    return utf8_begin(a, n);
}

/* The places where a name and those on one side of it part, from left to right. */
struct places {
    size_t *at, n;
};

/* One name further: what it shares with the one before ends all that go beyond. */
static void part(struct places *places, size_t shared)
{
    while (places->n > 0 && places->at[places->n - 1] >= shared)
        places->n--;
    places->at[places->n++] = shared;
}

static size_t longest_name(const struct entry *entries, size_t n)
{
    size_t longest = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t length = strlen(entries[i].name);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* What names part from on the right, for all of n sorted ones; a row of `room` each. */
static void places_after(const struct entry *entries, size_t n, size_t room, size_t *rows,
                         size_t *counts, size_t *stack)
{
    struct places after = {stack, 0};
    for (size_t i = n; i-- > 0;) {
        if (i + 1 < n && strcmp(entries[i].name, entries[i + 1].name) != 0)
            part(&after, shared_bytes(entries[i].name, entries[i + 1].name));
        counts[i] = after.n < room ? after.n : room;
        memcpy(&rows[i * room], after.at, counts[i] * sizeof *rows);
    }
}

static int by_size(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;
    return (a > b) - (a < b);
}

/* Cuts n sorted names where they part from one another. More places than `room` on a side are more than
 * fit. */
static bool cut_sorted(struct entry *entries, size_t n, int limit)
{
    const size_t room = (size_t)limit, longest = longest_name(entries, n);
    OWNED size_t *rows = malloc(n * room * sizeof *rows), *counts = malloc(n * sizeof *counts);
    OWNED size_t *stack = malloc((longest + 2) * sizeof *stack);
    OWNED size_t *all = malloc((longest + room + 2) * sizeof *all);
    struct places before = {stack, 0};
    bool done = rows != NULL && counts != NULL && stack != NULL && all != NULL;
    if (done)
        places_after(entries, n, room, rows, counts, stack);
    for (size_t i = 0; done && i < n; i++) {
        if (i > 0 && strcmp(entries[i - 1].name, entries[i].name) != 0)
            part(&before, shared_bytes(entries[i - 1].name, entries[i].name));
        memcpy(all, before.at, before.n * sizeof *all);
        memcpy(all + before.n, &rows[i * room], counts[i] * sizeof *all);
        qsort(all, before.n + counts[i], sizeof *all, by_size);
        if (terminal_columns(entries[i].name) > limit)
            done =
                replace(&entries[i], abbreviate(entries[i].name, all, before.n + counts[i], limit));
    }
    return done;
}

/* Cuts what looks alike where it differs; what still looks alike then stays whole. */
static bool tell_apart(struct entry *entries, size_t n, int limit)
{
    const size_t alike = find_alike(entries, n);
    if (alike == 0)
        return true;
    qsort(entries, n, sizeof *entries, by_name);
    bool done = cut_sorted(entries, alike, limit);
    if (done && find_alike(entries, n) > 0)
        for (size_t i = 0; done && i < n; i++)
            done = !entries[i].alike || replace(&entries[i], strdup(entries[i].name));
    return done;
}

bool distinct_names(const char *const *names, size_t n, int limit, char **cut)
{
    OWNED struct entry *entries = calloc(n + 1, sizeof *entries);
    bool done = entries != NULL;
    for (size_t i = 0; done && i < n; i++) {
        char *safe = terminal_name(names[i]);
        entries[i] =
            (struct entry){safe, safe != NULL ? terminal_shorten(safe, limit) : NULL, i, false};
        done = entries[i].cut != NULL;
    }
    done = done && (limit <= 0 || tell_apart(entries, n, limit));
    for (size_t i = 0; entries != NULL && i < n; i++) {
        free(entries[i].name);
        if (done)
            cut[entries[i].place] = entries[i].cut;
        else
            free(entries[i].cut);
    }
    return done;
}

bool distinct_pair(const char *newer, const char *older, int limit, char **new_cut, char **old_cut)
{
    const char *const names[] = {newer, older};
    char *cut[2] = {NULL, NULL};
    const bool done = distinct_names(names, 2, limit, cut);
    if (!done)
        view_lose();
    *new_cut = cut[0];
    *old_cut = cut[1];
    return done;
}
