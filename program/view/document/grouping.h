/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grouping.h -- executions grouped by what was drawn for them, as a screen and as JSON. */
#pragma once

#include <jansson.h>

#include "finding/finding.h"
#include "view/text/terminal.h"

/* Those of a draw of this name, for each series that has it: mean and interval for each value or range
 * of the draw, and the share of the variance that lies between them. */
void groupings_print(const struct terminal *terminal, const struct grouping_finding *groupings,
                     size_t n, const char *name, double confidence);

/* Sets "by" and "groupings". */
void groupings_json_set(json_t *document, const struct grouping_finding *groupings, size_t n,
                        const char *name);
