/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_start.c -- starts the server: its files, its place, and what it is told by its environment. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "service/guard_part.h"
#include "service/service.h"
#include "system/system.h"

/* Where the program has left room for a value that only we know. No zeros in front: some read a number octal then. */
static void fill_in(char *const *environment, const char *name, const char *value)
{
    const size_t n = strlen(name);
    for (; *environment != NULL; environment++)
        if (strncmp(*environment, name, n) == 0 && strlen(*environment + n) >= strlen(value))
            memcpy(*environment + n, value, strlen(value) + 1);
}

static void tell_notify(const struct guard *guard)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    socklen_t size = sizeof name;
    if (guard->notify < 0 || getsockname(guard->notify, (struct sockaddr *)&name, &size) != 0)
        return;
    fill_in(guard->start->envp, SERVICE_NOTIFY "=@", name.sun_path + 1);
}

/* Where the server finds them; behind the socket that it is handed. */
static void place_files(const struct guard *guard)
{
    (void)dup2(guard->output_end, STDOUT_FILENO);
    (void)dup2(guard->output_end, STDERR_FILENO);
    if (guard->start->listener >= 0)
        (void)dup2(guard->start->listener, SERVICE_SOCKET_FD);
    if (guard->ready_end >= 0)
        (void)dup2(guard->ready_end, SERVICE_READY_FD);
}

static bool take_cpus(const uint64_t *cpus)
{
    static const uint64_t any[16];
    return memcmp(cpus, any, sizeof any) == 0 ||
           system_run_on(cpus);
}

/* In the new process, which shares our memory until exec: the step that failed, else never. */
static const char *become_server(const struct guard *guard, pid_t parent)
{
    const struct guard_start *start = guard->start;
    sigset_t none;
    char digits[16];
    (void)setsid();
    (void)system_end_with_parent(SIGKILL);
    if (getppid() != parent)
        return "its guard";
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)snprintf(digits, sizeof digits, "%ld", (long)getpid());
    fill_in(start->envp, SERVICE_LISTEN_PID "=", digits);
    place_files(guard);
    if (!take_cpus(start->cpus))
        return "cpus";
    if (chdir(start->directory) != 0)
        return start->directory;
    execve(start->path, start->argv, start->envp);
    return start->path;
}

bool guard_begin(struct guard *guard, struct guard_answer *answer)
{
    const char *volatile failed = NULL;
    volatile int number = 0;
    tell_notify(guard);
    const pid_t parent = getpid(), server = vfork();
    if (server == 0) {
        failed = become_server(guard, parent);
        number = errno;
        _exit(127);
    }
    close(guard->output_end); /* a copy of the server's would hide its end */
    if (guard->ready_end >= 0)
        close(guard->ready_end);
    guard->output_end = guard->ready_end = -1;
    guard->server = server > 0 ? server : 0;
    if (server < 0)
        guard_say(answer, "could not be started (%s)", strerror(errno));
    else if (failed != NULL)
        guard_say(answer, "could not be started (%s: %s)", failed, strerror(number));
    return server > 0 && failed == NULL;
}

pid_t guard_fork(struct guard *guard)
{
    const pid_t pid = fork();
    if (pid != 0)
        return pid;
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)system_end_with_parent(SIGKILL);
    (void)close(guard->start->socket); /* else the program's end would not be seen */
    return 0;
}
