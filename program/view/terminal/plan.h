/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h -- plans as a screen. */
#pragma once

#include "analysis/machine_planning.h"
#include "finding/plan_finding.h"
#include "session/session.h"
#include "view/face/plan_view.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"

void plan_view_print(const struct terminal *terminal, const struct plan_view *view);

/* ---- the parts of the screen of `assay plan` ---- */

/* What each level contributes and costs, and what doubling it would buy. */
void plan_levels_print(const struct terminal *terminal, const struct plan_finding *shown);

/* Each half-width and time asked for, the next halving, and what the pilot is worth. */
void plan_targets_print(const struct terminal *terminal, const struct plan_finding *shown);

/* What to do for what was asked: counts, time, half-width; what the pilot is worth; and a table of what was
 * asked beside it. The warnings are those of all the pilot's samples. */
void plan_answer_print(const struct terminal *terminal, const struct plan_finding *shown,
                       assay_warnings warnings);

/* Of several benchmarks in one design: which one needs the most, and what the others would do with. */
void plan_most_print(const struct terminal *terminal, const struct plan_view *view);

enum plan_parts {
    PLAN_WITHOUT_DETAILS,
    PLAN_DETAILS
}; /* with what repeating the top level only takes */
void plan_table_print(const struct terminal *terminal, const struct plan_finding *shown,
                      enum plan_parts parts);
void plan_not_repeated_print(const struct terminal *terminal, const struct plan_finding *shown);
void plan_halving_print(const struct terminal *terminal, const struct plan_finding *shown,
                        const char *lead);
/* Of a time that is not enough for two top units. */
void plan_too_short_print(const struct terminal *terminal, const struct plan_finding *shown,
                          const struct plan_target *budget);
/* "13 builds × 12 executions × 7 iterations" */
void plan_shape_words(const struct plan_finding *shown, const struct assay_plan_target *target,
                      char *text, size_t size);
/* "0.97 %" of a half-width, "0.61 … 2.40 %" of what 8 of 10 fresh runs give. */
struct quantity plan_width(double half_width);
struct quantity plan_likely_width(const struct plan_target *target);

/* What the typical run of each ratio takes. */
void plan_typical_print(const struct terminal *terminal, const struct plan_view *view);

/* One pair of systems. */
void plan_power_print(const struct terminal *terminal, const struct power_finding *power);

/* ---- how many machines a precision takes, on screen ---- */

/* Nothing where the pilot had no machines. */
void plan_machines_print(const struct terminal *terminal, const struct machine_planning *plan);

/* ---- what a fresh run was planned to be ---- */

/* Of an event SESSION_PLANNED. */
void fresh_plan_print(const struct terminal *terminal, const struct session *session,
                      const struct session_event *event);
