/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git_subject.c -- the first lines of what commits say of themselves.
 * Edge:     a commit that the repository does not know has none. */
#include <stdlib.h>
#include <string.h>

#include "git/git.h"
#include "git/git_call.h"

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
    const char **words = calloc(n + HEAD + 2, sizeof *words);
    size_t count = HEAD;
    if (words == NULL)
        return;
    memcpy(words, head, sizeof head);
    for (size_t i = 0; i < n; i++)
        if (commits[i] != NULL && git_is_commit(commits[i]))
            words[count++] = commits[i];
    words[count] = "--";
    char *rest = NULL, *text = count > HEAD ? git_ask(directory, words) : NULL;
    for (char *line = text != NULL ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        take_line(line, commits, n, subjects);
    free(text);
    free(words);
}
