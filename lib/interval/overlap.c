/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overlap.c -- how two intervals of means lie, and the ratio that tells the same.
 * Source:   Jain 1991, section 13.4.2 and figure 13.6 (three cases of the approximate visual test).
 * Assumes:  nothing; as a test it is conservative: at equal precision two disjoint 95 % intervals
 *           occur with probability 0.56 % when the means agree (METHODS A6).
 * Edge:     intervals that touch overlap.
 * Checked:  the three cases by hand; swap of the systems. */
#include "interval/common.h"

#include <math.h>

static bool holds(const struct assay_interval *interval, double x)
{
    return interval->lower <= x && x <= interval->upper;
}

enum assay_overlap assay_overlap_of(const struct assay_estimate *old_mean,
                                    const struct assay_estimate *new_mean)
{
    const struct assay_interval *x = &old_mean->interval, *y = &new_mean->interval;
    if (x->upper < y->lower || y->upper < x->lower)
        return ASSAY_OVERLAP_NONE;
    if (holds(x, new_mean->estimate) || holds(y, old_mean->estimate))
        return ASSAY_OVERLAP_CENTER;
    return ASSAY_OVERLAP_SLIGHT;
}

enum assay_status overlap_ratio(const struct assay_estimate *old_mean,
                                const struct assay_estimate *new_mean, const char *method,
                                struct assay_estimate *ratio, struct assay_error *error)
{
    const struct assay_interval *x = &old_mean->interval, *y = &new_mean->interval;
    if (!(old_mean->estimate > 0) || !(new_mean->estimate > 0))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "a ratio needs positive means; they are %g (old) and %g (new)",
                          old_mean->estimate, new_mean->estimate);
    struct assay_interval set = {.confidence = x->confidence, .df = NAN, .method = method};
    if (x->lower > 0) {
        set.kind = ASSAY_BOUNDED;
        set.lower = y->lower / (y->lower >= 0 ? x->upper : x->lower);
        set.upper = y->upper / x->lower;
    } else {
        set.kind = y->lower > 0 ? ASSAY_RAY : ASSAY_ALL;
        set.lower = y->lower > 0 ? y->lower / x->upper : -(double)INFINITY;
        set.upper = INFINITY;
    }
    assay_warnings warnings = ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD);
    if (set.kind != ASSAY_BOUNDED)
        warnings |= ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    *ratio = (struct assay_estimate){new_mean->estimate / old_mean->estimate, set,
                                     warnings | old_mean->warnings | new_mean->warnings};
    return ASSAY_OK;
}
