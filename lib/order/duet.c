/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duet.c -- pairs on two processors that are not alike: which system ran where is a factor.
 * Source:   METHODS H3. Simultaneous runs: Bulej et al., ICPE'20; the term of the swap is ours.
 * Assumes:  z, where new ran, drawn anew for each pair; run means near log-normal, of one variance. It is the ratio
 *           while the other system runs, not that of either alone.
 * Edge:     fewer than 4 pairs, or all placed alike -> ASSAY_UNDEFINED; nothing varies within a placement: no
 *           width, warning clock tick, p NaN.
 * Checked:  tests/data/duet.json (lm(log(new / old) ~ z) of R 4.2.2; relative 1e-9, p 1e-8); swap, scale, a constant
 *           added to one processor; coverage by simulation.
 */
#include <Rmath.h>
#include <math.h>

#include <assay/order.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"

/* Of the pairs of one placement. */
struct placement {
    double n, mean, squares;
};

static struct placement placement_of(struct assay_view logs, const bool *on_second, bool which)
{
    struct placement placed = {0};
    struct twofold sum = {0, 0};
    for (size_t i = 0; i < logs.n; i++)
        if (on_second[i] == which) {
            sum = twofold_add(sum, logs.x[i]);
            placed.n++;
        }
    placed.mean = (sum.high + sum.low) / placed.n;
    for (size_t i = 0; i < logs.n; i++)
        if (on_second[i] == which)
            placed.squares += (logs.x[i] - placed.mean) * (logs.x[i] - placed.mean);
    return placed;
}

static double p_of(double estimate, double se, double df)
{
    return se > 0 ? 2 * pt(-fabs(estimate / se), df, 1, 0) : (double)NAN;
}

enum assay_status assay_duet_of(struct assay_view log_ratios, const bool *on_second,
                                double confidence, struct assay_duet *out,
                                struct assay_error *error)
{
    if (log_ratios.n < ASSAY_DUET_LEAST)
        return assay_fail(error, ASSAY_UNDEFINED, "fewer than 4 pairs");
    TRY(view_check(log_ratios, 1, "a duet", error));
    const struct placement first = placement_of(log_ratios, on_second, false),
                           second = placement_of(log_ratios, on_second, true);
    if (!(first.n > 0 && second.n > 0))
        return assay_fail(error, ASSAY_UNDEFINED, "no swap: CPU and system cannot be told apart");
    const double df = (double)log_ratios.n - 2, variance = (first.squares + second.squares) / df;
    struct assay_duet duet = {
        .spread = {.n = log_ratios.n,
                   .log_ratio = (first.mean + second.mean) / 2,
                   .se = sqrt(variance * (1 / first.n + 1 / second.n)) / 2,
                   .variance = variance,
                   .df = df},
        .swapped = (size_t)first.n,
        .cpu = (second.mean - first.mean) / 2,
        .few = log_ratios.n < ASSAY_DUET_FEW,
    };
    if (assay_order_ratio(&duet.spread, confidence, &duet.ratio, error) != ASSAY_OK)
        return ASSAY_INVALID;
    duet.ratio.interval.method = "duet-t";
    const double half = assay_t_critical(confidence, df) * duet.spread.se;
    duet.cpu_lower = duet.cpu - half;
    duet.cpu_upper = duet.cpu + half;
    duet.p = p_of(duet.spread.log_ratio, duet.spread.se, df);
    duet.cpu_p = p_of(duet.cpu, duet.spread.se, df);
    *out = duet;
    return ASSAY_OK;
}
