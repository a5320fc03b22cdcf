/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs.h -- executions that are sampled, beside the timed ones: the systems of a design in rounds, in random order.
 *
 * What a command is started with, its builds and hooks are those of a measured experiment (experiment.h); its times are not
 * kept, since sampling costs some. */
#pragma once

#include "measure/experiment.h"
#include "profile/profile.h"

struct remarks;

#define PROFILE_RATE_HZ 4000.0
#define PROFILE_RATE_OF_STACKS_HZ 1000.0 /* where each sample copies a stack */

/* How callers are found: by tables where that can be done, else by frame pointers (AUTO). */
enum profile_unwind { PROFILE_UNWIND_AUTO, PROFILE_UNWIND_FRAMES, PROFILE_UNWIND_TABLES };

/* What is known of functions: samples of their time (unit s); or, in executions whose time means nothing, exact counts. */
enum profile_of {
    PROFILE_OF_TIME,
    PROFILE_OF_INSTRUCTIONS, /* by callgrind; unit Ir */
    PROFILE_OF_ALLOCATIONS   /* unit allocations: self of who asks itself; total also of a function of the program what libraries ask
                              * for on its behalf */
};

/* The design as it is sampled: live rounds of its execution level, for each unit above it; of benchmarks one, by its place.
 * ASSAY_USAGE: there are no such rounds, or no such event. */
struct profile_pairs {
    const struct design *design;
    size_t benchmark;
    size_t rounds;  /* of each build, where builds repeat */
    size_t units;   /* builds of each system; 0: as the design has them */
    double rate_hz; /* 0: PROFILE_RATE_HZ, or that of stacks */
    enum profile_of of;
    struct profile *bytes; /* of allocations, empty, which profile_fini ends: the bytes of the same executions; unit bytes */
    bool chains;    /* what called what, too: in the profile's stacks; by the kernel's sampler alone */
    enum profile_unwind unwind;
    const char *event; /* sampled in place of the clock (sampled_event.h): the unit of the profile is its name; NULL: the clock */
    bool in_slices; /* the systems of a round at once on one processor (METHODS I1); else one after the other */
    int64_t measured_ns; /* CLOCK_REALTIME at the end of what was measured; 0: not known */
};

struct profile_calls {
    void *context;
    /* After a round that is whole; what it says ends the run. NULL: nobody keeps. */
    enum assay_status (*keep)(void *context, const struct profile *profile,
                              struct assay_error *error);
    /* After a build that ended well; what it says ends the run. NULL: nobody looks. */
    enum assay_status (*built)(void *context, const struct record *record,
                               struct assay_error *error);
    /* As in struct experiment_calls; NULL: nobody watches. */
    bool (*progress)(void *context, const struct experiment_progress *progress);
};

/* Executions that are sampled, in all. */
size_t profile_pairs_executions(const struct profile_pairs *pairs);

/* Samples what the profile does not hold yet: one that was kept goes on where it ended (its n_systems 0: there is none, and one
 * is begun). What does not stop it is remarked. options: watch is overwritten.
 * Errors: those of experiment_run and of keep; ASSAY_MISSING: nothing samples, or counts, here, or not with chains as they
 * are asked for, or not this program or event; ASSAY_INVALID: a
 * command's file, if nothing builds it, was written after measured_ns. The profile then holds the whole rounds up to there. */
enum assay_status profile_pairs_run(const struct profile_pairs *pairs, struct launcher *launcher,
                                    const struct experiment_options *options,
                                    const struct profile_calls *calls, struct profile *profile,
                                    struct experiment_report *report, struct remarks *remarks);
