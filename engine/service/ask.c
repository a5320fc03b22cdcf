/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.c -- asks a service whether it is ready. */
#include "service/ask.h"

#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

struct target {
    char host[256], port[16];
    const char *path;
};

/* http://HOST[:PORT][/PATH], or /PATH. */
static struct target target_of(const char *address, unsigned port)
{
    struct target target = {.host = "127.0.0.1", .path = address};
    (void)snprintf(target.port, sizeof target.port, "%u", port);
    if (address[0] == '/')
        return target;
    const char *host = address + strlen("http://");
    const size_t n = strcspn(host, ":/");
    (void)snprintf(target.host, sizeof target.host, "%.*s", (int)n, host);
    (void)snprintf(target.port, sizeof target.port, "80");
    if (host[n] == ':')
        (void)snprintf(target.port, sizeof target.port, "%.*s", (int)strcspn(host + n + 1, "/"),
                       host + n + 1);
    target.path = host + strcspn(host, "/");
    if (target.path[0] == '\0')
        target.path = "/";
    return target;
}

static int connect_to(const struct target *target)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    const struct timeval patience = {.tv_sec = 5};
    struct addrinfo *all = NULL;
    int fd = -1;
    if (getaddrinfo(target->host, target->port, &hints, &all) != 0)
        return -1;
    for (struct addrinfo *one = all; one != NULL && fd < 0; one = one->ai_next) {
        fd = socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0)
            continue;
        (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (connect(fd, one->ai_addr, one->ai_addrlen) == 0)
            continue;
        close(fd);
        fd = -1;
    }
    freeaddrinfo(all);
    return fd;
}

/* Of the first line; 0: there was none. */
static int read_status(int fd)
{
    char line[64];
    size_t n = 0;
    int status = 0;
    for (ssize_t got; n + 1 < sizeof line && (got = recv(fd, line + n, sizeof line - 1 - n, 0)) > 0;)
        n += (size_t)got;
    line[n] = '\0';
    return sscanf(line, "HTTP/%*d.%*d %3d", &status) == 1 ? status : 0;
}

int ask_http(const char *address, unsigned port, char *found, size_t size)
{
    const struct target target = target_of(address, port);
    char request[1024];
    const int fd = connect_to(&target);
    if (fd < 0) {
        (void)snprintf(found, size, "nobody listens at %s:%s", target.host, target.port);
        return 1;
    }
    const int n = snprintf(request, sizeof request,
                           "GET %.600s HTTP/1.1\r\nHost: %.250s:%.10s\r\nUser-Agent: assay\r\n"
                           "Connection: close\r\n\r\n", target.path, target.host, target.port);
    const int status = send(fd, request, (size_t)n, MSG_NOSIGNAL) == n ? read_status(fd) : 0;
    close(fd);
    if (status == 0)
        (void)snprintf(found, size, "http://%.80s:%.10s%.60s gives no answer of HTTP", target.host,
                       target.port, target.path);
    else
        (void)snprintf(found, size, "http://%.80s:%.10s%.60s answers %d", target.host, target.port,
                       target.path, status);
    return status >= 200 && status < 400 ? 0 : 1;
}

int ask_command(const char *command, char *const *environment, char *found, size_t size)
{
    char text[1000];
    const int n = snprintf(text, sizeof text, "%s", command);
    int status = 0;
    const pid_t pid = n > 0 && (size_t)n < sizeof text ? vfork() : -1;
    if (pid == 0) {
        execle("/bin/sh", "sh", "-c", text, (char *)NULL, environment);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return 1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    (void)snprintf(found, size, "\"%.120s\" ended with %s %d", command,
                   WIFEXITED(status) ? "exit code" : "signal",
                   WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return 1;
}
