/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git_checkout.c -- another commit's sources beside the work tree. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/owned.h"
#include "base/private_directory.h"
#include "git/git.h"
#include "git/git_call.h"

static const char prefix[] = "/assay-baseline-", suffix[] = "/tree";

/* The lock beside a tree; -1: there is none, or somebody holds it. */
static int take_lock(const char *tree, int flags)
{
    OWNED char *path = NULL;
    const int n = (int)(strlen(tree) - strlen(suffix));
    int lock = asprintf(&path, "%.*s/lock", n, tree) >= 0 ? trusted_open(path, flags) : -1;
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    close(lock);
    return -1;
}

/* In an empty directory of its own. */
static bool choose_tree(struct git_tree *out)
{
    OWNED char *directory = NULL;
    if (asprintf(&directory, "%s%sXXXXXX", temporary_parent_of_commands(), prefix) < 0)
        return false;
    if (mkdtemp(directory) == NULL || asprintf(&out->tree, "%s%s", directory, suffix) < 0)
        out->tree = NULL;
    if (out->tree != NULL)
        out->lock = take_lock(out->tree, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC);
    return out->lock >= 0;
}

/* The directory made for a tree, with the lock in it. */
static void remove_parent(const char *tree)
{
    OWNED char *parent = strndup(tree, strlen(tree) - strlen(suffix)), *lock = NULL;
    if (parent == NULL)
        return;
    if (asprintf(&lock, "%s/lock", parent) < 0)
        lock = NULL;
    if (lock != NULL)
        (void)unlink(lock);
    (void)rmdir(parent);
}

static bool is_ours(const char *tree)
{
    const size_t n = strlen(tree), least = sizeof prefix - 1 + strlen("XXXXXX");
    const char *end = tree + n - (sizeof suffix - 1);
    return n >= least + sizeof suffix - 1 && strcmp(end, suffix) == 0 &&
           strncmp(end - least, prefix, sizeof prefix - 1) == 0;
}

/* Removes the trees of programs that were killed. */
static void remove_orphans(const char *directory)
{
    static const char key[] = "worktree ";
    static const char *const list[] = {"worktree", "list", "--porcelain", NULL};
    char *text = git_ask(directory, list), *rest = NULL;
    for (char *line = text != NULL ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        struct git_tree orphan = {.lock = -1};
        if (strncmp(line, key, strlen(key)) != 0 || !is_ours(line + strlen(key)))
            continue;
        orphan.lock = take_lock(line + strlen(key), O_RDWR | O_CLOEXEC);
        if (orphan.lock >= 0)
            orphan.tree = strdup(line + strlen(key));
        git_remove_checkout(directory, &orphan);
    }
    free(text);
}

bool git_checkout(const char *directory, const char *commit, struct git_tree *out)
{
    *out = (struct git_tree){.lock = -1};
    remove_orphans(directory);
    OWNED char *inside = git_is_commit(commit) ? git_prefix(directory) : NULL;
    if (inside != NULL && choose_tree(out)) {
        const char *const add[] = {"worktree", "add",  "--detach", "--quiet",
                                   out->tree,  commit, NULL};
        char *said = git_change(directory, add);
        for (size_t n = strlen(inside); n > 0 && inside[n - 1] == '/'; n--)
            inside[n - 1] = '\0'; /* "sub/": a directory's name ends without */
        if (said == NULL ||
            asprintf(&out->source, "%s%s%s", out->tree, inside[0] != '\0' ? "/" : "", inside) < 0)
            out->source = NULL;
        free(said);
    }
    return out->source != NULL;
}

void git_remove_checkout(const char *directory, struct git_tree *tree)
{
    if (tree->tree != NULL) {
        const char *const gone[] = {"worktree", "remove", "--force", tree->tree, NULL};
        free(git_change(directory, gone));
        remove_parent(tree->tree);
    }
    if (tree->lock >= 0)
        close(tree->lock);
    free(tree->tree);
    free(tree->source);
    *tree = (struct git_tree){.lock = -1};
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
    static const char *const origin[] = {"remote", "get-url", "origin", NULL};
    char *text = git_ask(directory, origin), *url = NULL;
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

/* The first of these variables that holds something; NULL ends the list. */
static const char *first_of(const char *const *names)
{
    for (size_t i = 0; names[i] != NULL; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return value;
    }
    return NULL;
}

const char *git_branch_of_service(void)
{
    static const char *const names[] = {"GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME",
                                        "CHANGE_BRANCH",   "BRANCH_NAME",     NULL};
    return first_of(names);
}

const char *git_base_of_service(void)
{
    static const char *const names[] = {"GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
                                        "CHANGE_TARGET", NULL};
    return first_of(names);
}
