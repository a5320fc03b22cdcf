/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contribution.h -- which functions make a change: what each adds to it, in per cent of the old whole (METHODS I2).
 *
 * Contributions add up: those of the functions, of the kernel and of what did not run are the change of the whole, the
 * ratio of means less one. The unit is the pair of profiled executions, or the build where builds repeat; the number of
 * samples widens or narrows a unit's values and is no number of units. */
#ifndef ASSAY_CONTRIBUTION_H
#define ASSAY_CONTRIBUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/status.h>

ASSAY_BEGIN_DECLS

/* Samples of one function in one execution. */
struct assay_function_samples {
    size_t function;
    double samples;
};
/* One execution: seconds (or whatever is counted, all in the same unit), and where its user seconds were met. Only
 * shares of the samples are used. wall is read when it is the whole. */
struct assay_profiled {
    double user, system, wall;
    const struct assay_function_samples *samples; /* n of them, no function twice; none: not sampled */
    size_t n;
    double counted; /* all samples of the execution; read where samples are inclusive, else they are summed */
};
/* Pairs of executions that ran side by side or one after the other; borrowed. */
struct assay_profiled_pairs {
    const struct assay_profiled *old_runs, *new_runs;
    size_t n;
    const size_t *units; /* of each pair the build; NULL: each pair is a unit */
    size_t n_functions;  /* numbered in the order of their names, by which equal shares are ordered */
};

/* What the change is of. */
enum assay_whole { ASSAY_WHOLE_PROCESSOR /* user + system */, ASSAY_WHOLE_WALL };

struct assay_contribution_options {
    enum assay_whole whole;
    double least_share;    /* of old and new together; functions below are one line, the rest */
    size_t most_functions; /* so many have a line at most */
    double confidence;     /* of all lines together */
    bool by_flips;         /* adjust p by flipped signs, which sees lines that move together; needs 8 units */
    bool inclusive;        /* samples of a function are also those of what it called: lines do not add up */
    uint64_t seed;         /* of the flips */
};
#define ASSAY_CONTRIBUTION_OPTIONS                                                                 \
    {                                                                                              \
        .whole = ASSAY_WHOLE_PROCESSOR, .least_share = 0.005, .most_functions = 50,                \
        .confidence = 0.95                                                                         \
    }
enum { ASSAY_CONTRIBUTION_FLIP_UNITS = 8 };

enum assay_contribution_kind {
    ASSAY_OF_FUNCTION,
    ASSAY_OF_REST,       /* functions without a line of their own */
    ASSAY_OF_KERNEL,     /* system seconds */
    ASSAY_OF_UNSAMPLED,  /* user seconds of executions in which no sample was taken */
    ASSAY_OF_NOT_RUNNING /* wall - user - system; below 0 of parallel programs */
};
/* "function", "rest", "kernel", "not sampled", "not running". */
ASSAY_API const char *assay_contribution_kind_name(enum assay_contribution_kind kind);

struct assay_contribution {
    enum assay_contribution_kind kind;
    size_t function;  /* of ASSAY_OF_FUNCTION */
    size_t functions; /* how many it is of */
    double share;     /* of old and new together, 0.1 for 10 % */
    double old_mean, new_mean; /* seconds of an execution */
    double estimate;           /* 100 (new - old) / old whole: per cent */
    double se, lower, upper;   /* lower, upper: together with those of all lines; NaN: exact, or one unit */
    double p, p_adjusted;      /* of no change; adjusted by Holm, or by flips; NaN: one unit */
    bool exact;                /* the same difference in every unit: no interval */
    const double *old_values, *new_values; /* seconds of each unit; owned by the whole result */
};

struct assay_contributions {
    struct assay_contribution *lines; /* functions by share, then those of the other kinds that are not all 0;
                                       * where they are inclusive functions alone */
    size_t n;
    struct assay_contribution total; /* by itself, at the confidence of one; no member of the family */
    struct assay_contribution named; /* all functions with a line as one, likewise; inclusive: the total */
    size_t units;
    double df, critical; /* of the lines; NaN: one unit */
    double *memory;
};
/* Errors: ASSAY_UNDEFINED without pairs or without an old whole above 0; ASSAY_INVALID for seconds or samples that are
 * negative or not finite, more inclusive samples than were counted, functions out of range, and flips with fewer than 8 units; ASSAY_NO_MEMORY. */
ASSAY_API enum assay_status
assay_contributions_of(const struct assay_profiled_pairs *pairs,
                       const struct assay_contribution_options *options,
                       struct assay_contributions *out, struct assay_error *error);
ASSAY_API void assay_contributions_fini(struct assay_contributions *contributions);

/* Samples a side, of all executions together, from which a contribution (in per cent of the whole, > 0) of a function with
 * this share is seen eight times in ten, or is known to +- that much; of finely mixed functions, and beside what
 * executions vary by themselves. 0 outside the domain: fewer than 2 units, a share outside (0, 1). */
struct assay_contribution_aim {
    double share, contribution;
    size_t units, lines;
    double confidence;
};
ASSAY_API double assay_contribution_samples_to_see(const struct assay_contribution_aim *aim);
ASSAY_API double assay_contribution_samples_to_know(const struct assay_contribution_aim *aim);

ASSAY_END_DECLS

#endif
