/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name_parts.c -- what tells benchmarks apart stands in columns of its own, what all share is said once.
 *
 * Parameters are KEY=VALUE in brackets at the end of a name, separated by commas, and its segments
 * /KEY=VALUE; a number as the last segment is one without a key.
 * Edge:     more than NAME_PARAMETERS keys, or a key twice in a name: names keep them. Fewer than half
 *           of the names with parameters: likewise.
 * Checked:  tests/program/view/test_name_parts.c. */
#include "view/text/distinct_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"

/* ---- one name ---- */

struct taken {
    char *key[NAME_PARAMETERS], *value[NAME_PARAMETERS];
    size_t n;
    char *rest;
    bool too_many;
};

static void taken_fini(struct taken *taken)
{
    for (size_t i = 0; i < taken->n; i++) {
        free(taken->key[i]);
        free(taken->value[i]);
    }
    free(taken->rest);
    *taken = (struct taken){.n = 0};
}

/* KEY=VALUE of length n; false: it is none. */
static bool take(struct taken *taken, const char *text, size_t n)
{
    const char *sign = memchr(text, '=', n);
    if (sign == NULL || sign == text || sign + 1 == text + n)
        return false;
    const size_t length = (size_t)(sign - text);
    for (size_t i = 0; i < taken->n; i++)
        if (strlen(taken->key[i]) == length && strncmp(taken->key[i], text, length) == 0)
            taken->too_many = true;
    if (taken->n == NAME_PARAMETERS)
        taken->too_many = true;
    if (taken->too_many)
        return true;
    taken->key[taken->n] = strndup(text, length);
    taken->value[taken->n] = strndup(sign + 1, n - length - 1);
    taken->n++;
    return true;
}

/* All that stands between the brackets at its end, or nothing; returns how much of the name is left. */
static size_t take_bracket(struct taken *taken, const char *name, size_t length)
{
    const char close = length > 0 ? name[length - 1] : '\0';
    const char open = close == ')' ? '(' : close == ']' ? '[' : '\0';
    size_t begin = length;
    while (open != '\0' && begin > 0 && name[begin - 1] != open)
        begin--;
    if (open == '\0' || begin < 2)
        return length;
    const size_t before = taken->n;
    for (size_t at = begin, end; at < length - 1; at = end + 1) {
        for (end = at; end < length - 1 && name[end] != ',';)
            end++;
        at += strspn(name + at, " ");
        if (at >= end || !take(taken, name + at, end - at)) {
            while (taken->n > before) { /* no list of parameters: it stays where it is */
                taken->n--;
                free(taken->key[taken->n]);
                free(taken->value[taken->n]);
            }
            return length;
        }
    }
    begin--;
    while (begin > 1 && name[begin - 1] == ' ')
        begin--;
    return begin;
}

static bool is_number(const char *text, size_t n)
{
    return n > 0 && strspn(text, "0123456789") >= n;
}

/* A space or a bracket stands before any sign: what follows is no key. */
static bool is_phrase(const char *text, size_t n)
{
    const size_t at = strcspn(text, " ([=");
    return at < n && text[at] != '=';
}

/* What is left after its segments KEY=VALUE and a number at its end. */
static char *take_segments(struct taken *taken, const char *name, size_t length)
{
    char *rest = calloc(length + 1, 1), *end = rest;
    for (size_t at = 0, next; rest != NULL && at < length; at = next) {
        for (next = at + 1; next < length && name[next] != '/';)
            next++;
        const bool is_segment =
            name[at] == '/' && at > 0 && !is_phrase(name + at + 1, next - at - 1);
        if (is_segment && take(taken, name + at + 1, next - at - 1))
            continue;
        if (is_segment && next == length && taken->n < NAME_PARAMETERS &&
            is_number(name + at + 1, next - at - 1)) {
            taken->key[taken->n] = strdup("");
            taken->value[taken->n++] = strndup(name + at + 1, next - at - 1);
            continue;
        }
        memcpy(end, name + at, next - at);
        end += next - at;
    }
    return rest;
}

/* False: no memory. */
static bool take_apart(const char *name, struct taken *taken)
{
    *taken = (struct taken){.n = 0};
    const size_t length = take_bracket(taken, name, strlen(name));
    taken->rest = take_segments(taken, name, length);
    bool whole = taken->rest != NULL;
    for (size_t i = 0; i < taken->n; i++)
        whole = whole && taken->key[i] != NULL && taken->value[i] != NULL;
    return whole;
}

/* ---- all names ---- */

static size_t find_key(const struct name_parts *parts, const char *key)
{
    size_t at = 0;
    while (at < parts->n_keys && strcmp(parts->key[at], key) != 0)
        at++;
    return at;
}

/* The keys as they appear; none where names are to stay whole. False: no memory. */
static bool choose_keys(struct name_parts *parts, const struct taken *taken)
{
    size_t with = 0;
    bool suits = true, whole = true;
    for (size_t i = 0; i < parts->n && whole; i++) {
        with += taken[i].n > 0;
        suits = suits && !taken[i].too_many;
        for (size_t k = 0; k < taken[i].n && suits; k++) {
            if (find_key(parts, taken[i].key[k]) < parts->n_keys)
                continue;
            suits = parts->n_keys < NAME_PARAMETERS;
            if (suits)
                whole = (parts->key[parts->n_keys++] = strdup(taken[i].key[k])) != NULL;
        }
    }
    if (suits && 2 * with >= parts->n)
        return whole;
    while (parts->n_keys > 0)
        free(parts->key[--parts->n_keys]);
    return whole;
}

/* How much all have in common, up to a separator after which each goes on. */
static size_t common_prefix(char *const *rest, size_t n)
{
    enum { LEAST = 4 };
    size_t length = n > 1 ? strlen(rest[0]) : 0;
    for (size_t i = 1; i < n; i++) {
        size_t same = 0;
        while (same < length && rest[i][same] == rest[0][same])
            same++;
        length = same;
    }
    for (; length > 0; length--) {
        bool ends_well = strchr("./:# ", rest[0][length - 1]) != NULL;
        for (size_t i = 0; i < n && ends_well; i++)
            ends_well = rest[i][length] != '\0';
        if (ends_well)
            break;
    }
    return length >= LEAST ? length : 0;
}

static bool fill(struct name_parts *parts, const char *const *names, struct taken *taken)
{
    for (size_t i = 0; i < parts->n; i++) {
        parts->rest[i] = strdup(parts->n_keys > 0 ? taken[i].rest : names[i]);
        if (parts->rest[i] == NULL)
            return false;
        for (size_t k = 0; k < taken[i].n && parts->n_keys > 0; k++) {
            const size_t at = find_key(parts, taken[i].key[k]);
            parts->value[i * parts->n_keys + at] = taken[i].value[k];
            taken[i].value[k] = NULL;
        }
    }
    const size_t shared = common_prefix(parts->rest, parts->n);
    parts->prefix = shared > 0 ? strndup(parts->rest[0], shared) : strdup("");
    for (size_t i = 0; i < parts->n && shared > 0; i++)
        memmove(parts->rest[i], parts->rest[i] + shared, strlen(parts->rest[i] + shared) + 1);
    return parts->prefix != NULL;
}

/* Whether all names have one value of key k. */
static bool is_alike(const struct name_parts *parts, size_t k)
{
    const char *first = parts->value[k];
    bool alike = parts->n > 1 && first != NULL;
    for (size_t i = 1; i < parts->n && alike; i++) {
        const char *value = parts->value[i * parts->n_keys + k];
        alike = value != NULL && strcmp(value, first) == 0;
    }
    return alike;
}

static bool note_alike(struct name_parts *parts, size_t k)
{
    char *more;
    if (asprintf(&more, "%s%s%s%s%s", parts->alike, parts->alike[0] != '\0' ? ", " : "",
                 parts->key[k], parts->key[k][0] != '\0' ? "=" : "", parts->value[k]) < 0)
        return false;
    free(parts->alike);
    parts->alike = more;
    return true;
}

/* Removes key k and its values. */
static void drop_key(struct name_parts *parts, size_t k)
{
    size_t at = 0;
    for (size_t i = 0; i < parts->n * parts->n_keys; i++)
        if (i % parts->n_keys == k)
            free(parts->value[i]);
        else
            parts->value[at++] = parts->value[i];
    free(parts->key[k]);
    for (parts->n_keys--; k < parts->n_keys; k++)
        parts->key[k] = parts->key[k + 1];
}

/* A column of one value would tell nothing apart. */
static bool drop_alike(struct name_parts *parts)
{
    parts->alike = strdup("");
    for (size_t k = 0; parts->alike != NULL && k < parts->n_keys;)
        if (!is_alike(parts, k))
            k++;
        else if (note_alike(parts, k))
            drop_key(parts, k);
        else
            return false;
    return parts->alike != NULL;
}

bool name_parts_of(const char *const *names, size_t n, struct name_parts *parts)
{
    *parts = (struct name_parts){.rest = calloc(n + 1, sizeof *parts->rest), .n = n};
    OWNED struct taken *taken = calloc(n + 1, sizeof *taken);
    bool whole = parts->rest != NULL && taken != NULL;
    for (size_t i = 0; i < n && whole; i++)
        whole = take_apart(names[i], &taken[i]);
    whole = whole && choose_keys(parts, taken);
    if (whole)
        parts->value = calloc(n * parts->n_keys + 1, sizeof *parts->value);
    whole = whole && parts->value != NULL && fill(parts, names, taken) && drop_alike(parts);
    for (size_t i = 0; taken != NULL && i < n; i++)
        taken_fini(&taken[i]);
    if (!whole)
        name_parts_fini(parts);
    return whole;
}

void name_parts_fini(struct name_parts *parts)
{
    for (size_t i = 0; parts->value != NULL && i < parts->n * parts->n_keys; i++)
        free(parts->value[i]);
    for (size_t i = 0; parts->rest != NULL && i < parts->n; i++)
        free(parts->rest[i]);
    for (size_t k = 0; k < parts->n_keys; k++)
        free(parts->key[k]);
    free(parts->value);
    free(parts->rest);
    free(parts->prefix);
    free(parts->alike);
    *parts = (struct name_parts){.n = 0};
}
