/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampler.h -- where a command and its children are, thousands of times a second of their processor time, while the
 * launcher runs it.
 *
 *     sampler_open(&sampler, launcher_process(launcher), 4000, CALLERS_NONE, seed);
 *     sampler_begin(&sampler, &spawn, 1);
 *     launcher_run(launcher, &spawn, &result, error);
 *     sampler_end(&sampler, &map, take, context);
 *
 * The kernel samples (perf_event_open(2)); where it refuses, an object that is loaded into the program does (sampler_timer.c). */
#pragma once

#include "measure/launcher.h"
#include "profile/code_map.h"
#include "profile/unwind.h"

/* How what called what is found: not, by frame pointers, which the kernel follows, or by tables (unwind.h). */
enum sampler_callers { CALLERS_NONE, CALLERS_BY_FRAMES, CALLERS_BY_TABLES };

struct sampled_event;
struct sampler {
    const struct sampler_kind *kind; /* NULL: closed, or nothing samples here */
    pid_t launcher;
    double rate_hz;    /* of this kind; that asked for where it can be */
    uint64_t random;   /* state of the draws: each execution's period is one */
    double period_s;   /* of the last execution; of the clock */
    const struct sampled_event *event; /* in place of the clock, of the kernel's sampling alone; NULL: the clock */
    uint64_t every;    /* so many events a sample, about; set before begin */
    size_t room;       /* samples that a processor's ring holds, whoever reads it; of the kernel's */
    int refused;       /* why the kernel does not sample: an error number; 0: it does */
    char why_not[224]; /* kind NULL: why nothing samples */
    bool beside;       /* of several commands at once: from the launcher's own children on, to tell whose is whose */
    enum sampler_callers callers;  /* of the kernel alone */
    struct unwinder *unwinder; /* by tables: borrowed */
    void *own;         /* what the kind has open */
    size_t lost;       /* samples of the last execution that are known to be lost */
    size_t
        silent; /* processes of the last execution that the object was not loaded into; of the timer */
};

struct sample_taken {
    int process;
    uint64_t address;
    const uint64_t *callers; /* where each returns to, the innermost first */
    size_t n_callers;
    bool whole; /* by tables: up to where the program, or its thread, began */
};
/* A sample, with the map as it was then. */
typedef void (*sampler_take)(void *context, struct code_map *map,
                             const struct sample_taken *sample);

/* One way of sampling. */
struct sampler_kind {
    const char *name;                     /* "cpu-clock", "timer" */
    int (*open)(struct sampler *sampler); /* 0, or an error number */
    /* False: it could not be begun. The spawn may get another environment, which lasts until the end. */
    bool (*begin)(struct sampler *sampler, struct spawn *spawn);
    /* False: memory lacked, and samples are missing. */
    bool (*end)(struct sampler *sampler, struct code_map *map, sampler_take take, void *context);
    void (*close)(struct sampler *sampler);
};
extern const struct sampler_kind sampler_of_kernel, sampler_of_timer;

/* rate_hz: samples for a second of processor time. Callers by tables need an unwinder, which is set then. */
void sampler_open(struct sampler *sampler, pid_t launcher, double rate_hz, enum sampler_callers callers, uint64_t seed);
/* Of an event, at each one until `every` says otherwise; it is borrowed. */
void sampler_open_event(struct sampler *sampler, pid_t launcher, double rate_hz, const struct sampled_event *event,
                        enum sampler_callers callers, uint64_t seed);
/* Of several side by side: launcher_run_beside. */
bool sampler_begin(struct sampler *sampler, struct spawn *spawn, size_t n);
bool sampler_end(struct sampler *sampler, struct code_map *map, sampler_take take, void *context);
void sampler_close(struct sampler *sampler);
