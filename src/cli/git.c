/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git.c -- asking git. No library of it: the program that made the work tree knows its format. */
#include "cli/git.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "render/words.h"

extern char **environ;

/* All that a stream gives; NULL when memory ran out. */
static char *read_all(FILE *stream)
{
    char buffer[4096];
    size_t n;
    struct words_writer writer;
    FILE *copy = words_open(&writer);
    while (copy != NULL && (n = fread(buffer, 1, sizeof buffer, stream)) > 0)
        (void)fwrite(buffer, 1, n, copy);
    return words_close(&writer);
}

static bool start(const char *const *arguments, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    bool done = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
                posix_spawn_file_actions_adddup2(&actions, output, 1) == 0 &&
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) == 0 &&
                posix_spawnp(child, "git", &actions, NULL, (char *const *)arguments, environ) == 0;
    (void)posix_spawn_file_actions_destroy(&actions);
    return done;
}

char *git_capture(const char *const *arguments)
{
    int ends[2], status;
    pid_t child;
    char *text = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    bool started = start(arguments, ends[1], &child);
    (void)close(ends[1]);
    FILE *stream = fdopen(ends[0], "r");
    if (stream != NULL && started)
        text = read_all(stream);
    if (stream != NULL)
        (void)fclose(stream);
    else
        (void)close(ends[0]);
    if (!started)
        return NULL;
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return text;
    free(text);
    return NULL;
}

/* The rest of the line that begins with key, to be freed; NULL when there is none. */
static char *line_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    if (at == NULL || (at != text && at[-1] != '\n'))
        return NULL;
    at += strlen(key);
    return strndup(at, strcspn(at, "\n"));
}

/* A line that is not about the branch is a change of a tracked file. */
static bool has_changes(const char *text)
{
    for (const char *line = text; *line != '\0';) {
        if (line[0] != '#')
            return true;
        line += strcspn(line, "\n");
        line += *line != '\0';
    }
    return false;
}

void git_describe(const char *directory, struct store_version *version)
{
    const char *const status[] = {
        "git",      "--no-optional-locks",  "-C", directory, "status", "--porcelain=v2",
        "--branch", "--untracked-files=no", NULL};
    const char *const show[] = {"git", "-C", directory, "show", "-s", "--format=%ct", "HEAD", NULL};
    char *text = git_capture(status);
    if (text == NULL)
        return;
    version->commit = line_after(text, "# branch.oid ");
    version->branch = line_after(text, "# branch.head ");
    version->dirty = has_changes(text);
    free(text);
    if (version->commit != NULL && version->commit[0] == '(') { /* "(initial)": no commit yet */
        free(version->commit);
        version->commit = NULL;
    }
    if (version->branch != NULL && version->branch[0] == '(') { /* "(detached)" */
        free(version->branch);
        version->branch = NULL;
    }
    if (version->commit == NULL || (text = git_capture(show)) == NULL)
        return;
    version->commit_s = strtoll(text, NULL, 10);
    free(text);
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
    enum { FIXED = 7 };
    const char *const fixed[FIXED] = {"git",          "-C",        directory,         "rev-list",
                                      "--topo-order", "--reverse", "--ignore-missing"};
    const char **arguments = calloc(n + FIXED + 1, sizeof *arguments);
    if (arguments == NULL)
        return NULL;
    memcpy(arguments, fixed, sizeof fixed);
    memcpy(arguments + FIXED, commits, n * sizeof *commits);
    char *list = git_capture(arguments);
    free(arguments);
    return list;
}

bool git_order(const char *directory, const char *const *commits, size_t n, size_t *rank)
{
    struct place *places = calloc(n + 1, sizeof *places);
    char *list = places != NULL ? list_commits(directory, commits, n) : NULL;
    size_t found = 0;
    if (list != NULL) {
        for (size_t i = 0; i < n; i++)
            places[i] = (struct place){commits[i], i};
        qsort(places, n, sizeof *places, by_commit);
        found = rank_places(list, places, n, rank);
    }
    free(list);
    free(places);
    return n > 0 && found == n;
}
