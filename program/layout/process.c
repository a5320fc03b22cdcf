/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.c -- programs run in the foreground. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layout/options.h"

static volatile sig_atomic_t running;

static void pass_on(int signal)
{
    if (running > 0)
        kill((pid_t)running, signal);
}

static const int asking[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { N_ASKING = sizeof asking / sizeof asking[0] };

/* Shares our memory until it has become the program. */
static void exec_child(const char *path, char *const *argv, const int files[3],
                       const struct sigaction *before, const sigset_t *mask)
{
    for (size_t i = 0; i < N_ASKING; i++)
        (void)sigaction(asking[i], &before[i], NULL);
    (void)sigprocmask(SIG_SETMASK, mask, NULL);
    bool ok = true;
    for (int i = 0; files != NULL && i < 3; i++)
        ok = ok && (files[i] < 0 || dup2(files[i], i) >= 0);
    if (ok)
        (void)execv(path, argv);
    dprintf(STDERR_FILENO, "assay cc: cannot run %s: %s\n", path, strerror(errno));
    _exit(errno == ENOENT ? LAYOUT_MISSING : LAYOUT_MISSING - 1);
}

/* Signals are held back while the child is made, so that none falls between. */
int layout_run(const char *path, char *const *argv, const int files[3])
{
    struct sigaction before[N_ASKING], action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    sigset_t held, mask;
    int status = 0;
    (void)sigemptyset(&held);
    for (size_t i = 0; i < N_ASKING; i++)
        (void)sigaddset(&held, asking[i]);
    (void)sigprocmask(SIG_BLOCK, &held, &mask);
    for (size_t i = 0; i < N_ASKING; i++) {
        (void)sigaction(asking[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            (void)sigaction(asking[i], &action, NULL);
    }
    (void)fflush(NULL);
    pid_t child = vfork(); /* fork would copy the tables of all mapped objects */
    if (child == 0)
        exec_child(path, argv, files, before, &mask);
    running = child;
    (void)sigprocmask(SIG_SETMASK, &mask, NULL);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    running = 0;
    for (size_t i = 0; i < N_ASKING; i++)
        (void)sigaction(asking[i], &before[i], NULL);
    if (child < 0) {
        perror("assay cc: cannot start a process");
        return LAYOUT_FAILED;
    }
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int layout_end_as(int result)
{
    if (result >= 0)
        return result;
    const struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none); /* the core would be ours */
    (void)signal(-result, SIG_DFL);
    (void)raise(-result);
    return 128 - result;
}
