/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_plan.h -- `assay run --dry-run`: what would be done, and how long it would take. */
#ifndef CLI_RUN_PLAN_H
#define CLI_RUN_PLAN_H

#include <assay/dataset.h>

#include "cli/verb.h"
#include "manifest/design.h"
#include "measure/schedule.h"

enum { RUN_PLAN_FIRST_STEPS = 8 };

/* Where the time that is expected comes from. */
enum run_expectation_source {
    EXPECTED_UNKNOWN, /* nothing of this was measured before */
    EXPECTED_STORED,  /* the costs of an experiment in the store */
    EXPECTED_ROUNDS   /* rounds are found for this time; it is more when the fewest take longer */
};
struct run_expectation {
    enum run_expectation_source source;
    double seconds;     /* NaN when unknown */
    int64_t experiment; /* whose costs; else 0 */
};
struct run_expectation run_expect(const struct design *design, const char *store_path);

/* Seconds that the design takes by the costs in the dataset; NaN when a system, a benchmark or a cost
 * is not in it. */
double run_expected_time(const struct design *design, const struct assay_dataset *dataset);

/* The plan on stdout: a screen, or with --json a document. */
void run_print_plan(const struct design *design, const struct global_options *global,
                    const char *store_path);
/* The document alone; counts of `design` are those that the first rounds have. */
void run_print_plan_json(const struct design *design, double confidence,
                         const struct run_expectation *expected);

#endif
