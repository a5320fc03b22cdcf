/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.h -- where executions spent their time: counts for each function, of each execution.
 *
 *     SCOPED(profile_fini) struct profile profile = {0};
 *     profile_init(&profile, 2, &(struct profile_origin){.sampler = "cpu-clock", .unit = "s"});
 *     profile_begin(&profile, &(struct profile_execution){.round = 0, .system = 1, .user_s = 0.21, ...});
 *     profile_count(&profile, profile_function(&profile, "lookup", ""), 17, 20);
 *     if (profile.memory.lost)
 *         return fail_no_memory(error);
 *
 * Samples are taken at a fixed rate. Only their shares within their own execution are ever used: seconds of a function =
 * its samples / all samples of the execution * its user seconds (METHODS I2). So samples that are lost, and a rate that
 * drifts, cancel. As with an arena, memory that lacks once shows in memory.lost, and what is asked for later does nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* What a name and an object have in both systems is one function. object: "" of the program that is measured itself, whose
 * file may be called otherwise in each system; else the base name of the file that it came from ("libc.so.6"), or
 * PROFILE_JIT, PROFILE_KERNEL. name: demangled; "": the object says no name for the address. */
#define PROFILE_JIT "[jit]"
#define PROFILE_KERNEL "[kernel]"
struct profile_function {
    const char *name, *object;
};
enum { PROFILE_NO_FUNCTION = UINT32_MAX }; /* memory lacked */

/* The bytes of a function in a system, with what linking puts in masked. */
enum profile_code_state {
    PROFILE_CODE_UNKNOWN,
    PROFILE_CODE_KNOWN,
    PROFILE_CODE_VARIES /* between the builds of the system */
};
enum { PROFILE_DIGEST_BYTES = 16 };
struct profile_code {
    enum profile_code_state state;
    unsigned char digest[PROFILE_DIGEST_BYTES];
};

struct profile_count {
    uint32_t function;
    uint64_t self;  /* samples in the function itself */
    uint64_t total; /* in it or in what it called, each sample once; 0: callers were not recorded */
};

enum { PROFILE_NO_UNIT = UINT32_MAX };
struct profile_execution {
    uint32_t round;    /* from 0: executions of the same round are paired */
    uint32_t position; /* within the round, in the order of measuring */
    uint32_t system;   /* place in the experiment, 0 is the old one */
    uint32_t unit;     /* place of the build from 0, the same in both systems; PROFILE_NO_UNIT: builds do not repeat */
    double user_s, system_s, wall_s; /* of the process and its children; NaN: not known. Of an event the first two are counts of it */
    uint64_t planned; /* samples that the rate and the user seconds ask for; 0: not known */
    uint64_t lost;    /* samples of which the kernel says that it dropped them */
    size_t first, n;  /* its counts, filled by profile_count */
};

/* How a profile was made; texts are copied. */
struct profile_origin {
    const char *sampler; /* "cpu-clock", "timer", or the format of the files; as people are shown */
    const char *unit;    /* "s": user_s and what stands beside it are known; else what samples count: "samples", "Ir"; of an event its name, as the sampler's */
    double rate_hz;      /* 0: not known */
};

struct profile {
    struct arena memory;
    struct profile_origin origin;
    size_t n_systems;
    struct profile_function *functions;
    struct profile_code *codes; /* n_functions rows of n_systems */
    size_t n_functions;
    struct profile_execution *executions;
    size_t n_executions;
    struct profile_count *counts;
    size_t n_counts;
    struct profile_stacks *stacks; /* stacks.h; NULL: they are not kept */
    struct profile_index *index; /* of functions by name, and of counts of the last execution by function */
};

void profile_init(struct profile *profile, size_t n_systems, const struct profile_origin *origin);
void profile_fini(struct profile *profile);

/* The number of a function, from 0, the same each time. */
uint32_t profile_function(struct profile *profile, const char *name, const char *object);
/* What a system's build has for it; a second, other digest makes PROFILE_CODE_VARIES. */
void profile_code_is(struct profile *profile, uint32_t function, size_t system,
                     const unsigned char digest[PROFILE_DIGEST_BYTES]);
const struct profile_code *profile_code_of(const struct profile *profile, uint32_t function,
                                           size_t system);

/* An execution, whose counts follow. */
void profile_begin(struct profile *profile, const struct profile_execution *execution);
/* Adds to the last execution's count of the function. */
void profile_count(struct profile *profile, uint32_t function, uint64_t self, uint64_t total);
/* All self samples of one. */
uint64_t profile_samples(const struct profile *profile, const struct profile_execution *execution);
