/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_plan.h -- `assay run --dry-run`: what would be done, and how long it would take. */
#ifndef CLI_RUN_PLAN_H
#define CLI_RUN_PLAN_H

#include "session/run_expect.h"
#include "cli/verb.h"
#include "design/design.h"
#include "measure/schedule.h"

enum { RUN_PLAN_FIRST_STEPS = 8 };

/* The plan on stdout: a screen, or with --json a document. */
void run_print_plan(const struct design *design, const struct global_options *global,
                    const char *store_path);
/* The document alone; counts of `design` are those that the first rounds have. */
void run_print_plan_json(const struct design *design, double confidence,
                         const struct run_expectation *expected);

#endif
