/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_stop.h -- when a run shall end: at its counts, after a plan made from a pilot, or because of
 * what was measured. docs/stopping.md says what each rule costs. */
#pragma once

#include "design/design_request.h"

/* Puts the rule that is asked for into the design. */
enum assay_status run_stop_apply(const struct design_request *request, struct design *design,
                                 struct assay_error *error);

/* Top units that are measured whatever they take, where the time says how many: fewer pairs of a duet say nothing. */
size_t design_least_timed(const struct design *design);

/* Its systems in fresh rounds until the verdict is clear, for no longer than that: the anytime rule. */
void run_stop_decide(struct design *design, double budget_s);
/* The metric that verdicts rest on from here on, beside all that is measured anyway. ASSAY_NO_MEMORY is the only error. */
enum assay_status run_decide_by(struct design *design, const char *metric,
                                struct assay_error *error);

/* The looks of the rule STOP_ELIMINATE, and room for what it ends; NULL, or what it lacks. */
const char *design_eliminate(struct design *design);

/* Writes the manifest of a design that has changed. */
enum assay_status run_rewrite(struct design *design, struct assay_error *error);
