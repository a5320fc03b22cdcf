/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_gain.c -- the overall gain and speedup of a suite of weighted benchmarks.
 * Source:   Touati, Worms & Briais 2010, section 3.2, equations 2 and 3; METHODS A11. Over all
 *           benchmarks, also those without a significant speedup.
 * Assumes:  weights that say how often each program runs. With weights proportional to time the
 *           time enters squared.
 * Edge:     a negative weight or none -> ASSAY_INVALID; sum w x <= 0 -> ASSAY_UNDEFINED.
 * Checked:  tests/data/speedup.json; Example 3.1 (whose printed denominator 1.3426 is a
 *           misprint for 3429). */
#include <assay/speedup.h>

#include <math.h>

#include "base/sum.h"

static double weighted_sum(const double *time, const double *weight, size_t b)
{
    struct twofold sum = {0, 0};
    for (size_t i = 0; i < b; i++)
        sum = twofold_add(sum, weight[i] * time[i]);
    return sum.high + sum.low;
}

enum assay_status assay_speedup_gain_of(const double *x, const double *y, const double *weight,
                                        size_t b, struct assay_speedup_gain *out,
                                        struct assay_error *error)
{
    for (size_t i = 0; i < b; i++)
        if (!(weight[i] >= 0) || isinf(weight[i]))
            return assay_fail(
                error, ASSAY_INVALID,
                "weights must be finite and not negative; that of benchmark %zu is %g", i + 1,
                weight[i]);
    double total_x = weighted_sum(x, weight, b), total_y = weighted_sum(y, weight, b);
    if (!(total_x > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "an overall gain needs a positive sum of weights times old times, it is "
                          "%g: give a benchmark a weight above 0",
                          total_x);
    *out = (struct assay_speedup_gain){1 - total_y / total_x, total_x / total_y};
    return ASSAY_OK;
}
