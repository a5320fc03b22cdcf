/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_file.c -- is a path the file in which values are kept, or one of those beside it? */
#include "measure/kept_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const kept_file_suffixes[] = {"-wal", "-shm", "-journal", "-run", NULL};

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
    char *above = slash != NULL ? strndup(path, (size_t)(name - path)) : strdup(".");
    char *directory = above != NULL ? realpath(above, NULL) : NULL;
    if (directory != NULL && asprintf(&whole, "%s/%s", directory, name) < 0)
        whole = NULL;
    free(above);
    free(directory);
    return whole;
}

/* Of the names, or of what stands there now. */
static bool is_beside(const char *path, const char *name, const char *kept, const char *suffix)
{
    char *beside = NULL;
    if (asprintf(&beside, "%s%s", kept, suffix) < 0)
        return true; /* who knows */
    const bool is = (name != NULL && strcmp(name, beside) == 0) || is_same(path, beside);
    free(beside);
    return is;
}

bool kept_file_is(const char *path, const char *kept)
{
    if (kept == NULL)
        return false;
    char *name = canonical(path), *file = canonical(kept);
    bool is = file != NULL && is_beside(path, name, file, "");
    for (size_t i = 0; file != NULL && kept_file_suffixes[i] != NULL && !is; i++)
        is = is_beside(path, name, file, kept_file_suffixes[i]);
    free(name);
    free(file);
    return is;
}
