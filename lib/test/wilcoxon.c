/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wilcoxon.c -- Wilcoxon-Mann-Whitney rank sum test with Hodges-Lehmann shift.
 * Source:   Hollander & Wolfe 1999, 4.1-4.3; R 4.2's wilcox.test for the rule of AUTO, the
 *           tie-corrected variance and the continuity correction.
 * Assumes:  independent samples. A test of the shift, or of medians, only when the shapes agree.
 * Edge:     all values equal: exact p = 1, normal approximation ASSAY_UNDEFINED (R: NaN). With ties
 *           the exact p is the permutation distribution given the ties, which R lacks.
 *           Two-sided exact p = twice the smaller tail, at most 1.
 * Checked:  tests/data/wilcoxon.json, p relative 1e-10, interval 1e-12. */
#include <assay/test.h>

#include <Rmath.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "test/differences.h"
#include "test/rank_sum.h"

enum { AUTO_LIMIT = 50 };

/* What the walk over the pooled sample tells. */
struct ranks {
    size_t n, m;
    int64_t twice_w;
    bool ties;
    double tie_sum; /* sum of t^3 - t */
    size_t n_groups;
    size_t *group; /* sizes, where the exact test needs them; else NULL */
};

static struct ranks rank_of(struct groups *groups, size_t *group)
{
    struct ranks ranks = {.n = groups->n, .m = groups->m, .group = group};
    size_t in_x, in_y, y_before = 0;
    while (groups_next(groups, &in_x, &in_y)) {
        size_t size = in_x + in_y;
        ranks.twice_w += (int64_t)(in_x * (2 * y_before + in_y));
        y_before += in_y;
        if (size > 1) {
            double t = (double)size;
            ranks.ties = true;
            ranks.tie_sum += t * t * t - t;
        }
        if (group != NULL)
            group[ranks.n_groups] = size;
        ranks.n_groups++;
    }
    return ranks;
}

static double normal_sigma(const struct ranks *ranks)
{
    double n = (double)ranks->n, m = (double)ranks->m, all = n + m;
    /* N + 1 - sum / (N (N - 1)), as one difference of whole numbers: 0 when all values are equal.
     */
    double corrected = (all * all * all - all - ranks->tie_sum) / (all * (all - 1));
    return sqrt(n * m / 12 * corrected);
}

static enum assay_status normal_p(const struct ranks *ranks, enum assay_alternative alternative,
                                  bool no_correction, double *p, struct assay_error *error)
{
    double sigma = normal_sigma(ranks);
    if (!(sigma > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the Wilcoxon test is undefined: all %zu values are equal",
                          ranks->n + ranks->m);
    double centred = (double)ranks->twice_w / 2 - (double)ranks->n * (double)ranks->m / 2;
    double correction = no_correction ? 0 : 0.5;
    if (alternative == ASSAY_GREATER)
        *p = pnorm((centred - correction) / sigma, 0, 1, 0, 0);
    else if (alternative == ASSAY_LESS)
        *p = pnorm((centred + correction) / sigma, 0, 1, 1, 0);
    else
        *p = fmin(1, 2 * pnorm(-fabs(centred) / sigma + (centred != 0 ? correction / sigma : 0), 0,
                               1, 1, 0));
    return ASSAY_OK;
}

/* The two tails joined as the alternative wants; the smaller of them is enough for two sides. */
static double exact_p(double below, double above, enum assay_alternative alternative)
{
    if (alternative == ASSAY_TWO_SIDED)
        return fmin(1, 2 * fmin(below, above));
    return alternative == ASSAY_LESS ? below : above;
}

/* Both tails from one: P(W >= w) = 1 - P(W <= w) + P(W = w), while neither is small; a small one is
 * computed itself, and beside a small one the other does not matter to two sides. */
static enum assay_status tied_both(const struct tied *tied, int64_t twice_w, struct tail *below,
                                   struct tail *above, struct assay_error *error)
{
    bool low = twice_w <= (int64_t)(tied->n * tied->m);
    struct tail *first = low ? below : above, *second = low ? above : below;
    TRY((low ? tied_lower : tied_upper)(tied, twice_w, first, error));
    if (first->p > 0.75)
        return (low ? tied_upper : tied_lower)(tied, twice_w, second, error);
    *second = (struct tail){1 - first->p + first->point, first->point};
    return ASSAY_OK;
}

/* W of the smaller sample decides; swapping the samples mirrors W and the alternative. */
static enum assay_status tied_p(const struct ranks *ranks, enum assay_alternative alternative,
                                double *p, struct assay_error *error)
{
    bool swap = ranks->n > ranks->m;
    int64_t twice_pairs = 2 * (int64_t)(ranks->n * ranks->m);
    int64_t twice_w = swap ? twice_pairs - ranks->twice_w : ranks->twice_w;
    struct tied tied;
    TRY(tied_init(&tied, swap ? ranks->m : ranks->n, swap ? ranks->n : ranks->m, ranks->n_groups,
                  ranks->group, error));
    struct tail below = {1, 0}, above = {1, 0};
    enum assay_status status = ASSAY_OK;
    if (alternative == ASSAY_TWO_SIDED)
        status = tied_both(&tied, twice_w, &below, &above, error);
    else if ((alternative == ASSAY_LESS) != swap)
        status = tied_lower(&tied, twice_w, &below, error);
    else
        status = tied_upper(&tied, twice_w, &above, error);
    tied_fini(&tied);
    if (status == ASSAY_OK)
        *p = exact_p(swap ? above.p : below.p, swap ? below.p : above.p, alternative);
    return status;
}

static double normal_rank(const struct ranks *ranks, double alpha)
{
    double pairs = (double)ranks->n * (double)ranks->m;
    double rank = floor(pairs / 2 - qnorm(alpha, 0, 1, 0, 0) * normal_sigma(ranks));
    return rank > 1 ? rank : 1;
}

/* The interval: the k-th smallest and the k-th largest difference, k from the null distribution. */
static enum assay_status shift_interval(const struct groups *groups, const struct ranks *ranks,
                                        const struct untied *untied,
                                        enum assay_alternative alternative,
                                        struct assay_wilcoxon *out, struct assay_error *error)
{
    double alpha = (1 - out->confidence) / (alternative == ASSAY_TWO_SIDED ? 2 : 1);
    uint64_t pairs = (uint64_t)ranks->n * ranks->m;
    uint64_t k =
        untied != NULL ? untied_quantile(untied, alpha) : (uint64_t)normal_rank(ranks, alpha);
    k = k < 1 ? 1 : k > pairs ? pairs : k;
    if (!isfinite(groups->x[ranks->n - 1] - groups->y[0]) ||
        !isfinite(groups->x[0] - groups->y[ranks->m - 1]))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the shift is undefined: a difference of two values is beyond %g",
                          DBL_MAX);
    enum assay_status status = difference_median(groups, &out->shift, error);
    out->lower = -INFINITY;
    out->upper = INFINITY;
    if (status == ASSAY_OK && alternative != ASSAY_LESS)
        status = difference_select(groups, k, &out->lower, error);
    if (status == ASSAY_OK && alternative != ASSAY_GREATER)
        status = difference_select(groups, pairs + 1 - k, &out->upper, error);
    return status;
}

static enum assay_status check_options(size_t n, size_t m,
                                       const struct assay_wilcoxon_options *options,
                                       struct assay_error *error)
{
    if (!(options->confidence >= 0 && options->confidence < 1))
        return assay_fail(error, ASSAY_INVALID, "confidence must lie in (0, 1), is %g",
                          options->confidence);
    if (options->exact == ASSAY_EXACT_YES && !rank_sum_feasible(n, m))
        return assay_fail(error, ASSAY_INVALID,
                          "the exact Wilcoxon test is not made for %zu and %zu values: the normal "
                          "approximation has the same p there",
                          n, m);
    return ASSAY_OK;
}

/* p, and with a confidence the shift, from sorted samples. */
static enum assay_status test_sorted(struct groups *groups, const struct ranks *ranks,
                                     const struct assay_wilcoxon_options *options,
                                     struct assay_wilcoxon *out, struct assay_error *error)
{
    SCOPED(untied_fini) struct untied untied = {0};
    bool use_untied = out->exact && !ranks->ties && untied_feasible(ranks->n, ranks->m);
    enum assay_status status = ASSAY_OK;
    if (use_untied) {
        status = untied_init(&untied, ranks->n, ranks->m, error);
        if (status == ASSAY_OK) {
            int64_t w = ranks->twice_w / 2, pairs = (int64_t)(ranks->n * ranks->m);
            out->p = exact_p(untied_lower(&untied, w), untied_lower(&untied, pairs - w),
                             options->alternative);
        }
    } else if (out->exact) {
        status = tied_p(ranks, options->alternative, &out->p, error);
    } else {
        status = normal_p(ranks, options->alternative, options->no_correction, &out->p, error);
    }
    if (status == ASSAY_OK && options->confidence > 0)
        status = shift_interval(groups, ranks, use_untied ? &untied : NULL, options->alternative,
                                out, error);
    return status;
}

enum assay_status assay_wilcoxon_test(struct assay_view x, struct assay_view y,
                                      const struct assay_wilcoxon_options *options,
                                      struct assay_wilcoxon *out, struct assay_error *error)
{
    SCOPED(groups_fini) struct groups groups = {0};
    const bool exact = options->exact == ASSAY_EXACT_YES;
    TRY(check_options(x.n, y.n, options, error));
    TRY(groups_init(&groups, x, y, 1, "the Wilcoxon test", error));
    OWNED size_t *group = exact ? malloc((x.n + y.n) * sizeof *group) : NULL;
    if (exact && group == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu groups", x.n + y.n);
    struct ranks ranks = rank_of(&groups, group);
    bool automatic = x.n < AUTO_LIMIT && y.n < AUTO_LIMIT && !ranks.ties;
    struct assay_wilcoxon result = {
        .w = (double)ranks.twice_w / 2,
        .exact = exact || (options->exact == ASSAY_EXACT_AUTO && automatic),
        .ties = ranks.ties,
        .superiority = (double)ranks.twice_w / 2 / ((double)x.n * (double)y.n),
        .shift = NAN,
        .lower = NAN,
        .upper = NAN,
        .confidence = options->confidence};
    TRY(test_sorted(&groups, &ranks, options, &result, error));
    *out = result;
    return ASSAY_OK;
}
