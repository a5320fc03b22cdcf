/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampled_event.h -- an event of the processor or the kernel in place of the clock: how many there are of it in an execution,
 * and at every how many of them a sample is taken.
 *
 *     sampled_event_open(&event, "page_faults", launcher_process(launcher), error);
 *     sampled_event_begin(&event); ... launcher_run ...; sampled_event_end(&event, &counted);
 */
#pragma once

#include <stdint.h>

#include <assay/status.h>

#include "measure/counter.h"

struct sampled_event {
    uint32_t type;                     /* which event it is, as the kernel is told */
    uint64_t config, config1, config2;
    struct counters all, user;         /* with the kernel's part, and without */
    const char *name;                  /* borrowed */
    bool kernel;                       /* the kernel lets us see its own part */
};

/* The name as in metrics (counter.h); it is borrowed. ASSAY_USAGE: there is no such event, or
 * functions do not have it. ASSAY_MISSING: this machine, or the kernel, does not count it. End with sampled_event_close in any
 * case. */
enum assay_status sampled_event_open(struct sampled_event *event,
                                     const struct counter_sources *sources, const char *name,
                                     pid_t launcher, struct assay_error *error);
void sampled_event_close(struct sampled_event *event);

/* What a command and its children had of it since begin. False: it was not counted for long enough. */
struct event_counted {
    double user, kernel; /* kernel: 0 where it is not seen */
};
void sampled_event_begin(struct sampled_event *event);
bool sampled_event_end(const struct sampled_event *event, struct event_counted *out);

/* At every how many of them to sample: at each one where all samples of such an execution, `seconds` long, are few enough to be
 * kept however close they come; else so often that as many samples come as from the clock. */
uint64_t sampled_event_period(double events, double seconds, double rate_hz, size_t room);
