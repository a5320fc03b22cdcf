/* SPDX-License-Identifier: GPL-3.0-or-later */
/* visual.c -- Jain's approximate visual test, with its t test for the undecided case.
 * Source:   Jain 1991, section 13.4.2; Welch 1947 for the t test (real degrees of freedom).
 * Assumes:  independent samples; top-level means near normal. Conservative where overlap decides.
 * Edge:     fewer than two top units, or a mean <= 0 -> ASSAY_UNDEFINED.
 * Checked:  each of the three cases by hand; the ratio excludes 1 iff the test says "differ". */
#include <Rmath.h>
#include <math.h>

#include "base/try.h"
#include "interval/common.h"

struct welch {
    double t, df;
};

/* Two zero variances never come here: points either coincide (a centre is held) or are disjoint. */
static enum assay_status decide_by_t(const struct assay_top_summary *x,
                                     const struct assay_top_summary *y, double confidence,
                                     struct assay_detection *found, struct assay_error *error)
{
    double v_x = x->s2 / (double)x->r, v_y = y->s2 / (double)y->r, v = v_x + v_y;
    double share_x = v_x / v, share_y = v_y / v; /* shares: squares of v could underflow */
    struct welch welch = {
        (y->mean - x->mean) / sqrt(v),
        1 / (share_x * share_x / (double)(x->r - 1) + share_y * share_y / (double)(y->r - 1))};
    struct assay_interval set;
    double critical = assay_t_critical(confidence, welch.df);
    const struct assay_mean_pair pair = mean_pair_of(x, y);
    TRY(assay_fieller_set(&pair, critical * critical, &set, error));
    set.confidence = confidence;
    set.df = welch.df;
    set.method = "visual-t";
    found->p = 2 * pt(-fabs(welch.t), welch.df, 1, 0);
    found->differ = fabs(welch.t) > critical;
    found->ratio.interval = set;
    found->ratio.warnings &= ~ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    if (set.kind != ASSAY_BOUNDED)
        found->ratio.warnings |= ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    return ASSAY_OK;
}

enum assay_status assay_visual_detect(const struct assay_sample *old_sample,
                                      const struct assay_sample *new_sample, double confidence,
                                      struct assay_detection *out, struct assay_error *error)
{
    struct assay_detection found = {.p = NAN};
    struct assay_top_summary x, y;
    TRY(assay_mean_interval(old_sample, confidence, &found.old_mean, error));
    TRY(assay_mean_interval(new_sample, confidence, &found.new_mean, error));
    TRY(assay_top_summarise(old_sample, &x, error));
    TRY(assay_top_summarise(new_sample, &y, error));
    TRY(overlap_ratio(&found.old_mean, &found.new_mean, "visual", &found.ratio, error));
    found.overlap = assay_overlap_of(&found.old_mean, &found.new_mean);
    found.differ = found.overlap == ASSAY_OVERLAP_NONE;
    enum assay_status status = ASSAY_OK;
    if (found.overlap == ASSAY_OVERLAP_SLIGHT)
        status = decide_by_t(&x, &y, confidence, &found, error);
    if (status == ASSAY_OK)
        *out = found;
    return status;
}
