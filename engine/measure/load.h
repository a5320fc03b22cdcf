/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.h -- what else a machine did while something was measured. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A process as /proc shows it, times in seconds. */
struct load_process {
    pid_t id, parent;
    char name[32];
    double self_s, children_s; /* those that have ended and were waited for */
};
struct load_reading {
    double at_s, busy_s, steal_s;   /* of all processors since the machine began */
    double waited_s;                /* in which something waited for a processor; NaN: not known */
    struct load_process *processes; /* ends with load_reading_fini */
    size_t n;
};

/* From the files below root ("/proc"); nothing where there are none. */
struct load_reading load_read(const char *root);
void load_reading_fini(struct load_reading *reading);

enum { LOAD_NAMES = 3 };
struct load {
    double elapsed_s;  /* 0: nothing is known */
    double processors; /* that are there */
    double others;     /* of these, that other processes took, on the mean */
    double waited,
        steal; /* shares of the time: something waited for a processor, NaN: not known; and of all
                             processors' that the hypervisor took */
    char names[LOAD_NAMES][32]; /* those that took most, each name once, "" where there are fewer */
};
/* Enough of that to be told: a quarter of a processor, a twentieth of the time, a hundredth stolen. */
bool load_matters(const struct load *load);
/* Between two readings; self and its children are not others. */
struct load load_between(const struct load_reading *before, const struct load_reading *after,
                         pid_t self);

/* Waiting until a machine has little else to do. */
enum idle { IDLE_YES, IDLE_NO, IDLE_INTERRUPTED, IDLE_UNKNOWN };

/* Waits until fewer than load processors are busy, at most wait_s. While it waits nothing of ours
 * runs, so that all that is busy is somebody else. *busy: how many were, the last time. */
enum idle wait_idle(double load, double wait_s, double *busy);
