/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git_call.h -- calling git in a directory that somebody else may have made.
 *
 * The configuration of a work tree is in it, and names programs. What only asks must run none of them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What `git WORDS…` printed in the directory, to be freed; NULL when it failed or is not there. No
 * hook, monitor, pager, signature check or transport of the work tree is run; a filter could be by
 * `status` alone, for which git_status is there. */
char *git_ask(const char *directory, const char *const *words);

/* The same for what writes a work tree: as git_ask, but commits that a partial clone lacks may be
 * fetched. Filters that are configured are run, as git-lfs must be. */
char *git_change(const char *directory, const char *const *words);

/* What `git status --porcelain=v2 --branch` says of a work tree, and whether tracked files of it or of its
 * submodules differ from the commit. Filters that the work tree itself configures are not run. */
char *git_status(const char *directory, bool *dirty);

/* False where git would find no repository, or none with that file (or NULL) at the top of its work tree; git is not asked. */
bool git_may_have(const char *directory, const char *name);

/* Some digits of a commit's name, and so no option. */
bool git_is_commit(const char *text);

/* As git_ask, with more "-c" settings before the words. */
char *git_ask_with(const char *directory, char *const *settings, size_t n_settings,
                   const char *const *words);
