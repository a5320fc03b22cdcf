/* SPDX-License-Identifier: GPL-3.0-or-later */
/* burst.h -- short commands run one right after the other, and are read and kept together.
 *
 * Waking the program after each command, and committing it, takes longer than all else between two
 * commands. Doing that while the next one runs would disturb it. So commands of a few milliseconds
 * are handed to the launcher several at a time, for at most BURST_S of work, and nothing else runs
 * until they have ended. The results lie in memory that both processes share: whichever is killed,
 * the other one keeps what had ended (the launcher by the rescue that it was given). For the death
 * of both there is a copy in a file (burst_file.h).
 */
#pragma once

#include <limits.h>

#include "measure/at_work.h"
#include "measure/draw.h"
#include "measure/spawn_result.h"

enum { BURST_MAX = 24, BURST_METRICS = 16, LANES_MAX = 16 };
#define BURST_S 0.05           /* of work handed over at a time */
#define BURST_COMMAND_S 0.0125 /* longer commands go one at a time */

struct burst_item {
    struct step step;
    uint32_t n_metrics;
    unsigned char metrics[BURST_METRICS]; /* places in the table of metrics */
    struct draws draws;
    struct spawn_result result;
};

/* Beside its result, of a command that ran beside others. */
struct lane_facts {
    int32_t process;        /* of the lane, whose children its commands are */
    uint32_t runs;          /* that have ended */
    int64_t life_ns;        /* from the barrier to the end of the last of them */
    int64_t slice_ns;       /* as the kernel took it; 0: its own */
    uint32_t turns;         /* that it asked for and was given */
    bool no_turns;          /* although it was to ask for them */
    bool moved;             /* it has chosen other processors for itself */
    bool cut_short;         /* killed since another one of the round did not end well */
    bool left_behind;       /* some command of the round left a process behind that ran on */
    struct at_work at_work; /* of one that ran alone */
};

struct burst {
    char store[PATH_MAX]; /* where they are kept, absolute; "": nobody keeps them */
    int64_t experiment;
    unsigned char uid[16]; /* its name in the world: who has the store's name may have its number */
    char file[PATH_MAX];   /* what has ended, once more, beside the store; "": none */
    uint32_t file_number;  /* counts the files: another number, another file */
    char workspace[PATH_MAX]; /* of builds, to be removed when the program is killed; "": none */
    char opened[64];          /* where a traced command's files are written (trace.h) */
    uint32_t n;               /* handed over; 0: a command that cannot be rescued */
    uint32_t done;            /* ended, atomic */
    uint32_t kept;            /* known to be kept, atomic */
    int32_t unwanted;         /* the request that the program wants stopped, atomic; SIGUSR1 says that it is there */
    struct burst_item items[BURST_MAX];
    struct lane_facts lanes[LANES_MAX];
};

/* What the end of a process means; leaves the rest of the record as it is. */
void spawn_result_decode(const struct spawn_result *result, struct record *record);

/* The record of an item, and its values in memory of the caller. False when the table has no place
 * for one of its metrics. */
struct burst_record {
    struct record record;
    struct metric_values series[BURST_METRICS];
    double values[BURST_METRICS];
};
bool burst_record(const struct burst_item *item, struct burst_record *out);

/* Puts the benchmark's metrics into the item; false when they do not all come from the process as a
 * whole, or are too many. */
bool burst_set_metrics(struct burst_item *item, char *const *names, size_t n);
