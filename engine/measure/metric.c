/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric.c -- what wait4 and the clock tell of one process and those that it waited for. */
#include "measure/metric.h"

#include <math.h>
#include <string.h>

static double seconds(struct timeval time)
{
    return ((double)time.tv_sec * 1e6 + (double)time.tv_usec) / 1e6; /* as the store keeps it */
}

static double read_wall(const struct spawn_result *r)
{
    return (double)r->wall_ns / 1e9;
}

static double read_user(const struct spawn_result *r)
{
    return seconds(r->usage.ru_utime);
}

static double read_system_time(const struct spawn_result *r)
{
    return seconds(r->usage.ru_stime);
}

static double read_processor_time(const struct spawn_result *r)
{
    return read_user(r) + read_system_time(r);
}

/* NaN: the kernel does not tell, or not of all its threads and children. */
static double read_runnable(const struct spawn_result *r)
{
    return r->runnable_ns < 0 ? (double)NAN : (double)r->runnable_ns / 1e9;
}

/* NaN: less than the launcher's own, which the kernel counts in. */
static double read_max_rss(const struct spawn_result *r)
{
    return r->peak_hidden ? (double)NAN
                          : (double)r->usage.ru_maxrss * 1024; /* Linux counts KiB, getrusage(2) */
}

static double read_minor_faults(const struct spawn_result *r)
{
    return (double)r->usage.ru_minflt;
}

static double read_major_faults(const struct spawn_result *r)
{
    return (double)r->usage.ru_majflt;
}

static double read_voluntary_switches(const struct spawn_result *r)
{
    return (double)r->usage.ru_nvcsw;
}

static double read_involuntary_switches(const struct spawn_result *r)
{
    return (double)r->usage.ru_nivcsw;
}

static double read_blocks_in(const struct spawn_result *r)
{
    return (double)r->usage.ru_inblock;
}

static double read_blocks_out(const struct spawn_result *r)
{
    return (double)r->usage.ru_oublock;
}

/* NaN: it went where nobody counts it. */
static double read_stdout_bytes(const struct spawn_result *r)
{
    return r->stdout_bytes < 0 ? (double)NAN : (double)r->stdout_bytes;
}

const struct metric metrics[] = {
    {"wall", "s", "time from start to end", read_wall},
    {"user", "s", "processor time in the program", read_user},
    {"system_time", "s", "processor time in the kernel", read_system_time},
    {"max_rss", "byte", "peak resident memory of the largest process", read_max_rss},
    {"minor_faults", "1", "page faults served without a disk", read_minor_faults},
    {"major_faults", "1", "page faults that waited for a disk", read_major_faults},
    {"voluntary_switches", "1", "times that it waited for something", read_voluntary_switches},
    {"involuntary_switches", "1", "times that another process took its place",
     read_involuntary_switches},
    {"blocks_in", "1", "blocks of 512 bytes read from a disk", read_blocks_in},
    {"blocks_out", "1", "blocks of 512 bytes written to a disk", read_blocks_out},
    {"stdout_bytes", "byte", "size of its standard output", read_stdout_bytes},
    {"user+system", "s", "processor time", read_processor_time},
    {"runnable", "s", "time ready to run and waiting for a processor", read_runnable},
    {NULL, NULL, NULL, NULL},
};

const struct metric *metric_find(const char *name)
{
    for (const struct metric *m = metrics; m->name != NULL; m++)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

const struct metric *metric_at(size_t place)
{
    return place + 1 < sizeof metrics / sizeof metrics[0] ? &metrics[place] : NULL;
}
