/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counter.h -- events that kernel and processor count while a command runs (perf_event_open(2)).
 *
 * The events are opened on the launcher, to be inherited and to begin at exec, so that nothing is
 * added to the timing window and only the command and its children are counted. What the machine
 * does not count is not measured, never zero.
 */
#ifndef MEASURE_COUNTER_H
#define MEASURE_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Names: instructions, cycles, cache_misses, … (design.h), energy, or "event:NAME" with a name of
 * libpfm4. */
struct counter {
    char *name;
    const char *unit;
    int fd;           /* -1: not measured */
    int error_number; /* why */
    double before[3]; /* value, time enabled, time running */
};
struct counters {
    struct counter *items;
    size_t n;
    pid_t process;
};

/* Opens every counter among the names on the process (0: this one, to find out what can be
 * counted). False: out of memory. */
bool counters_open(struct counters *counters, pid_t process, char *const *names, size_t n);
void counters_close(struct counters *counters);

void counters_begin(struct counters *counters);

enum counter_state { COUNTER_OK, COUNTER_NOT_MEASURED, COUNTER_TOO_MANY };
/* What was counted since begin, scaled to the whole time when the processor counted only a part of
 * it, at least nine tenths; *share is that part. NULL when there is no such counter. */
const struct counter *counters_find(const struct counters *counters, const char *name);
enum counter_state counter_read(const struct counter *counter, double *value, double *share);

#endif
