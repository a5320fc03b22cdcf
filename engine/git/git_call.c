/* SPDX-License-Identifier: GPL-3.0-or-later */
/* git_call.c -- calling git in a directory that somebody else may have made.
 * Source:   git 2.39, Documentation/config and the code of status, show, rev-list, rev-parse, remote, worktree:
 *           each variable below names a program that one of them would run.
 * Edge:     aliases cannot take the place of a builtin; textconv and external diffs are run where
 *           patches are made, which none of them does; uploadpack.packObjectsHook and trace2 are
 *           taken by git itself from the user's configuration only. */
#include "git/git_call.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/owned.h"
#include "base/text_buffer.h"
extern char **environ;

static const char *const harmless[] = {
    "core.fsmonitor=",               /* a program, asked what has changed */
    "core.hooksPath=/dev/null",      /* post-index-change, post-checkout, reference-transaction */
    "core.pager=cat",                /* only for a terminal, which our pipe is not */
    "core.alternateRefsCommand=",    /* of the repository that objects are borrowed from */
    "log.showSignature=false",       /* gpg.program */
    "diff.external=",                /* where a patch is made */
    "status.submoduleSummary=false", /* git log in each submodule */
    "submodule.recurse=false",       /* checks submodules out */
    "gc.auto=0",                     /* nothing is tidied behind the user's back */
    "maintenance.auto=false",
};
enum { N_HARMLESS = sizeof harmless / sizeof harmless[0] };

/* No lock of the user's is taken, nobody is asked for a password. Nothing is fetched: what that needs
 * (core.sshCommand, core.gitProxy, credential.helper, remote.NAME.uploadpack) is then not run. */
static const char *const quiet[] = {"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
                                    "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none"};
enum { N_QUIET = sizeof quiet / sizeof quiet[0], N_PROMPT = 2 };

static bool names_same(const char *a, const char *b)
{
    const size_t n = strcspn(b, "=");
    return strncmp(a, b, n) == 0 && a[n] == '=';
}

/* Ours, the first n_ours of quiet, before what we were given. To be freed; NULL: no memory. */
static const char **environment_with(size_t n_ours)
{
    size_t n = 0, kept = n_ours;
    while (environ[n] != NULL)
        n++;
    const char **list = calloc(n + n_ours + 1, sizeof *list);
    if (list == NULL)
        return NULL;
    memcpy(list, quiet, n_ours * sizeof *list);
    for (size_t i = 0; i < n; i++) {
        bool is_ours = false;
        for (size_t k = 0; k < n_ours; k++)
            is_ours = is_ours || names_same(environ[i], quiet[k]);
        if (!is_ours)
            list[kept++] = environ[i];
    }
    return list;
}

static bool start(const char *const *arguments, const char *const *variables, int output,
                  pid_t *child)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    bool done = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
                posix_spawn_file_actions_adddup2(&actions, output, 1) == 0 &&
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) == 0 &&
                posix_spawnp(child, "git", &actions, NULL, (char *const *)arguments,
                             (char *const *)variables) == 0;
    (void)posix_spawn_file_actions_destroy(&actions);
    return done;
}

static char *capture(const char *const *arguments, const char *const *variables)
{
    int ends[2], status;
    pid_t child;
    char *text = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    bool started = start(arguments, variables, ends[1], &child);
    (void)close(ends[1]);
    FILE *stream = fdopen(ends[0], "r");
    size_t n;
    if (stream != NULL && started)
        text = stream_text("", 0, stream, SIZE_MAX, &n);
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

/* No memory: perhaps. */
static bool has(const char *directory, size_t length, const char *name)
{
    OWNED char *path = NULL;
    return asprintf(&path, "%.*s/%s", (int)length, directory, name) < 0 || access(path, F_OK) == 0;
}

/* Cuts the path down to where git would find a repository, by a work tree's .git or a bare one's HEAD; false: nowhere. */
static bool cut_to_repository(char *place)
{
    for (size_t n = strlen(place);; n--) {
        if (has(place, n, ".git") || has(place, n, "HEAD")) {
            place[n] = '\0';
            return true;
        }
        while (n > 0 && place[n - 1] != '/')
            n--;
        if (n == 0)
            return false;
    }
}

/* Starting git takes as much processor time as three commands of ours. */
bool git_may_have(const char *directory, const char *name)
{
    OWNED char *place = realpath(directory, NULL);
    if (place == NULL || getenv("GIT_DIR") != NULL)
        return true;
    return cut_to_repository(place) &&
           (name == NULL || !has(place, strlen(place), ".git") || has(place, strlen(place), name));
}

/* "git --no-pager -C DIRECTORY -c … WORDS" */
static char *call(const char *directory, char *const *settings, size_t n_settings,
                  const char *const *words, size_t n_ours)
{
    if (!git_may_have(directory, NULL))
        return NULL;
    size_t n = 0;
    while (words[n] != NULL)
        n++;
    const size_t n_words = n;
    OWNED const char **list = calloc(4 + 2 * (N_HARMLESS + n_settings) + n_words + 1, sizeof *list);
    OWNED const char **variables = environment_with(n_ours);
    char *text = NULL;
    if (list != NULL && variables != NULL) {
        const char **at = list;
        *at++ = "git", *at++ = "--no-pager", *at++ = "-C", *at++ = directory;
        for (size_t i = 0; i < N_HARMLESS; i++)
            *at++ = "-c", *at++ = harmless[i];
        for (size_t i = 0; i < n_settings; i++)
            *at++ = "-c", *at++ = settings[i];
        memcpy(at, words, n_words * sizeof *words);
        text = capture(list, variables);
    }
    return text;
}

char *git_ask_with(const char *directory, char *const *settings, size_t n_settings,
                   const char *const *words)
{
    return call(directory, settings, n_settings, words, N_QUIET);
}

char *git_ask(const char *directory, const char *const *words)
{
    return call(directory, NULL, 0, words, N_QUIET);
}

char *git_change(const char *directory, const char *const *words)
{
    return call(directory, NULL, 0, words, N_PROMPT);
}
