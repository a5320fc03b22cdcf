/* SPDX-License-Identifier: GPL-3.0-or-later */
/* differences.h -- order statistics of all n m differences x - y, without making them. */
#pragma once

#include <stdint.h>

#include "test/groups.h"

/* The rank-th smallest (1 .. n m) of the differences fl(x[i] - y[j]) of the sorted samples. */
enum assay_status difference_select(const struct groups *groups, uint64_t rank, double *out,
                                    struct assay_error *error);

/* Their median: Hodges and Lehmann's shift. */
enum assay_status difference_median(const struct groups *groups, double *out,
                                    struct assay_error *error);
