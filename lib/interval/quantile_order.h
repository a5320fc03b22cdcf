/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantile_order.h -- the interval of a quantile of one sample. */
#ifndef INTERVAL_QUANTILE_ORDER_H
#define INTERVAL_QUANTILE_ORDER_H

#include <assay/bootstrap.h>

/* The quantile of type 7 with its interval: of one level the order statistics that hold it, of nested
 * values the bootstrap of the top units. The interval is ASSAY_ALL where there are too few. */
enum assay_status quantile_interval(const struct assay_sample *sample,
                                    const struct assay_statistic *statistic, double confidence,
                                    struct assay_estimate *out, struct assay_error *error);

#endif
