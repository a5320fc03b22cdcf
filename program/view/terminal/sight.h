/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sight.h -- what a design sees, as a screen and as JSON. */
#pragma once

#include <jansson.h>

#include "finding/sight_finding.h"
#include "view/text/terminal.h"

void sight_view_print(const struct terminal *terminal, const struct sight_finding *finding);

/* "sees", "blind", "amplifies", "cannot tell" */
const char *sight_name(enum assay_sight sight);

/* The document of `assay sensitivity`. */
json_t *sight_json(const struct sight_finding *finding);
