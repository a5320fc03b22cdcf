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
#include "base/try.h"
#include "descriptive/sorted.h"
#include "interval/common.h"

/* Changes in ascending order: an array, or kept as they come. */
struct changes {
    size_t n;
    const double *sorted;
    const struct assay_ordered *kept; /* where there is no array */
};

static double at(const struct changes *changes, size_t rank)
{
    return changes->sorted != NULL ? changes->sorted[rank] : assay_ordered_at(changes->kept, rank);
}

static double median_of(const struct changes *changes)
{
    return changes->sorted != NULL ? sorted_median((struct assay_view){changes->sorted, changes->n})
                                   : ordered_median(changes->kept);
}

static void begin(const struct changes *changes, double confidence, const char *method,
                  struct assay_typical *out)
{
    assay_warnings warnings = 0;
    if (changes->n < FEW_TOP_UNITS)
        warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    if (at(changes, 0) == at(changes, changes->n - 1))
        warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    *out = (struct assay_typical){
        .ratio = {.estimate = exp(median_of(changes)),
                  .interval = {.confidence = confidence, .df = NAN, .method = method},
                  .warnings = warnings},
        .achieved_confidence = NAN};
}

/* The `order`-th smallest to the `order`-th largest; of order 0 everything. */
static void set_by_order(const struct changes *changes, size_t order, struct assay_typical *out)
{
    struct assay_interval *interval = &out->ratio.interval;
    out->order = order;
    interval->kind = order > 0 ? ASSAY_BOUNDED : ASSAY_ALL;
    interval->lower = order > 0 ? exp(at(changes, order - 1)) : (double)-INFINITY;
    interval->upper = order > 0 ? exp(at(changes, changes->n - order)) : (double)INFINITY;
    if (order == 0)
        out->ratio.warnings |= ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
}

/* Student's t of few changes, stretched to the median where that lies outside. */
static void set_by_t(const struct changes *changes, double df, double confidence,
                     struct assay_typical *out)
{
    double x[ASSAY_TYPICAL_BY_ORDER];
    for (size_t i = 0; i < changes->n; i++)
        x[i] = at(changes, i);
    struct sum_moments moments = sum_moments_of(x, changes->n, 1);
    struct assay_interval *interval = &out->ratio.interval;
    double r = (double)changes->n, median = median_of(changes);
    double reach = assay_t_critical(confidence, df) * sqrt(moments.sum_squares / (r - 1) / r);
    interval->df = df;
    interval->kind = ASSAY_BOUNDED;
    interval->lower = exp(fmin(moments.mean.high - reach, median));
    interval->upper = exp(fmax(moments.mean.high + reach, median));
}

static void set_once(const struct changes *changes, double confidence, struct assay_typical *out)
{
    if (changes->n < ASSAY_TYPICAL_BY_ORDER) {
        begin(changes, confidence, "typical-t", out);
        set_by_t(changes, (double)changes->n - 1, confidence, out);
        return;
    }
    begin(changes, confidence, "typical-order", out);
    set_by_order(changes, assay_median_order(changes->n, confidence), out);
    out->achieved_confidence = assay_median_achieved(changes->n, out->order);
}

static enum assay_status confidence_of_look(const struct assay_typical_rule *rule,
                                            double confidence, double *nominal,
                                            struct assay_error *error)
{
    if (!(rule->boundary > 0) || rule->n_looks == 1)
        return assay_look_confidence(rule->look, rule->n_looks, confidence, nominal, error);
    *nominal = look_confidence_at(rule->boundary, rule->look);
    return ASSAY_OK;
}

static enum assay_status set_at_look(const struct changes *changes,
                                     const struct assay_typical_rule *rule, double confidence,
                                     struct assay_typical *out, struct assay_error *error)
{
    double nominal;
    TRY(confidence_of_look(rule, confidence, &nominal, error));
    /* An early look may ask for confidence 1: nothing is concluded there. */
    nominal = fmin(nominal, 1 - 0x1p-53);
    begin(changes, confidence, "typical-order-obrien-fleming", out);
    if (changes->n < ASSAY_TYPICAL_BY_ORDER)
        set_by_t(changes, (double)changes->n - 1, nominal, out);
    else
        set_by_order(changes, assay_median_order(changes->n, nominal), out);
    return ASSAY_OK;
}

/* What the pilot's spread says of how many rounds there are says nothing of on which side of the median they lie. */
static enum assay_status set_continued(const struct changes *changes, size_t pilot,
                                       double confidence, struct assay_typical *out,
                                       struct assay_error *error)
{
    TRY(continued_check(pilot, error));
    if (changes->n >= ASSAY_TYPICAL_BY_ORDER) {
        set_once(changes, confidence, out);
        return ASSAY_OK;
    }
    begin(changes, confidence, "typical-t-continued", out);
    set_by_t(changes, continued_df(pilot, changes->n), confidence, out);
    return ASSAY_OK;
}

static enum assay_status interval_of(const struct changes *changes,
                                     const struct assay_typical_rule *rule, double confidence,
                                     struct assay_typical *out, struct assay_error *error)
{
    const enum assay_stopping stopping = rule != NULL ? rule->stopping : ASSAY_STOPPED_FIXED;
    if (stopping == ASSAY_STOPPED_ANYTIME) {
        if (!(rule->expected > 0 && isfinite(rule->expected)))
            return assay_fail(error, ASSAY_INVALID,
                              "the expected number of rounds must be positive, is %g",
                              rule->expected);
        begin(changes, confidence, "typical-order-anytime", out);
        set_by_order(
            changes,
            assay_median_order_anytime(changes->n, assay_median_prior(rule->expected), confidence),
            out);
        return ASSAY_OK;
    }
    if (stopping == ASSAY_STOPPED_LOOKS)
        return set_at_look(changes, rule, confidence, out, error);
    if (stopping == ASSAY_STOPPED_CONTINUED)
        return set_continued(changes, rule->pilot, confidence, out, error);
    set_once(changes, confidence, out);
    return ASSAY_OK;
}

enum assay_status assay_typical_interval(struct assay_view sorted,
                                         const struct assay_typical_rule *rule, double confidence,
                                         struct assay_typical *out, struct assay_error *error)
{
    TRY(confidence_check(confidence, error));
    TRY(view_check(sorted, 2, "the typical run", error));
    for (size_t i = 1; i < sorted.n; i++)
        if (sorted.x[i] < sorted.x[i - 1])
            return assay_fail(error, ASSAY_INVALID, "changes must ascend; number %zu does not",
                              i + 1);
    return interval_of(&(struct changes){.n = sorted.n, .sorted = sorted.x}, rule, confidence, out,
                       error);
}

enum assay_status assay_typical_kept(const struct assay_ordered *changes,
                                     const struct assay_typical_rule *rule, double confidence,
                                     struct assay_typical *out, struct assay_error *error)
{
    TRY(confidence_check(confidence, error));
    if (changes->n < 2 || !isfinite(assay_ordered_at(changes, 0)) ||
        !isfinite(assay_ordered_at(changes, changes->n - 1)))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the typical run needs two finite changes and more, of %zu", changes->n);
    return interval_of(&(struct changes){.n = changes->n, .kept = changes}, rule, confidence, out,
                       error);
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
