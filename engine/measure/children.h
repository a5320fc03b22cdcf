/* SPDX-License-Identifier: GPL-3.0-or-later */
/* children.h -- the processes whose parent we are, adopted ones included. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

/* Those of this process's main thread; at most capacity. None when /proc is not there. */
size_t children_list(pid_t *pids, size_t capacity);

/* How long a process was ready and waited for a processor. */
struct runnable {
    int64_t ran_ns, waited_ns; /* of the first thread alone; -1: not known */
};

/* Of a child that has ended and is not reaped yet. */
struct runnable runnable_read(pid_t child);

/* Nanoseconds that it waited, where the first thread used all of the processor time: what other threads
 * and children waited is not known, nor then the sum. -1: not known. */
int64_t runnable_alone(const struct runnable *first, const struct rusage *usage);
