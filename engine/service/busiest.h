/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busiest.h -- whether what asks the services is the bottleneck itself: for how much of its time its busiest thread was on a
 * processor or waited for one. */
#pragma once

#include <sys/types.h>

#include "service/usage.h"

enum { BUSIEST_THREADS = 256 };

struct busiest_thread {
    pid_t number;
    double since_s, until_s;             /* of the first look at it and of the last one */
    double ready_since_s, ready_until_s; /* on a processor, or waiting for one, before */
};

struct busiest {
    pid_t parent; /* of the load; 0: nothing is looked at */
    double begin_s, next_s; /* next_s: not before */
    pid_t others[TREE_MOST]; /* its children that are no load */
    size_t n_others;
    struct busiest_thread threads[BUSIEST_THREADS];
    size_t n;
};

/* The children that the parent has now are no load; those that come are. */
void busiest_begin(struct busiest *busiest, pid_t parent, double now_s);
/* Looks at each thread of the load that there is, and says when to look again. */
void busiest_look(struct busiest *busiest, double now_s);
/* Of the busiest thread that was there for most of the time; -1: none was seen for so long. */
double busiest_share(const struct busiest *busiest);
