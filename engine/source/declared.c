/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declared.c -- where declarations are looked for.
 * Edge:     the nearest that takes the file counts. Nothing is looked for above the root of a repository, nor in
 *           directories above the file's own in which anyone may write; in such a one only what is the user's own.
 * Checked:  tests/engine/source/test_declared.c. */
#include "source/declared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"

/* "results/a.csv" of a declaration in the directory above; the file's own name where it lies elsewhere. */
static const char *below(const char *path, const char *directory)
{
    const size_t n = strlen(directory);
    const char *slash = strrchr(path, '/');
    if (strncmp(path, directory, n) == 0 && path[n] == '/')
        return path + n + 1;
    return slash != NULL ? slash + 1 : path;
}

static enum assay_status find_given(const char *path, const char *given, struct declarations *all,
                                    const struct declaration **found, struct assay_error *error)
{
    TRY(declarations_read(given, all, error));
    OWNED char *whole = realpath(path, NULL), *directory = realpath(given, NULL);
    if (directory != NULL)
        *strrchr(directory, '/') = '\0';
    *found =
        declarations_find(all, whole != NULL && directory != NULL ? below(whole, directory) : path);
    return *found != NULL ? ASSAY_OK
                          : fail_located(error, ASSAY_USAGE, "%s: no import of %s takes this file",
                                         path, given);
}

static bool is_there(const char *directory, const char *name, struct stat *about)
{
    OWNED char *path = NULL;
    return asprintf(&path, "%s/%s", directory, name) > 0 && stat(path, about) == 0;
}

/* Whether what lies in the directory may be believed. */
static bool is_trusted(const char *directory, bool own, const struct stat *file)
{
    struct stat about;
    const bool open = stat(directory, &about) != 0 || (about.st_mode & S_IWOTH) != 0;
    return !open || (own && file->st_uid == geteuid());
}

static enum assay_status look_in(const char *directory, const char *path, struct declarations *all,
                                 const struct declaration **found, struct assay_error *error)
{
    OWNED char *name = NULL, *here = getcwd(NULL, 0);
    const bool is_here = here != NULL && strcmp(here, directory) == 0;
    if (asprintf(&name, "%s%s%s", is_here ? "" : directory, is_here ? "" : "/", DECLARATION_FILE) <
        0)
        return fail_no_memory(error);
    TRY(declarations_read(name, all, error));
    *found = declarations_find(all, below(path, directory));
    for (size_t i = 0; i < all->n; i++)
        all->items[i].where = DECLARATION_FILE;
    if (*found == NULL)
        declarations_fini(all);
    return ASSAY_OK;
}

enum assay_status declared_find(const char *path, const char *given, struct declarations *all,
                                const struct declaration **found, struct assay_error *error)
{
    struct stat about;
    *found = NULL;
    *all = (struct declarations){NULL, NULL, 0};
    if (given != NULL)
        return find_given(path, given, all, found, error);
    OWNED char *whole = realpath(path, NULL), *directory = whole != NULL ? strdup(whole) : NULL;
    enum assay_status status = ASSAY_OK;
    bool last = directory == NULL, own = true;
    while (!last && *found == NULL && status == ASSAY_OK) {
        char *slash = strrchr(directory, '/');
        if (slash == NULL || slash == directory)
            break;
        *slash = '\0';
        const bool there = is_there(directory, DECLARATION_FILE, &about);
        if (there && is_trusted(directory, own, &about))
            status = look_in(directory, whole, all, found, error);
        last = is_there(directory, ".git", &about) || !is_trusted(directory, false, &about);
        own = false;
    }
    return status;
}
