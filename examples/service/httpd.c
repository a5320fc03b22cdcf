/* SPDX-License-Identifier: GPL-3.0-or-later */
/* httpd.c -- a small HTTP server to measure: one process, one thread, connections that stay open.
 * usage: httpd [PORT]    at 127.0.0.1:PORT; without one at the socket that it is handed as descriptor 3
 *
 * Each answer takes WORK steps of a random generator. Builds with another -DWORK=… are faster or slower ones. */
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef WORK
#define WORK 100000
#endif

/* Milliseconds after which it works unasked, as servers with timers do; -1: never. */
#ifndef IDLE_MS
#define IDLE_MS (-1)
#endif

enum { MOST = 256, HANDED = 3 };

struct connection {
    char text[2048]; /* of a request, as far as it has come */
    size_t n;
};

static struct pollfd watched[MOST]; /* the listener, then connections */
static struct connection connections[MOST];
static size_t n_watched = 1;

static int listen_at(unsigned port)
{
    const struct sockaddr_in here = {.sin_family = AF_INET,
                                     .sin_port = htons((uint16_t)port),
                                     .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, (const struct sockaddr *)&here, sizeof here) == 0 && listen(fd, MOST) == 0)
        return fd;
    perror("httpd");
    exit(1);
}

static unsigned work(void)
{
    volatile uint32_t begin = 1;
    uint32_t state = begin;
    for (long i = 0; i < WORK; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
    }
    return state;
}

static int answer(int fd)
{
    char text[160];
    const int n = snprintf(text, sizeof text,
                           "HTTP/1.1 200 OK\r\nContent-Length: 11\r\nContent-Type: text/plain\r\n\r\n%010u\n",
                           work());
    return send(fd, text, (size_t)n, MSG_NOSIGNAL) == n;
}

/* False: the connection is over. */
static int serve(size_t i)
{
    struct connection *c = &connections[i];
    const ssize_t n = recv(watched[i].fd, c->text + c->n, sizeof c->text - 1 - c->n, MSG_DONTWAIT);
    const char *end;
    if (n <= 0)
        return 0;
    c->n += (size_t)n;
    c->text[c->n] = '\0';
    while ((end = strstr(c->text, "\r\n\r\n")) != NULL) {
        const size_t used = (size_t)(end + 4 - c->text);
        memmove(c->text, end + 4, c->n - used + 1);
        c->n -= used;
        if (!answer(watched[i].fd))
            return 0;
    }
    return c->n < sizeof c->text - 1;
}

static void end_connection(size_t i)
{
    close(watched[i].fd);
    n_watched--;
    watched[i] = watched[n_watched];
    connections[i] = connections[n_watched];
}

static void take_connection(void)
{
    const int fd = accept(watched[0].fd, NULL, NULL);
    if (fd < 0)
        return;
    watched[n_watched] = (struct pollfd){fd, POLLIN, 0};
    connections[n_watched++].n = 0;
}

int main(int argc, char **argv)
{
    const int fd = argc > 1 ? listen_at((unsigned)strtoul(argv[1], NULL, 10)) : HANDED;
    watched[0] = (struct pollfd){fd, POLLIN, 0};
    for (;;) {
        watched[0].events = n_watched < MOST ? POLLIN : 0;
        const int n = poll(watched, n_watched, IDLE_MS);
        if (n == 0)
            (void)work();
        if (n <= 0)
            continue;
        for (size_t i = n_watched; i-- > 1;)
            if (watched[i].revents != 0 && !serve(i))
                end_connection(i);
        if (watched[0].revents & POLLIN)
            take_connection();
    }
}
