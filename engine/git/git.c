/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git.c -- asking git. No library of it: the program that made the work tree knows its format. */
#include "git/git.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "git/git_call.h"

/* The rest of the line that begins with key, to be freed; NULL when there is none. */
static char *line_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    if (at == NULL || (at != text && at[-1] != '\n'))
        return NULL;
    at += strlen(key);
    return strndup(at, strcspn(at, "\n"));
}

bool git_is_commit(const char *text)
{
    const size_t n = strspn(text, "0123456789abcdefABCDEF");
    return n >= 4 && text[n] == '\0';
}

void git_describe(const char *directory, struct store_version *version)
{
    static const char *const show[] = {
        "show", "--no-ext-diff", "--no-textconv", "-s", "--format=%ct", "HEAD", NULL};
    char *text = git_status(directory, &version->dirty);
    if (text == NULL)
        return;
    version->commit = line_after(text, "# branch.oid ");
    version->branch = line_after(text, "# branch.head ");
    free(text);
    if (version->commit != NULL && version->commit[0] == '(') { /* "(initial)": no commit yet */
        free(version->commit);
        version->commit = NULL;
    }
    if (version->branch != NULL && version->branch[0] == '(') { /* "(detached)" */
        free(version->branch);
        version->branch = NULL;
    }
    if (version->commit == NULL || (text = git_ask(directory, show)) == NULL)
        return;
    version->commit_s = strtoll(text, NULL, 10);
    free(text);
}

char *git_prefix(const char *directory)
{
    static const char *const words[] = {"rev-parse", "--show-prefix", NULL};
    char *text = git_ask(directory, words);
    if (text != NULL)
        text[strcspn(text, "\n")] = '\0';
    return text;
}

bool git_is_untracked(const char *directory, const char *name)
{
    const char *const words[] = {
        "--literal-pathspecs", "ls-files", "--others", "--exclude-standard", "--", name, NULL};
    OWNED char *text = git_ask(directory, words);
    return text != NULL && text[0] != '\0';
}

/* ---- the branch that the others leave ---- */

/* A branch of that name here, else the origin's, to be freed; NULL: there is neither. */
static char *branch_called(const char *branches, const char *name)
{
    static const char *const places[] = {"heads/", "remotes/origin/"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        OWNED char *key = NULL;
        OWNED char *line =
            asprintf(&key, "%s%s ", places[i], name) >= 0 ? line_after(branches, key) : NULL;
        if (line != NULL)
            return strndup(strchr(key, '/') + 1, strcspn(strchr(key, '/') + 1, " "));
    }
    return NULL;
}

char *git_main_branch(const char *directory)
{
    static const char *const usual[] = {"main", "master", "trunk", "develop"};
    static const char *const words[] = {"for-each-ref",
                                        "--format=%(refname:lstrip=1) %(symref:lstrip=3)",
                                        "refs/heads", "refs/remotes/origin", NULL};
    OWNED char *branches = git_ask(directory, words);
    OWNED char *of_origin = branches != NULL ? line_after(branches, "remotes/origin/HEAD ") : NULL;
    char *found = of_origin != NULL ? branch_called(branches, of_origin) : NULL;
    for (size_t i = 0; branches != NULL && found == NULL && i < sizeof usual / sizeof *usual; i++)
        found = branch_called(branches, usual[i]);
    return found;
}

/* ---- order ---- */

struct place {
    const char *commit;
    size_t index;
};

static int by_commit(const void *left, const void *right)
{
    return strcmp(((const struct place *)left)->commit, ((const struct place *)right)->commit);
}

/* Ranks every place whose commit a line of the list names; how many were found. */
static size_t rank_places(char *list, struct place *places, size_t n, size_t *rank)
{
    size_t found = 0, line_number = 0;
    for (char *save = NULL, *line = strtok_r(list, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save), line_number++) {
        struct place key = {line, 0};
        struct place *place = bsearch(&key, places, n, sizeof *places, by_commit);
        if (place == NULL)
            continue;
        while (place > places && strcmp(place[-1].commit, line) == 0)
            place--;
        for (; place < places + n && strcmp(place->commit, line) == 0; place++, found++)
            rank[place->index] = line_number;
    }
    return found;
}

/* All that the commits come from is asked for. Bounded by a time or by an old commit git would answer
 * sooner, but where a clock was wrong it then no longer sees who descends from whom. */
static char *list_commits(const char *directory, const char *const *commits, size_t n)
{
    enum { FIXED = 4 };
    const char *const fixed[FIXED] = {"rev-list", "--topo-order", "--reverse", "--ignore-missing"};
    OWNED const char **words = calloc(n + FIXED + 1, sizeof *words);
    if (words == NULL)
        return NULL;
    memcpy(words, fixed, sizeof fixed);
    memcpy(words + FIXED, commits, n * sizeof *commits);
    return git_ask(directory, words);
}

bool git_order(const char *directory, const char *const *commits, size_t n, size_t *rank)
{
    for (size_t i = 0; i < n; i++)
        if (!git_is_commit(commits[i]))
            return false;
    OWNED struct place *places = calloc(n + 1, sizeof *places);
    OWNED char *list = places != NULL ? list_commits(directory, commits, n) : NULL;
    size_t found = 0;
    if (list != NULL) {
        for (size_t i = 0; i < n; i++)
            places[i] = (struct place){commits[i], i};
        qsort(places, n, sizeof *places, by_commit);
        found = rank_places(list, places, n, rank);
    }
    return n > 0 && found == n;
}
