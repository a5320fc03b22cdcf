/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggestion.c -- the known name that a mistyped one was meant to be.
 *
 * Letters left out, too many, wrong, or in each other's place count one each ("optimal string
 * alignment"). A beginning of a name is nearest: GNU's parsers take it for the whole. */
#include "base/suggestion.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 64 }; /* of the names that there are */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* SIZE_MAX when b is too long for one of our names. */
static size_t edit_distance(const char *a, size_t length, const char *b)
{
    size_t rows[3][LONGEST];
    const size_t n = strlen(b);
    if (n >= LONGEST)
        return SIZE_MAX;
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= length; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[length % 3][n];
}

struct suggestion suggestion_for(const char *given, size_t length)
{
    return (struct suggestion){given, length, NULL, least(length / 3 + 1, 4)};
}

/* Whether the letters of a stand in b in this order, and more than half of them at its beginning: export-md is export-markdown. */
static bool is_shortened(const char *a, size_t n, const char *b)
{
    size_t same = 0, at = 0;
    while (same < n && a[same] == b[same])
        same++;
    for (at = same, b += same; at < n && *b != '\0'; b++)
        at += a[at] == *b;
    return n > 3 && 2 * same > n && at == n;
}

void suggestion_consider(struct suggestion *suggestion, const char *name)
{
    size_t distance = edit_distance(suggestion->given, suggestion->length, name);
    if (suggestion->length > 1 && strncmp(name, suggestion->given, suggestion->length) == 0)
        distance = 0;
    else if (is_shortened(suggestion->given, suggestion->length, name))
        distance = 1;
    if (distance >= suggestion->distance)
        return;
    suggestion->name = name;
    suggestion->distance = distance;
}

/* ---- names that do not stay ---- */

struct near_name near_name_for(const char *given)
{
    return (struct near_name){.suggestion = suggestion_for(given, strlen(given))};
}

void near_name_consider(struct near_name *near, const char *name)
{
    const size_t before = near->suggestion.distance;
    suggestion_consider(&near->suggestion, name);
    if (near->suggestion.distance < before && strlen(name) < sizeof near->name)
        (void)snprintf(near->name, sizeof near->name, "%s", name);
    near->suggestion.name = NULL; /* it was the row's */
}

bool near_file(const char *path, struct near_name *near)
{
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path;
    const size_t length = (size_t)(base - path);
    char directory[4096];
    *near = near_name_for(base);
    if (length >= sizeof directory || base[0] == '\0')
        return false;
    (void)snprintf(directory, sizeof directory, "%.*s", (int)length, path);
    DIR *files = opendir(length > 0 ? directory : ".");
    for (const struct dirent *file; files != NULL && (file = readdir(files)) != NULL;)
        if (file->d_name[0] != '.' || (base[0] == '.' && base[1] != '\0'))
            near_name_consider(near, file->d_name);
    if (files != NULL)
        closedir(files);
    const size_t n = strlen(near->name);
    if (n == 0 || strcmp(near->name, base) == 0 || length + n >= sizeof near->name)
        return false;
    memmove(near->name + length, near->name, n + 1);
    memcpy(near->name, path, length);
    return true;
}

/* Whether the words of a stand at the end of b, behind a dash. */
static bool is_tail(const char *a, size_t n, const char *b, size_t length)
{
    return n > 2 && n + 1 < length && b[length - n - 1] == '-' &&
           strncmp(b + length - n, a, n) == 0;
}

void suggestion_consider_part(struct suggestion *suggestion, const char *name)
{
    const size_t n = strlen(name);
    suggestion_consider(suggestion, name);
    if (suggestion->distance > 1 && (is_tail(name, n, suggestion->given, suggestion->length) ||
                                     is_tail(suggestion->given, suggestion->length, name, n))) {
        suggestion->name = name;
        suggestion->distance = 1;
    }
}
