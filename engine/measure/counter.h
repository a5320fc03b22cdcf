/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counter.h -- events that kernel and processor count while a command runs (perf_event_open(2)).
 *
 * The events are opened on the launcher, to be inherited and to begin at exec, so that nothing is
 * added to the timing window and only the command and its children are counted. Events of the
 * processor are opened in groups, as many in one as the processor can count at the same time: those
 * of one group were counted over the same stretches, so that their ratios hold. What the machine does
 * not count is not measured, never zero.
 */
#pragma once

#include <sys/types.h>

#include "measure/energy.h"

/* Names: instructions, cycles, cache_misses, … (design.h), energy, or "event:NAME" with a name of
 * libpfm4. */
struct counter {
    char *name;
    const char *unit;
    int fd;           /* -1: not measured */
    int leader;       /* index of the counter that leads its group; its own: it leads */
    int error_number; /* why it is not measured */
    bool user_only;   /* the kernel does not let us see its own part, or that is not wanted */
    double before[3]; /* value, time enabled, time running */
};

/* Where events and energy come from; tests have sources of their own. */
struct perf_event_attr;
struct counter_sources {
    long (*open_event)(struct perf_event_attr *attributes, pid_t process, int group);
    const char *powercap;
};
extern const struct counter_sources counter_sources_of_system;

struct counters {
    struct counter *items;
    size_t n;
    pid_t process;
    const struct counter_sources *sources;
    bool user_only; /* none of the kernel's part is wanted; set it behind the opening, before counters_begin */
    struct energy energy;
};

/* What the kernel calls the event: type and numbers of it alone. False: there is no event of that name. */
bool counter_event(const char *name, struct perf_event_attr *attributes);

/* Opens every counter among the names on the process (0: this one, to find out what can be
 * counted). False: out of memory. */
bool counters_open(struct counters *counters, const struct counter_sources *sources, pid_t process,
                   char *const *names, size_t n);
void counters_close(struct counters *counters);

/* Opens the event on this process for a moment, and looks whether it counts: a virtual machine may offer events that it
 * never counts. */
bool counters_can_count(const struct counter_sources *sources, const char *name);

/* Whether the processor's own can be opened; events of the kernel say nothing about that. */
bool counters_of_processor(void);

void counters_begin(struct counters *counters);

enum counter_state { COUNTER_OK, COUNTER_NOT_MEASURED, COUNTER_TOO_MANY };
/* NULL when there is no such counter. */
const struct counter *counters_find(const struct counters *counters, const char *name);
/* What was counted since begin, scaled to the whole time when the processor counted only a part of
 * it, at least nine tenths; *share is that part. */
enum counter_state counter_read(const struct counters *counters, const struct counter *counter,
                                double *value, double *share);
