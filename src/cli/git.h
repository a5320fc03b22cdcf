/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git.h -- what git knows of versions, asked of the program itself. */
#ifndef CLI_GIT_H
#define CLI_GIT_H

#include "store/store.h"

/* Commit, branch, dirty state and time of the work tree around a directory. Without git or a work
 * tree everything stays NULL; the caller frees commit and branch. */
void git_describe(const char *directory, struct store_version *version);

/* Ranks of n commits, ancestors first; false when the repository around the directory does not know
 * them all. oldest_s: no commit is older (0: not known). */
bool git_order(const char *directory, const char *const *commits, size_t n, int64_t oldest_s,
               size_t *rank);

#endif
