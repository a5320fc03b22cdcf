/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_effect.c -- how large the change of one benchmark is, beside the protocol's yes or no.
 * Source:   METHODS A3, B5 (ratio of means), B7 (verdict); Brunner & Munzel 2000 for the share of
 *           pairs, as A10 asks; Clopper & Pearson 1934 where the samples are separated.
 * Assumes:  independent values, or pairs of one round for the ratio; means near normal.
 * Edge:     a side with one value -> NaN ends, inconclusive; an old mean of 0 or less -> NaN.
 * Checked:  against assay_ratio_unpaired, assay_ratio_paired and assay_brunner_munzel_test; the
 *           separated case by hand. */
#include <assay/speedup.h>

#include <math.h>

#include <assay/descriptive.h>
#include <assay/sample.h>

#include "base/view.h"

static struct assay_interval no_interval(double confidence)
{
    return (struct assay_interval){(double)NAN, (double)NAN, confidence,
                                   (double)NAN, NULL,        ASSAY_ALL};
}

static enum assay_status ratio_at(struct assay_view x, struct assay_view y, bool paired,
                                  double confidence, struct assay_estimate *out,
                                  struct assay_error *error)
{
    const struct assay_sample old_sample = assay_sample_flat(x.x, x.n);
    const struct assay_sample new_sample = assay_sample_flat(y.x, y.n);
    return paired ? assay_ratio_paired(&old_sample, &new_sample, confidence, out, error)
                  : assay_ratio_unpaired(&old_sample, &new_sample, confidence,
                                         ASSAY_DF_SATTERTHWAITE, out, error);
}

/* What one value on each side tells; NaN where the old mean is no time. */
static double plain_ratio(struct assay_view x, struct assay_view y)
{
    struct assay_moments old_moments, new_moments;
    if (assay_moments_of(x, &old_moments, NULL) != ASSAY_OK ||
        assay_moments_of(y, &new_moments, NULL) != ASSAY_OK || !(old_moments.mean > 0))
        return (double)NAN;
    return new_moments.mean / old_moments.mean;
}

/* The verdict needs the 1 - a interval and the 1 - 2a interval, which exists for a < 1/2. */
static enum assay_status ratio_of_means(struct assay_view x, struct assay_view y, bool paired,
                                        double confidence, double margin,
                                        struct assay_speedup_effect *effect,
                                        struct assay_error *error)
{
    const double narrower = 1 - 2 * (1 - confidence);
    struct assay_estimate wide,
        narrow = {.interval = {.lower = -INFINITY, .upper = INFINITY, .kind = ASSAY_ALL}};
    enum assay_status status = ratio_at(x, y, paired, confidence, &wide, error);
    if (status == ASSAY_OK && narrower > 0)
        status = ratio_at(x, y, paired, narrower, &narrow, error);
    if (status == ASSAY_OK) {
        effect->ratio = wide;
        effect->ratio_verdict = assay_verdict_of(&wide.interval, &narrow.interval, margin, false);
    } else if (status == ASSAY_UNDEFINED) {
        effect->ratio = (struct assay_estimate){plain_ratio(x, y), no_interval(confidence), 0};
        effect->ratio_verdict = ASSAY_INCONCLUSIVE;
        status = ASSAY_OK;
    }
    return status;
}

/* No y is above any x, or the other way round: of k = min(n, m) pairs without a value in common all
 * agree, so that a share of pairs below (a / 2)^(1 / k) would have been seen with probability below
 * a / 2. */
static struct assay_interval separated(size_t n, size_t m, bool below, double confidence)
{
    const double k = (double)(n < m ? n : m);
    const double end = pow((1 - confidence) / 2, 1 / k);
    return (struct assay_interval){below ? end : 0, below ? 1 : 1 - end, confidence,
                                   (double)NAN,     "clopper-pearson",   ASSAY_BOUNDED};
}

/* Where Brunner & Munzel have no variance to divide by, the rank sum still gives the share. */
static enum assay_status share_of_pairs(struct assay_view x, struct assay_view y, double confidence,
                                        struct assay_speedup_effect *effect,
                                        struct assay_error *error)
{
    struct assay_brunner_munzel test;
    enum assay_status status =
        assay_brunner_munzel_test(x, y, ASSAY_TWO_SIDED, confidence, &test, error);
    if (status == ASSAY_OK) {
        effect->superiority = test.estimate;
        effect->superiority_interval = (struct assay_interval){
            test.lower, test.upper, confidence, test.df, "brunner-munzel", ASSAY_BOUNDED};
        return ASSAY_OK;
    }
    const struct assay_wilcoxon_options options = {.exact = ASSAY_EXACT_NO};
    struct assay_wilcoxon ranks;
    if (status == ASSAY_UNDEFINED)
        status = assay_wilcoxon_test(x, y, &options, &ranks, error);
    if (status == ASSAY_OK) {
        effect->superiority = ranks.superiority;
        effect->superiority_interval = ranks.superiority == 1 || ranks.superiority == 0
                                           ? separated(x.n, y.n, ranks.superiority == 1, confidence)
                                           : no_interval(confidence);
    } else if (status == ASSAY_UNDEFINED) { /* all values are equal */
        effect->superiority = 0.5;
        effect->superiority_interval = no_interval(confidence);
        status = ASSAY_OK;
    }
    return status;
}

enum assay_status assay_speedup_effect_of(struct assay_view x, struct assay_view y, bool paired,
                                          double confidence, double margin,
                                          struct assay_speedup_effect *out,
                                          struct assay_error *error)
{
    struct assay_speedup_effect effect;
    enum assay_status status = view_check(x, 1, "the effect of a change", error);
    if (status == ASSAY_OK)
        status = view_check(y, 1, "the effect of a change", error);
    if (status == ASSAY_OK)
        status = ratio_of_means(x, y, paired, confidence, margin, &effect, error);
    if (status == ASSAY_OK)
        status = share_of_pairs(x, y, confidence, &effect, error);
    if (status != ASSAY_OK)
        return status;
    const struct assay_interval *share = &effect.superiority_interval;
    effect.superiority_verdict = share->lower > 0.5   ? ASSAY_FASTER
                                 : share->upper < 0.5 ? ASSAY_SLOWER
                                                      : ASSAY_INCONCLUSIVE;
    *out = effect;
    return ASSAY_OK;
}
