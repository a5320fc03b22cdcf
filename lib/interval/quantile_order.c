/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantile_order.c -- the interval of a quantile of one sample.
 * Source:   METHODS B14: order statistics l and u with P(Bin(n, p) <= l - 1) <= a / 2 and
 *           P(Bin(n, p) >= u) <= a / 2, free of the distribution. Nested values: those of Clopper and Pearson's
 *           limits of the share below, for as many independent values as would tell as much of it (Korn and
 *           Graubard 1998, Survey Methodology 24:193): their count over how much more the shares of top units
 *           vary than such values' would, not below 1, and over the square of the units' t to the values'. The
 *           degrees of freedom of that t are what the fourth moment of the shares leaves, 2r / (kurtosis - 1), at
 *           most r - 1, since few units reach a tail; the dependence is the greatest of that at the quantile and at
 *           one standard error to either side, since modes with a gap at the quantile hang together in it alone.
 * Assumes:  values of one level independent; nested ones: top units are.
 * Edge:     too few values for an end, or as many as independent ones (6 for a median, 36 for p90 at 95 %): no
 *           interval, ASSAY_ALL. Fewer than one and a half times that in top units: how they hang together is itself
 *           uncertain, ASSAY_WARN_FEW_FOR_QUANTILE.
 * Checked:  tests/lib/history/test_pool.c: orders by hand, those of the median; coverage, docs/coverage.md.
 */
#include <assay/bootstrap.h>

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/distribution.h"
#include "base/try.h"
#include "base/view.h"

/* Of the values, in ascending order; none where an end lies beyond them. */
struct orders {
    double lower, upper;
};

static void set_orders(struct assay_view sorted, struct orders orders, struct assay_interval *out)
{
    if (!(orders.lower >= 1 && orders.upper <= (double)sorted.n))
        return;
    out->kind = ASSAY_BOUNDED;
    out->lower = sorted.x[(size_t)orders.lower - 1];
    out->upper = sorted.x[(size_t)orders.upper - 1];
}

static void of_values(struct assay_view sorted, double probability, struct assay_interval *out)
{
    const double n = (double)sorted.n, tail = (1 - out->confidence) / 2;
    /* qbinom: the smallest k with P(Bin <= k) >= its argument; one less has at most the tail. */
    double lower = qbinom(tail, n, probability, 1, 0);
    if (pbinom(lower, n, probability, 1, 0) <= tail)
        lower += 1;
    const struct orders orders = {lower, qbinom(tail, n, probability, 0, 0) + 1};
    set_orders(sorted, orders, out);
}

/* The variance of the share of values up to this one over that of as many independent values, and what the units' t
 * is wider than theirs, squared. Of ties more than the probability may be no larger, which makes units no different. */
static double dependence(const struct assay_sample *sample, double at, double confidence)
{
    const double n = (double)assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
    const double units = (double)sample->shape.count[0];
    double below = 0, squares = 0, fourths = 0;
    for (size_t i = 0; i < (size_t)n; i++)
        below += sample->values[i] <= at ? 1 : 0;
    const double share = below / n;
    for (size_t j = 0; j < sample->shape.count[0]; j++) {
        size_t begin, end;
        assay_shape_values(&sample->shape, 0, j, &begin, &end);
        double beyond = 0;
        for (size_t i = begin; i < end; i++)
            beyond += (sample->values[i] <= at ? 1 : 0) - share;
        squares += beyond * beyond;
        fourths += beyond * beyond * beyond * beyond;
    }
    if (!(squares > 0))
        return 1;
    /* a kurtosis is never below 1, but rounded */
    const double known = 2 * units / fmax(0, fourths * units / (squares * squares) - 1);
    const double wider = assay_t_critical(confidence, fmax(1, fmin(units - 1, known))) /
                         assay_t_critical(confidence, n - 1);
    return squares * units / (units - 1) / (n * share * (1 - share)) * wider * wider;
}

/* By the limits of the share below, of which so many independent values tell. */
static struct orders of_share(double n, double few, double probability, double tail)
{
    const double below = few * probability, above = few - below;
    return (struct orders){floor(n * beta_quantile(tail, below, above + 1, true)),
                           floor(n * beta_quantile(tail, below + 1, above, false)) + 1};
}

static void of_units(const struct assay_sample *sample, struct assay_view sorted,
                     double probability, struct assay_estimate *out)
{
    const double confidence = out->interval.confidence, tail = (1 - confidence) / 2;
    const double n = (double)sorted.n, sigma = 0.1587; /* the normal tail beyond one */
    const double least = log(tail) / log(fmax(probability, 1 - probability));
    double more = fmax(1, dependence(sample, out->estimate, confidence));
    const struct orders near = of_share(n, n / more, probability, sigma);
    if (near.lower >= 1)
        more = fmax(more, dependence(sample, sorted.x[(size_t)near.lower - 1], confidence));
    if (near.upper <= n)
        more = fmax(more, dependence(sample, sorted.x[(size_t)near.upper - 1], confidence));
    if (!(n / more >= least))
        return;
    if ((double)sample->shape.count[0] < 1.5 * least)
        out->warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_FOR_QUANTILE);
    set_orders(sorted, of_share(n, n / more, probability, tail), &out->interval);
}

enum assay_status assay_quantile_interval(const struct assay_sample *sample,
                                          const struct assay_statistic *statistic,
                                          double confidence, struct assay_estimate *out,
                                          struct assay_error *error)
{
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned owned = {0};
    bool removed[ASSAY_MAX_LEVELS];
    *out = (struct assay_estimate){.interval = {.lower = -INFINITY,
                                                .upper = INFINITY,
                                                .confidence = confidence,
                                                .df = (double)NAN,
                                                .method = "quantile-order",
                                                .kind = ASSAY_ALL}};
    TRY(confidence_check(confidence, error));
    TRY(assay_statistic_of(sample, statistic, &out->estimate, error));
    TRY(assay_shape_drop_single(&sample->shape, &owned, removed, error));
    const struct assay_sample repeated = {sample->values, owned.shape};
    OWNED double *sorted = NULL;
    const size_t n = assay_sample_size(&repeated);
    enum assay_status status = view_sorted((struct assay_view){repeated.values, n}, &sorted, error);
    const struct assay_view view = {sorted, n};
    if (status == ASSAY_OK && repeated.shape.n_levels == 1)
        of_values(view, statistic->probability, &out->interval);
    else if (status == ASSAY_OK)
        of_units(&repeated, view, statistic->probability, out);
    return status;
}
