/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.h -- what a service has used, all its processes together. */
#pragma once

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

struct service_usage {
    double processor_s;
    double max_rss_bytes; /* of the largest process, since it began */
    double voluntary, involuntary; /* switches */
};

enum { TREE_MOST = 1024 };

/* All living processes below this one, `except` (and what is below it) left out: how many. */
size_t tree_list(pid_t except, pid_t pids[TREE_MOST]);
/* It has been stopped, or is dead. */
bool usage_stands_still(pid_t pid);
/* Of one that lives; zeros when it does not. */
struct service_usage usage_of_process(pid_t pid);
/* Of one that was waited for, and of those that it waited for. */
struct service_usage usage_of_dead(const struct rusage *usage);
void usage_add(struct service_usage *sum, const struct service_usage *more);
