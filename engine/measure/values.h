/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.h -- the values of one execution, from wherever they come. */
#pragma once

#include <assay/status.h>

#include "measure/record.h"

/* Grows as metrics and values come; reused from one execution to the next. */
struct value_buffer {
    char *part; /* of the benchmark; NULL: all of it */
    char *metric, *unit;
    bool more_is_better;
    struct assay_told told; /* all zero: who measured */
    bool whole; /* one value for the whole execution */
    bool course; /* of stretches of it: kept where iterations are repeated */
    double *values;
    size_t n, capacity;
    size_t n_warmup; /* known to be warm-up, in front */
    unsigned long long batch;
};
struct values {
    struct value_buffer *items;
    size_t n, capacity;
};

void values_clear(struct values *values);
void values_fini(struct values *values);
/* Finds or makes the series of a metric; NULL when memory is short. */
struct value_buffer *value_buffer(struct values *values, const char *metric, const char *unit);
/* The same of a part of the benchmark; NULL: all of it. */
struct value_buffer *values_part(struct values *values, const char *part, const char *metric,
                                 const char *unit);
/* The first of a metric, of whatever part. */
const struct value_buffer *values_find(const struct values *values, const char *metric);
/* Its unit is known now, and with it that less is better: a time. */
bool values_in(struct value_buffer *series, const char *time);
bool values_add(struct value_buffer *series, double value);

/* The harness protocol (docs/harness.md): reads the whole text that the program wrote. text is
 * changed. On a mistake the error names line and reason. */
enum assay_status harness_read(char *text, struct values *values, struct assay_error *error);

/* What another framework wrote (VALUES_FORMAT), read by rooms to the right: several series, each of
 * a part or of the whole benchmark. The error is a sentence that goes on after the command's name:
 * "wrote no …". */
typedef enum assay_status (*values_importer)(const struct design_benchmark *benchmark,
                                             const char *text, size_t size, struct values *values,
                                             struct assay_error *error);

/* Seconds are value * seconds / per_second, of which one is 1. Divided by 1e9, whole nanoseconds are
 * the double nearest to what was counted, and the store keeps them as whole numbers; times 1e-9, every
 * second one is its neighbour. */
struct time_unit {
    const char *name;
    double seconds, per_second;
};

/* "s", "ms", "us", "µs", "ns", "min", "h"; NULL for any other. */
const struct time_unit *values_time_unit(const char *unit);
/* The value in seconds; of no unit of time (NULL) the value as it stands. */
double values_seconds(const struct time_unit *unit, double value);
