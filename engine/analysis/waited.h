/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waited.h -- what the executions of a series used and what they waited for. */
#pragma once

#include "finding/finding.h"
#include "source/input.h"

/* A metric of the same executions as wall; NULL: it was not kept, or several sources were read. */
const struct assay_series *waited_beside(const struct input *input, const struct assay_series *wall,
                                         const char *metric);

/* Means an execution; NaN: not known. Fails for lack of memory alone. */
enum assay_status waited_of(const struct input *input, const struct assay_series *wall,
                            struct waited *out, struct assay_error *error);
