/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gain.c -- how much time pairs save.
 * Source:   METHODS H3, I1: E = var(rounds) seconds / (var(pairs) seconds); its interval is that of a ratio of
 *           variances, F.
 * Assumes:  near normal log ratios; rounds and pairs of the pilot in random order, else drift decides. A pilot of 10
 *           and 10 chooses pairs with 66 % at E = 2, with 92 % at 4.
 * Edge:     pairs that do not vary: INFINITY; nothing varies: NaN, not worth it.
 * Checked:  tests/data/duet.json, slices.json (gain and its interval by R's qf; relative 1e-9).
 */
#include <Rmath.h>
#include <math.h>

#include <assay/order.h>

#include "base/view.h"

enum assay_status assay_order_gain_of(const struct assay_order_spread *rounds, double seconds_round,
                                      const struct assay_order_spread *pairs, double seconds_pair,
                                      double confidence, struct assay_order_gain *out,
                                      struct assay_error *error)
{
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (!(seconds_round > 0 && seconds_pair > 0 && isfinite(seconds_round) &&
          isfinite(seconds_pair)))
        return assay_fail(error, ASSAY_INVALID,
                          "rounds and pairs must take time, take %g and %g seconds", seconds_round,
                          seconds_pair);
    const double tail = (1 - confidence) / 2;
    const double gain = rounds->variance * seconds_round / (pairs->variance * seconds_pair);
    *out = (struct assay_order_gain){
        .gain = gain,
        .lower = gain / qf(tail, rounds->df, pairs->df, 0, 0),
        .upper = gain * qf(tail, pairs->df, rounds->df, 0, 0),
        .worth = gain > ASSAY_ORDER_WORTH,
    };
    return ASSAY_OK;
}
