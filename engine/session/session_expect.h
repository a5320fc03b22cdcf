/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_expect.h -- how long an experiment takes, by what an earlier one of its name has cost. */
#pragma once

#include <stdint.h>

#include "design/design.h"
#include "source/input.h"

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
    double counting_s;  /* of the executions that only count, beside these seconds; NaN: unknown */
    double budget_s;    /* of the whole run, for which these executions are the fewest; 0: none */
};
/* Executions, as many as are known before: the least where more are found, or are done in time. */
size_t run_expect_executions(const struct design *design, bool *or_more);

struct run_expectation run_expect(const struct design *design, const char *store_path);

/* Seconds that the design takes by what was read of its own values so far; 0: not known. */
double run_input_time(const struct design *design, const struct input *input);
