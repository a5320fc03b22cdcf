/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_planning.h -- how many machines, and how many rounds on each, from a pilot on several. */
#pragma once

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

/* A pair of systems on one benchmark. */
struct machine_pilot {
    const char *old_system, *new_system, *benchmark; /* of the primary metric; borrowed */
    size_t machines;                                 /* that measured both */
    double tau, tau_upper, sigma; /* in logs: between machines, at most; of a round */
    double round_s;               /* a round of both systems */
    double floor; /* half-width that `most` machines (else those of the pilot) cannot go below */
    struct machine_target targets[MACHINE_TARGETS]; /* were it measured alone */
};

struct machine_planning {
    size_t
        pilot; /* machines measured, at most; 1: nothing is known of others; 0: no pilot on machines */
    double round_s, machine_s; /* a round of all pairs and benchmarks; to start a machine */
    size_t most;               /* machines that there are; 0: not given */
    struct machine_pilot *items;
    size_t n;
    size_t hardest; /* of these, the one with the highest floor */
    struct machine_target
        targets[MACHINE_TARGETS]; /* with which each of them reaches the half-width */
    size_t n_targets;
};

/* From all pairs of systems and benchmarks whose top level is machines. End with machine_planning_fini. */
enum assay_status plan_machines(const struct plan_request *request, const struct input *input,
                                double machine_s, size_t most, struct machine_planning *out,
                                struct assay_error *error);
void machine_planning_fini(struct machine_planning *planning);
