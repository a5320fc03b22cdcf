/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_page.h -- sweeps as one HTML page that needs nothing else. */
#pragma once

#include <stdio.h>

#include "finding/sweep_finding.h"
#include "view/terminal/sweep.h"

void sweep_page_print(FILE *stream, const struct sweep_view *view);

/* ---- curves over a size, whose axis is logarithmic ---- */

/* Geometric means with the interval of each, a curve for each system and each value of the parameters beside the first
 * size: nothing where there is no size, or more than six curves. */
void sweep_picture_print(FILE *stream, const struct sweep_group *group, double confidence);

/* The changes of each system against the first over the only parameter, with the intervals that hold all at
 * once: nothing where there are none. */
void sweep_ratio_print(FILE *stream, const struct sweep_group *group);
