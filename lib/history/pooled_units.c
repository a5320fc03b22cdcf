/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pooled_units.c -- what several samples of one version give together.
 * Source:   Chan, Golub & LeVeque 1983, Am. Stat. 37:242-247, (2.1): sums of squares of two parts and
 *           of the step between their means; intervals: METHODS A2, and those of
 *           assay_mean_anytime and assay_kt2006_interval.
 * Assumes:  the top units of all samples are alike: measured on another day, none is of another kind.
 *           What differs between samples counts as spread of units.
 *           A level that a sample has one unit of is none: one build, and its executions are the units.
 *           A quantile has the spread of its own interval: s2 / r is its half-width over t, squared.
 *           Samples of one version give the mean of their quantiles.
 * Edge:     no interval of a quantile -> one value, of which no spread is known. One top unit in all -> no interval. KT06's own interval is that of the sample added last,
 *           for it is made from values, which are not kept; where it is undefined, t's.
 * Checked:  tests/lib/history/test_pool.c: by hand, and against the samples in one.
 */
#include <math.h>

#include <assay/history.h>
#include <assay/plan.h>

#include "base/try.h"

static struct assay_top_summary pooled(const struct assay_top_summary *a,
                                       const struct assay_top_summary *b)
{
    const double n = (double)a->r, m = (double)b->r, step = b->mean - a->mean;
    const double squares = (a->r > 1 ? (n - 1) * a->s2 : 0) + (b->r > 1 ? (m - 1) * b->s2 : 0) +
                           step * step * n * m / (n + m);
    return (struct assay_top_summary){a->mean + step * m / (n + m), squares / (n + m - 1),
                                      a->r + b->r};
}

/* Half the width, in standard errors of the mean. */
static double critical_of(const struct assay_history_intervals *intervals, size_t n)
{
    return intervals->expected > 0
               ? sqrt(assay_anytime_critical(n, (double)intervals->expected, intervals->confidence))
               : assay_t_critical(intervals->confidence, (double)n - 1);
}

static enum assay_status set_interval(struct assay_history_point *version,
                                      const struct assay_sample *sample,
                                      const struct assay_history_intervals *intervals,
                                      struct assay_error *error)
{
    const struct assay_top_summary *s = &version->summary;
    struct assay_estimate estimate;
    version->lower = version->upper = (double)NAN;
    if (s->r < 2)
        return ASSAY_OK;
    enum assay_status status = ASSAY_UNDEFINED;
    if (intervals->kt2006)
        status = assay_kt2006_interval(sample, intervals->confidence, &estimate, error);
    if (status == ASSAY_NO_MEMORY)
        return status;
    const double half = critical_of(intervals, s->r) * sqrt(s->s2 / (double)s->r);
    version->lower = status == ASSAY_OK ? estimate.interval.lower : s->mean - half;
    version->upper = status == ASSAY_OK ? estimate.interval.upper : s->mean + half;
    return ASSAY_OK;
}

/* Of the units of the highest level that is one. */
static enum assay_status summarise(const struct assay_sample *sample, struct assay_top_summary *out,
                                   struct assay_error *error)
{
    SCOPED(assay_shape_owned_fini) struct assay_shape_owned owned = {0};
    bool removed[ASSAY_MAX_LEVELS];
    TRY(assay_shape_drop_single(&sample->shape, &owned, removed, error));
    const struct assay_sample repeated = {sample->values, owned.shape};
    return assay_top_summarise(&repeated, out, error);
}

/* As if the units' mean had the interval that the quantile has. */
static enum assay_status summarise_quantile(const struct assay_sample *sample,
                                            const struct assay_history_intervals *intervals,
                                            struct assay_history_point *out,
                                            struct assay_error *error)
{
    struct assay_estimate estimate;
    struct assay_top_summary tops;
    TRY(summarise(sample, &tops, error));
    if (intervals->confidence > 0)
        TRY(assay_quantile_interval(sample, &intervals->statistic, intervals->confidence, &estimate,
                                    error));
    else
        TRY(assay_statistic_of(sample, &intervals->statistic, &estimate.estimate, error));
    const double r = (double)tops.r;
    *out =
        (struct assay_history_point){{estimate.estimate, (double)NAN, 1}, (double)NAN, (double)NAN};
    if (tops.r < 2 || !(intervals->confidence > 0) || estimate.interval.kind != ASSAY_BOUNDED)
        return ASSAY_OK;
    const double half = (estimate.interval.upper - estimate.interval.lower) / 2;
    const double error_of = half / assay_t_critical(intervals->confidence, r - 1);
    out->summary.s2 = r * error_of * error_of;
    out->summary.r = tops.r;
    out->lower = estimate.interval.lower;
    out->upper = estimate.interval.upper;
    return ASSAY_OK;
}

static enum assay_status add_quantile(struct assay_history_point *version,
                                      const struct assay_sample *sample,
                                      const struct assay_history_intervals *intervals,
                                      struct assay_error *error)
{
    struct assay_history_point sum;
    TRY(summarise_quantile(sample, intervals, &sum, error));
    enum assay_status status = ASSAY_OK;
    if (version->summary.r > 0) {
        sum.summary = pooled(&version->summary, &sum.summary);
        status = set_interval(&sum, sample, intervals, error);
    }
    if (status == ASSAY_OK)
        *version = sum;
    return status;
}

enum assay_status assay_history_add(struct assay_history_point *version,
                                    const struct assay_sample *sample,
                                    const struct assay_history_intervals *intervals,
                                    struct assay_error *error)
{
    struct assay_history_point sum;
    if (intervals->statistic.kind != ASSAY_STATISTIC_MEAN)
        return add_quantile(version, sample, intervals, error);
    TRY(summarise(sample, &sum.summary, error));
    if (version->summary.r > 0)
        sum.summary = pooled(&version->summary, &sum.summary);
    TRY(set_interval(&sum, sample, intervals, error));
    *version = sum;
    return ASSAY_OK;
}
