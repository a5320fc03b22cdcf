/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rule.c -- which interim looks a sequential rule takes, and how far its interval reaches at each.
 * Source:   METHODS B6(c) announced looks, B6(d) anytime, C3 peeking.
 * Edge:     a rule that does not look, or a number out of its range -> ASSAY_INVALID.
 * Checked:  tests/lib/stopping/test_rule.c: sequences of looks by hand; the intervals of lib/interval.
 *
 * A look after each unit ends a few units earlier than looks a twentieth apart, and covers a little
 * less; docs/stopping.md has both measured.
 */
#include <math.h>

#include "interval/common.h"
#include "stopping/stopping.h"

/* A slow mode of one run in ten is missed by 40 units in 1.5 % of runs (docs/stopping.md). */
enum { FIRST = 3, PACE = 20, SEEN = 40 };

struct assay_stopping_rule assay_stopping_rule_of(enum assay_stopping kind)
{
    return (struct assay_stopping_rule){
        .kind = kind,
        .confidence = 0.95,
        .margin = 0.01,
        .first = FIRST,
        .pace = PACE,
        .seen = kind == ASSAY_STOPPED_ANYTIME ? SEEN : 0,
        .boundary = {NAN, NAN},
    };
}

double stopping_confidence(const struct assay_stopping_rule *rule)
{
    const bool shared = rule->basis == ASSAY_BASIS_BOTH && !(rule->precision > 0);
    return shared ? 1 - (1 - rule->confidence) / 2 : rule->confidence;
}

double narrow_confidence(const struct assay_stopping_rule *rule)
{
    return assay_verdict_narrower(stopping_confidence(rule));
}

static enum assay_status check(const struct assay_stopping_rule *rule, struct assay_error *error)
{
    if (confidence_check(rule->confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (!(rule->margin >= 0 && isfinite(rule->margin)))
        return assay_fail(error, ASSAY_INVALID, "the margin must be 0 or more, is %g",
                          rule->margin);
    if (!(rule->precision >= 0 && rule->precision < 1))
        return assay_fail(error, ASSAY_INVALID, "the precision must lie in [0, 1), is %g",
                          rule->precision);
    if (rule->first < 2)
        return assay_fail(error, ASSAY_INVALID, "the first look needs 2 units, is after %zu",
                          rule->first);
    if (rule->kind == ASSAY_STOPPED_PEEKED || rule->kind == ASSAY_STOPPED_LOOKS)
        return ASSAY_OK;
    if (rule->kind != ASSAY_STOPPED_ANYTIME)
        return assay_fail(error, ASSAY_INVALID, "the rule of stopping does not look at values");
    if (rule->expected > 0 && isfinite(rule->expected))
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID, "the expected number of units must be positive, is %g",
                      rule->expected);
}

enum assay_status assay_stopping_prepare(struct assay_stopping_rule *rule,
                                         struct assay_error *error)
{
    enum assay_status status = check(rule, error);
    if (status != ASSAY_OK || rule->kind != ASSAY_STOPPED_LOOKS)
        return status;
    const double confidences[2] = {stopping_confidence(rule), narrow_confidence(rule)};
    for (size_t i = 0; status == ASSAY_OK && i < 2; i++)
        if (confidences[i] > 0)
            status = look_boundary(rule->n_looks, confidences[i], &rule->boundary[i], error);
    return status;
}

size_t assay_stopping_next(const struct assay_stopping_rule *rule, size_t n)
{
    size_t next = n < rule->first ? rule->first : n + 1 + (rule->pace > 0 ? n / rule->pace : 0);
    if (rule->kind == ASSAY_STOPPED_LOOKS) {
        next = rule->most;
        for (size_t k = rule->n_looks; k-- > 1;)
            if (rule->most * k / rule->n_looks > n)
                next = rule->most * k / rule->n_looks;
    }
    return next < rule->most ? next : rule->most;
}

size_t assay_stopping_look(size_t n_looks, size_t most, size_t n)
{
    size_t look = 1;
    while (look < n_looks && most * (look + 1) / n_looks <= n)
        look++;
    return look;
}

static double reach(const struct assay_stopping_rule *rule, size_t n, double confidence,
                    double boundary)
{
    if (!(confidence > 0) || n < 2)
        return NAN;
    if (rule->kind == ASSAY_STOPPED_ANYTIME)
        return assay_anytime_critical(n, rule->expected, confidence);
    if (rule->kind == ASSAY_STOPPED_LOOKS)
        return look_squared(boundary, assay_stopping_look(rule->n_looks, rule->most, n), n);
    const double t = assay_t_critical(confidence, (double)n - 1);
    return t * t;
}

struct assay_stopping_reach assay_stopping_reach_at(const struct assay_stopping_rule *rule,
                                                    size_t n)
{
    return (struct assay_stopping_reach){
        .wide = reach(rule, n, stopping_confidence(rule), rule->boundary[0]),
        .narrow = reach(rule, n, narrow_confidence(rule), rule->boundary[1]),
    };
}
