/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git_status.c -- whether a work tree is as its commit, without running what it names.
 *
 * To compare a file whose times have changed, git runs it through the filter that .gitattributes names.
 * Filters of the user's own configuration (git-lfs) may; those that the work tree brings along are
 * set to nothing. In submodules git would run status by their configuration: they are asked one by
 * one, in the same way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/owned.h"
#include "git/git_call.h"

struct settings {
    char **items;
    size_t n, room;
};

/* "filter.NAME.clean=", so that nothing is run; "required" would then be an error. A name with a
 * sign that -c would misread, and no memory: false. */
static bool forget_filter(struct settings *settings, const char *variable)
{
    const char *last = strrchr(variable, '.');
    if (strncmp(variable, "filter.", 7) != 0 || last == NULL || last < variable + 7)
        return true;
    if (strchr(variable, '=') != NULL)
        return false;
    if (!array_more(&settings->items, settings->n, &settings->room))
        return false;
    const bool is_required = strcmp(last, ".required") == 0;
    if (asprintf(&settings->items[settings->n], "%s=%s", variable, is_required ? "false" : "") < 0)
        return false;
    settings->n++;
    return true;
}

static bool forget_filters(struct settings *settings, char *list)
{
    bool done = true;
    for (char *save = NULL, *line = strtok_r(list, "\n", &save); line != NULL && done;
         line = strtok_r(NULL, "\n", &save))
        done = forget_filter(settings, line);
    return done;
}

/* As git writes the name of a variable: in small letters. */
static bool has_own_configuration(const char *list)
{
    return strstr(list, "extensions.worktreeconfig") != NULL;
}

/* What the work tree itself configures; of a linked one, also what is for it alone. */
static bool forget_own_filters(struct settings *settings, const char *directory)
{
    static const char *const local[] = {"config",      "--local", "--includes",
                                        "--name-only", "--list",  NULL};
    static const char *const linked[] = {"config",      "--worktree", "--includes",
                                         "--name-only", "--list",     NULL};
    OWNED char *list = git_ask(directory, local);
    OWNED char *more =
        list != NULL && has_own_configuration(list) ? git_ask(directory, linked) : NULL;
    return list != NULL && forget_filters(settings, list) &&
           (more == NULL || forget_filters(settings, more));
}

/* A line that is not about the branch is a change of a tracked file. */
static bool has_changes(const char *text)
{
    for (const char *line = text; *line != '\0';) {
        if (line[0] != '#')
            return true;
        line += strcspn(line, "\n");
        line += *line != '\0';
    }
    return false;
}

static char *status_within(const char *directory, unsigned depth, bool *dirty);

/* A directory without a repository of its own is one of a submodule that is not checked out. */
static bool is_checked_out(const char *path)
{
    static const char *const where[] = {"rev-parse", "--show-cdup", NULL};
    OWNED char *up = git_ask(path, where);
    return up != NULL && (up[0] == '\n' || up[0] == '\0');
}

static bool submodule_has_changes(const char *top, const char *path, unsigned depth)
{
    OWNED char *directory = NULL, *text = NULL;
    bool dirty = false;
    if (asprintf(&directory, "%s/%s", top, path) < 0)
        return true;
    if (is_checked_out(directory))
        text = status_within(directory, depth + 1, &dirty);
    return dirty;
}

/* Paths stand in .gitmodules, "submodule.NAME.path\nPATH" each. */
static bool submodules_have_changes(const char *directory, unsigned depth)
{
    static const char *const where[] = {"rev-parse", "--show-toplevel", NULL};
    OWNED char *top = git_may_have(directory, ".gitmodules") ? git_ask(directory, where) : NULL;
    if (top == NULL)
        return false;
    top[strcspn(top, "\n")] = '\0';
    static const char *const paths[] = {
        "config", "-f", ".gitmodules", "--get-regexp", "^submodule\\..*\\.path$", NULL};
    OWNED char *list = git_ask(top, paths);
    char *save = NULL;
    bool dirty = false;
    for (char *line = list != NULL ? strtok_r(list, "\n", &save) : NULL; line != NULL && !dirty;
         line = strtok_r(NULL, "\n", &save)) {
        const char *path = strstr(line, ".path ");
        dirty = path != NULL && submodule_has_changes(top, path + 6, depth);
    }
    return dirty;
}

/* A submodule that contains itself by a link ends somewhere. */
static char *status_within(const char *directory, unsigned depth, bool *dirty)
{
    enum { DEEPEST = 8 };
    static const char *const words[] = {
        "status", "--porcelain=v2", "--branch", "--untracked-files=no", "--ignore-submodules=dirty",
        NULL};
    struct settings settings = {NULL, 0, 0};
    char *text = forget_own_filters(&settings, directory)
                     ? git_ask_with(directory, settings.items, settings.n, words)
                     : NULL;
    for (size_t i = 0; i < settings.n; i++)
        free(settings.items[i]);
    free(settings.items);
    *dirty = text != NULL &&
             (has_changes(text) || (depth < DEEPEST && submodules_have_changes(directory, depth)));
    return text;
}

char *git_status(const char *directory, bool *dirty)
{
    return status_within(directory, 0, dirty);
}
