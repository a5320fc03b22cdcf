/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary.c -- one ratio for a suite of benchmarks, in three readings and for two questions.
 * Source:   METHODS B8; delta method on logs, df after Satterthwaite 1946; Fieller 1954 for the
 *           ratio of total times (METHODS A3, F1).
 *           Rounds that benchmarks share: one number of all benchmarks for each round (METHODS H, B8).
 * Assumes:  fixed: independent benchmarks (no binary, no machine shared between them) unless their rounds are told, means near
 *           normal. random: benchmarks drawn at random from what the claim speaks of; what they share in the rounds adds to it.
 * Edge:     a mean <= 0 or fewer than two top units -> ASSAY_UNDEFINED; all variances 0 -> a point
 *           and ASSAY_WARN_CLOCK_TICK; fewer than five benchmarks -> random has NaN ends.
 * Checked:  by hand; one benchmark equals its own ratio; permutation, swap, scale; coverage by
 *           simulation of both sampling models. */
#include <assay/suite.h>

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"
#include "suite/together.h"

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

/* Benchmarks and, where they share their rounds, their errors: of both systems in the same rounds where these pair them, else new's
 * behind those of old. */
struct suite {
    const struct assay_suite_benchmark *benchmarks;
    size_t n;
    double weight_sum, confidence;
    const struct assay_suite_rounds *rounds; /* NULL: benchmarks are independent */
    struct errors old_errors, new_errors;
    double *f_x, *f_y; /* what is asked of is the sum of f_y new - f_x old */
};

/* The square of the errors from round `from` on, before `to`. */
static double square_of_sum(const struct suite *suite, size_t from, size_t to)
{
    double square = 0;
    for (size_t j = from; j < to; j++) {
        double at = 0;
        for (size_t i = 0; i < suite->n; i++)
            at += suite->f_y[i] * suite->new_errors.at[i * suite->new_errors.n + j] -
                  suite->f_x[i] * suite->old_errors.at[i * suite->old_errors.n + j];
        square += at * at;
    }
    return square;
}

static struct variance_sum variance_of(const struct suite *suite)
{
    struct variance_sum sum = {0, 0};
    for (size_t i = 0; suite->rounds == NULL && i < suite->n; i++)
        add_benchmark(&sum, &suite->benchmarks[i], suite->f_x[i], suite->f_y[i]);
    if (suite->rounds == NULL)
        return sum;
    const size_t n_old = suite->rounds->n_old, n = suite->old_errors.n;
    add(&sum, square_of_sum(suite, 0, n_old), (double)n_old - 1);
    if (n > n_old)
        add(&sum, square_of_sum(suite, n_old, n), (double)suite->rounds->n_new - 1);
    return sum;
}

/* How far an interval of drawn benchmarks reaches, in logarithms, for what they share: nothing where they are independent. */
static double reach_of_shared(const struct suite *suite)
{
    struct variance_sum alone = {0, 0};
    if (suite->rounds == NULL)
        return 0;
    for (size_t i = 0; i < suite->n; i++)
        add_benchmark(&alone, &suite->benchmarks[i], suite->f_x[i], suite->f_y[i]);
    const struct variance_sum sum = variance_of(suite);
    const double shared = suite_shared(sum.variance - alone.variance, suite->n);
    return shared > 0 ? assay_t_critical(suite->confidence, degrees_of(&sum)) * sqrt(shared) : 0;
}

/* The ends of a bounded interval that lies about the estimate, so much farther out. */
static void reach_out(struct assay_interval *interval, double estimate, double reach)
{
    if (interval->kind != ASSAY_BOUNDED || !(interval->lower > 0) || !(reach > 0))
        return;
    interval->lower = estimate * exp(-hypot(log(estimate / interval->lower), reach));
    interval->upper = estimate * exp(hypot(log(interval->upper / estimate), reach));
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

static struct assay_suite_ratio mean_of_ratios(const struct suite *suite, bool logs)
{
    const char *fixed = logs ? "geometric-fixed" : "equal-time-fixed";
    const char *random = logs ? "geometric-random" : "equal-time-random";
    const double confidence = suite->confidence;
    struct weighted mean = weigh(suite->benchmarks, suite->n, suite->weight_sum, logs);
    double estimate = logs ? exp(mean.center) : mean.center;

    for (size_t i = 0; i < suite->n; i++) {
        const struct assay_suite_benchmark *b = &suite->benchmarks[i];
        double share = b->weight / suite->weight_sum * (logs ? 1 : ratio_of(b) / estimate);
        suite->f_x[i] = share / b->old_summary.mean;
        suite->f_y[i] = share / b->new_summary.mean;
    }
    const struct variance_sum sum = variance_of(suite); /* of the log of the estimate */
    struct assay_suite_ratio out = {
        estimate, log_interval(estimate, sqrt(sum.variance), degrees_of(&sum), confidence, fixed),
        undefined_interval(confidence, random)};
    if (suite->n >= ASSAY_SUITE_FEWEST_DRAWN) {
        double b = (double)suite->n;
        double se = sqrt(mean.squared_deviations * b / (b - 1)) / (logs ? 1 : estimate);
        out.random = log_interval(estimate, se, b - 1, confidence, random);
        reach_out(&out.random, estimate, reach_of_shared(suite));
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

/* Variances of the totals and their covariance, from the errors in the rounds. */
static void total_in_rounds(const struct suite *suite, struct assay_mean_pair *total)
{
    total->vx = total->vy = total->vxy = 0;
    for (size_t j = 0; j < suite->old_errors.n; j++) {
        double x = 0, y = 0;
        for (size_t i = 0; i < suite->n; i++) {
            x += suite->benchmarks[i].weight * suite->old_errors.at[i * suite->old_errors.n + j];
            y += suite->benchmarks[i].weight * suite->new_errors.at[i * suite->new_errors.n + j];
        }
        total->vx += x * x;
        total->vy += y * y;
        total->vxy += x * y;
    }
}

/* Sums over the suite: totals, their variances, and the degrees of freedom at the estimate. */
static enum assay_status total_fixed(const struct suite *suite, struct assay_suite_ratio *out,
                                     struct assay_error *error)
{
    struct assay_mean_pair total = {0};
    for (size_t i = 0; i < suite->n; i++) {
        const struct assay_suite_benchmark *b = &suite->benchmarks[i];
        double w = b->weight, r_x = (double)b->old_summary.r, r_y = (double)b->new_summary.r;
        total.x += w * b->old_summary.mean;
        total.y += w * b->new_summary.mean;
        total.vx += w * w * b->old_summary.s2 / r_x;
        total.vy += w * w * b->new_summary.s2 / r_y;
        total.vxy += b->paired ? w * w * b->covariance / r_x : 0;
    }
    if (suite->rounds != NULL)
        total_in_rounds(suite, &total);
    for (size_t i = 0; i < suite->n; i++) {
        suite->f_x[i] = suite->benchmarks[i].weight / total.x;
        suite->f_y[i] = suite->benchmarks[i].weight / total.y;
    }
    const struct variance_sum sum = variance_of(suite);
    out->estimate = total.y / total.x;
    return fieller_interval(&total, degrees_of(&sum), suite->confidence, "total-time-fixed",
                            &out->fixed, error);
}

/* The benchmarks are the units: Fieller with pairs (old time, new time), n - 1 degrees of freedom.
 */
static enum assay_status total_random(const struct suite *suite, struct assay_suite_ratio *out,
                                      struct assay_error *error)
{
    const struct assay_suite_benchmark *benchmarks = suite->benchmarks;
    const size_t n = suite->n;
    const double confidence = suite->confidence;
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
    TRY(fieller_interval(&mean, b - 1, confidence, "total-time-random", &out->random, error));
    reach_out(&out->random, out->estimate,
              reach_of_shared(suite)); /* factors are those of the total */
    return ASSAY_OK;
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

/* Room for the factors and, in rounds, for the errors of each benchmark's means. */
static enum assay_status suite_init(struct suite *suite, struct assay_error *error)
{
    const struct assay_suite_rounds *rounds = suite->rounds;
    suite->f_x = calloc(2 * suite->n, sizeof *suite->f_x);
    if (suite->f_x == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu benchmarks", suite->n);
    suite->f_y = suite->f_x + suite->n;
    for (size_t i = 0; i < suite->n; i++)
        suite->weight_sum += suite->benchmarks[i].weight;
    if (rounds == NULL)
        return ASSAY_OK;
    const size_t from = suite->benchmarks[0].paired ? 0 : rounds->n_old,
                 n = from > 0 ? from + rounds->n_new : rounds->n_old;
    TRY(errors_init(&suite->old_errors, suite->n, n, error));
    TRY(errors_init(&suite->new_errors, suite->n, n, error));
    for (size_t i = 0; i < suite->n; i++) {
        const struct assay_top_summary *x = &suite->benchmarks[i].old_summary,
                                       *y = &suite->benchmarks[i].new_summary;
        errors_put(&suite->old_errors, i, 0, rounds->old_means + i * rounds->n_old, rounds->n_old,
                   sqrt(x->s2 / (double)x->r));
        errors_put(&suite->new_errors, i, from, rounds->new_means + i * rounds->n_new,
                   rounds->n_new, sqrt(y->s2 / (double)y->r));
    }
    return ASSAY_OK;
}

static void suite_fini(struct suite *suite)
{
    free(suite->f_x);
    errors_fini(&suite->old_errors);
    errors_fini(&suite->new_errors);
}

static enum assay_status check_rounds(const struct assay_suite_benchmark *benchmarks, size_t n,
                                      const struct assay_suite_rounds *rounds,
                                      struct assay_error *error)
{
    if (rounds == NULL)
        return ASSAY_OK;
    bool alike = true;
    for (size_t i = 1; i < n; i++)
        alike = alike && benchmarks[i].paired == benchmarks[0].paired;
    if (!alike || rounds->n_old < 2 || rounds->n_new < 2 ||
        (benchmarks[0].paired && rounds->n_old != rounds->n_new))
        return assay_fail(error, ASSAY_INVALID,
                          "benchmarks that share rounds are all paired or none, and need two "
                          "rounds; there are %zu old and %zu new ones",
                          rounds->n_old, rounds->n_new);
    return ASSAY_OK;
}

static enum assay_status summarise(struct suite *suite, struct assay_suite_summary *out,
                                   struct assay_error *error)
{
    TRY(suite_init(suite, error));
    out->n = suite->n;
    out->geometric = mean_of_ratios(suite, true);
    out->equal_time = mean_of_ratios(suite, false);
    TRY(total_fixed(suite, &out->total_time, error));
    TRY(total_random(suite, &out->total_time, error));
    out->warnings = warnings_of(suite->benchmarks, suite->n, out);
    return ASSAY_OK;
}

enum assay_status assay_suite_summarise_rounds(const struct assay_suite_benchmark *benchmarks,
                                               const struct assay_suite_rounds *rounds, size_t n,
                                               double confidence, struct assay_suite_summary *out,
                                               struct assay_error *error)
{
    struct suite suite = {
        .benchmarks = benchmarks, .n = n, .confidence = confidence, .rounds = rounds};
    struct assay_suite_summary summary = {.n = n};
    TRY(check(benchmarks, n, confidence, error));
    TRY(check_rounds(benchmarks, n, rounds, error));
    const enum assay_status status = summarise(&suite, &summary, error);
    suite_fini(&suite);
    if (status == ASSAY_OK)
        *out = summary;
    return status;
}

enum assay_status assay_suite_summarise(const struct assay_suite_benchmark *benchmarks, size_t n,
                                        double confidence, struct assay_suite_summary *out,
                                        struct assay_error *error)
{
    return assay_suite_summarise_rounds(benchmarks, NULL, n, confidence, out, error);
}
