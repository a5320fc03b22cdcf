/* SPDX-License-Identifier: GPL-3.0-or-later */
/* done.c -- whether an interim look of a sequential test is the last.
 * Source:   METHODS B6, B7, H10.
 * Assumes:  as the rule's interval does; docs/stopping.md says what other data do to it.
 * Edge:     where no interval exists the rule goes on.
 * Checked:  tests/lib/stopping/test_done.c: by hand, and coverage of whole runs.
 *
 * A small spread may only mean that a slow mode was not met yet: with fewer than rule->seen units no
 * interval is narrow enough and nothing is equivalent. "faster" and "slower" do not rest on that.
 */
#include <math.h>

#include "stopping/stopping.h"

/* Better and worse make no difference to whether a verdict is clear. */
static bool clear(const struct assay_stopping_rule *rule, const struct assay_interval *wide,
                  const struct assay_interval *narrow, bool unseen)
{
    const enum assay_verdict verdict = assay_verdict_of(wide, narrow, rule->margin, false);
    return verdict == ASSAY_EQUIVALENT ? !unseen : verdict != ASSAY_INCONCLUSIVE;
}

bool assay_stopping_mean_done(const struct assay_stopping_rule *rule,
                              const struct assay_running_mean *running,
                              const struct assay_stopping_reach *reach)
{
    struct assay_interval interval;
    return rule->precision > 0 && running->n >= rule->seen &&
           assay_stopping_mean(running, reach->wide, &interval, NULL) == ASSAY_OK &&
           assay_stopping_half_width(running->mean, &interval) <= rule->precision;
}

bool assay_stopping_pair_done(const struct assay_stopping_rule *rule,
                              const struct assay_running_pair *running,
                              const struct assay_stopping_reach *reach)
{
    struct assay_interval wide, narrow = {.lower = -INFINITY, .upper = INFINITY, .kind = ASSAY_ALL};
    const bool unseen = running->old_units.n < rule->seen;
    const double ratio = running->new_units.mean / running->old_units.mean;
    if ((rule->precision > 0 && unseen) ||
        assay_stopping_ratio(running, reach->wide, &wide, NULL) != ASSAY_OK)
        return false;
    if (rule->precision > 0)
        return assay_stopping_half_width(ratio, &wide) <= rule->precision;
    if (!isnan(reach->narrow) &&
        assay_stopping_ratio(running, reach->narrow, &narrow, NULL) != ASSAY_OK)
        return false;
    return clear(rule, &wide, &narrow, unseen);
}

/* ---- rounds, by the typical run too ---- */

/* The interval of the typical run; which: 0, or 1 for the one that says equivalent. */
static bool typical_at(const struct assay_stopping_rule *rule, const struct assay_ordered *changes,
                       double resolution, size_t which, struct assay_interval *out)
{
    const struct assay_typical_rule of_rounds = {
        .stopping = rule->kind,
        .expected = rule->expected,
        .look = assay_stopping_look(rule->n_looks, rule->most, changes->n),
        .n_looks = rule->n_looks,
        .boundary = rule->boundary[which]};
    const double confidence = which == 0 ? stopping_confidence(rule) : narrow_confidence(rule);
    struct assay_typical typical;
    if (assay_typical_kept(changes, &of_rounds, confidence, &typical, NULL) != ASSAY_OK)
        return false;
    assay_typical_widen(&typical, resolution);
    *out = typical.ratio.interval;
    return true;
}

/* Half of the interval, on the scale of logarithms. */
static double half_log(const struct assay_interval *interval)
{
    if (interval->kind != ASSAY_BOUNDED || !(interval->lower > 0))
        return INFINITY;
    return log(interval->upper / interval->lower) / 2;
}

bool assay_stopping_rounds_done(const struct assay_stopping_rule *rule,
                                const struct assay_running_pair *running,
                                const struct assay_ordered *changes, double resolution,
                                const struct assay_stopping_reach *reach)
{
    const bool unseen = running->old_units.n < rule->seen;
    struct assay_interval wide, narrow = {.lower = -INFINITY, .upper = INFINITY, .kind = ASSAY_ALL};
    if (rule->basis != ASSAY_BASIS_TYPICAL && assay_stopping_pair_done(rule, running, reach))
        return true;
    if (rule->basis == ASSAY_BASIS_STATISTIC || changes->n < ASSAY_TYPICAL_LEAST ||
        !typical_at(rule, changes, resolution, 0, &wide))
        return false;
    if (rule->precision > 0) {
        struct assay_interval mean;
        const double half = half_log(&wide);
        if (running->old_units.n < rule->seen || !(sinh(half) <= rule->precision))
            return false;
        return rule->basis == ASSAY_BASIS_TYPICAL ||
               assay_stopping_ratio(running, reach->wide, &mean, NULL) != ASSAY_OK ||
               half_log(&mean) > ASSAY_MUCH_WIDER * half;
    }
    if (narrow_confidence(rule) > 0 && !typical_at(rule, changes, resolution, 1, &narrow))
        return false;
    return clear(rule, &wide, &narrow, unseen);
}

/* ---- quantiles ---- */

static bool quantile_at(const struct assay_stopping_rule *rule,
                        const struct assay_statistic *statistic,
                        const struct assay_pooled_values *old_values,
                        const struct assay_pooled_values *new_values, double confidence,
                        struct assay_estimate *out)
{
    if (old_values == NULL)
        return assay_pooled_values_anytime(new_values, statistic, rule->expected, confidence, out,
                                           NULL) == ASSAY_OK;
    return assay_pooled_values_ratio_anytime(old_values, new_values, statistic, rule->expected,
                                             confidence, out, NULL) == ASSAY_OK;
}

bool assay_stopping_quantile_done(const struct assay_stopping_rule *rule,
                                  const struct assay_statistic *statistic,
                                  const struct assay_pooled_values *old_values,
                                  const struct assay_pooled_values *new_values)
{
    const bool alone = old_values == NULL, precise = rule->precision > 0;
    const double units = fmin(alone ? (double)INFINITY : old_values->units, new_values->units);
    const bool unseen = units < (double)rule->seen;
    const double narrower = assay_verdict_narrower(rule->confidence);
    struct assay_estimate wide,
        narrow = {.interval = {.lower = -INFINITY, .upper = INFINITY, .kind = ASSAY_ALL}};
    if (rule->kind != ASSAY_STOPPED_ANYTIME || (precise ? unseen : alone) ||
        !quantile_at(rule, statistic, old_values, new_values, rule->confidence, &wide))
        return false;
    if (precise)
        return assay_stopping_half_width(wide.estimate, &wide.interval) <= rule->precision;
    if (narrower > 0 && !quantile_at(rule, statistic, old_values, new_values, narrower, &narrow))
        return false;
    return clear(rule, &wide.interval, &narrow.interval, unseen);
}

/* ---- systems apart ---- */

static enum assay_status apart(const struct assay_running_mean *old_units,
                               const struct assay_running_mean *new_units, double confidence,
                               struct assay_estimate *out)
{
    const struct assay_top_summary x = {old_units->mean, running_variance(old_units), old_units->n};
    const struct assay_top_summary y = {new_units->mean, running_variance(new_units), new_units->n};
    return assay_ratio_from_summaries(&x, &y, confidence, ASSAY_DF_SATTERTHWAITE, out, NULL);
}

bool assay_stopping_apart_done(const struct assay_stopping_rule *rule,
                               const struct assay_running_mean *old_units,
                               const struct assay_running_mean *new_units)
{
    const size_t units = old_units->n < new_units->n ? old_units->n : new_units->n;
    const double narrow_confidence = assay_verdict_narrower(rule->confidence);
    struct assay_estimate wide,
        narrow = {.interval = {.lower = -INFINITY, .upper = INFINITY, .kind = ASSAY_ALL}};
    if (units < 2 || (rule->precision > 0 && units < rule->seen) ||
        apart(old_units, new_units, rule->confidence, &wide) != ASSAY_OK)
        return false;
    if (rule->precision > 0)
        return assay_stopping_half_width(wide.estimate, &wide.interval) <= rule->precision;
    if (narrow_confidence > 0 &&
        apart(old_units, new_units, narrow_confidence, &narrow) != ASSAY_OK)
        return false;
    return clear(rule, &wide.interval, &narrow.interval, units < rule->seen);
}
