/* SPDX-License-Identifier: GPL-3.0-or-later */
/* server.c -- a small HTTP server with habits, good and bad, and a client, for stories of services.
 * usage: server HABIT PORT [WORK]      answers every request with a number of WORK steps
 *        server get PORT [REQUESTS]    asks so often, prints how often it was answered well */
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static struct sockaddr_in here(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((unsigned short)port),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
}

static int get(int port, int n)
{
    int well = 0;
    for (int i = 0; i < n; i++) {
        const struct sockaddr_in address = here(port);
        const int fd = socket(AF_INET, SOCK_STREAM, 0);
        char text[256] = "";
        if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
            send(fd, "GET / HTTP/1.0\r\n\r\n", 18, MSG_NOSIGNAL) == 18 &&
            recv(fd, text, sizeof text - 1, MSG_WAITALL) > 0)
            well += strncmp(text, "HTTP/1.0 200", 12) == 0;
        close(fd);
    }
    printf("answered %d\n", well);
    return well < n;
}

static int listen_at(int port)
{
    const struct sockaddr_in address = here(port);
    const int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 100) != 0) {
        perror("bind");
        exit(3);
    }
    return fd;
}

static int handed(void)
{
    const char *pid = getenv("LISTEN_PID"), *n = getenv("LISTEN_FDS");
    if (pid == NULL || n == NULL || atol(pid) != getpid() || strcmp(n, "1") != 0) {
        fprintf(stderr, "no socket was handed to %ld: LISTEN_PID=%s\n", (long)getpid(), pid != NULL ? pid : "");
        exit(3);
    }
    return 3;
}

static void notify(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const char *text = getenv("NOTIFY_SOCKET");
    const int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    strncpy(name.sun_path, text != NULL ? text : "?", sizeof name.sun_path - 1);
    name.sun_path[0] = '\0';
    (void)sendto(fd, "STATUS=up\nREADY=1", 17, 0, (struct sockaddr *)&name,
                 (socklen_t)(sizeof name.sun_family + strlen(text != NULL ? text : "")));
    close(fd);
}

static void newline(void)
{
    const char *fd = getenv("ASSAY_READY_FD");
    if (fd == NULL || write(atoi(fd), "up\n", 3) != 3)
        exit(3);
}

/* Two below the first; the second outlives both in a session of its own. */
static void leave_children(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                pause();
        _exit(0);
    }
    wait(NULL);
}

static char mark[32];
static pid_t workers[2];

/* Two workers, one in a session of its own; a file as long as it lives, as many servers have one with their number. */
static void tidy_up(int number)
{
    (void)number;
    (void)unlink(mark);
    for (int i = 0; i < 2; i++)
        if (workers[i] > 0)
            kill(workers[i], SIGKILL);
    while (wait(NULL) > 0)
        ;
    _exit(0);
}

static void be_tidy(int port, int fd)
{
    (void)snprintf(mark, sizeof mark, "port-%d", port);
    signal(SIGTERM, tidy_up); /* before there is anything to tidy up */
    FILE *file = fopen(mark, "w");
    if (file != NULL)
        fclose(file);
    for (int i = 0; i < 2; i++)
        if ((workers[i] = fork()) == 0) {
            if (i > 0)
                setsid();
            for (;;)
                close(accept(fd, NULL, NULL));
        }
}

static int is(const char *habit, const char *name)
{
    return strcmp(habit, name) == 0;
}

int main(int argc, char **argv)
{
    const char *habit = argc > 1 ? argv[1] : "";
    const int port = argc > 2 ? atoi(argv[2]) : 0, more = argc > 3 ? atoi(argv[3]) : 1;
    if (is(habit, "get"))
        return get(port, more);
    if (is(habit, "fails"))
        return fprintf(stderr, "no such table\n"), 7;
    if (is(habit, "deaf"))
        for (;;)
            pause();
    if (is(habit, "background") && fork() > 0)
        return 0;
    if (is(habit, "stubborn"))
        signal(SIGTERM, SIG_IGN);
    if (is(habit, "leaks"))
        leave_children();
    const int fd = is(habit, "socket") ? handed() : listen_at(port);
    if (is(habit, "tidy"))
        be_tidy(port, fd);
    if (is(habit, "notify"))
        notify();
    if (is(habit, "newline"))
        newline();
    printf("listening at %d\n", port);
    fflush(stdout);
    for (int served = 0;; served++) {
        const int to = accept(fd, NULL, NULL);
        char text[256];
        const ssize_t n = recv(to, text, sizeof text, 0);
        volatile unsigned sum = 0;
        for (int i = 0; n > 0 && i < more; i++)
            sum += (unsigned)i;
        if (is(habit, "dies") && n > 0 && served > 2)
            abort();
        const char *answer = is(habit, "errors") ? "HTTP/1.0 500 No\r\n\r\n" : "HTTP/1.0 200 OK\r\n\r\nwell\n";
        if (n > 0)
            (void)send(to, answer, strlen(answer), MSG_NOSIGNAL);
        close(to);
    }
}
