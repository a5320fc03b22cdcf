/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher_lanes.h -- in the launcher process: commands side by side.
 *
 * Each has a process of its own, its lane, forked of the launcher: it takes its place, waits at the barrier,
 * and then runs its command as often as asked, one right after the other, while the lanes beside it do the
 * same. What a lane spends itself, between two runs, is not in the usage of what it started.
 */
#pragma once

#include "measure/launcher_inbox.h"

struct lane {
    struct spawn_head head;
    char *strings; /* path, directory, arguments, environment, as they were sent */
    int files[SPAWN_FILES];
    struct spawn_result *result; /* shared with the program, as are: */
    struct lane_facts *facts;
    int ready, released; /* eventfd: at the barrier; go, with the time */
    int turn[2];         /* where its program asks for turns: our end, and its; -1: it does not */
    pid_t pid;
};

struct lanes {
    struct lane items[LANES_MAX];
    size_t n;
    struct spawn_beside beside;
    int64_t timeout_ns; /* of all of it; 0: none */
    pid_t turns;        /* who gives them; 0: nobody */
    char **pointers;    /* room for the strings of any of them */
};

/* Reads n commands and their files out of the message; results stand in the burst. False: no memory. */
bool lanes_read(struct lanes *lanes, struct inbox *inbox, const int *files, struct burst *burst);
/* Runs them to their end; stopped says that a signal has killed them. */
void lanes_run(struct lanes *lanes, bool (*stopped)(void));
void lanes_close(struct lanes *lanes);

/* Kills all that run; for signal handlers. */
void lanes_kill(void);
