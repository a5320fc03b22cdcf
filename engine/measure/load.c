/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.c -- what else a machine did while something was measured, and waiting until it has little else to do.
 * Source:   proc(5): stat, uptime, PID/stat; Documentation/accounting/psi of the kernel: pressure/cpu.
 * Edge:     processes that began and ended in between have no name here, but their time counts, except that of our own
 *           grandchildren whose parent has not been waited for.
 * Checked:  tests/engine/measure/test_load.c, against recorded files.
 */
#include "measure/load.h"

#include <dirent.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "measure/host_read.h"
#include "measure/interrupt.h"

static double seconds(double ticks)
{
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

/* "17 (a name) S 1 …": a name may hold blanks and brackets. */
static bool read_process(const char *line, struct load_process *process)
{
    unsigned long long user, system;
    long long user_below, system_below;
    const char *open = strchr(line, '('), *close = strrchr(line, ')');
    *process = (struct load_process){.id = (pid_t)atoi(line)};
    if (open == NULL || close == NULL ||
        sscanf(close + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld",
               &process->parent, &user, &system, &user_below, &system_below) != 5)
        return false;
    (void)snprintf(process->name, sizeof process->name, "%.*s", (int)(close - open - 1), open + 1);
    process->self_s = seconds((double)(user + system));
    process->children_s = seconds((double)(user_below + system_below));
    return true;
}

static void read_processes(const char *root, struct load_reading *reading)
{
    DIR *directory = opendir(root);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        char path[HOST_LINE], line[HOST_LINE];
        struct load_process process;
        (void)snprintf(path, sizeof path, "%.200s/%.20s/stat", root, entry->d_name);
        if (atoi(entry->d_name) > 0 && host_line(path, line) && read_process(line, &process) &&
            array_resize(&reading->processes, reading->n + 1))
            reading->processes[reading->n++] = process;
    }
    if (directory != NULL)
        (void)closedir(directory);
}

struct load_reading load_read(const char *root)
{
    struct load_reading reading = {.waited_s = (double)NAN};
    char path[HOST_LINE], line[HOST_LINE];
    double t[8];
    (void)snprintf(path, sizeof path, "%.200s/uptime", root);
    if (host_line(path, line))
        reading.at_s = strtod(line, NULL);
    (void)snprintf(path, sizeof path, "%.200s/stat", root);
    if (host_line(path, line) && sscanf(line, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &t[0], &t[1],
                                        &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]) == 8) {
        reading.busy_s = seconds(t[0] + t[1] + t[2] + t[5] + t[6]);
        reading.steal_s = seconds(t[7]);
    }
    (void)snprintf(path, sizeof path, "%.200s/pressure/cpu", root);
    const char *total = host_find_key(path, "some", line) ? strstr(line, "total=") : NULL;
    if (total != NULL)
        reading.waited_s = 1e-6 * strtod(total + strlen("total="), NULL);
    read_processes(root, &reading);
    return reading;
}

void load_reading_fini(struct load_reading *reading)
{
    free(reading->processes);
    *reading = (struct load_reading){.processes = NULL};
}

static bool is_ours(const struct load_process *process, pid_t self)
{
    return process->id == self || process->parent == self;
}

static double ours(const struct load_reading *reading, pid_t self)
{
    double sum = 0;
    for (size_t i = 0; i < reading->n; i++)
        if (is_ours(&reading->processes[i], self))
            sum += reading->processes[i].self_s + reading->processes[i].children_s;
    return sum;
}

/* What it took since then; of one that was not there all that it has. */
static double taken(const struct load_process *process, const struct load_reading *before)
{
    for (size_t i = 0; i < before->n; i++)
        if (before->processes[i].id == process->id)
            return process->self_s - before->processes[i].self_s;
    return process->self_s;
}

/* What all of its name took that are not ours; 0 where one before it has that name: it counted there. */
static double taken_by_name(const struct load_reading *before, const struct load_reading *after,
                            pid_t self, size_t of)
{
    double sum = 0;
    for (size_t i = 0; i < after->n; i++) {
        const struct load_process *process = &after->processes[i];
        if (is_ours(process, self) || strcmp(process->name, after->processes[of].name) != 0)
            continue;
        if (i < of)
            return 0;
        sum += taken(process, before);
    }
    return sum;
}

static void take_names(const struct load_reading *before, const struct load_reading *after,
                       pid_t self, struct load *load)
{
    double most[LOAD_NAMES] = {0};
    for (size_t i = 0; i < after->n; i++) {
        const struct load_process *process = &after->processes[i];
        const double took = taken_by_name(before, after, self, i);
        size_t at = LOAD_NAMES;
        while (at > 0 && took > most[at - 1])
            at--;
        if (at == LOAD_NAMES || is_ours(process, self) || took < 0.01 * load->elapsed_s)
            continue;
        memmove(&most[at + 1], &most[at], (LOAD_NAMES - 1 - at) * sizeof *most);
        memmove(load->names[at + 1], load->names[at], (LOAD_NAMES - 1 - at) * sizeof *load->names);
        most[at] = took;
        memcpy(load->names[at], process->name, sizeof process->name);
    }
}

struct load load_between(const struct load_reading *before, const struct load_reading *after,
                         pid_t self)
{
    struct load load = {.elapsed_s = after->at_s - before->at_s};
    if (!(load.elapsed_s > 0))
        return (struct load){.waited = (double)NAN};
    const double busy_s = after->busy_s - before->busy_s,
                 ours_s = ours(after, self) - ours(before, self);
    load.others = fmax(0, busy_s - ours_s) / load.elapsed_s;
    load.waited = (after->waited_s - before->waited_s) / load.elapsed_s;
    load.processors = (double)sysconf(_SC_NPROCESSORS_ONLN);
    load.steal = (after->steal_s - before->steal_s) / load.elapsed_s / load.processors;
    take_names(before, after, self, &load);
    return load;
}

bool load_matters(const struct load *load)
{
    return load->others > 0.25 || load->waited > 0.05 || load->steal > 0.01;
}

/* Waiting until a machine has little else to do.
 *
 * The load average of the last minute holds our own benchmarks, so busy processors are counted
 * while we sleep: proc(5), the first line of /proc/stat.
 */

enum { LOOK_MS = 200 };

/* Ticks that all processors together were busy: user, nice, system, irq, softirq, steal. */
static bool busy_ticks(double *ticks)
{
    unsigned long long t[8];
    FILE *file = fopen("/proc/stat", "re");
    bool read = file != NULL && fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &t[0],
                                       &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]) == 8;
    if (file != NULL)
        fclose(file);
    if (read)
        *ticks = (double)(t[0] + t[1] + t[2] + t[5] + t[6] + t[7]);
    return read;
}

enum idle wait_idle(double load, double wait_s, double *busy)
{
    const double begin = clock_now_s(), ticks_a_second = (double)sysconf(_SC_CLK_TCK);
    double before, after;
    for (;;) {
        const double start = clock_now_s();
        if (!busy_ticks(&before))
            return IDLE_UNKNOWN;
        struct pollfd wake = {interrupt_descriptor(), POLLIN, 0};
        (void)poll(&wake, 1, LOOK_MS);
        if (interrupt_requested())
            return IDLE_INTERRUPTED;
        if (!busy_ticks(&after))
            return IDLE_UNKNOWN;
        *busy = (after - before) / ticks_a_second / (clock_now_s() - start);
        if (*busy < load)
            return IDLE_YES;
        if (clock_now_s() - begin > wait_s)
            return IDLE_NO;
    }
}
