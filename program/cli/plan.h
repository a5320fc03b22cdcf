/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h -- `assay plan`. */
#ifndef CLI_PLAN_H
#define CLI_PLAN_H

#include "cli/verb.h"

extern const struct verb verb_plan;

#endif
