/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spread.c -- the mean of the log ratios of rounds or pairs, with t.
 * Source:   METHODS I1, "the mean by t_{r-1}": one log ratio for each pair, t on these.
 * Assumes:  rounds independent. On a host whose speed changes from pair to pair that holds of slices: lag-1
 *           correlation -.01 (METHODS I1).
 * Edge:     n < 2, a value that is not positive -> ASSAY_UNDEFINED; all alike: no width, warning clock tick.
 * Checked:  tests/data/slices.json (mean_log, se, limits; relative 1e-9); swap, scale; coverage by simulation.
 */
#include <math.h>

#include <assay/order.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"

enum { FEW = 5 };

enum assay_status assay_order_log_ratios(struct assay_view old_values, struct assay_view new_values,
                                         double *logs, struct assay_error *error)
{
    if (old_values.n != new_values.n)
        return assay_fail(error, ASSAY_INVALID, "%zu values of old do not pair with %zu of new",
                          old_values.n, new_values.n);
    for (size_t i = 0; i < old_values.n; i++) {
        const double x = old_values.x[i], y = new_values.x[i];
        if (!(x > 0 && y > 0 && isfinite(x) && isfinite(y)))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "a log ratio needs positive values, has %g of old and %g of new", x,
                              y);
        logs[i] = log(y / x);
    }
    return ASSAY_OK;
}

enum assay_status assay_order_spread_of(struct assay_view log_ratios,
                                        struct assay_order_spread *out, struct assay_error *error)
{
    TRY(view_check(log_ratios, 2, "a mean of log ratios", error));
    const struct sum_moments moments = sum_moments_of(log_ratios.x, log_ratios.n, 1);
    const double n = (double)log_ratios.n, variance = moments.sum_squares / (n - 1);
    *out = (struct assay_order_spread){.n = log_ratios.n,
                                       .log_ratio = moments.mean.high,
                                       .se = sqrt(variance / n),
                                       .variance = variance,
                                       .df = n - 1};
    return ASSAY_OK;
}

enum assay_status assay_order_ratio(const struct assay_order_spread *spread, double confidence,
                                    struct assay_estimate *out, struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    const double half = assay_t_critical(confidence, spread->df) * spread->se;
    struct assay_estimate ratio = {
        .estimate = exp(spread->log_ratio),
        .interval = {.lower = exp(spread->log_ratio - half),
                     .upper = exp(spread->log_ratio + half),
                     .confidence = confidence,
                     .df = spread->df,
                     .method = "t on log ratios",
                     .kind = ASSAY_BOUNDED},
    };
    if (spread->n < FEW)
        ratio.warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    if (spread->variance == 0)
        ratio.warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    *out = ratio;
    return ASSAY_OK;
}
