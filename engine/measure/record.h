/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h -- what one build or one execution left behind: the store keeps exactly this. */
#pragma once

#include "measure/schedule.h"

enum outcome {
    OUTCOME_OK,
    OUTCOME_EXIT,        /* ended with a code that was not expected */
    OUTCOME_SIGNAL,      /* killed by a signal */
    OUTCOME_TIMEOUT,     /* killed by us at its time limit */
    OUTCOME_NOT_STARTED, /* exec failed: error_number says why */
    OUTCOME_NO_VALUES,   /* ended well, but gave no values, or other than asked for, or NaN */
};

struct metric_values {
    const char *metric;
    /* Of the benchmark that was run, by the program's own name; NULL: all of it */
    const char *part;
    const char *unit; /* "s", "byte", "1", … */
    bool more_is_better;
    struct assay_told told; /* of values that were imported, or found by an expression */
    const double *values; /* n_warmup warm-up values, then the live ones */
    size_t n, n_warmup;
    uint64_t
        batch; /* each value is the mean of so many repetitions; 1 unless the harness batches */
};

/* What was drawn for an execution alone, not measured. */
struct draw {
    const char *name; /* "env_padding", … */
    double value;
};
enum { DRAWS_MAX = 8 };
/* Seconds that the execution took which counted for this one; kept like a draw. */
#define COUNTED_DRAW "counting_s"

struct record {
    struct step step;
    enum outcome outcome;
    int exit_code;     /* OUTCOME_EXIT, OUTCOME_OK */
    int signal;        /* OUTCOME_SIGNAL */
    int error_number;  /* OUTCOME_NOT_STARTED */
    int64_t start_ns;  /* CLOCK_REALTIME at the start, for people; never used to measure */
    double duration_s; /* from start to end of the process itself */
    double cost_s;     /* seconds from the start of the prepare command to the end of the execution:
                          what one more would cost, but for a conclude command, which runs when
                          the record is kept */
    double live_s;     /* seconds of that in live iterations (0 when the execution is the lowest
                          level) */
    const char *last_words; /* the end of its standard error (else of its output), at most 4 KiB,
                               when it failed; else NULL */
    const char *reason;     /* OUTCOME_NO_VALUES, OUTCOME_NOT_STARTED: what was wrong, as a sentence
                               without an end; else NULL */
    const struct metric_values *series; /* only OUTCOME_OK */
    size_t n_series;
    struct draw draws[DRAWS_MAX];
    size_t n_draws;
    /* "prepare": this command failed, before or after the step; NULL: the step's */
    const char *hook;
    const char *layout; /* builds by assay cc: its lines of JSON, one a link; NULL: none */
};

/* "exit", "signal", … for logs and the store. */
const char *outcome_name(enum outcome outcome);

/* How it ended, as part of a sentence: "died of signal 11 (segmentation fault)". */
void record_say_outcome(const struct record *record, char *text, size_t size);

/* What happened, as a sentence: "fft-1024 on O2 died of signal 11 (segmentation fault) in build 2,
 * execution 3, after 0.12 s". */
void record_describe(const struct design *design, const struct record *record, char *text,
                     size_t size);
