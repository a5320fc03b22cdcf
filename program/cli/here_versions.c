/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_versions.c -- which commits one would measure in this work tree. */
#include "cli/here_versions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "cli/here_name.h"
#include "git/git.h"

/* First and last among them, by first parents; 0: neither comes of the other. */
static size_t commits_between(const char *first, const char *last)
{
    struct git_commit from, to;
    size_t n = 0;
    if (git_resolve(".", first, &from) && git_resolve(".", last, &to))
        free(git_range(".", &from, &to, &n));
    return n;
}

/* What this branch left, to be freed; NULL: it is the main one, or has neither a commit nor a change of its own and so the main one's
 * tree. */
static char *base_of(const struct store_version *version)
{
    OWNED char *name = git_main_branch(".");
    if (name == NULL || !here_is_plain(name) ||
        (version->branch != NULL && strcmp(version->branch, name) == 0) ||
        commits_between(name, "HEAD") <= (version->dirty ? 0 : 1))
        return NULL;
    return strdup(name);
}

/* Two commits are compared; a search is for more. From the last tag, else as far back as there are commits. */
static char *range_here(void)
{
    enum { FEWEST = 3 };
    static const char *const far[] = {"HEAD~16", "HEAD~8", "HEAD~4"};
    struct git_commit commit;
    OWNED char *tag = git_last_tag(".", "HEAD~1");
    const char *first =
        tag != NULL && here_is_plain(tag) && commits_between(tag, "HEAD") >= FEWEST ? tag : NULL;
    for (size_t i = 0; first == NULL && i < sizeof far / sizeof *far; i++)
        if (git_resolve(".", far[i], &commit))
            first = far[i];
    char *range = NULL;
    return first != NULL && asprintf(&range, "%s..HEAD", first) >= 0 ? range : NULL;
}

void here_versions_look(const struct store_version *version, struct here_versions *out)
{
    const char *before = version->dirty ? "HEAD" : "HEAD~1";
    struct git_commit commit;
    *out = (struct here_versions){0};
    if (version->commit == NULL)
        return;
    out->before = git_resolve(".", before, &commit) ? before : NULL;
    out->base = base_of(version);
    out->range = out->base == NULL ? range_here() : NULL;
}

void here_versions_fini(struct here_versions *versions)
{
    free(versions->base);
    free(versions->range);
}
