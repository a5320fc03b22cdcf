/* SPDX-License-Identifier: GPL-3.0-or-later */
/* typical.c -- the interval of the typical run: of the median of the rounds' log ratios.
 * Source:   METHODS H10. 12 rounds and more: order statistics, free of the distribution; fewer: t on
 *           the log ratios, which are medians themselves, stretched to hold their median. Looks:
 *           O'Brien and Fleming's confidence (METHODS B6c) on the order. Half-widths to come: the
 *           pilot's own interval around its median, scaled by the shares of values that the orders of
 *           pilot and run leave inside.
 * Assumes:  rounds independent of each other; one median. A density about even over the values that
 *           the pilot's interval holds.
 * Edge:     equal changes: no width, ASSAY_WARN_CLOCK_TICK. No order: nothing is excluded.
 * Checked:  limits of paired_median.json to 1e-12; identities (shift, scale, swap, ties) and the
 *           sign test, tests/lib/interval/test_typical.c; coverage and predictions, docs/coverage.md.
 */
#include <assay/typical.h>

#include <Rmath.h>
#include <math.h>

#include "base/sum.h"
#include "descriptive/sorted.h"
#include "interval/common.h"

static enum assay_status check(struct assay_view sorted, double confidence,
                               struct assay_error *error)
{
    enum assay_status status = confidence_check(confidence, error);
    if (status == ASSAY_OK)
        status = view_check(sorted, 2, "the typical run", error);
    for (size_t i = 1; i < sorted.n && status == ASSAY_OK; i++)
        if (sorted.x[i] < sorted.x[i - 1])
            status =
                assay_fail(error, ASSAY_INVALID, "changes must ascend; number %zu does not", i + 1);
    return status;
}

static void begin(struct assay_view sorted, double confidence, const char *method,
                  struct assay_typical *out)
{
    assay_warnings warnings = 0;
    if (sorted.n < FEW_TOP_UNITS)
        warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    if (sorted.x[0] == sorted.x[sorted.n - 1])
        warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    *out = (struct assay_typical){
        .ratio = {.estimate = exp(sorted_median(sorted)),
                  .interval = {.confidence = confidence, .df = NAN, .method = method},
                  .warnings = warnings},
        .achieved_confidence = NAN};
}

/* The `order`-th smallest to the `order`-th largest; of order 0 everything. */
static void set_by_order(struct assay_view sorted, size_t order, struct assay_typical *out)
{
    struct assay_interval *interval = &out->ratio.interval;
    out->order = order;
    interval->kind = order > 0 ? ASSAY_BOUNDED : ASSAY_ALL;
    interval->lower = order > 0 ? exp(sorted.x[order - 1]) : (double)-INFINITY;
    interval->upper = order > 0 ? exp(sorted.x[sorted.n - order]) : (double)INFINITY;
    if (order == 0)
        out->ratio.warnings |= ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
}

/* Student's t, stretched to the median where that lies outside. */
static void set_by_t(struct assay_view sorted, double confidence, struct assay_typical *out)
{
    struct sum_moments moments = sum_moments_of(sorted.x, sorted.n, 1);
    struct assay_interval *interval = &out->ratio.interval;
    double r = (double)sorted.n, median = sorted_median(sorted);
    double reach = assay_t_critical(confidence, r - 1) * sqrt(moments.sum_squares / (r - 1) / r);
    interval->df = r - 1;
    interval->kind = ASSAY_BOUNDED;
    interval->lower = exp(fmin(moments.mean.high - reach, median));
    interval->upper = exp(fmax(moments.mean.high + reach, median));
}

enum assay_status assay_typical_interval(struct assay_view sorted, double confidence,
                                         struct assay_typical *out, struct assay_error *error)
{
    enum assay_status status = check(sorted, confidence, error);
    if (status != ASSAY_OK)
        return status;
    if (sorted.n < ASSAY_TYPICAL_BY_ORDER) {
        begin(sorted, confidence, "typical-t", out);
        set_by_t(sorted, confidence, out);
        return ASSAY_OK;
    }
    begin(sorted, confidence, "typical-order", out);
    set_by_order(sorted, assay_median_order(sorted.n, confidence), out);
    out->achieved_confidence = assay_median_achieved(sorted.n, out->order);
    return ASSAY_OK;
}

enum assay_status assay_typical_anytime(struct assay_view sorted, double expected,
                                        double confidence, struct assay_typical *out,
                                        struct assay_error *error)
{
    enum assay_status status = check(sorted, confidence, error);
    if (status == ASSAY_OK && !(expected > 0 && isfinite(expected)))
        status = assay_fail(error, ASSAY_INVALID,
                            "the expected number of rounds must be positive, is %g", expected);
    if (status != ASSAY_OK)
        return status;
    begin(sorted, confidence, "typical-order-anytime", out);
    set_by_order(sorted,
                 assay_median_order_anytime(sorted.n, assay_median_prior(expected), confidence),
                 out);
    return ASSAY_OK;
}

enum assay_status assay_typical_look(struct assay_view sorted, size_t look, size_t n_looks,
                                     double confidence, struct assay_typical *out,
                                     struct assay_error *error)
{
    double nominal;
    enum assay_status status = check(sorted, confidence, error);
    if (status == ASSAY_OK)
        status = assay_look_confidence(look, n_looks, confidence, &nominal, error);
    if (status != ASSAY_OK)
        return status;
    /* An early look may ask for confidence 1: nothing is concluded there. */
    nominal = fmin(nominal, 1 - 0x1p-53);
    begin(sorted, confidence, "typical-order-obrien-fleming", out);
    if (sorted.n < ASSAY_TYPICAL_BY_ORDER)
        set_by_t(sorted, nominal, out);
    else
        set_by_order(sorted, assay_median_order(sorted.n, nominal), out);
    return ASSAY_OK;
}

/* ---- what more rounds would give ---- */

/* The share of values on each side of the median that the interval of n rounds holds. */
static double share_inside(size_t n, double confidence)
{
    size_t order = assay_median_order(n, confidence);
    return order == 0 ? 0.5 : 0.5 - (double)order / ((double)n + 1);
}

double assay_typical_half_width(struct assay_view sorted, size_t rounds, double confidence)
{
    if (sorted.n < 3 || rounds < 2 || !(confidence > 0 && confidence < 1))
        return NAN;
    double r = (double)rounds;
    if (rounds < ASSAY_TYPICAL_BY_ORDER) {
        struct sum_moments moments = sum_moments_of(sorted.x, sorted.n, 1);
        double sd = sqrt(moments.sum_squares / ((double)sorted.n - 1));
        return sinh(assay_t_critical(confidence, r - 1) * sd / sqrt(r));
    }
    /* Quantiles no nearer to the median than the pilot's own interval: between fewer values than
     * those that hold it their distance is chance. */
    double wanted = share_inside(rounds, confidence);
    double taken = fmax(wanted, share_inside(sorted.n, confidence));
    double width =
        sorted_quantile(sorted, 0.5 + taken, 6) - sorted_quantile(sorted, 0.5 - taken, 6);
    return sinh(width / 2 * wanted / taken);
}

size_t assay_typical_rounds(struct assay_view sorted, double half_width, double confidence,
                            size_t most)
{
    if (!(half_width > 0) || most < 3 ||
        !(assay_typical_half_width(sorted, most, confidence) <= half_width))
        return 0;
    size_t short_of = 2, enough = most;
    while (enough - short_of > 1) {
        size_t middle = short_of + (enough - short_of) / 2;
        if (assay_typical_half_width(sorted, middle, confidence) <= half_width)
            enough = middle;
        else
            short_of = middle;
    }
    return enough;
}
