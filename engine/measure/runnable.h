/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runnable.h -- how long a process was ready and waited for a processor. */
#pragma once

#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct runnable {
    int64_t ran_ns, waited_ns; /* of the first thread alone; -1: not known */
};

/* Of a child that has ended and is not reaped yet. */
struct runnable runnable_read(pid_t child);

/* Nanoseconds that it waited, where the first thread used all of the processor time: what other threads
 * and children waited is not known, nor then the sum. -1: not known. */
int64_t runnable_alone(const struct runnable *first, const struct rusage *usage);
