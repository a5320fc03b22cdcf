/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_parts.h -- the parts of the screen of `assay plan`. */
#ifndef VIEW_TERMINAL_PLAN_PARTS_H
#define VIEW_TERMINAL_PLAN_PARTS_H

#include "view/terminal/plan.h"
#include "view/text/quantity.h"

/* What each level contributes and costs, and what doubling it would buy. */
void plan_levels_print(const struct terminal *terminal, const struct plan_finding *shown);

/* Each half-width and time asked for, the next halving, and what the pilot is worth. */
void plan_targets_print(const struct terminal *terminal, const struct plan_finding *shown);

/* One pair of systems. */
void plan_power_print(const struct terminal *terminal, const struct power_finding *power);

#endif
