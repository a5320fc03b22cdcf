/* SPDX-License-Identifier: GPL-3.0-or-later */
/* across_machines.h -- a comparison whose top level is machines. */
#pragma once

#include "analysis/comparison.h"

/* Where the top level of both series is "machine": what each machine says, and of two machines and more the
 * ratio over them and its verdict, in the place of those that the row has. Leaves other rows as they are, and
 * those of statistics other than the mean. ASSAY_NO_MEMORY is the only error: what cannot be said over
 * machines is not said. */
enum assay_status across_machines(const struct compare_request *request,
                                  const struct assay_compare_options *options,
                                  struct comparison_finding *row, struct assay_error *error);
