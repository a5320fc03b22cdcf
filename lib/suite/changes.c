/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes.c -- the geometric mean of benchmarks' ratios from their intervals, whatever statistic each is of.
 * Source:   Zou & Donner 2008 (MOVER): the squared distances of each side's ends from their estimates add up, here of the
 *           logarithms; it takes each interval as it is, also where it is lopsided. For the benchmarks as drawn ones:
 *           Student's t on the log ratios, as summary.c has it.
 * Assumes:  independent benchmarks; each interval at the confidence that is asked for.
 * Edge:     an interval without ends -> no ends of the whole (ASSAY_ALL, ASSAY_WARN_UNBOUNDED); a ratio <= 0 or
 *           undefined -> ASSAY_UNDEFINED; fewer than five benchmarks -> random has NaN ends.
 * Checked:  tests/lib/suite/test_changes.c: one ratio is itself, alike symmetric intervals shrink by the root of their
 *           number; coverage with typical runs: docs/coverage.md. */
#include <assay/suite.h>

#include <math.h>

#include "base/try.h"
#include "base/view.h"

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

/* The benchmarks themselves; each end as far from the estimate as all of them together. */
static struct assay_interval of_these(const struct assay_estimate *ratios, size_t n, double center,
                                      double confidence)
{
    double below = 0, above = 0;
    for (size_t i = 0; i < n; i++) {
        const struct assay_interval *interval = &ratios[i].interval;
        if (!is_bounded(interval))
            return (struct assay_interval){-INFINITY, INFINITY,           confidence,
                                           NAN,       "geometric-changes", ASSAY_ALL};
        below = hypot(below, log(ratios[i].estimate / interval->lower));
        above = hypot(above, log(interval->upper / ratios[i].estimate));
    }
    return (struct assay_interval){exp(center - below / (double)n),
                                   exp(center + above / (double)n),
                                   confidence,
                                   NAN,
                                   "geometric-changes",
                                   ASSAY_BOUNDED};
}

/* The population that they were drawn from. */
static struct assay_interval of_drawn(const struct assay_estimate *ratios, size_t n, double center,
                                      double confidence)
{
    double squares = 0;
    if (n < ASSAY_SUITE_FEWEST_DRAWN)
        return (struct assay_interval){NAN, NAN,           confidence,
                                       NAN, "geometric-random", ASSAY_BOUNDED};
    for (size_t i = 0; i < n; i++)
        squares += (log(ratios[i].estimate) - center) * (log(ratios[i].estimate) - center);
    const double df = (double)n - 1,
                 reach = assay_t_critical(confidence, df) * sqrt(squares / df / (double)n);
    return (struct assay_interval){
        exp(center - reach), exp(center + reach), confidence, df, "geometric-random", ASSAY_BOUNDED};
}

enum assay_status assay_suite_of_changes(const struct assay_estimate *ratios, size_t n,
                                         double confidence, struct assay_suite_ratio *out,
                                         struct assay_error *error)
{
    double center = 0;
    TRY(check(ratios, n, confidence, error));
    for (size_t i = 0; i < n; i++)
        center += log(ratios[i].estimate) / (double)n;
    *out = (struct assay_suite_ratio){exp(center), of_these(ratios, n, center, confidence),
                                      of_drawn(ratios, n, center, confidence)};
    return ASSAY_OK;
}
