/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_trial.h -- what one run of a command tells of measuring it side by side with others. */
#pragma once

#include "measure/experiment_loop.h"

struct trial {
    bool ok;                           /* it ended well; nothing else is known otherwise */
    bool moved, left_behind, no_turns; /* as in struct lane_facts */
    bool sliced;                       /* the kernel takes a wish for the length of a slice */
    double wall_s, cpu_s;
    size_t breaks;  /* times that it gave way of itself, its end counted */
    double at_once; /* threads that were ready at once, on average; 0, 1: not seen to be more */
    double
        waiting; /* share of the looks at it at which it waited for something else than a processor; 0: not known */
    double ready_s; /* and waiting for a processor, as far as that is known; NaN: not */
};

/* Why systems of these trials are not measured side by side, as a sentence without an end; false: they are. */
bool trial_refuses(const struct trial *trials, const char *const *names, size_t n,
                   enum design_order_by by, char *text, size_t size);
/* So many runs of each tell how long they take: 1 where nothing speaks against side by side. On a busy machine one run may
 * take twice the processor time of the next one. */
size_t trial_tries(const struct trial *trials, size_t n, enum design_order_by by);
/* Runs one right after the other (1 where they are not to be repeated) that make each system's turn long enough,
 * and seconds of processor time before another one's turn comes. */
struct turns {
    size_t batch;
    double slice_s;
};
struct turns trial_turns(const struct trial *trials, size_t n, enum design_order_by by,
                         bool repeats);
