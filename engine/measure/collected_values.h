/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collected_values.h -- the values of one execution: what the program gave itself, then
 * what is asked for of the process as a whole. */
#pragma once

#include "design/design.h"
#include "measure/counter.h"
#include "measure/launcher.h"
#include "measure/pattern.h"

/* Used for one execution after the other; begin with a zeroed struct and its design set. */
struct collected_values {
    const struct design *design;
    int file;                /* where harnesses write, or what goes to standard output when another
                                format is read from there; a file in memory */
    values_importer import;  /* NULL: other formats are refused */
    struct values values;    /* given by the program */
    struct pattern *pattern; /* of the benchmark pattern_of, NULL: none yet */
    size_t pattern_of;
    struct metric_values *series;
    double *whole; /* one value for each series of the process as a whole */
    size_t capacity;
    struct counters counters;
    char reason[256];
};

void collected_values_fini(struct collected_values *collected);

/* Before an execution of the benchmark; the last one's values are dropped, also those in values_file
 * (NULL: there is none). */
enum assay_status collected_values_begin(struct collected_values *collected, size_t benchmark,
                                         const char *values_file, struct assay_error *error);

/* Adds a number that was taken apart behind the record's series: of a service. */
void collected_values_add(struct collected_values *collected, const char *metric, const char *unit,
                          double value, struct record *record);
/* The same of one that was counted, which the benchmark asks for. */
void collected_values_add_count(struct collected_values *collected,
                                const struct counted_metric *metric, double value,
                                struct record *record);

/* After it has ended well: fills the record's series, or makes it OUTCOME_NO_VALUES with the
 * reason. Fails only when memory is short. */
enum assay_status collected_values_end(struct collected_values *collected, size_t benchmark,
                                       const char *values_file, const struct spawn_result *result,
                                       struct record *record, struct assay_error *error);
