/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_summary.h -- what the values say so far, in words. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "session/running_means.h"

/* "−3.1 % [−4.6 … −1.7]": a system's ratio to the first one, or "1.23 ms [1.20 … 1.26]": the mean of
 * the only one, with intervals; "mean −3.1 % …" where the design's verdict rests on the typical run or
 * a quantile. False: nothing can be said yet. */
bool run_summary_write(const struct running_means *means, const struct design *design,
                       size_t system, size_t benchmark, double confidence, FILE *out);
