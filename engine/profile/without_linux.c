/* SPDX-License-Identifier: GPL-3.0-or-later */
/* without_linux.c -- in place of what samples and counts for `why` where the system is not Linux: nothing does, which is said. */
#include <errno.h>

#include "base/failure.h"
#include "profile/sampled_event.h"
#include "profile/sampler.h"

static int open_none(struct sampler *sampler)
{
    (void)sampler;
    return ENOTSUP;
}

const struct sampler_kind sampler_of_kernel = {.name = "cpu-clock", .open = open_none},
                          sampler_of_timer = {.name = "timer", .open = open_none};

enum assay_status sampled_event_open(struct sampled_event *event,
                                     const struct counter_sources *sources, const char *name,
                                     pid_t launcher, struct assay_error *error)
{
    (void)sources, (void)launcher;
    *event = (struct sampled_event){.name = name};
    return fail_naming(error, ASSAY_MISSING, "%.60s is counted on Linux alone", name);
}

void sampled_event_close(struct sampled_event *event)
{
    (void)event;
}

void sampled_event_begin(struct sampled_event *event)
{
    (void)event;
}

bool sampled_event_end(const struct sampled_event *event, struct event_counted *out)
{
    (void)event;
    *out = (struct event_counted){0};
    return false;
}

uint64_t sampled_event_period(double events, double seconds, double rate_hz, size_t room)
{
    (void)events, (void)seconds, (void)rate_hz, (void)room;
    return 1;
}
