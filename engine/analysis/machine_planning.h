/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_planning.h -- how many machines, and how many rounds on each, from a pilot on several. */
#ifndef ANALYSIS_MACHINE_PLANNING_H
#define ANALYSIS_MACHINE_PLANNING_H

#include "analysis/plan_request.h"
#include "source/input.h"

enum { MACHINE_TARGETS = 8 };

struct machine_target {
    double half_width;       /* of the ratio, relative */
    size_t machines, rounds; /* 0: with the machines that there are it cannot be reached */
    double time_s;           /* of all machines together */
    size_t
        careful_machines; /* if machines differ as much as the pilot leaves open; 0: no number does */
};

struct machine_planning {
    const char *old_system, *new_system, *benchmark; /* of the primary metric; borrowed */
    size_t pilot;                 /* machines measured; 1: nothing is known of others */
    double tau, tau_upper, sigma; /* in logs: between machines, at most; of a round */
    double round_s, machine_s;    /* a round of both systems; to start a machine */
    size_t most;                  /* machines that there are; 0: not given */
    double floor; /* half-width that `most` of them (else the pilot's) cannot go below */
    struct machine_target targets[MACHINE_TARGETS];
    size_t n;
};

/* From the first benchmark of the first two systems whose top level is machines; pilot is 0 where there is none. */
enum assay_status plan_machines(const struct plan_request *request, const struct input *input,
                                double machine_s, size_t most, struct machine_planning *out,
                                struct assay_error *error);

#endif
