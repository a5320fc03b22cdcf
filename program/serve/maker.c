/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker.c -- a page made by a process of its own. */
#include "serve/maker.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/system.h"
#include "view/text/view_memory.h"

/* How a maker ends: by the place of its page's status here. */
static const enum http_status statuses[] = {HTTP_DONE, HTTP_NOT_FOUND, HTTP_NOT_SHOWN, HTTP_FAILED};
enum { N_STATUSES = sizeof statuses / sizeof *statuses };

/* In the new process. Connections are not its own: one that was kept open here would not end when the server closes it. */
_Noreturn static void make(http_pages pages, void *context, const char *address, int to)
{
    enum { PAGE = STDERR_FILENO + 1 };
    int code = N_STATUSES;
    (void)setpgid(0, 0); /* what it starts is stopped with it */
    (void)system_end_with_parent(SIGKILL);
    FILE *page = (to == PAGE || dup2(to, PAGE) == PAGE) && fcntl(PAGE, F_SETFD, FD_CLOEXEC) == 0
                     ? fdopen(PAGE, "w")
                     : NULL;
    system_close_from(PAGE + 1);
    if (page != NULL) {
        const enum http_status status = pages(context, address, page);
        code = 0;
        while (code < N_STATUSES && statuses[code] != status)
            code++;
        if (fclose(page) != 0 || view_lost())
            code = N_STATUSES;
    }
    _exit(code);
}

/* The server's handlers of signals write into what the new process shares with it: they are gone before it gets any. */
static pid_t begin(http_pages pages, void *context, const char *address, int to)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t process = fork();
    if (process == 0) {
        (void)signal(SIGINT, SIG_DFL);
        (void)signal(SIGTERM, SIG_DFL);
        (void)sigprocmask(SIG_SETMASK, &before, NULL);
        make(pages, context, address, to);
    }
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return process;
}

bool maker_begin(struct maker *maker, http_pages pages, void *context, const char *address)
{
    int ends[2];
    *maker = MAKER_NONE;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    const pid_t process = begin(pages, context, address, ends[1]);
    close(ends[1]);
    maker->page = ends[0];
    maker->process = process > 0 ? process : 0;
    return process > 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
}

bool maker_end(struct maker *maker, enum http_status *status)
{
    int end;
    const bool waited = maker->process > 0 && waitpid(maker->process, &end, 0) == maker->process;
    maker->process = 0;
    if (!waited || !WIFEXITED(end) || WEXITSTATUS(end) >= N_STATUSES)
        return false;
    *status = statuses[WEXITSTATUS(end)];
    return true;
}

void maker_stop(struct maker *maker)
{
    if (maker->process > 0) {
        (void)kill(-maker->process, SIGKILL);
        (void)kill(maker->process, SIGKILL);
        (void)waitpid(maker->process, NULL, 0);
    }
    if (maker->page >= 0)
        close(maker->page);
    *maker = MAKER_NONE;
}
