/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abbreviate.c -- a name without most of its signs: what stands at certain places, the words around
 * them, then its beginning and its end, as far as there is room.
 * Edge:     places that do not fit: the name stays whole.
 * Checked:  tests/program/view/test_distinct_names.c */
#include "view/text/distinct_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

struct signs {
    const char *name;
    size_t *at; /* byte of each sign; at[n]: the end */
    bool *kept;
    size_t n;
};

static void signs_fini(struct signs *signs)
{
    free(signs->at);
    free(signs->kept);
}

static bool signs_init(struct signs *signs, const char *name)
{
    const size_t length = strlen(name);
    *signs = (struct signs){.name = name,
                            .at = malloc((length + 1) * sizeof *signs->at),
                            .kept = calloc(length + 1, sizeof *signs->kept)};
    if (signs->at == NULL || signs->kept == NULL)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!utf8_goes_on(name[i]))
            signs->at[signs->n++] = i;
    signs->at[signs->n] = length;
    return true;
}

static int columns_between(const struct signs *signs, size_t from, size_t to)
{
    int columns = 0;
    for (const char *sign = signs->name + signs->at[from]; sign < signs->name + signs->at[to];)
        columns += terminal_sign(&sign);
    return columns;
}

/* The end of the stretch of signs from `from` that are kept alike. */
static size_t stretch_end(const struct signs *signs, size_t from)
{
    size_t to = from;
    while (to < signs->n && signs->kept[to] == signs->kept[from])
        to++;
    return to;
}

/* What is kept, with an ellipsis for each gap: its columns; written where there is a stream. A gap of
 * one column is filled. */
static int put_signs(const struct signs *signs, FILE *stream)
{
    int all = 0;
    for (size_t from = 0, to; from < signs->n; from = to) {
        to = stretch_end(signs, from);
        const int columns = columns_between(signs, from, to);
        const bool gap = !signs->kept[from] && columns > 1;
        all += gap ? 1 : columns;
        if (stream != NULL && gap)
            fputs("\u2026", stream);
        else if (stream != NULL)
            fwrite(signs->name + signs->at[from], 1, signs->at[to] - signs->at[from], stream);
    }
    return all;
}

/* Keeps the sign, if that fits. */
static bool keep(struct signs *signs, size_t i, int limit)
{
    const bool before = signs->kept[i];
    signs->kept[i] = true;
    if (before || put_signs(signs, NULL) <= limit)
        return true;
    signs->kept[i] = false;
    return false;
}

static bool in_word(const struct signs *signs, size_t i)
{
    const unsigned char c = (unsigned char)signs->name[signs->at[i]];
    return c >= 0x80 || isalnum(c);
}

/* The word at a place, as far as it fits: its end says more than its beginning. */
static void keep_word(struct signs *signs, size_t place, int limit)
{
    for (size_t i = place; i < signs->n && in_word(signs, i); i++)
        if (!keep(signs, i, limit))
            break;
    for (size_t i = place; i > 0 && in_word(signs, i - 1); i--)
        if (!keep(signs, i - 1, limit))
            break;
}

/* Two signs of the beginning for one of the end, while there is room. */
static void keep_ends(struct signs *signs, int limit)
{
    size_t front = 0, back = signs->n;
    bool more = true;
    while (more) {
        more = false;
        for (int side = 0; side < 3; side++) {
            while (front < signs->n && signs->kept[front])
                front++;
            while (back > 0 && signs->kept[back - 1])
                back--;
            if (front < back && keep(signs, side < 2 ? front : back - 1, limit))
                more = true;
        }
    }
}

char *abbreviate(const char *name, const size_t *places, size_t n, int limit)
{
    SCOPED(signs_fini) struct signs signs = {0};
    if (!signs_init(&signs, name))
        return NULL;
    for (size_t i = 0, sign = 0; i < n; i++) {
        while (sign + 1 < signs.n && signs.at[sign + 1] <= places[i])
            sign++;
        signs.kept[sign] = true;
    }
    OWNED bool *marked = malloc((signs.n + 1) * sizeof *marked);
    struct view_writer writer;
    FILE *stream = view_open(&writer);
    if (put_signs(&signs, NULL) > limit)
        memset(signs.kept, true, signs.n * sizeof *signs.kept);
    if (marked != NULL)
        memcpy(marked, signs.kept, signs.n * sizeof *marked);
    for (size_t i = signs.n; marked != NULL && i-- > 0;)
        if (marked[i])
            keep_word(&signs, i, limit);
    keep_ends(&signs, limit);
    if (stream != NULL)
        (void)put_signs(&signs, stream);
    char *cut = view_close(&writer);
    if (marked == NULL) {
        free(cut);
        cut = NULL;
    }
    return cut;
}
