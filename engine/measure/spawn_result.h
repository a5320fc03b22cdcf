/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spawn_result.h -- what is known of a command when it has ended. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

/* What was refused when the program was not started. */
enum spawn_refused {
    SPAWN_REFUSED_EXEC,
    SPAWN_REFUSED_DIRECTORY,
    SPAWN_REFUSED_CPUS,
    SPAWN_REFUSED_PRIORITY
};

struct spawn_result {
    int error_number; /* not 0: the program was not started, and this says why */
    enum spawn_refused refused;
    int status;    /* as wait4 gives it */
    bool expected; /* it is the end of a command that has done its work */
    bool timed_out;
    bool interrupted;
    int64_t start_ns; /* CLOCK_REALTIME just before the start */
    int64_t wall_ns;  /* CLOCK_MONOTONIC, right around start and end */
    int64_t cost_ns;  /* from preparing to having ended what it left behind */
    struct rusage usage;
    bool peak_hidden; /* its peak of memory is not above the launcher's, with which it began */
    int64_t runnable_ns;  /* ready, and waiting for a processor; -1: not known */
    int64_t stdout_bytes; /* set by who reads or opened it; -1: not known */
};
