/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processor_time.h -- what processor time says where wall time cannot say. */
#pragma once

#include "analysis/comparison.h"
#include "finding/finding.h"
#include "source/input.h"

/* Did a program of so many seconds of processor time give its processor up no oftener than starting and
 * loading take? */
bool processor_time_is_all(double processor_s, double gave_up);

/* Fills row->waiting where wall time calls two programs not equivalent, both compute only and used less than 0.6
 * of a processor; and where its verdict is inconclusive, they wait for a processor rather than for anything
 * else, and user + system of the same executions have an interval of less than half the width. ASSAY_NO_MEMORY is the only error. */
enum assay_status processor_time_compare(const struct input *input,
                                         const struct assay_compare_options *options,
                                         struct comparison_finding *row, struct assay_error *error);

/* Means an execution; NaN: not known. Fails for lack of memory alone. */
enum assay_status waited_of(const struct input *input, const struct assay_series *wall,
                            struct waited *out, struct assay_error *error);
