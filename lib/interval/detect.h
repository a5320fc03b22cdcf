/* SPDX-License-Identifier: GPL-3.0-or-later */
/* detect.h -- what the overlap detectors share. */
#pragma once

#include <assay/interval.h>

/* The ratio whose interval excludes 1 exactly when the two intervals of means are disjoint: the
 * quotients of their ends. ASSAY_UNDEFINED unless both means are positive. */
enum assay_status overlap_ratio(const struct assay_estimate *old_mean,
                                const struct assay_estimate *new_mean, const char *method,
                                struct assay_estimate *ratio, struct assay_error *error);
