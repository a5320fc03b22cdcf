/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tick.h -- the clock's tick of values that are already in ascending order. */
#pragma once

#include <stddef.h>

/* The step of the grid of ascending values, NaN when there is none. */
double tick_of_sorted(const double *sorted, size_t n);

/* Spreads values that share a place of the grid evenly over their tick: each may have been anywhere
 * in it. They stay in ascending order; a value alone stays where it is. */
void tick_spread(double *sorted, size_t n, double tick);
