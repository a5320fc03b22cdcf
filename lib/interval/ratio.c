/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ratio.c -- the ratio of two means, new / old, with Fieller's interval.
 * Source:   METHODS A3, B2, F2 (unpaired: plug-in Satterthwaite, or the papers' nu = r - 1), B5
 *           (paired rounds: v_xy = cov / r, nu = r - 1).
 * Assumes:  top units independent (unpaired) or independent rounds (paired); means near normal.
 * Edge:     a mean of old that is 0, or fewer than 2 top units -> ASSAY_UNDEFINED. No variance at
 *           all -> an interval of no width and the warning clock tick.
 * Checked:  tests/data/fieller.json, examples.json (TR Table V); METHODS C1 by simulation.
 */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "interval/common.h"
#include "sample/tree.h"

static enum assay_status check_summaries(const struct assay_top_summary *old_summary,
                                         const struct assay_top_summary *new_summary,
                                         double confidence, struct assay_error *error)
{
    TRY(confidence_check(confidence, error));
    if (old_summary->r < 2 || new_summary->r < 2)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "an interval needs at least 2 units of the top level on both sides, has "
                          "%zu of old and %zu of new",
                          old_summary->r, new_summary->r);
    if (!isfinite(old_summary->mean) || !isfinite(new_summary->mean) || !(old_summary->s2 >= 0) ||
        !(new_summary->s2 >= 0))
        return assay_fail(error, ASSAY_INVALID, "means and variances must be finite numbers");
    if (old_summary->mean == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "the mean of old is 0: no ratio to it exists");
    return ASSAY_OK;
}

static assay_warnings warnings_of(const struct assay_top_summary *old_summary,
                                  const struct assay_top_summary *new_summary,
                                  const struct assay_interval *interval)
{
    assay_warnings warnings = 0;
    if (old_summary->r < FEW_TOP_UNITS || new_summary->r < FEW_TOP_UNITS)
        warnings |= ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    if (old_summary->s2 == 0 && new_summary->s2 == 0)
        warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    if (old_summary->mean <= 0 || new_summary->mean <= 0)
        warnings |= ASSAY_WARNING(ASSAY_WARN_NONPOSITIVE_MEAN);
    if (interval->kind != ASSAY_BOUNDED)
        warnings |= ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    return warnings;
}

/* Squared coefficient of variation of the mean. */
static double relative_variance(const struct assay_top_summary *summary)
{
    return summary->s2 / summary->mean / summary->mean / (double)summary->r;
}

/* (v_y + theta^2 v_x)^2 over its own variance at theta = y / x, where both terms divided by y^2 are
 * the relative variances. */
static double satterthwaite(const struct assay_top_summary *old_summary,
                            const struct assay_top_summary *new_summary)
{
    double old_df = (double)old_summary->r - 1, new_df = (double)new_summary->r - 1;
    if (new_summary->mean == 0)
        return new_df;
    double u = relative_variance(old_summary), w = relative_variance(new_summary);
    double share = u + w == 0 ? 0.5 : w / (u + w);
    return 1 / (share * share / new_df + (1 - share) * (1 - share) / old_df);
}

static double degrees_of_freedom(const struct assay_top_summary *old_summary,
                                 const struct assay_top_summary *new_summary,
                                 enum assay_ratio_df df)
{
    if (df == ASSAY_DF_SATTERTHWAITE)
        return satterthwaite(old_summary, new_summary);
    return fmin((double)old_summary->r, (double)new_summary->r) - 1;
}

enum assay_status assay_ratio_from_summaries(const struct assay_top_summary *old_summary,
                                             const struct assay_top_summary *new_summary,
                                             double confidence, enum assay_ratio_df df,
                                             struct assay_estimate *out, struct assay_error *error)
{
    TRY(check_summaries(old_summary, new_summary, confidence, error));
    double nu = degrees_of_freedom(old_summary, new_summary, df);
    double t = assay_t_critical(confidence, nu);
    struct assay_estimate result = {.estimate = new_summary->mean / old_summary->mean,
                                    .interval = {.confidence = confidence,
                                                 .df = nu,
                                                 .method = df == ASSAY_DF_SATTERTHWAITE
                                                               ? "fieller-satterthwaite"
                                                               : "fieller-paper"}};
    const struct assay_mean_pair pair = mean_pair_of(old_summary, new_summary);
    TRY(assay_fieller_set(&pair, t * t, &result.interval, error));
    result.warnings = warnings_of(old_summary, new_summary, &result.interval);
    if (df == ASSAY_DF_PAPER)
        result.warnings |= ASSAY_WARNING(ASSAY_WARN_PAPER_METHOD);
    *out = result;
    return ASSAY_OK;
}

enum assay_status assay_ratio_unpaired(const struct assay_sample *old_sample,
                                       const struct assay_sample *new_sample, double confidence,
                                       enum assay_ratio_df df, struct assay_estimate *out,
                                       struct assay_error *error)
{
    struct assay_top_summary old_summary, new_summary;
    TRY(assay_top_summarise(old_sample, &old_summary, error));
    TRY(assay_top_summarise(new_sample, &new_summary, error));
    return assay_ratio_from_summaries(&old_summary, &new_summary, confidence, df, out, error);
}

/* Top-level means as twofolds, r of each system, in one allocation that old_high begins. */
struct top_means {
    double *old_high, *old_low, *new_high, *new_low;
};

static enum assay_status top_means_of(const struct assay_sample *old_sample,
                                      const struct assay_sample *new_sample, size_t r,
                                      struct top_means *out, struct assay_error *error)
{
    double *room = malloc(4 * r * sizeof *room);
    if (room == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the means of %zu units", r);
    struct top_means means = {room, room + r, room + 2 * r, room + 3 * r};
    enum assay_status status = tree_unit_means(old_sample, 0, means.old_high, means.old_low, error);
    if (status == ASSAY_OK)
        status = tree_unit_means(new_sample, 0, means.new_high, means.new_low, error);
    if (status == ASSAY_OK)
        *out = means;
    else
        free(room);
    return status;
}

static double relative_deviation(double high, double low, struct twofold mean)
{
    return ((high - mean.high) + (low - mean.low)) / fabs(mean.high);
}

/* Fieller's terms from r rounds: variances and covariance of the means, relative to them. The
 * variance of the difference is summed by itself, since under drift the others nearly cancel. */
static struct fieller_terms paired_terms(const struct top_means *means, size_t r)
{
    struct twofold x = sum_moments_twofold(means->old_high, means->old_low, r).mean;
    struct twofold y = sum_moments_twofold(means->new_high, means->new_low, r).mean;
    double x_sign = copysign(1, x.high), y_sign = copysign(1, y.high);
    struct twofold u = {0, 0}, w = {0, 0}, c = {0, 0}, d = {0, 0};
    for (size_t j = 0; j < r; j++) {
        double dx = relative_deviation(means->old_high[j], means->old_low[j], x);
        double dy = relative_deviation(means->new_high[j], means->new_low[j], y);
        double difference = y_sign * dy - x_sign * dx;
        u = twofold_add(u, dx * dx);
        w = twofold_add(w, dy * dy);
        c = twofold_add(c, dx * dy);
        d = twofold_add(d, difference * difference);
    }
    double divisor = (double)r * ((double)r - 1);
    return (struct fieller_terms){
        .x = x_sign,
        .y = y_sign,
        .u = (u.high + u.low) / divisor,
        .w = (w.high + w.low) / divisor,
        .c = (c.high + c.low) / divisor,
        .d = (d.high + d.low) / divisor,
    };
}

static enum assay_status paired_set(const struct assay_top_summary *old_summary,
                                    const struct assay_top_summary *new_summary,
                                    const struct top_means *means, double q,
                                    struct assay_interval *out, struct assay_error *error)
{
    if (new_summary->mean == 0) {
        /* A mean of new that is 0 has no relative terms: Fieller in plain terms. */
        size_t r = old_summary->r;
        double covariance = 0;
        for (size_t j = 0; j < r; j++)
            covariance += (means->old_high[j] - old_summary->mean) * means->new_high[j];
        struct assay_mean_pair pair = mean_pair_of(old_summary, new_summary);
        pair.y = 0;
        pair.vxy = covariance / (double)r / ((double)r - 1);
        return assay_fieller_set(&pair, q, out, error);
    }
    struct fieller_terms terms = paired_terms(means, old_summary->r);
    fieller_solve(&terms, q, out);
    double unit = fabs(new_summary->mean) / fabs(old_summary->mean);
    out->lower *= unit;
    out->upper *= unit;
    return ASSAY_OK;
}

enum assay_status ratio_paired_by(const struct assay_sample *old_sample,
                                  const struct assay_sample *new_sample, double confidence,
                                  const struct critical *critical, struct assay_estimate *out,
                                  struct assay_error *error)
{
    struct assay_top_summary old_summary, new_summary;
    enum assay_status status = assay_top_summarise(old_sample, &old_summary, error);
    if (status == ASSAY_OK)
        status = assay_top_summarise(new_sample, &new_summary, error);
    if (status == ASSAY_OK)
        status = check_summaries(&old_summary, &new_summary, confidence, error);
    if (status == ASSAY_OK && old_summary.r != new_summary.r)
        status = assay_fail(error, ASSAY_INVALID,
                            "paired rounds need as many top units of old as of new, has %zu and "
                            "%zu",
                            old_summary.r, new_summary.r);
    struct top_means means = {0};
    if (status == ASSAY_OK)
        status = top_means_of(old_sample, new_sample, old_summary.r, &means, error);
    if (status != ASSAY_OK)
        return status;
    double nu = critical->df > 0 ? critical->df : (double)old_summary.r - 1;
    struct assay_estimate result = {
        .estimate = new_summary.mean / old_summary.mean,
        .interval = {.confidence = confidence, .df = nu, .method = critical->method}};
    double q = critical->squared(critical->context, old_summary.r, confidence);
    if (isfinite(q)) {
        status = paired_set(&old_summary, &new_summary, &means, q, &result.interval, error);
    } else {
        result.interval.kind = ASSAY_ALL;
        result.interval.lower = -INFINITY;
        result.interval.upper = INFINITY;
    }
    free(means.old_high);
    if (status != ASSAY_OK)
        return status;
    result.warnings = warnings_of(&old_summary, &new_summary, &result.interval);
    *out = result;
    return ASSAY_OK;
}

static double squared_t(const void *context, size_t r, double confidence)
{
    (void)context;
    double t = assay_t_critical(confidence, (double)r - 1);
    return t * t;
}

enum assay_status assay_ratio_paired(const struct assay_sample *old_sample,
                                     const struct assay_sample *new_sample, double confidence,
                                     struct assay_estimate *out, struct assay_error *error)
{
    static const struct critical plain = {squared_t, NULL, "fieller-paired", 0};
    return ratio_paired_by(old_sample, new_sample, confidence, &plain, out, error);
}
