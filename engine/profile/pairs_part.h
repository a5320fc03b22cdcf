/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs_part.h -- rounds that are sampled or counted, between the files that do it: the walk (pairs.c), samples of the
 * executions of a round (pairs_sampled.c), and what is counted of them (pairs_counted.c). */
#pragma once

#include "measure/execution.h"
#include "profile/allocated_run.h"
#include "profile/counted_run.h"
#include "profile/function_code.h"
#include "profile/pairs.h"
#include "profile/sampled_event.h"
#include "profile/sampler.h"

/* An execution that has ended well, until its round is whole. */
struct sampled {
    struct profile_execution facts;
    struct profile_count *counts;
    size_t n, room;
    struct profile_count *bytes; /* of allocations */
    size_t n_bytes, bytes_room;
    uint32_t
        *chains; /* of each sample the number of its functions, then these, the innermost first */
    size_t n_chains, chains_room;
    size_t skipped; /* samples that leave out who called their function */
    size_t whole;   /* samples whose chain goes up to the start */
};

/* Where a process was. */
struct taken {
    struct code_place place;
    int process;
    size_t callers, n_callers; /* among those of all */
    bool whole;
};

/* What an execution had of the event that is sampled. */
struct had {
    struct event_counted counted;
    double user_s;
    bool known; /* it was counted for long enough */
};

struct pairs {
    const struct profile_pairs *asked;
    const struct profile_calls *calls;
    struct profile *profile;
    struct remarks *remarks;
    struct design design; /* as it is walked, with */
    struct design_benchmark benchmark;
    struct sampler sampler;
    struct unwinder *unwinder;       /* NULL: callers are found by frame pointers, or not */
    struct counted_run counted;      /* in its place, where instructions are counted */
    struct allocated_run allocated;  /* or allocations */
    const struct code_file *program; /* that asks for memory */
    struct sampled_event event;      /* what it samples, where that is not the clock, */
    struct had *had;                 /* and what each system's last execution had of it */
    bool told_uncounted;
    struct code_files files;
    struct function_code code;
    bool sampling;       /* the executions that are under way */
    struct taken *taken; /* their samples */
    size_t n_taken, taken_room;
    struct code_place *callers; /* of these; with chains */
    size_t n_callers, callers_room;
    size_t *
        told; /* of functions that called, the execution in which their code was told last, from 1 */
    size_t n_told, told_room, n_told_of;
    const struct step *step;   /* of one of them, with */
    struct code_place *places; /* its samples */
    size_t n_places, places_room;
    struct sampled *round; /* one a system */
    double got, planned;   /* samples in all */
    char changed[256];     /* the file of a command that was written since; "": none was seen */
    char refused[384];     /* why an execution has no counts; "": all have */
    bool told_silent, lost;
};

/* What is the same of every execution, samples or counts: its place in the walk, and what it took. */
void pairs_fill_facts(const struct pairs *pairs, const struct spawn_result *result,
                      struct profile_execution *out);

/* ---- samples (pairs_sampled.c) ---- */

/* Those of n executions that ran at once, into each one's counts and chains. */
void pairs_take_samples(struct pairs *pairs, const struct watched_execution *watched, size_t n);
/* The object as readers of a profile know it (profile.h); program: that of the execution. */
const char *pairs_object_of(const struct code_place *place, const struct code_file *program);
/* Those of one function come together. False: memory is short. */
bool pairs_add_count(struct sampled *sampled, uint32_t function, uint64_t n);

/* ---- counts (pairs_counted.c) ---- */

/* Instructions, or allocations, of the execution that has ended, as those of its system in the round. */
void pairs_end_counted(struct pairs *pairs, const struct watched_execution *watched);
void pairs_end_allocated(struct pairs *pairs, const struct watched_execution *watched);
/* An event that is sampled in place of the clock: how often, by the execution before; and how many there were. */
void pairs_begin_event(struct pairs *pairs, const struct step *step);
void pairs_read_event(struct pairs *pairs, const struct watched_execution *watched);
/* Counts of the event, where else are seconds; without them the round is not whole. */
void pairs_put_event(const struct pairs *pairs, const struct had *had,
                     struct profile_execution *facts);
/* In seconds. */
double pairs_seconds(const struct timeval *time);
