/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c -- what a service has used, all its processes together.
 * Source:   clock_getcpuclockid(3), of all threads of a process that are and were, in nanoseconds; proc(5): stat
 *           (children that it waited for, in ticks of 10 ms), status (VmHWM, switches).
 * Assumes:  the kernel lists children (CONFIG_PROC_CHILDREN).
 * Edge:     switches of threads that ended are not counted as long as their process lives. Of a process that a service
 *           waited for only whole ticks are known, up to 10 ms of each parent too little.
 * Checked:  tests/engine/service/test_usage.c, beside getrusage of the same process. */
#include "service/usage.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "service/usage_tree.h"

/* ---- the tree -------------------------------------------------------------------------------- */

void tree_for_each_thread(pid_t pid, void (*take)(void *context, const char *path), void *context)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *threads = opendir(path);
    struct dirent *entry;
    while (threads != NULL && (entry = readdir(threads)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        char thread[96];
        (void)snprintf(thread, sizeof thread, "%s/%.20s", path, entry->d_name);
        take(context, thread);
    }
    if (threads != NULL)
        closedir(threads);
}

struct tree {
    pid_t except, *pids;
    size_t n;
};

static void take_children(void *context, const char *thread)
{
    struct tree *tree = context;
    char path[128];
    (void)snprintf(path, sizeof path, "%s/children", thread);
    FILE *file = fopen(path, "re");
    int pid;
    while (file != NULL && tree->n < TREE_MOST && fscanf(file, "%d", &pid) == 1)
        if (pid != tree->except)
            tree->pids[tree->n++] = pid;
    if (file != NULL)
        fclose(file);
}

size_t tree_children(pid_t pid, pid_t pids[TREE_MOST])
{
    struct tree tree = {0, pids, 0};
    tree_for_each_thread(pid, take_children, &tree);
    return tree.n;
}

size_t tree_below(pid_t pid, pid_t except, pid_t pids[TREE_MOST])
{
    struct tree tree = {except, pids, 0};
    tree_for_each_thread(pid, take_children, &tree);
    for (size_t i = 0; i < tree.n; i++)
        tree_for_each_thread(pids[i], take_children, &tree);
    return tree.n;
}

size_t tree_list(pid_t except, pid_t pids[TREE_MOST])
{
    return tree_below(getpid(), except, pids);
}

/* ---- one process ----------------------------------------------------------------------------- */

static double processor_clock(pid_t pid)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct stat_line {
    char text[1024];
};

/* What stands behind its name, which may hold anything; NULL: there is no such process. */
static const char *read_stat(pid_t pid, struct stat_line *line)
{
    char path[64], *text = line->text;
    (void)snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "re");
    const size_t n = file != NULL ? fread(text, 1, sizeof line->text - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[n] = '\0';
    return strrchr(text, ')');
}

bool usage_stands_still(pid_t pid)
{
    struct stat_line line;
    const char *rest = read_stat(pid, &line);
    return rest == NULL || strchr("TtZX", rest[1] == ' ' ? rest[2] : 'Z') != NULL;
}

/* Seconds of the children that it waited for. */
static double waited_for(pid_t pid)
{
    struct stat_line line;
    const char *rest = read_stat(pid, &line);
    int64_t user, system;
    if (rest == NULL || sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %" SCNd64
                                     " %" SCNd64, &user, &system) != 2)
        return 0;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static void take_status(void *context, const char *thread)
{
    struct service_usage *usage = context;
    char path[128], line[128];
    (void)snprintf(path, sizeof path, "%s/status", thread);
    FILE *file = fopen(path, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        double number;
        if (sscanf(line, "VmHWM: %lf", &number) == 1)
            usage->max_rss_bytes = 1024 * number;
        else if (sscanf(line, "voluntary_ctxt_switches: %lf", &number) == 1)
            usage->voluntary += number;
        else if (sscanf(line, "nonvoluntary_ctxt_switches: %lf", &number) == 1)
            usage->involuntary += number;
    }
    if (file != NULL)
        fclose(file);
}

struct service_usage usage_of_process(pid_t pid)
{
    struct service_usage usage = {.processor_s = processor_clock(pid) + waited_for(pid)};
    tree_for_each_thread(pid, take_status, &usage);
    return usage;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

struct service_usage usage_of_dead(const struct rusage *usage)
{
    return (struct service_usage){
        .processor_s = seconds(usage->ru_utime) + seconds(usage->ru_stime),
        .max_rss_bytes = 1024 * (double)usage->ru_maxrss,
        .voluntary = (double)usage->ru_nvcsw,
        .involuntary = (double)usage->ru_nivcsw,
    };
}

void usage_add(struct service_usage *sum, const struct service_usage *more)
{
    sum->processor_s += more->processor_s;
    sum->voluntary += more->voluntary;
    sum->involuntary += more->involuntary;
    if (more->max_rss_bytes > sum->max_rss_bytes)
        sum->max_rss_bytes = more->max_rss_bytes;
}
