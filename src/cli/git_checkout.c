/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git_checkout.c -- another commit's sources beside the work tree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/git.h"

/* An empty directory of its own below $TMPDIR, and the name of a tree in it. */
static char *temporary_tree(void)
{
    const char *below = getenv("TMPDIR");
    char *directory = NULL, *tree = NULL;
    if (asprintf(&directory, "%s/assay-baseline-XXXXXX",
                 below != NULL && below[0] == '/' ? below : "/tmp") < 0)
        return NULL;
    if (mkdtemp(directory) == NULL || asprintf(&tree, "%s/tree", directory) < 0)
        tree = NULL;
    free(directory);
    return tree;
}

static void remove_parent(const char *tree)
{
    char *parent = strndup(tree, strlen(tree) - strlen("/tree"));
    if (parent != NULL)
        (void)rmdir(parent);
    free(parent);
}

bool git_checkout(const char *directory, const char *commit, char **tree, char **source)
{
    const char *const prefix_of[] = {"git", "-C", directory, "rev-parse", "--show-prefix", NULL};
    char *prefix = git_capture(prefix_of);
    *source = NULL;
    *tree = prefix != NULL ? temporary_tree() : NULL;
    if (*tree != NULL) {
        const char *const add[] = {"git",      "-C",      directory, "worktree", "add",
                                   "--detach", "--quiet", *tree,     commit,     NULL};
        char *said = git_capture(add);
        prefix[strcspn(prefix, "\n")] = '\0';
        if (said == NULL || asprintf(source, "%s/%s", *tree, prefix) < 0)
            *source = NULL;
        free(said);
    }
    free(prefix);
    if (*source != NULL)
        return true;
    if (*tree != NULL)
        git_remove_checkout(directory, *tree);
    free(*tree);
    *tree = NULL;
    return false;
}

void git_remove_checkout(const char *directory, const char *tree)
{
    const char *const gone[] = {"git",    "-C",      directory, "worktree",
                                "remove", "--force", tree,      NULL};
    free(git_capture(gone));
    remove_parent(tree);
}

/* "host/project" of an origin that is reached by https, ssh or git@host:project, written in place;
 * NULL for others. Who logs in is left out: it may be a password. */
static char *place_of_origin(char *origin)
{
    static const char *const schemes[] = {"https://", "ssh://"};
    const char *const end = origin + strlen(origin);
    char *place = strncmp(origin, "git@", 4) == 0 ? origin + 4 : NULL;
    char *port = place != NULL ? strchr(place, ':') : NULL;
    if (port != NULL)
        *port = '/';
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0] && place == NULL; i++) {
        const size_t n = strlen(schemes[i]);
        if (strncmp(origin, schemes[i], n) != 0)
            continue;
        char *host_end = origin + n + strcspn(origin + n, "/");
        char *at = memrchr(origin + n, '@', (size_t)(host_end - origin) - n);
        place = at != NULL ? at + 1 : origin + n;
        char *colon = i == 1 ? memchr(place, ':', (size_t)(host_end - place)) : NULL;
        if (colon != NULL) /* ssh's port is not that of https */
            memmove(colon, host_end, (size_t)(end - host_end) + 1);
    }
    return place != NULL && strchr(place, '/') != NULL ? place : NULL;
}

char *git_compare_url(const char *directory)
{
    const char *const origin[] = {"git", "-C", directory, "remote", "get-url", "origin", NULL};
    char *text = git_capture(origin), *url = NULL;
    if (text == NULL)
        return NULL;
    size_t n = strcspn(text, "\n");
    while (n > 0 && text[n - 1] == '/')
        n--;
    if (n > 4 && strncmp(text + n - 4, ".git", 4) == 0)
        n -= 4;
    text[n] = '\0';
    const char *place = place_of_origin(text);
    const bool gitlab = place != NULL && memmem(place, strcspn(place, "/"), "gitlab", 6) != NULL;
    if (place != NULL && asprintf(&url, "https://%s%s/compare/", place, gitlab ? "/-" : "") < 0)
        url = NULL;
    free(text);
    return url;
}
