/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes.c -- the geometric mean of benchmarks' ratios from their intervals, whatever statistic each is of.
 * Source:   Zou & Donner 2008 (MOVER): the squared distances of each side's ends from their estimates add up, here of the
 *           logarithms; it takes each interval as it is, also where it is lopsided. For the benchmarks as drawn ones:
 *           Student's t on the log ratios, as summary.c has it.
 *           In rounds that benchmarks share, ends add up as errors that are correlated as the rounds are (MOVER with
 *           correlations): of intervals by Student's t on the rounds that is t on the rounds' own means of all benchmarks.
 * Assumes:  independent benchmarks, unless their rounds are told; each interval at the confidence that is asked for.
 * Edge:     an interval without ends -> no ends of the whole (ASSAY_ALL, ASSAY_WARN_UNBOUNDED); a ratio <= 0 or
 *           undefined -> ASSAY_UNDEFINED; fewer than five benchmarks -> random has NaN ends.
 * Checked:  tests/lib/suite/test_changes.c: one ratio is itself, alike symmetric intervals shrink by the root of their
 *           number; coverage with typical runs: docs/coverage.md. */
#include <assay/suite.h>

#include <math.h>

#include "base/try.h"
#include "base/view.h"
#include "suite/together.h"

static bool is_bounded(const struct assay_interval *interval)
{
    return interval->kind == ASSAY_BOUNDED && interval->lower > 0 && isfinite(interval->upper);
}

static enum assay_status check(const struct assay_estimate *ratios, size_t n, double confidence,
                               struct assay_error *error)
{
    if (n == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "a suite needs a benchmark, has none");
    for (size_t i = 0; i < n; i++)
        if (!(ratios[i].estimate > 0) || !isfinite(ratios[i].estimate))
            return assay_fail(error, ASSAY_UNDEFINED,
                              "a suite needs positive ratios; that of benchmark %zu is %g", i + 1,
                              ratios[i].estimate);
    return confidence_check(confidence, error);
}

/* The benchmarks themselves; each end as far from the estimate as all of them together. Below and above in logarithms, of the sum. */
struct reach {
    double below, above;
    double shared; /* so much of the square comes from benchmarks that move together */
};

static double below_of(const struct assay_estimate *ratio)
{
    return log(ratio->estimate / ratio->interval.lower);
}

static double above_of(const struct assay_estimate *ratio)
{
    return log(ratio->interval.upper / ratio->estimate);
}

static struct reach reach_alone(const struct assay_estimate *ratios, size_t n)
{
    struct reach reach = {0, 0, 0};
    for (size_t i = 0; i < n; i++) {
        reach.below = hypot(reach.below, below_of(&ratios[i]));
        reach.above = hypot(reach.above, above_of(&ratios[i]));
    }
    return reach;
}

/* errors: of each benchmark one of length 1, or 0 where its rounds are all alike. */
static struct reach reach_together(const struct assay_estimate *ratios, size_t n,
                                   const struct errors *errors)
{
    const struct reach alone = reach_alone(ratios, n);
    double below = 0, above = 0, own_below = 0, own_above = 0;
    for (size_t j = 0; j < errors->n; j++) {
        double down = 0, up = 0;
        for (size_t i = 0; i < n; i++) {
            down += below_of(&ratios[i]) * errors->at[i * errors->n + j];
            up += above_of(&ratios[i]) * errors->at[i * errors->n + j];
        }
        below += down * down;
        above += up * up;
    }
    for (size_t i = 0; i < n; i++) {
        const double left = 1 - errors_square(errors, i); /* of what no round tells */
        own_below += left * below_of(&ratios[i]) * below_of(&ratios[i]);
        own_above += left * above_of(&ratios[i]) * above_of(&ratios[i]);
    }
    const double squares[2] = {below + own_below, above + own_above};
    return (struct reach){
        sqrt(squares[0]), sqrt(squares[1]),
        fmax(squares[0] - alone.below * alone.below, squares[1] - alone.above * alone.above)};
}

static struct assay_interval of_these(const struct assay_estimate *ratios, size_t n,
                                      const struct reach *reach, double center, double confidence)
{
    for (size_t i = 0; i < n; i++)
        if (!is_bounded(&ratios[i].interval))
            return (struct assay_interval){-INFINITY,           INFINITY, confidence, NAN,
                                           "geometric-changes", ASSAY_ALL};
    return (struct assay_interval){exp(center - reach->below / (double)n),
                                   exp(center + reach->above / (double)n),
                                   confidence,
                                   NAN,
                                   "geometric-changes",
                                   ASSAY_BOUNDED};
}

/* The population that they were drawn from. */
static struct assay_interval of_drawn(const struct assay_estimate *ratios, size_t n, double shared,
                                      double center, double confidence)
{
    double squares = 0;
    if (n < ASSAY_SUITE_FEWEST_DRAWN)
        return (struct assay_interval){NAN,          NAN, confidence, NAN, "geometric-random",
                                       ASSAY_BOUNDED};
    for (size_t i = 0; i < n; i++)
        squares += (log(ratios[i].estimate) - center) * (log(ratios[i].estimate) - center);
    const double b = (double)n, df = b - 1,
                 alone = assay_t_critical(confidence, df) * sqrt(squares / df / b),
                 reach = hypot(alone, sqrt(suite_shared(shared / b / b, n)));
    return (struct assay_interval){exp(center - reach), exp(center + reach), confidence, df,
                                   "geometric-random",  ASSAY_BOUNDED};
}

static enum assay_status summarise(const struct assay_estimate *ratios, size_t n,
                                   const struct errors *errors, double confidence,
                                   struct assay_suite_ratio *out, struct assay_error *error)
{
    double center = 0;
    TRY(check(ratios, n, confidence, error));
    for (size_t i = 0; i < n; i++)
        center += log(ratios[i].estimate) / (double)n;
    const struct reach reach =
        errors != NULL ? reach_together(ratios, n, errors) : reach_alone(ratios, n);
    *out = (struct assay_suite_ratio){
        exp(center), of_these(ratios, n, &reach, center, confidence),
        of_drawn(ratios, n, isfinite(reach.shared) ? reach.shared : 0, center, confidence)};
    return ASSAY_OK;
}

enum assay_status assay_suite_of_changes(const struct assay_estimate *ratios, size_t n,
                                         double confidence, struct assay_suite_ratio *out,
                                         struct assay_error *error)
{
    return summarise(ratios, n, NULL, confidence, out, error);
}

enum assay_status assay_suite_of_changes_in_rounds(const struct assay_estimate *ratios,
                                                   const double *deviation, size_t n,
                                                   size_t n_rounds, double confidence,
                                                   struct assay_suite_ratio *out,
                                                   struct assay_error *error)
{
    SCOPED(errors_fini) struct errors errors = {0};
    TRY(check(ratios, n, confidence, error));
    TRY(errors_init(&errors, n, n_rounds, error));
    for (size_t i = 0; i < n; i++)
        errors_put(&errors, i, 0, deviation + i * n_rounds, n_rounds, 1);
    return summarise(ratios, n, &errors, confidence, out, error);
}
