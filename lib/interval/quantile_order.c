/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantile_order.c -- the interval of a quantile of one sample.
 * Source:   METHODS B14: order statistics l and u with P(Bin(n, p) <= l - 1) <= a / 2 and
 *           P(Bin(n, p) >= u) <= a / 2, free of the distribution. Nested values: B4.
 * Assumes:  values of one level independent; nested ones: top units are.
 * Edge:     too few values for an end (6 for a median, 36 for p90 at 95 %), fewer than five top units:
 *           no interval, ASSAY_ALL.
 * Checked:  tests/lib/history/test_pool.c: orders by hand, those of the median, coverage.
 */
#include <assay/bootstrap.h>

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/view.h"

static void set_orders(struct assay_view sorted, double probability, double confidence,
                       struct assay_interval *out)
{
    const double n = (double)sorted.n, tail = (1 - confidence) / 2;
    /* qbinom: the smallest k with P(Bin <= k) >= its argument; one less has at most the tail. */
    double lower = qbinom(tail, n, probability, 1, 0);
    if (pbinom(lower, n, probability, 1, 0) <= tail)
        lower += 1;
    const double upper = qbinom(tail, n, probability, 0, 0) + 1;
    if (lower < 1 || upper > n)
        return;
    out->kind = ASSAY_BOUNDED;
    out->lower = sorted.x[(size_t)lower - 1];
    out->upper = sorted.x[(size_t)upper - 1];
}

static enum assay_status by_order(const struct assay_sample *flat, double probability,
                                  struct assay_estimate *out, struct assay_error *error)
{
    double *sorted = NULL;
    const size_t n = assay_shape_units(&flat->shape, 0);
    enum assay_status status = view_sorted((struct assay_view){flat->values, n}, &sorted, error);
    if (status == ASSAY_OK)
        set_orders((struct assay_view){sorted, n}, probability, out->interval.confidence,
                   &out->interval);
    free(sorted);
    return status;
}

static enum assay_status by_bootstrap(const struct assay_sample *sample,
                                      const struct assay_statistic *statistic,
                                      struct assay_estimate *out, struct assay_error *error)
{
    const struct assay_bootstrap_options options = {
        .statistic = *statistic, .confidence = out->interval.confidence, .seed = 1, .n_threads = 1};
    struct assay_bootstrap_result result;
    const enum assay_status status = assay_bootstrap_one(sample, &options, &result, error);
    if (status == ASSAY_OK)
        out->interval = result.estimate.interval;
    return status == ASSAY_UNDEFINED ? ASSAY_OK : status;
}

enum assay_status assay_quantile_interval(const struct assay_sample *sample,
                                          const struct assay_statistic *statistic,
                                          double confidence, struct assay_estimate *out,
                                          struct assay_error *error)
{
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS];
    *out = (struct assay_estimate){.interval = {.lower = -INFINITY,
                                                .upper = INFINITY,
                                                .confidence = confidence,
                                                .df = (double)NAN,
                                                .method = "quantile-order",
                                                .kind = ASSAY_ALL}};
    enum assay_status status = confidence_check(confidence, error);
    if (status == ASSAY_OK)
        status = assay_statistic_of(sample, statistic, &out->estimate, error);
    if (status == ASSAY_OK)
        status = assay_shape_drop_single(&sample->shape, &owned, removed, error);
    if (status != ASSAY_OK)
        return status;
    const struct assay_sample repeated = {sample->values, owned.shape};
    status = repeated.shape.n_levels == 1 ? by_order(&repeated, statistic->probability, out, error)
                                          : by_bootstrap(&repeated, statistic, out, error);
    assay_shape_owned_fini(&owned);
    return status;
}
