/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h -- what one build or one execution left behind: the store keeps exactly this. */
#ifndef MEASURE_RECORD_H
#define MEASURE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/schedule.h"

enum outcome {
    OUTCOME_OK,
    OUTCOME_EXIT,        /* ended with a code that is not zero */
    OUTCOME_SIGNAL,      /* killed by a signal */
    OUTCOME_TIMEOUT,     /* killed by us at its time limit */
    OUTCOME_NOT_STARTED, /* exec failed: error_number says why */
    OUTCOME_NO_VALUES,   /* ended well, but gave no values, or other than asked for, or NaN */
};

struct series_values {
    const char *metric;
    const char *unit; /* "s", "byte", "1", … */
    bool more_is_better;
    const double *values; /* n_warmup warm-up values, then the live ones */
    size_t n, n_warmup;
};

struct record {
    struct step step;
    enum outcome outcome;
    int exit_code;    /* OUTCOME_EXIT; also a code that was accepted under ignore_failure */
    int signal;       /* OUTCOME_SIGNAL */
    int error_number; /* OUTCOME_NOT_STARTED */
    int64_t start_ns; /* CLOCK_REALTIME at the start, for people; never used to measure */
    double cost_s; /* seconds from the start of preparing to the end of reaping: what one more would
                      cost */
    double
        live_s; /* seconds of that in live iterations (0 when the execution is the lowest level) */
    const char
        *last_words; /* the end of its standard error, at most 4 KiB, when it failed; else NULL */
    const struct series_values *series; /* only OUTCOME_OK */
    size_t n_series;
};

#endif
