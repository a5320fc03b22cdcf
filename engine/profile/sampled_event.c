/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampled_event.c -- an event in place of the clock.
 * Source:   METHODS I2, "Data": samples are used as shares of an execution's own total alone, here of the event's, which an event
 *           beside counts without samples. perf_event_open(2).
 * Edge:     switches and migrations are events of the kernel: no function of a program has them. What the kernel hides
 *           (perf_event_paranoid 2) is in no total, which is said. A processor may name an instruction some places behind.
 * Checked:  tests/engine/profile/test_sampled_event.c, test_pairs.c
 */
#include "profile/sampled_event.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <string.h>

#include "base/failure.h"
#include "design/design.h"

/* Of one function a sample is never; energy is not counted in events at all. */
static bool is_of_functions(const char *name)
{
    static const char *const others[] = {"context_switches", "cpu_migrations", "energy"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i]) == 0)
            return false;
    return true;
}

static enum assay_status fail_unknown(const char *name, struct assay_error *error)
{
    return fail_naming(error, ASSAY_USAGE,
                       "there is no event \"%.60s\" that functions have: @event is one of instructions, cycles, "
                       "cache_references, cache_misses, branches, branch_misses, page_faults, or "
                       "event:NAME with a name of libpfm (perf list, without perf's own)",
                       name);
}

/* Where it is refused, what would help; a processor that has none says ENOENT or EOPNOTSUPP. */
static enum assay_status fail_refused(const char *name, int number, struct assay_error *error)
{
    if (number == EACCES || number == EPERM)
        return fail_naming(error, ASSAY_MISSING,
                           "the kernel refuses to count %.60s (perf_event_open: %.60s): allow it with sysctl "
                           "kernel.perf_event_paranoid=2; in a container add the capability PERFMON, and a "
                           "seccomp profile that allows perf_event_open",
                           name, strerror(number));
    return fail_naming(error, ASSAY_MISSING,
                       "%.60s is not counted here (perf_event_open: %.60s): a virtual machine often has no counters "
                       "of the processor. On the metal there are some; here @event page_faults is the kernel's "
                       "own, and @counts has callgrind count instructions",
                       name, strerror(number));
}

enum assay_status sampled_event_open(struct sampled_event *event,
                                     const struct counter_sources *sources, const char *name,
                                     pid_t launcher, struct assay_error *error)
{
    struct perf_event_attr which = {.type = 0};
    *event = (struct sampled_event){.name = name};
    if (!metric_is_counter(name) || !is_of_functions(name) || !counter_event(name, &which))
        return fail_unknown(name, error);
    event->type = which.type;
    event->config = which.config;
    event->config1 = which.config1;
    event->config2 = which.config2;
    char *const names[] = {(char *)(uintptr_t)event->name};
    if (!counters_open(&event->all, sources, launcher, names, 1) ||
        !counters_open(&event->user, sources, launcher, names, 1))
        return fail_no_memory(error);
    event->user.user_only = true;
    const struct counter *all = &event->all.items[0];
    event->kernel = !all->user_only;
    return all->fd >= 0 ? ASSAY_OK : fail_refused(event->name, all->error_number, error);
}

void sampled_event_close(struct sampled_event *event)
{
    counters_close(&event->all);
    counters_close(&event->user);
}

void sampled_event_begin(struct sampled_event *event)
{
    counters_begin(&event->all);
    counters_begin(&event->user);
}

static bool read_one(const struct counters *counters, double *value)
{
    double share;
    return counter_read(counters, &counters->items[0], value, &share) == COUNTER_OK;
}

bool sampled_event_end(const struct sampled_event *event, struct event_counted *out)
{
    double all = 0;
    *out = (struct event_counted){0};
    if (!read_one(&event->user, &out->user) || !read_one(&event->all, &all))
        return false;
    out->kernel = event->kernel && all > out->user ? all - out->user : 0;
    return true;
}

uint64_t sampled_event_period(double events, double seconds, double rate_hz, size_t room)
{
    const double wanted = fmax((double)room, rate_hz * seconds);
    return events > wanted ? (uint64_t)ceil(events / wanted) : 1;
}
