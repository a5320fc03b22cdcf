/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git.h -- what git knows of versions, asked of the program itself. */
#pragma once

#include "store/store.h"

/* Commit, branch, dirty state and time of the work tree around a directory. Without git or a work
 * tree everything stays NULL; the caller frees commit and branch. */
void git_describe(const char *directory, struct store_version *version);

/* Ranks of n commits, ancestors first; false when the repository around the directory does not know
 * them all. */
bool git_order(const char *directory, const char *const *commits, size_t n, size_t *rank);

/* The directory below the top of its repository, "" or "sub/", to be freed; NULL: there is no repository. */
char *git_prefix(const char *directory);

/* Whether a commit of everything would take that file of the directory, which no commit has: git knows it not, and does not
 * ignore it. */
bool git_is_untracked(const char *directory, const char *name);

/* What there is of a history around a directory. */
enum git_place { GIT_NOWHERE, GIT_SHALLOW, GIT_WHOLE };
enum git_place git_place(const char *directory);

/* Why a commit of that name is unknown there, and what to do, behind "git knows no commit NAME here": a branch or tag of
 * nearly that name, else what there is of a history. */
struct git_unknown {
    char text[320];
};
struct git_unknown git_unknown_words(const char *directory, const char *name);

struct git_commit {
    char name[65]; /* whole */
    int64_t time_s;
};
/* The commit that people call by this name; false: there is none. */
bool git_resolve(const char *directory, const char *name, struct git_commit *out);
/* The newest tag on a commit or on one that it comes from, to be freed; NULL: there is none. */
char *git_last_tag(const char *directory, const char *commit);
/* The branch that the others leave: the one that the origin names, else one of a usual name, of this repository before the
 * origin's (origin/main). To be freed; NULL: there is none. */
char *git_main_branch(const char *directory);
/* The first one and those after it up to the last, by first parents, oldest first: to be freed. NULL: git or memory
 * failed. */
struct git_commit *git_range(const char *directory, const struct git_commit *first,
                             const struct git_commit *last, size_t *n);

/* The subject of each commit (NULL: there is none) that the repository around the directory knows, to be freed; the
 * others, NULL on entry, stay so. */
void git_subjects(const char *directory, const char *const *commits, size_t n, char **subjects);

/* A commit's sources in a temporary tree. A lock beside the tree lives as long as the program: what
 * was killed leaves a tree without a holder, which the next checkout removes. */
struct git_tree {
    char *tree;   /* NULL: none */
    char *source; /* in it, the counterpart of the directory that was checked out */
    int lock;
};

/* Checks a commit of the directory's repository out, detached. End with git_remove_checkout, also when
 * it fails. */
bool git_checkout(const char *directory, const char *commit, struct git_tree *out);
void git_remove_checkout(const char *directory, struct git_tree *tree);

/* The branch that a service of continuous integration names, whose checkouts are of a commit and not
 * of a branch; NULL: none does. */
const char *git_branch_of_service(void);

/* The branch that a request is made against, as such a service names it; NULL: none does. */
const char *git_base_of_service(void);

/* Where the origin's service shows ranges of commits, "https://host/project/compare/", to be freed;
 * NULL: there is no such origin. */
char *git_compare_url(const char *directory);
