/* SPDX-License-Identifier: GPL-3.0-or-later */
/* untracked.c -- a store that was begun in a work tree of git, where the next commit would take it along. */
#include "cli/untracked.h"

#include <string.h>

#include "base/owned.h"
#include "git/git.h"

void untracked_say(const char *store, const struct global_options *global)
{
    const char *slash = strrchr(store, '/'), *name = slash != NULL ? slash + 1 : store;
    OWNED char *directory = slash != NULL ? strndup(store, (size_t)(name - store)) : strdup(".");
    if (global->quiet || directory == NULL || !git_is_untracked(directory, name))
        return;
    OWNED char *place = terminal_place(store);
    OWNED char *said = view_said(
        "assay: %s is new, and git would commit it: a line %s* in .gitignore prevents that",
        place != NULL ? place : store, name);
    if (said != NULL)
        terminal_complain("%s", said);
}
