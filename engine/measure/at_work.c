/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at_work.c -- how many threads of a command work at once, looked at while it runs.
 * Source:   /proc/PID/task/TID/stat and children (Documentation/filesystems/proc.rst): R is on a processor, or waits for one.
 * Assumes:  children are reached from those that started them: one whose parent has ended is not looked at.
 * Edge:     /proc without these, an old kernel: nothing is seen, and one thread is assumed.
 * Checked:  tests/engine/measure/test_at_work.c, with one and two threads and children; test_trial.c, where it refuses.
 *
 * What waits is seen so, too, whatever the machine does besides: a look at which nothing is ready. That of a shell that sleeps 50 ms and
 * computes 7: 0.5 to 0.9 of the looks, of one that computes none.
 *
 * Processor time over wall time tells of two threads only where both had a processor. Where others have taken those, it
 * stays below one; a thread that is ready is ready all the same. Recorded at loads of 5 to 20 on two processors, some 20 to 200
 * looks each: gzip, sort, sqlite3 and python3 1.00, node 1.03 to 1.10, make -j1 1.04 to 1.14, cat | gzip 1.14 to 1.19; two threads
 * 1.35 to 1.90, xz -T2 1.85 to 1.95, make -j2 1.53 to 1.73, a pool of two processes 1.16 to 1.51.
 */
#include "measure/at_work.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "system/system.h"

static const double more_than_one = 1.25, first_pause_s = 0.002;
enum {
    FEWEST_LOOKS = 5,
    FEWEST_OF_ALL = 8,
    FEWEST_STILL = 2,  /* one may be that of its end, or of its first page from a disk */
    PROCESSES = 256,   /* of a tree; others are not looked at */
    LOOK_SHARE = 20,   /* looking takes this part of the time at most … */
    PAUSE_SHARE = 100, /* … and pauses are this part of what has passed at least */
};

/* A tree of processes, as far as it was walked. */
struct tree {
    long processes[PROCESSES];
    size_t n;
};

static size_t read_text(const char *path, char *text, size_t size)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, text, size - 1) : -1;
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

static bool is_ready(const char *task)
{
    char path[128], text[256];
    (void)snprintf(path, sizeof path, "%s/stat", task);
    (void)read_text(path, text, sizeof text);
    const char *name_end = strrchr(text, ')'); /* a name may hold one, too */
    return name_end != NULL && strncmp(name_end, ") R", 3) == 0;
}

static void add_children(const char *task, struct tree *tree)
{
    char path[128], text[2048], *rest = text;
    (void)snprintf(path, sizeof path, "%s/children", task);
    (void)read_text(path, text, sizeof text);
    for (long child; tree->n < PROCESSES && (child = strtol(rest, &rest, 10)) > 0;)
        tree->processes[tree->n++] = child;
}

static size_t count_ready_of(long process, struct tree *tree)
{
    char path[64], task[96];
    size_t ready = 0;
    (void)snprintf(path, sizeof path, "/proc/%ld/task", process);
    DIR *tasks = opendir(path);
    for (const struct dirent *e; tasks != NULL && (e = readdir(tasks)) != NULL;) {
        const long number = strtol(e->d_name, NULL, 10);
        if (number <= 0)
            continue;
        (void)snprintf(task, sizeof task, "%s/%ld", path, number);
        ready += is_ready(task) ? 1 : 0;
        add_children(task, tree);
    }
    if (tasks != NULL)
        closedir(tasks);
    return ready;
}

void at_work_watch(pid_t child, struct at_work *seen)
{
    const double begin_s = clock_now_s();
    double pause_s = first_pause_s;
    const int process = system_watch(child);
    while (process >= 0 && !system_await(process, pause_s)) {
        const double before_s = clock_now_s();
        struct tree tree = {.processes = {child}, .n = 1};
        size_t ready = 0;
        for (size_t i = 0; i < tree.n; i++)
            ready += count_ready_of(tree.processes[i], &tree);
        seen->looks += ready > 0;
        seen->still += ready == 0;
        seen->ready += ready;
        const double took_s = clock_now_s() - before_s;
        pause_s =
            fmax(fmax(first_pause_s, LOOK_SHARE * took_s), (before_s - begin_s) / PAUSE_SHARE);
    }
    if (process >= 0)
        close(process);
}

double at_work_waiting(const struct at_work *seen)
{
    const size_t all = seen->looks + seen->still;
    return all < FEWEST_OF_ALL || seen->still < FEWEST_STILL ? 0
                                                             : (double)seen->still / (double)all;
}

double at_work_mean(const struct at_work *seen)
{
    const double mean = seen->looks < FEWEST_LOOKS ? 1 : (double)seen->ready / (double)seen->looks;
    return mean < more_than_one ? 1 : mean;
}
