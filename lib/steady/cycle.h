/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cycle.h -- a wave that goes through a whole series. */
#pragma once

#include <assay/steady.h>

/* Finds the cycle of cut values x, whose swing is at least `least`, and takes it out of x; what it took
 * from each value is added to taken[0 .. n). out->period is NaN when there is none. */
enum assay_status cycle_remove(double *x, size_t n, double least, double *taken,
                               struct assay_cycle *out, struct assay_error *error);
