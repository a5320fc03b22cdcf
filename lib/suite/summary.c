/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.c -- one ratio for a suite of benchmarks, in three readings and for two questions.
 * Source:   METHODS B8; delta method on logs, df after Satterthwaite 1946; Fieller 1954 for the
 *           ratio of total times (METHODS A3, F1).
 * Assumes:  fixed: independent benchmarks (no binary shared between them), means near normal.
 *           random: benchmarks drawn at random from what the claim speaks of.
 * Edge:     a mean <= 0 or fewer than two top units -> ASSAY_UNDEFINED; all variances 0 -> a point
 *           and ASSAY_WARN_CLOCK_TICK; fewer than five benchmarks -> random has NaN ends.
 * Checked:  by hand; one benchmark equals its own ratio; permutation, swap, scale; coverage by
 *           simulation of both sampling models. */
#include <assay/suite.h>

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

/* A sum of independent variances and what Satterthwaite's degrees of freedom need. */
struct variance_sum {
    double variance, squares_by_df;
};

static void add(struct variance_sum *sum, double variance, double df)
{
    sum->variance += variance;
    sum->squares_by_df += variance * variance / df;
}

static double degrees_of(const struct variance_sum *sum)
{
    return sum->variance * sum->variance / sum->squares_by_df; /* NaN when all are 0 */
}

/* Var(f_y ybar - f_x xbar) of one benchmark, as one term when rounds pair the means, else as two.
 */
static void add_benchmark(struct variance_sum *sum, const struct assay_suite_benchmark *b,
                          double f_x, double f_y)
{
    double r_x = (double)b->old_summary.r, r_y = (double)b->new_summary.r;
    double v_x = f_x * f_x * b->old_summary.s2 / r_x;
    double v_y = f_y * f_y * b->new_summary.s2 / r_y;
    if (b->paired) {
        add(sum, fmax(v_x + v_y - 2 * f_x * f_y * b->covariance / r_x, 0), r_x - 1);
    } else {
        add(sum, v_x, r_x - 1);
        add(sum, v_y, r_y - 1);
    }
}

static double ratio_of(const struct assay_suite_benchmark *b)
{
    return b->new_summary.mean / b->old_summary.mean;
}

static struct assay_interval undefined_interval(double confidence, const char *method)
{
    return (struct assay_interval){NAN, NAN, confidence, NAN, method, ASSAY_BOUNDED};
}

/* estimate * exp(+-t se): an interval for a positive number from the standard error of its log. */
static struct assay_interval log_interval(double estimate, double se, double df, double confidence,
                                          const char *method)
{
    double reach = se > 0 ? assay_t_critical(confidence, df) * se : 0;
    return (struct assay_interval){estimate * exp(-reach),
                                   estimate * exp(reach),
                                   confidence,
                                   se > 0 ? df : (double)NAN,
                                   method,
                                   ASSAY_BOUNDED};
}

/* What geometric and equal-time summaries share: a weighted mean of g(ratio), on the log scale. */
struct weighted {
    double center;             /* weighted mean of g */
    double squared_deviations; /* sum of w^2 (g - center)^2, weights scaled to sum 1 */
};

static struct weighted weigh(const struct assay_suite_benchmark *benchmarks, size_t n,
                             double weight_sum, bool logs)
{
    struct weighted out = {0, 0};
    for (size_t i = 0; i < n; i++) {
        double ratio = ratio_of(&benchmarks[i]);
        out.center += benchmarks[i].weight / weight_sum * (logs ? log(ratio) : ratio);
    }
    for (size_t i = 0; i < n; i++) {
        double ratio = ratio_of(&benchmarks[i]);
        double deviation = (logs ? log(ratio) : ratio) - out.center;
        double w = benchmarks[i].weight / weight_sum;
        out.squared_deviations += w * w * deviation * deviation;
    }
    return out;
}

static struct assay_suite_ratio mean_of_ratios(const struct assay_suite_benchmark *benchmarks,
                                               size_t n, double weight_sum, double confidence,
                                               bool logs)
{
    const char *fixed = logs ? "geometric-fixed" : "equal-time-fixed";
    const char *random = logs ? "geometric-random" : "equal-time-random";
    struct weighted mean = weigh(benchmarks, n, weight_sum, logs);
    double estimate = logs ? exp(mean.center) : mean.center;

    struct variance_sum sum = {0, 0}; /* of the log of the estimate */
    for (size_t i = 0; i < n; i++) {
        const struct assay_suite_benchmark *b = &benchmarks[i];
        double share = b->weight / weight_sum * (logs ? 1 : ratio_of(b) / estimate);
        add_benchmark(&sum, b, share / b->old_summary.mean, share / b->new_summary.mean);
    }
    struct assay_suite_ratio out = {
        estimate, log_interval(estimate, sqrt(sum.variance), degrees_of(&sum), confidence, fixed),
        undefined_interval(confidence, random)};
    if (n >= ASSAY_SUITE_FEWEST_DRAWN) {
        double b = (double)n;
        double se = sqrt(mean.squared_deviations * b / (b - 1)) / (logs ? 1 : estimate);
        out.random = log_interval(estimate, se, b - 1, confidence, random);
    }
    return out;
}

static enum assay_status fieller_interval(const struct assay_mean_pair *pair, double df,
                                          double confidence, const char *method,
                                          struct assay_interval *out, struct assay_error *error)
{
    double t = pair->vx > 0 || pair->vy > 0 ? assay_t_critical(confidence, df) : 0;
    enum assay_status status = assay_fieller_set(pair, t * t, out, error);
    out->confidence = confidence;
    out->df = t > 0 ? df : (double)NAN;
    out->method = method;
    return status;
}

/* Sums over the suite: totals, their variances, and the degrees of freedom at the estimate. */
static enum assay_status total_fixed(const struct assay_suite_benchmark *benchmarks, size_t n,
                                     double confidence, struct assay_suite_ratio *out,
                                     struct assay_error *error)
{
    struct assay_mean_pair total = {0};
    for (size_t i = 0; i < n; i++) {
        const struct assay_suite_benchmark *b = &benchmarks[i];
        double w = b->weight, r_x = (double)b->old_summary.r, r_y = (double)b->new_summary.r;
        total.x += w * b->old_summary.mean;
        total.y += w * b->new_summary.mean;
        total.vx += w * w * b->old_summary.s2 / r_x;
        total.vy += w * w * b->new_summary.s2 / r_y;
        total.vxy += b->paired ? w * w * b->covariance / r_x : 0;
    }
    struct variance_sum sum = {0, 0};
    for (size_t i = 0; i < n; i++)
        add_benchmark(&sum, &benchmarks[i], benchmarks[i].weight / total.x,
                      benchmarks[i].weight / total.y);
    out->estimate = total.y / total.x;
    return fieller_interval(&total, degrees_of(&sum), confidence, "total-time-fixed", &out->fixed,
                            error);
}

/* The benchmarks are the units: Fieller with pairs (old time, new time), n - 1 degrees of freedom.
 */
static enum assay_status total_random(const struct assay_suite_benchmark *benchmarks, size_t n,
                                      double confidence, struct assay_suite_ratio *out,
                                      struct assay_error *error)
{
    out->random = undefined_interval(confidence, "total-time-random");
    if (n < ASSAY_SUITE_FEWEST_DRAWN)
        return ASSAY_OK;
    const double b = (double)n, divisor = b * (b - 1);
    struct assay_mean_pair mean = {0};
    for (size_t i = 0; i < n; i++) {
        mean.x += benchmarks[i].weight * benchmarks[i].old_summary.mean / b;
        mean.y += benchmarks[i].weight * benchmarks[i].new_summary.mean / b;
    }
    for (size_t i = 0; i < n; i++) {
        double d_x = benchmarks[i].weight * benchmarks[i].old_summary.mean - mean.x;
        double d_y = benchmarks[i].weight * benchmarks[i].new_summary.mean - mean.y;
        mean.vx += d_x * d_x;
        mean.vy += d_y * d_y;
        mean.vxy += d_x * d_y;
    }
    mean.vx /= divisor;
    mean.vy /= divisor;
    mean.vxy /= divisor;
    return fieller_interval(&mean, b - 1, confidence, "total-time-random", &out->random, error);
}

static enum assay_status check_summary(const struct assay_top_summary *summary, size_t i,
                                       const char *system, struct assay_error *error)
{
    if (!(summary->mean > 0) || !isfinite(summary->mean))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "a suite needs positive means; the %s mean of benchmark %zu is %g",
                          system, i + 1, summary->mean);
    if (summary->r < 2 || !(summary->s2 >= 0) || !isfinite(summary->s2))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the %s system of benchmark %zu needs two units of the top level and a "
                          "variance >= 0; it has %zu and %g",
                          system, i + 1, summary->r, summary->s2);
    return ASSAY_OK;
}

static enum assay_status check(const struct assay_suite_benchmark *benchmarks, size_t n,
                               double confidence, struct assay_error *error)
{
    if (n == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "a suite needs a benchmark, has none");
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    for (size_t i = 0; i < n; i++) {
        const struct assay_suite_benchmark *b = &benchmarks[i];
        TRY(check_summary(&b->old_summary, i, "old", error));
        TRY(check_summary(&b->new_summary, i, "new", error));
        if (!(b->weight > 0) || !isfinite(b->weight))
            return assay_fail(error, ASSAY_INVALID,
                              "the weight of benchmark %zu must be positive, is %g", i + 1,
                              b->weight);
        if (b->paired && b->old_summary.r != b->new_summary.r)
            return assay_fail(error, ASSAY_INVALID,
                              "benchmark %zu is paired but has %zu old and %zu new units", i + 1,
                              b->old_summary.r, b->new_summary.r);
    }
    return ASSAY_OK;
}

static assay_warnings warnings_of(const struct assay_suite_benchmark *benchmarks, size_t n,
                                  const struct assay_suite_summary *summary)
{
    assay_warnings warnings = 0;
    for (size_t i = 0; i < n; i++)
        if (benchmarks[i].old_summary.s2 <= 0 && benchmarks[i].new_summary.s2 <= 0)
            warnings |= ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK);
    if (summary->total_time.fixed.kind != ASSAY_BOUNDED)
        warnings |= ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    return warnings;
}

enum assay_status assay_suite_summarise(const struct assay_suite_benchmark *benchmarks, size_t n,
                                        double confidence, struct assay_suite_summary *out,
                                        struct assay_error *error)
{
    TRY(check(benchmarks, n, confidence, error));
    double weight_sum = 0;
    for (size_t i = 0; i < n; i++)
        weight_sum += benchmarks[i].weight;
    struct assay_suite_summary summary = {.n = n};
    summary.geometric = mean_of_ratios(benchmarks, n, weight_sum, confidence, true);
    summary.equal_time = mean_of_ratios(benchmarks, n, weight_sum, confidence, false);
    TRY(total_fixed(benchmarks, n, confidence, &summary.total_time, error));
    TRY(total_random(benchmarks, n, confidence, &summary.total_time, error));
    summary.warnings = warnings_of(benchmarks, n, &summary);
    *out = summary;
    return ASSAY_OK;
}
