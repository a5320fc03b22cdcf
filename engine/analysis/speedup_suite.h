/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_suite.h -- gathering the benchmarks of a Speedup-Test, from its configuration or from what was
 * measured. */
#pragma once

#include "source/input.h"
#include "import/speedup_config.h"
#include "finding/speedup_finding.h"

/* Benchmarks whose samples are there, and the rows of all of them. The rows' results are set by
 * speedup_suite_analyse. End with speedup_suite_fini in any case. */
struct speedup_suite {
    struct speedup_finding finding;
    struct speedup_row *rows; /* n of them */
    size_t n;
    struct assay_speedup_benchmark *benchmarks; /* b of them, in the order of their rows */
    struct assay_speedup_result *results;
    size_t b;
    double **owned; /* arrays of values, 2 n */
    char *title;    /* of the finding */

    /* What they came from; one of both. */
    struct speedup_config config;
    struct input input;
};

/* What is asked of data in store and files. */
struct speedup_request {
    const char *old_system, *new_system; /* NULL: the first; the only other one */
    const char *observation;             /* level that gives one value a unit; NULL: the highest */
};

/* True when the file is a configuration of the Speedup-Test software. */
bool speedup_is_config(const char *path);

/* Errors: ASSAY_MISSING and ASSAY_INVALID of what cannot be compared, ASSAY_USAGE of a configuration or
 * of names that contradict each other. */
enum assay_status speedup_suite_from_config(const char *path, struct speedup_suite *suite,
                                            struct assay_error *error);
enum assay_status speedup_suite_from_input(const struct speedup_request *request,
                                           struct speedup_suite *suite, struct remarks *remarks,
                                           struct assay_error *error);

enum assay_status speedup_suite_analyse(struct speedup_suite *suite, struct assay_error *error);
void speedup_suite_fini(struct speedup_suite *suite);

/* Makes room for n rows. */
enum assay_status speedup_suite_reserve(struct speedup_suite *suite, size_t n,
                                        struct assay_error *error);

/* Adds the row; x and y are owned by the suite from now on. */
void speedup_suite_add(struct speedup_suite *suite, const struct speedup_row *row,
                       const struct assay_speedup_benchmark *benchmark);
