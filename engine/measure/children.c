/* SPDX-License-Identifier: GPL-3.0-or-later */
/* children.c -- the processes whose parent we are, and how long one waited for a processor. */
#include "measure/children.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

size_t children_list(pid_t *pids, size_t capacity)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    size_t n = 0;
    int pid;
    while (n < capacity && fscanf(file, "%d", &pid) == 1)
        pids[n++] = pid;
    fclose(file);
    return n;
}

/* How long a process was ready and waited for a processor.
 *
 * The kernel counts it for each thread, and keeps what it counted of the first one until the process is
 * reaped (Documentation/scheduler/sched-stats.rst: /proc/PID/schedstat is time on a processor, time
 * that it waited for one, and time slices). What other threads and children waited went with them. */

struct runnable runnable_read(pid_t child)
{
    struct runnable first = {-1, -1};
    char text[96];
    (void)snprintf(text, sizeof text, "/proc/%ld/schedstat", (long)child);
    const int fd = open(text, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    if (sscanf(text, "%" SCNd64 " %" SCNd64, &first.ran_ns, &first.waited_ns) != 2)
        return (struct runnable){-1, -1};
    return first;
}

static int64_t nanoseconds(const struct timeval *time)
{
    return (int64_t)time->tv_sec * 1000000000 + (int64_t)time->tv_usec * 1000;
}

int64_t runnable_alone(const struct runnable *first, const struct rusage *usage)
{
    const int64_t used = nanoseconds(&usage->ru_utime) + nanoseconds(&usage->ru_stime);
    const int64_t slack =
        used / 100 + 20000; /* exec and exit are counted to the one or the other */
    return first->ran_ns > 0 && first->ran_ns + slack >= used ? first->waited_ns : -1;
}
