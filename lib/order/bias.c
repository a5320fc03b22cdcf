/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bias.c -- whether pairs estimate what rounds estimate.
 * Source:   METHODS H3, I1: the difference of the two means of log ratios, which share no run; 90 % interval by
 *           Satterthwaite's degrees of freedom against +- ln(1 + margin), as in two one-sided tests at 5 %.
 * Assumes:  near normal means.
 * Edge:     nothing varies: the interval has no width, df is NaN. margin <= 0 -> ASSAY_INVALID.
 * Checked:  tests/data/duet.json, slices.json (relative 1e-9); swap; how often it says what by simulation.
 */
#include <math.h>

#include <assay/order.h>

static const double confidence = 0.90;

const char *assay_order_agreement_name(enum assay_order_agreement agreement)
{
    static const char *const names[] = {"agrees", "interference", "not excluded"};
    return names[agreement];
}

static enum assay_order_agreement agreement_of(const struct assay_order_bias *bias, double end)
{
    if (bias->lower > -end && bias->upper < end)
        return ASSAY_ORDER_AGREES;
    return bias->lower > end || bias->upper < -end ? ASSAY_ORDER_INTERFERENCE
                                                   : ASSAY_ORDER_NOT_EXCLUDED;
}

enum assay_status assay_order_bias_of(const struct assay_order_spread *pairs,
                                      const struct assay_order_spread *rounds, double margin,
                                      struct assay_order_bias *out, struct assay_error *error)
{
    if (!(margin > 0 && isfinite(margin)))
        return assay_fail(error, ASSAY_INVALID, "the margin must be positive, is %g", margin);
    const double se = hypot(pairs->se, rounds->se);
    /* Shares of the variance: their squares neither overflow nor vanish. */
    const double share = se > 0 ? pairs->se / se * (pairs->se / se) : (double)NAN;
    struct assay_order_bias bias = {
        .bias = pairs->log_ratio - rounds->log_ratio,
        .se = se,
        .df = 1 / (share * share / pairs->df + (1 - share) * (1 - share) / rounds->df),
    };
    const double half = se > 0 ? assay_t_critical(confidence, bias.df) * se : 0;
    bias.lower = bias.bias - half;
    bias.upper = bias.bias + half;
    bias.agreement = agreement_of(&bias, log1p(margin));
    *out = bias;
    return ASSAY_OK;
}
