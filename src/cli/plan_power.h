/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_power.h -- what comparisons within a plan can be expected to say. */
#ifndef CLI_PLAN_POWER_H
#define CLI_PLAN_POWER_H

#include "cli/planning.h"

/* One for each benchmark and each system beside the first; of given numbers: one, both systems
 * alike. To be ended with plan_powers_free. */
enum exit_code plan_powers(const struct planning *planning, double margin, double change,
                           const struct global_options *global, struct shown_power **powers,
                           size_t *n);
void plan_powers_free(struct shown_power **powers, size_t n);

#endif
