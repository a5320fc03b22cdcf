/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantile_anytime.c -- quantiles, and ratios of them, whose intervals hold whenever one looks.
 * Source:   The sign test's likelihood ratio (t/p)^S ((1-t)/(1-p))^(n-S) mixed over a Beta prior of t with
 *           mean p (Ville 1939; Robbins 1970; Howard & Ramdas 2022, Bernoulli 28:1704, for quantiles).
 *           S adds for each top unit the share of its values that lie at or below: convex in that share, so
 *           that whatever a unit's values do to each other its mean is at most 1 (Hoeffding 1963). Units of
 *           w values of at most m count w/m: a power below 1 of such a factor, again at most 1 (Jensen).
 *           Ratio: both systems' intervals at half of what may go wrong (Bonferroni), which asks nothing
 *           of what rounds do to both.
 * Assumes:  top units independent, each with the same mean share below the quantile; the sizes of units do
 *           not depend on their values. Ties only widen.
 * Edge:     too few units for an end: ASSAY_ALL; p0 and p100: ASSAY_ALL. Limits of a ratio that are not
 *           positive: ASSAY_UNDEFINED.
 * Checked:  tests/lib/interval/test_quantile_anytime.c: orders by R's lbeta, all equal; p50 has the
 *           orders of the typical run; coverage at every look, docs/coverage.md.
 */
#include <assay/bootstrap.h>

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include <assay/typical.h>

#include "base/try.h"
#include "descriptive/sorted.h"
#include "interval/common.h"

/* ---- orders ---- */

/* The logarithm of the martingale when `below` of the units lie at or below what is tried. */
static double log_evidence(const struct order_mixture *m, double below)
{
    const double above = m->units - below, p = m->probability;
    return lbeta(m->prior[0] + below, m->prior[1] + above) - lbeta(m->prior[0], m->prior[1]) -
           below * log(p) - above * log1p(-p);
}

/* The last number of values below, from one that is held towards one that is excluded, that is held. */
static size_t last_held(size_t n, const struct order_mixture *mixture, double least,
                        size_t excluded)
{
    const double each = mixture->units / (double)n;
    size_t held = (size_t)((double)n * mixture->probability);
    while ((excluded > held ? excluded - held : held - excluded) > 1) {
        const size_t middle = (held + excluded) / 2;
        if (log_evidence(mixture, each * (double)middle) >= least)
            excluded = middle;
        else
            held = middle;
    }
    return held;
}

struct anytime_orders anytime_orders(size_t n, const struct order_mixture *mixture,
                                     double confidence)
{
    struct anytime_orders orders = {0, 0};
    const double least = -log1p(-confidence);
    if (log_evidence(mixture, 0) >= least)
        orders.lower = last_held(n, mixture, least, 0);
    if (log_evidence(mixture, mixture->units) >= least)
        orders.upper = last_held(n, mixture, least, n) + 1;
    return orders;
}

/* ---- intervals ---- */

static size_t count(const struct assay_pooled_values *pooled)
{
    return pooled->kept != NULL ? pooled->kept->n : pooled->sorted.n;
}

/* The one of this order, from 1; held within them. */
static double at(const struct assay_pooled_values *pooled, double order)
{
    const size_t rank = (size_t)fmin(fmax(order, 1), (double)count(pooled)) - 1;
    return pooled->kept != NULL ? assay_ordered_at(pooled->kept, rank) : pooled->sorted.x[rank];
}

static double quantile_of(const struct assay_pooled_values *pooled,
                          const struct assay_statistic *statistic)
{
    const int type = statistic->quantile_type == 0 ? 7 : statistic->quantile_type;
    const struct quantile_place place =
        quantile_place((double)count(pooled), statistic->probability, type);
    const double low = at(pooled, place.rank), high = at(pooled, place.rank + 1);
    return low == high ? low : (1 - place.weight) * low + place.weight * high;
}

static enum assay_status check(const struct assay_pooled_values *pooled,
                               const struct assay_statistic *statistic, double expected,
                               double confidence, struct assay_error *error)
{
    if (statistic->kind != ASSAY_STATISTIC_QUANTILE ||
        !(statistic->probability >= 0 && statistic->probability <= 1))
        return assay_fail(error, ASSAY_INVALID, "quantiles are asked for, p0 to p100");
    if (!(expected > 0 && isfinite(expected)))
        return assay_fail(error, ASSAY_INVALID,
                          "the expected number of units must be positive, is %g", expected);
    TRY(confidence_check(confidence, error));
    if (count(pooled) == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "a quantile needs a value");
    return ASSAY_OK;
}

enum assay_status assay_pooled_values_anytime(const struct assay_pooled_values *pooled,
                                              const struct assay_statistic *statistic,
                                              double expected, double confidence,
                                              struct assay_estimate *out, struct assay_error *error)
{
    const double p = statistic->probability, strength = 2 * assay_median_prior(expected);
    const struct order_mixture mixture = {pooled->units, p, {strength * p, strength * (1 - p)}};
    TRY(check(pooled, statistic, expected, confidence, error));
    struct anytime_orders orders = {0, 0};
    if (p > 0 && p < 1)
        orders = anytime_orders(count(pooled), &mixture, confidence);
    const bool bounded = orders.lower > 0 && orders.upper > 0;
    *out = (struct assay_estimate){
        .estimate = quantile_of(pooled, statistic),
        .interval = {.lower = bounded ? at(pooled, (double)orders.lower) : (double)-INFINITY,
                     .upper = bounded ? at(pooled, (double)orders.upper) : (double)INFINITY,
                     .confidence = confidence,
                     .df = (double)NAN,
                     .method = "quantile-order-anytime",
                     .kind = bounded ? ASSAY_BOUNDED : ASSAY_ALL}};
    return ASSAY_OK;
}

enum assay_status assay_pooled_values_ratio_anytime(const struct assay_pooled_values *old_pooled,
                                                    const struct assay_pooled_values *new_pooled,
                                                    const struct assay_statistic *statistic,
                                                    double expected, double confidence,
                                                    struct assay_estimate *out,
                                                    struct assay_error *error)
{
    const double each = 1 - (1 - confidence) / 2;
    struct assay_estimate x, y;
    TRY(assay_pooled_values_anytime(old_pooled, statistic, expected, each, &x, error));
    TRY(assay_pooled_values_anytime(new_pooled, statistic, expected, each, &y, error));
    const bool bounded = x.interval.kind == ASSAY_BOUNDED && y.interval.kind == ASSAY_BOUNDED;
    if (!(x.estimate > 0 && y.estimate > 0) ||
        (bounded && !(x.interval.lower > 0 && y.interval.lower > 0)))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the ratio of quantiles needs values above 0 at both");
    *out = x;
    out->estimate = y.estimate / x.estimate;
    out->interval.confidence = confidence;
    out->interval.kind = bounded ? ASSAY_BOUNDED : ASSAY_ALL;
    out->interval.lower = bounded ? y.interval.lower / x.interval.upper : (double)-INFINITY;
    out->interval.upper = bounded ? y.interval.upper / x.interval.lower : (double)INFINITY;
    out->warnings |= bounded ? 0 : ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    return ASSAY_OK;
}

/* ---- samples ---- */

/* What all values count for: levels of one unit at the top are none. */
static double units_of(const struct assay_shape *shape)
{
    const size_t lowest = shape->n_levels - 1, n = assay_shape_units(shape, lowest);
    size_t top = 0, largest = 1, begin, end;
    while (top < lowest && assay_shape_units(shape, top) == 1)
        top++;
    for (size_t j = 0; top < lowest && j < assay_shape_units(shape, top); j++) {
        assay_shape_values(shape, top, j, &begin, &end);
        largest = end - begin > largest ? end - begin : largest;
    }
    return (double)n / (double)largest;
}

static enum assay_status pool(const struct assay_sample *sample, struct assay_pooled_values *out,
                              double **storage, struct assay_error *error)
{
    TRY(assay_sample_check(sample, error));
    const size_t n = assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
    enum assay_status status = view_sorted((struct assay_view){sample->values, n}, storage, error);
    *out = (struct assay_pooled_values){{*storage, n}, NULL, units_of(&sample->shape)};
    return status;
}

enum assay_status assay_quantile_anytime(const struct assay_sample *sample,
                                         const struct assay_statistic *statistic, double expected,
                                         double confidence, struct assay_estimate *out,
                                         struct assay_error *error)
{
    struct assay_pooled_values pooled;
    OWNED double *storage = NULL;
    TRY(pool(sample, &pooled, &storage, error));
    return assay_pooled_values_anytime(&pooled, statistic, expected, confidence, out, error);
}

enum assay_status assay_quantile_ratio_anytime(const struct assay_sample *old_sample,
                                               const struct assay_sample *new_sample,
                                               const struct assay_statistic *statistic,
                                               double expected, double confidence,
                                               struct assay_estimate *out,
                                               struct assay_error *error)
{
    struct assay_pooled_values pooled[2];
    double *storage[2] = {NULL, NULL};
    enum assay_status status = pool(old_sample, &pooled[0], &storage[0], error);
    if (status == ASSAY_OK)
        status = pool(new_sample, &pooled[1], &storage[1], error);
    if (status == ASSAY_OK)
        status = assay_pooled_values_ratio_anytime(&pooled[0], &pooled[1], statistic, expected,
                                                   confidence, out, error);
    free(storage[0]);
    free(storage[1]);
    return status;
}
