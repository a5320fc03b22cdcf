/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git_range.c -- commits by the names that people give them, those between two, and their first lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "base/suggestion.h"
#include "git/git.h"
#include "git/git_call.h"

/* "1700000000 0123…", a line of rev-list --timestamp. */
static bool read_line(const char *line, struct git_commit *out)
{
    char *end;
    out->time_s = strtoll(line, &end, 10);
    const size_t n = *end == ' ' ? strspn(end + 1, "0123456789abcdef") : 0;
    if (n < 40 || n >= sizeof out->name)
        return false;
    memcpy(out->name, end + 1, n);
    out->name[n] = '\0';
    return true;
}

bool git_resolve(const char *directory, const char *name, struct git_commit *out)
{
    const char *const words[] = {"rev-list",         "-n", "1",  "--timestamp",
                                 "--end-of-options", name, "--", NULL};
    OWNED char *text = strstr(name, "..") == NULL ? git_ask(directory, words) : NULL;
    return text != NULL && read_line(text, out);
}

char *git_last_tag(const char *directory, const char *commit)
{
    const char *const words[] = {"describe", "--tags", "--abbrev=0", commit, NULL};
    char *text = git_ask(directory, words);
    if (text != NULL)
        text[strcspn(text, "\n")] = '\0';
    return text;
}

enum git_place git_place(const char *directory)
{
    static const char *const words[] = {"rev-parse", "--is-shallow-repository", NULL};
    OWNED char *text = git_ask(directory, words);
    return text == NULL ? GIT_NOWHERE : strncmp(text, "true", 4) == 0 ? GIT_SHALLOW : GIT_WHOLE;
}

/* The branch, the tag or, from seven digits on, the newer commit that was meant. */
static void look_near(const char *directory, const char *name, struct near_name *near)
{
    static const char *const refs[] = {"for-each-ref", "--format=%(refname:short)",
                                       "refs/heads",   "refs/tags",
                                       "refs/remotes", NULL};
    static const char *const newer[] = {"rev-list", "-n", "2000", "--all", NULL};
    const size_t length = strlen(name);
    const bool of_commit = length >= 7 && git_is_commit(name);
    *near = near_name_for(name);
    for (int i = 0; i < (of_commit ? 2 : 1); i++) {
        OWNED char *lines = git_ask(directory, i == 0 ? refs : newer);
        for (char *save = NULL, *line = lines != NULL ? strtok_r(lines, "\n", &save) : NULL;
             line != NULL; line = strtok_r(NULL, "\n", &save)) {
            if (i == 1 && strlen(line) > length)
                line[length] = '\0';
            near_name_consider(near, line);
        }
    }
}

static const char *place_words(enum git_place place)
{
    static const char *const words[] = {
        [GIT_NOWHERE] = ": there is no git repository",
        [GIT_SHALLOW] =
            ": the clone is shallow. Fetch its history (fetch-depth: 0, GIT_DEPTH: 0, or "
            "git fetch --unshallow)",
        [GIT_WHOLE] = ""};
    return words[place];
}

struct git_unknown git_unknown_words(const char *directory, const char *name)
{
    struct git_unknown words;
    struct near_name near;
    look_near(directory, name, &near);
    if (near.name[0] != '\0')
        (void)snprintf(words.text, sizeof words.text, "; did you mean %s?", near.name);
    else
        (void)snprintf(words.text, sizeof words.text, "%s", place_words(git_place(directory)));
    return words;
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

struct git_commit *git_range(const char *directory, const struct git_commit *first,
                             const struct git_commit *last, size_t *n)
{
    char range[2 * sizeof first->name + 3];
    (void)snprintf(range, sizeof range, "%s..%s", first->name, last->name);
    const char *const words[] = {
        "rev-list", "--first-parent", "--reverse", "--timestamp", range, "--", NULL};
    char *text = git_ask(directory, words), *rest = NULL;
    struct git_commit *commits =
        text != NULL ? calloc(count_lines(text) + 2, sizeof *commits) : NULL;
    *n = 0;
    if (commits != NULL)
        commits[(*n)++] = *first;
    for (char *line = commits != NULL ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        *n += read_line(line, &commits[*n]);
    free(text);
    return commits;
}

/* The first lines of what commits say of themselves.
 * Edge:     a commit that the repository does not know has none. */

/* "0123… Cache the table": to those of the commits that it is of. */
static void take_line(const char *line, const char *const *commits, size_t n, char **subjects)
{
    const size_t digits = strspn(line, "0123456789abcdef");
    if (line[digits] != ' ')
        return;
    for (size_t i = 0; i < n; i++)
        if (commits[i] != NULL && subjects[i] == NULL && git_is_commit(commits[i]) &&
            strncmp(line, commits[i], strlen(commits[i])) == 0)
            subjects[i] = strdup(line + digits + 1);
}

void git_subjects(const char *directory, const char *const *commits, size_t n, char **subjects)
{
    static const char *const head[] = {"log", "--no-walk=unsorted", "--ignore-missing",
                                       "--format=%H %s"};
    enum { HEAD = sizeof head / sizeof *head };
    OWNED const char **words = calloc(n + HEAD + 2, sizeof *words);
    size_t count = HEAD;
    if (words == NULL)
        return;
    memcpy(words, head, sizeof head);
    for (size_t i = 0; i < n; i++)
        if (commits[i] != NULL && git_is_commit(commits[i]))
            words[count++] = commits[i];
    words[count] = "--";
    OWNED char *text = count > HEAD ? git_ask(directory, words) : NULL;
    char *rest = NULL;
    for (char *line = text != NULL ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        take_line(line, commits, n, subjects);
}
