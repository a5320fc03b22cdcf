/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h -- plans as a screen and as JSON. */
#pragma once

#include <jansson.h>

#include "finding/plan_finding.h"
#include "view/text/terminal.h"

struct plan_view {
    const char *source; /* "experiment 12"; NULL: given numbers */
    const char *method;
    const struct plan_finding *plans;
    size_t n;
    const struct plan_finding *together; /* NULL: one plan says it all */
    const struct typical_plan *typical;
    size_t n_typical;
    const struct power_finding *powers;
    size_t n_powers;
    double confidence;
    const char *manifest; /* to propose for --write; NULL: none */
    bool quiet;
};

void plan_view_print(const struct terminal *terminal, const struct plan_view *view);

/* The whole document that docs/plan.md describes. */
json_t *plan_json(const struct plan_view *view);
