/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.c -- each version against the one before it.
 * Source:   METHODS A3, B7: Fieller with Satterthwaite's degrees of freedom and the margin; KT06
 *           (METHODS A6): a change iff the intervals of the two means do not meet.
 * Assumes:  as Fieller's interval; two neighbours measured under like conditions.
 * Edge:     a version with one value -> no interval, no change there. Means that are not positive
 *           have no ratio -> no change by Fieller.
 * Checked:  the interval is assay_ratio_from_summaries'; false alarms by simulation.
 */
#include <Rmath.h>
#include <math.h>

#include "history/series.h"

/* Two-sided p of "the ratio is not beyond the margin": Welch's t at the nearer border. */
static double p_beyond(const struct assay_top_summary *a, const struct assay_top_summary *b,
                       double margin, double df)
{
    const double ratio = b->mean / a->mean;
    const double border = ratio > 1 ? 1 + margin : 1 / (1 + margin);
    if (ratio > 1 ? ratio <= border : ratio >= border)
        return 1;
    const double variance = b->s2 / (double)b->r + border * border * a->s2 / (double)a->r;
    if (variance == 0)
        return 0;
    return 2 * pt(-fabs(b->mean - border * a->mean) / sqrt(variance), df, 1, 0);
}

static bool pair_ratio(const struct assay_history_point *versions,
                       const struct assay_history_options *o, struct assay_change *change)
{
    const struct assay_top_summary *a = &versions[change->at - 1].summary;
    const struct assay_top_summary *b = &versions[change->at].summary;
    if (a->r < 2 || b->r < 2 || a->mean <= 0 || b->mean <= 0 ||
        assay_ratio_from_summaries(a, b, o->confidence, ASSAY_DF_SATTERTHWAITE, &change->ratio,
                                   NULL) != ASSAY_OK)
        return false;
    const struct assay_interval *interval = &change->ratio.interval;
    change->p = p_beyond(a, b, o->margin, interval->df);
    return interval->kind == ASSAY_BOUNDED &&
           (interval->lower > 1 + o->margin || interval->upper < 1 / (1 + o->margin));
}

static bool pair_overlap(const struct assay_history_point *versions,
                         const struct assay_history_options *o, struct assay_change *change)
{
    const struct assay_history_point *a = &versions[change->at - 1], *b = &versions[change->at];
    change->p = (double)NAN;
    change->ratio = (struct assay_estimate){.estimate = b->summary.mean / a->summary.mean,
                                            .interval = {.lower = b->lower / a->upper,
                                                         .upper = b->upper / a->lower,
                                                         .confidence = o->confidence,
                                                         .df = (double)NAN,
                                                         .method = "kt2006-overlap",
                                                         .kind = ASSAY_BOUNDED},
                                            .warnings = ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD)};
    return (b->lower > a->upper || b->upper < a->lower) && a->lower > 0 && b->lower > 0 &&
           change_beyond(change, o->margin);
}

enum assay_status pair_detect(const struct assay_history_point *versions, size_t n,
                              const struct assay_history_options *options,
                              struct assay_change *changes, size_t *n_changes,
                              struct assay_error *error)
{
    size_t usable = 0;
    *n_changes = 0;
    for (size_t i = 0; i < n; i++)
        usable += versions[i].summary.r > 1;
    if (usable < 2)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "comparing neighbours needs 2 or more values in each version; take "
                          "change points for single values");
    for (size_t i = 1; i < n; i++) {
        struct assay_change change = {.at = i,
                                      .from = i - 1,
                                      .to = i + 1,
                                      .before = versions[i - 1].summary.mean,
                                      .after = versions[i].summary.mean};
        bool found = options->rule == ASSAY_HISTORY_KT2006
                         ? pair_overlap(versions, options, &change)
                         : pair_ratio(versions, options, &change);
        if (found)
            changes[(*n_changes)++] = change;
    }
    return ASSAY_OK;
}
