/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warning.h -- doubt is data: what limits a result, as bits beside the numbers.
 *
 * The library sets bits; the program owns the sentence for each, written once, which always names
 * the next step. Bits are stable: append, never renumber.
 */
#ifndef ASSAY_WARNING_H
#define ASSAY_WARNING_H

#include <stdint.h>

#include <assay/api.h>

ASSAY_BEGIN_DECLS

typedef uint64_t assay_warnings;

enum assay_warning {
    ASSAY_WARN_FEW_TOP_UNITS = 0,   /* fewer than 5 units of the top level */
    ASSAY_WARN_NO_HIGHER_LEVEL = 1, /* one flat level: nothing above it was repeated */
    ASSAY_WARN_CLOCK_TICK =
        2, /* the clock's tick makes much of the spread, or all values are equal */
    ASSAY_WARN_UNBOUNDED = 3,         /* the interval is not bounded */
    ASSAY_WARN_UNPAIRED = 4,          /* the systems were not measured in paired rounds */
    ASSAY_WARN_PEEKED = 5,            /* measuring stopped because of the values seen */
    ASSAY_WARN_DIFFERENT_HOSTS = 6,   /* the samples come from different hosts or host states */
    ASSAY_WARN_FAILED_EXECUTIONS = 7, /* some executions failed and are left out */
    ASSAY_WARN_INCOMPLETE = 8,        /* the design is not complete yet */
    ASSAY_WARN_NONPOSITIVE_MEAN = 9,  /* a mean is not positive: a ratio says nothing */
    ASSAY_WARN_SEVERAL_MODES = 10,    /* the values cluster in several modes */
    ASSAY_WARN_SKEWED = 11, /* few, skewed top-unit means: the interval of a mean covers less */
    ASSAY_WARN_BOOTSTRAP_REFUSED = 12, /* four or fewer top units: no bootstrap interval */
    ASSAY_WARN_PAPER_METHOD = 13, /* a method kept for comparison; a better one is the default */
    ASSAY_WARN_LEVEL_MERGED = 14, /* a level with one unit, or no positive component, was merged */
    ASSAY_WARN_COMPONENT_NEGATIVE = 15, /* a variance component far below zero; of a plan: at all */
    ASSAY_WARN_DEPENDENT_ITERATIONS = 16,
    ASSAY_WARN_NOT_STEADY = 17,
    ASSAY_WARN_HOST_DRIFT = 18,         /* frequency, load or steal time changed while measuring */
    ASSAY_WARN_OUTLIERS = 19,           /* few far values make most of the interval */
    ASSAY_WARN_DEPENDENT_VERSIONS = 20, /* neighbouring versions vary together without a change */
    ASSAY_WARN_SHORT_ITERATIONS = 21,   /* reading the clock is more than a hundredth of them */
    ASSAY_WARN_RESTLESS_VERSIONS = 22,  /* steps so often that they are not the program's */
    ASSAY_WARN_DEPENDENT_ROUNDS = 23,   /* neighbouring rounds' changes go the same way */
    ASSAY_WARN_FEW_FOR_QUANTILE = 24,   /* units of a few nested values: its interval covers less */
    ASSAY_WARN_ROUNDED = 25, /* values lie on a grid that shows, but makes little of the spread */
    ASSAY_WARN_SKEWED_ROUNDS = 26,     /* few rounds whose differences have a tail to one side */
    ASSAY_WARN_DIRECTION_UNKNOWN = 27, /* nobody says whether more or less is better */
    ASSAY_WARN_UNIT_UNKNOWN = 28,      /* a name says which way is better, nobody the unit */
    ASSAY_WARN_LITTLE_OVERLAP = 29,   /* side by side, and the last of a round was alone too long */
    ASSAY_WARN_DIFFERENT_ORDERS = 30, /* one in rounds, the other side by side: two estimands */
    ASSAY_WARN_INTERFERENCE = 31,     /* at the same time, one is slowed down more than the other */
    ASSAY_WARN_CLOSED_LOOP = 32,      /* latencies of a load that waits for answers before it asks again */
    ASSAY_WARN_FAILED_REQUESTS = 33,  /* of a load, some failed */
    ASSAY_WARN_LOAD_SATURATED = 34,   /* what asked a service was the bottleneck itself */
    ASSAY_WARN_FEW_REQUESTS = 35,     /* too few of a window lie beyond a quantile of them */
    ASSAY_WARN_RATE_MISSED = 36,      /* latencies at a rate that was planned and not reached */
    ASSAY_WARN_COUNT
};

#define ASSAY_WARNING(bit) ((assay_warnings)1 << (bit))

/* The stable code of a warning as JSON prints it: "few-top-units". NULL for an unknown bit. */
ASSAY_API const char *assay_warning_code(enum assay_warning warning);

ASSAY_END_DECLS

#endif
