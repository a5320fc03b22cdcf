/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mean.c -- interval of one mean, from the means of the top-level units.
 * Source:   METHODS A2 (TR 6.2 with its dropped "Ybar +-" restored).
 * Assumes:  top units independent, their means near normal; lower levels may depend as they like.
 * Edge:     fewer than 2 top units -> ASSAY_UNDEFINED; all top means equal -> an interval of no
 *           width and the warning clock tick.
 * Checked:  tests/data/varcomp.json (ci_t), examples.json (TR Tables III to V).
 */
#include <Rmath.h>
#include <math.h>

#include "base/try.h"
#include "interval/common.h"
#include "sample/tree.h"

double assay_t_critical(double confidence, double df)
{
    return qt((1 - confidence) / 2, df, 0, 0);
}

enum assay_status assay_top_summarise(const struct assay_sample *sample,
                                      struct assay_top_summary *out, struct assay_error *error)
{
    struct tree tree;
    TRY(tree_of(sample, &tree, error));
    *out = (struct assay_top_summary){tree.mean.high, tree.level[0].s2, tree.n_top};
    return ASSAY_OK;
}

/* Few top units; top means that do not differ at all. */
static assay_warnings top_warnings(const struct assay_top_summary *summary)
{
    assay_warnings warnings = 0;
    if (summary->r < FEW_TOP_UNITS)
        warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    if (summary->s2 == 0)
        warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    return warnings;
}

enum assay_status mean_interval_from_summary(const struct assay_top_summary *summary,
                                             double confidence, struct assay_estimate *out,
                                             struct assay_error *error)
{
    TRY(confidence_check(confidence, error));
    if (summary->r < 2)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "an interval needs at least 2 units of the top level, has %zu",
                          summary->r);
    double r = (double)summary->r;
    double half_width = assay_t_critical(confidence, r - 1) * sqrt(summary->s2 / r);
    *out = (struct assay_estimate){
        .estimate = summary->mean,
        .interval = {.lower = summary->mean - half_width,
                     .upper = summary->mean + half_width,
                     .confidence = confidence,
                     .df = r - 1,
                     .method = "t on top-level means",
                     .kind = ASSAY_BOUNDED},
        .warnings = top_warnings(summary),
    };
    return ASSAY_OK;
}

enum assay_status assay_mean_interval(const struct assay_sample *sample, double confidence,
                                      struct assay_estimate *out, struct assay_error *error)
{
    struct assay_top_summary summary;
    TRY(assay_top_summarise(sample, &summary, error));
    return mean_interval_from_summary(&summary, confidence, out, error);
}

enum assay_status mean_by(const struct assay_sample *sample, double confidence,
                          const struct critical *critical, struct assay_estimate *out,
                          struct assay_error *error)
{
    struct assay_top_summary summary;
    TRY(assay_top_summarise(sample, &summary, error));
    TRY(mean_interval_from_summary(&summary, confidence, out, error));
    const double reach = sqrt(critical->squared(critical->context, summary.r, confidence)) *
                         sqrt(summary.s2 / (double)summary.r);
    out->interval.method = critical->method;
    if (critical->df > 0)
        out->interval.df = critical->df;
    out->interval.kind = isfinite(reach) ? ASSAY_BOUNDED : ASSAY_ALL;
    out->interval.lower = isfinite(reach) ? summary.mean - reach : (double)-INFINITY;
    out->interval.upper = isfinite(reach) ? summary.mean + reach : (double)INFINITY;
    return ASSAY_OK;
}
