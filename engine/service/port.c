/* SPDX-License-Identifier: GPL-3.0-or-later */
/* port.c -- a free TCP port of this machine for a service.
 *
 * A number that the kernel draws for a listener of ours (port 0) and that is closed again may be given to the next
 * connection of anybody. So numbers are tried below the range that connections get
 * (/proc/sys/net/ipv4/ip_local_port_range), one after the other: what one service has just left is not the next one's,
 * whose connections would wait for the old one's to be forgotten. Other runs of assay are held off by a socket with the
 * number in its name, which goes with its process. */
#include "service/port.h"

#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_FREE = 1025, RANGE = 12000, BACKLOG = 4096, USUAL_LOW = 32768 };

static unsigned first_of_connections(void)
{
    unsigned low = USUAL_LOW;
    FILE *file = fopen("/proc/sys/net/ipv4/ip_local_port_range", "re");
    if (file != NULL && fscanf(file, "%u", &low) != 1)
        low = USUAL_LOW;
    if (file != NULL)
        fclose(file);
    return low > FIRST_FREE + RANGE ? low : USUAL_LOW;
}

static struct sockaddr_in address_of(uint32_t host, unsigned number)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)number),
                                .sin_addr = {htonl(host)}};
}

static int bind_tcp(uint32_t host, unsigned number)
{
    const struct sockaddr_in address = address_of(host, number);
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

static bool is_free(unsigned number)
{
    const int fd = bind_tcp(INADDR_ANY, number);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* -1: another run has it. */
static int keep(unsigned number)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const int n = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "assay-port-%u", number);
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
    if (fd >= 0 && bind(fd, (const struct sockaddr *)&name, size) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

enum assay_status port_find(struct port *port, struct assay_error *error)
{
    const unsigned low = first_of_connections() - RANGE;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    /* The next one behind the last, and anywhere at first: two runs seldom meet. */
    unsigned at = port->number > 0 ? port->number - low + 1 : (unsigned)(now.tv_nsec / 1000);
    for (unsigned tried = 0; tried < RANGE; tried++, at++) {
        const unsigned number = low + at % RANGE;
        const int kept = keep(number);
        if (kept >= 0 && is_free(number)) {
            *port = (struct port){number, kept, -1};
            return ASSAY_OK;
        }
        if (kept >= 0)
            close(kept);
    }
    return assay_fail(error, ASSAY_SYSTEM, "none of the ports %u to %u is free for a service", low,
                      low + RANGE - 1);
}

enum assay_status port_listen(struct port *port, struct assay_error *error)
{
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    const int fd = bind_tcp(INADDR_LOOPBACK, 0);
    if (fd >= 0 && listen(fd, BACKLOG) == 0 &&
        getsockname(fd, (struct sockaddr *)&address, &size) == 0) {
        *port = (struct port){ntohs(address.sin_port), -1, fd};
        return ASSAY_OK;
    }
    const int number = errno;
    if (fd >= 0)
        close(fd);
    return assay_fail(error, ASSAY_SYSTEM, "cannot listen at a port for a service: %s",
                      strerror(number));
}

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void port_close(struct port *port)
{
    close_one(&port->kept);
    close_one(&port->listener);
}

bool port_answers(unsigned number)
{
    const struct sockaddr_in address = address_of(INADDR_LOOPBACK, number);
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool does = fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) == 0;
    if (fd >= 0)
        close(fd);
    return does;
}
