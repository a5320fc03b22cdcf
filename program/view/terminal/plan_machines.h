/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_machines.h -- how many machines a precision takes, on screen. */
#pragma once

#include "analysis/machine_planning.h"
#include "view/text/terminal.h"

/* Nothing where the pilot had no machines. */
void plan_machines_print(const struct terminal *terminal, const struct machine_planning *plan);
