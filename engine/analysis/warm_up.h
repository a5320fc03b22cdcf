/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up.h -- what executions that are not at rest do to a comparison. */
#pragma once

#include "finding/finding.h"

/* Looks for executions that warm up or slow down among the live values of both series. Where there are,
 * the comparison is made without what they do before they are steady too and, unless that was decided,
 * a verdict that this turns becomes inconclusive. */
enum assay_status warm_up_compare(const struct assay_compare_options *options, bool decided,
                                  struct comparison_finding *row, struct assay_error *error);

/* The comparison from other iterations on, as many as comparing so many values in all allows: all of them, or some
 * that are evenly spaced. None where these would be few, where there are no iterations, or where executions have
 * different warm-up. ASSAY_NO_MEMORY is the only error. */
enum assay_status warm_up_cuts(const struct assay_compare_options *options, size_t most_values,
                               struct comparison_finding *row, struct assay_error *error);
