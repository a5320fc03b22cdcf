/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_trouble.h -- samples of which no interval of a ratio can be had. */
#pragma once

#include "finding/comparison_finding.h"

/* One value each, as a run without repetitions leaves it: an estimate, and nothing to say how good it
 * is. */
bool comparison_is_single(const struct comparison_finding *row);

/* Why no ratio with an interval can be had of what stands there; "": it may be tried. */
void comparison_trouble(const struct comparison_finding *row, bool allow_negative, char *text,
                        size_t size);
