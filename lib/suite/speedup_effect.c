/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_effect.c -- how large the change of one benchmark is, beside the protocol's yes or no.
 * Source:   METHODS A3, B5 (ratio of means), B7 (verdict); the share of pairs as in superiority.c.
 * Assumes:  independent values, or pairs of one round for the ratio; means near normal.
 * Edge:     a side with one value -> NaN ends, inconclusive; an old mean of 0 or less -> NaN.
 * Checked:  against assay_ratio_unpaired, assay_ratio_paired and assay_brunner_munzel_test; the
 *           separated case by hand. */
#include <assay/speedup.h>

#include <math.h>

#include <assay/descriptive.h>

#include "base/try.h"
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
    const double narrower = assay_verdict_narrower(confidence);
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

enum assay_status assay_speedup_effect_of(struct assay_view x, struct assay_view y, bool paired,
                                          double confidence, double margin,
                                          struct assay_speedup_effect *out,
                                          struct assay_error *error)
{
    struct assay_speedup_effect effect;
    struct assay_estimate share_of_pairs;
    TRY(view_check(x, 1, "the effect of a change", error));
    TRY(view_check(y, 1, "the effect of a change", error));
    TRY(ratio_of_means(x, y, paired, confidence, margin, &effect, error));
    TRY(assay_superiority_of(x, y, confidence, &share_of_pairs, error));
    effect.superiority = share_of_pairs.estimate;
    effect.superiority_interval = share_of_pairs.interval;
    const struct assay_interval *share = &effect.superiority_interval;
    effect.superiority_verdict = share->lower > 0.5   ? ASSAY_FASTER
                                 : share->upper < 0.5 ? ASSAY_SLOWER
                                                      : ASSAY_INCONCLUSIVE;
    *out = effect;
    return ASSAY_OK;
}
