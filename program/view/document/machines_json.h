/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines_json.h -- a comparison on several machines, as JSON. */
#pragma once

#include <jansson.h>

#include "analysis/machine_planning.h"
#include "finding/machines_finding.h"

/* How much units differ in what is compared; s2 is the variance of their values. */
json_t *json_interaction(const struct assay_interaction *between, double s2);
json_t *machines_json(const struct machines_finding *machines);
json_t *machine_plan_json(const struct machine_planning *plan);
