/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_file.c -- is a path the file in which values are kept, or one of those beside it? */
#include "measure/kept_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/owned.h"

const char *const kept_file_suffixes[] = {"-wal", "-shm", "-journal", KEPT_FILE_RUN, NULL};

static bool is_same(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* The path without links and detours; of what is not there yet, that of its directory and its name.
 * NULL: the directory is not there either. */
static char *canonical(const char *path)
{
    char *whole = realpath(path, NULL);
    if (whole != NULL)
        return whole;
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    OWNED char *above = slash != NULL ? strndup(path, (size_t)(name - path)) : strdup(".");
    OWNED char *directory = above != NULL ? realpath(above, NULL) : NULL;
    if (directory != NULL && asprintf(&whole, "%s/%s", directory, name) < 0)
        whole = NULL;
    return whole;
}

size_t kept_file_stem(const char *name)
{
    size_t length = strlen(name), digits = length;
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        digits--;
    if (digits < length && digits > 0 && name[digits - 1] == '-')
        length = digits - 1;
    const bool numbered = length < strlen(name);
    for (size_t i = 0; kept_file_suffixes[i] != NULL; i++) {
        const char *suffix = kept_file_suffixes[i];
        const size_t n = strlen(suffix);
        if (length > n && strncmp(name + length - n, suffix, n) == 0 &&
            (!numbered || strcmp(suffix, KEPT_FILE_RUN) == 0))
            return length - n;
    }
    return 0;
}

/* Of what stands there now, by whatever name. */
static bool is_beside(const char *path, const char *kept, const char *suffix)
{
    OWNED char *beside = NULL;
    if (asprintf(&beside, "%s%s", kept, suffix) < 0)
        return true; /* who knows */
    return is_same(path, beside);
}

static bool is_named(const char *name, const char *kept)
{
    const size_t stem = kept_file_stem(name);
    return strcmp(name, kept) == 0 ||
           (stem > 0 && stem == strlen(kept) && strncmp(name, kept, stem) == 0);
}

bool kept_file_is(const char *path, const char *kept)
{
    if (kept == NULL)
        return false;
    OWNED char *name = canonical(path), *file = canonical(kept);
    bool is = file != NULL && ((name != NULL && is_named(name, file)) || is_beside(path, file, ""));
    for (size_t i = 0; file != NULL && kept_file_suffixes[i] != NULL && !is; i++)
        is = is_beside(path, file, kept_file_suffixes[i]);
    return is;
}
