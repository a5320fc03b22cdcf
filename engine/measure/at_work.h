/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at_work.h -- how many threads of a command work at once, looked at while it runs. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

struct at_work {
    size_t looks; /* at which any of its threads was ready */
    size_t ready; /* in all of these */
    size_t still; /* further looks, at which none was: all waited, for something else than a processor */
};

/* Looks at a child until it has ended, which takes a twentieth of the time at most, and adds what it sees. Where the
 * system cannot tell (Linux before 5.3), it returns at once. */
void at_work_watch(pid_t child, struct at_work *seen);

/* The share of looks at which all waited; 0 where it cannot be told from none. */
double at_work_waiting(const struct at_work *seen);

/* Their mean; 1 where it cannot be told from one. */
double at_work_mean(const struct at_work *seen);
