/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_files.c -- profilers' files as two sides of executions that are paired. */
#include "analysis/why_analyse.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "profile/profile_file.h"
#include "profile/stacks.h"
#include "source/found_files.h"
#include "source/read_files.h"
#include "source/read_source.h"

/* Paths of one side; owned. */
struct side {
    char *stem; /* what its files are called but for their numbers */
    char **paths;
    size_t n, room;
};
struct sides {
    struct side *items;
    size_t n, room;
};

static void sides_fini(struct sides *sides)
{
    for (size_t i = 0; i < sides->n; i++) {
        for (size_t k = 0; k < sides->items[i].n; k++)
            free(sides->items[i].paths[k]);
        free(sides->items[i].paths);
        free(sides->items[i].stem);
    }
    free(sides->items);
}

static struct side *add_side(struct sides *sides, const char *stem)
{
    if (!array_more(&sides->items, sides->n, &sides->room))
        return NULL;
    struct side *side = &sides->items[sides->n];
    *side = (struct side){.stem = strdup(stem)};
    if (side->stem == NULL)
        return NULL;
    sides->n++;
    return side;
}

/* Takes over the path. */
static bool add_path(struct side *side, char *path)
{
    if (path == NULL || side == NULL || !array_more(&side->paths, side->n, &side->room)) {
        free(path);
        return false;
    }
    side->paths[side->n++] = path;
    return true;
}

static int by_version(const void *a, const void *b)
{
    return strverscmp(*(const char *const *)a, *(const char *const *)b);
}

static bool add_directory(struct side *side, const char *path, struct assay_error *error)
{
    DIR *directory = opendir(path);
    if (directory == NULL) {
        (void)assay_fail(error, ASSAY_MISSING, "%s: %s", path, strerror(errno));
        return false;
    }
    bool ok = true;
    size_t length = strlen(path); /* without the slashes at its end */
    while (length > 1 && path[length - 1] == '/')
        length--;
    for (const struct dirent *entry; ok && (entry = readdir(directory)) != NULL;) {
        OWNED char *inside = NULL;
        if (entry->d_name[0] == '.')
            continue;
        ok = asprintf(&inside, "%.*s/%s", (int)length, path, entry->d_name) >= 0;
        if (ok && !files_is_directory(inside))
            ok = add_path(side, strdup(inside));
    }
    closedir(directory);
    if (!ok)
        (void)fail_no_memory(error);
    return ok;
}

/* The path without its last number: "old/7.txt" is "old/.txt", "out.12" is "out.". In memory of the caller. */
static char *stem_of(const char *path)
{
    const char *base = file_list_base(path), *end = path + strlen(path);
    while (end > base && ((unsigned)(end[-1] - '0') > 9))
        end--;
    const char *begin = end;
    while (begin > base && (unsigned)(begin[-1] - '0') <= 9)
        begin--;
    char *stem = NULL;
    return asprintf(&stem, "%.*s%s", (int)(begin - path), path, end) < 0 ? NULL : stem;
}

static struct side *side_named(struct sides *sides, const char *stem)
{
    for (size_t i = 0; i < sides->n; i++)
        if (strcmp(sides->items[i].stem, stem) == 0)
            return &sides->items[i];
    return add_side(sides, stem);
}

static enum assay_status take_argument(struct sides *sides, const char *argument, bool alone,
                                       struct assay_error *error)
{
    if (files_is_directory(argument)) {
        struct side *side = add_side(sides, argument);
        if (side == NULL)
            return fail_no_memory(error);
        return add_directory(side, argument, error) ? ASSAY_OK : error->status;
    }
    OWNED char *stem = alone ? strdup(argument) : stem_of(argument);
    struct side *side = stem == NULL ? NULL
                        : alone      ? add_side(sides, stem)
                                     : side_named(sides, stem);
    return add_path(side, strdup(argument)) ? ASSAY_OK : fail_no_memory(error);
}

static enum assay_status find_sides(const struct name_list *arguments, struct sides *sides,
                                    struct assay_error *error)
{
    for (size_t i = 0; i < arguments->n; i++)
        TRY(take_argument(sides, arguments->items[i], arguments->n == 2, error));
    if (sides->n != 2)
        return assay_fail(
            error, ASSAY_INVALID,
            "profiles are compared by two sides, and these are %zu: name two files or two "
            "directories, old first. Files of one side are called alike but for their "
            "numbers: old-1.txt old-2.txt new-1.txt new-2.txt",
            sides->n);
    const struct side *old_side = &sides->items[0], *new_side = &sides->items[1];
    if (old_side->n != new_side->n || old_side->n == 0)
        return assay_fail(
            error, ASSAY_INVALID,
            "%s has %zu profile%s and %s has %zu: executions are paired in the order of "
            "their names",
            old_side->stem, old_side->n, old_side->n == 1 ? "" : "s", new_side->stem, new_side->n);
    for (size_t i = 0; i < 2; i++)
        qsort(sides->items[i].paths, sides->items[i].n, sizeof *sides->items[i].paths, by_version);
    return ASSAY_OK;
}

/* "old" of "runs/old/", "old" of "old-.txt". */
static const char *name_side(const struct side *side, struct arena *memory)
{
    char *name = arena_copy(memory, side->stem);
    if (name == NULL)
        return NULL;
    size_t n = strlen(name);
    while (n > 1 && name[n - 1] == '/')
        name[--n] = '\0';
    const char *base = file_list_base(name);
    const size_t size = strcspn(base, ".");
    if (size == 0 && base > name) { /* numbers alone: by the directory */
        name[base - name - 1] = '\0';
        return file_list_base(name);
    }
    if (side->n > 1 && size > 0 && !files_is_directory(side->stem)) {
        name[base - name + (ptrdiff_t)size] = '\0';
        for (size_t k = size; k > 1 && strchr("-_", base[k - 1]) != NULL; k--)
            name[base - name + (ptrdiff_t)k - 1] = '\0';
    }
    return base;
}

enum assay_status why_read_files(const struct name_list *arguments, bool with_stacks,
                                 struct profile *profile, struct why_sides *sides,
                                 struct assay_error *error)
{
    SCOPED(sides_fini) struct sides found = {0};
    *profile = (struct profile){0};
    TRY(find_sides(arguments, &found, error));
    profile_init(profile, 2, &(struct profile_origin){.sampler = "", .unit = ""});
    if (with_stacks)
        profile_keep_stacks(profile);
    for (size_t k = 0; k < found.items[0].n; k++)
        for (uint32_t side = 0; side < 2; side++) {
            struct content content;
            TRY(source_read_content(found.items[side].paths[k], &content, error));
            const struct format_text text =
                format_text_of(content.text, content.size, content.mapped);
            const enum assay_status status = profile_read_text(
                profile, &text, found.items[side].paths[k], side, (uint32_t)k, error);
            content_fini(&content);
            TRY(status);
        }
    for (size_t side = 0; side < 2; side++)
        sides->name[side] = name_side(&found.items[side], &profile->memory);
    if (!profile->memory.lost && strcmp(sides->name[0], sides->name[1]) == 0)
        for (size_t side = 0; side < 2; side++)
            sides->name[side] = arena_copy(&profile->memory, found.items[side].stem);
    return profile->memory.lost ? fail_no_memory(error) : ASSAY_OK;
}
