/* SPDX-License-Identifier: GPL-3.0-or-later */
/* detectable.c -- what step would have been found 8 times in 10?
 * Source:   the power of the rule's own test against the noise that the series shows: Student's t with
 *           the degrees of freedom of that test, its power by the normal approximation of the noncentral t
 *           (Johnson & Welch 1940: (delta - c (1 - 1 / 4 df)) / sqrt(1 + c^2 / 2 df)). A step that lasts is
 *           found when the split at its place is clear; the mean is taken over all places with two versions or
 *           more on both sides (of fewer than four versions: over all places).
 * Assumes:  the noise is what it looks like; one step; versions of equal weight.
 * Edge:     no noise at all -> 0; Otava's rule, or means that are not positive -> NaN.
 * Checked:  planted steps of the size that each series named, found in 79 to 86 of 100 (8 to 40 versions;
 *           bench/history.c, docs/history.md); grows with noise, falls with versions (test_rules.c).
 */
#include <Rmath.h>
#include <math.h>

#include "history/series.h"

static const double wanted = 0.8;

/* How a step is looked for at one place. */
struct trial {
    double se, df; /* of the difference, in the logarithm */
    double critical;
};

static double power(const struct trial *trial, double step)
{
    const double c = trial->critical;
    return pnorm((step / trial->se - c * (1 - 1 / (4 * trial->df))) /
                     sqrt(1 + c * c / (2 * trial->df)),
                 0, 1, 1, 0);
}

/* Student's t with the tail of the normal deviate b. */
static double critical_of(double b, double df)
{
    return df > 1e6 ? b : qt(pnorm(b, 0, 1, 0, 1), df, 0, 1);
}

/* The split before version k of n: by what both stretches leave, or by the known noise. */
static struct trial split_trial(const struct assay_history *history, size_t n, size_t k, double b)
{
    const size_t least = k < n - k ? k : n - k;
    struct trial trial = {.se = history->sd * sqrt(1 / (double)k + 1 / (double)(n - k)),
                          .df = (double)n - 2};
    if (least < LEAST_SIDE || history->dependence > 0) {
        const double within = isfinite(history->within_sd) ? history->within_sd : 0;
        const double known = fmax(between_df(n), 1);
        const double share = 1 - fmin(1, within * within / (history->sd * history->sd));
        trial.df = share > 0 ? fmin(known / (share * share), 1e6) : 1e6;
    }
    trial.critical = critical_of(b, trial.df);
    return trial;
}

/* The mean power over all places. */
static double mean_power(const struct assay_history *history, size_t n, double b, double margin,
                         double step)
{
    const size_t least = n < 2 * LEAST_SIDE ? 1 : LEAST_SIDE;
    double sum = 0;
    for (size_t k = least; k + least <= n; k++) {
        struct trial trial = split_trial(history, n, k, b);
        if (margin > 0) /* its interval lies beyond the margin */
            trial.critical = fmax(trial.critical,
                                  critical_of(1.96, trial.df) + log1p(margin) / trial.se);
        sum += power(&trial, step);
    }
    return sum / (double)(n + 1 - 2 * least);
}

/* Two versions of r units each, side by side. */
static double pair_power(const struct assay_history *history, double units, double level,
                         const struct assay_history_options *options, double step)
{
    struct trial trial = {.se = history->within_sd * M_SQRT2, .df = 2 * (units - 1)};
    if (options->rule == ASSAY_HISTORY_PAIR)
        trial.critical = qt(level / 2, trial.df, 0, 0) + log1p(options->margin) / trial.se;
    else
        trial.critical = M_SQRT2 * assay_t_critical(options->confidence, units - 1);
    return power(&trial, step);
}

struct question {
    const struct assay_history *history;
    const struct assay_history_options *options;
    size_t n;
    double units, b, level;
};

static double power_of(const struct question *q, double step)
{
    if (q->options->rule == ASSAY_HISTORY_PAIR || q->options->rule == ASSAY_HISTORY_KT2006)
        return pair_power(q->history, q->units, q->level, q->options, step);
    return mean_power(q->history, q->n, q->b, q->options->margin, step);
}

double detectable_step(const struct assay_history *history,
                       const struct assay_history_version *versions, size_t n,
                       const struct assay_history_options *options, size_t n_series)
{
    enum { HALVINGS = 60 };
    const bool pairs =
        options->rule == ASSAY_HISTORY_PAIR || options->rule == ASSAY_HISTORY_KT2006;
    const double level = (1 - options->confidence) / (double)n_series;
    const double noise = pairs ? history->within_sd : history->sd;
    struct question q = {history, options, n, 0, 0, level};
    if (options->rule == ASSAY_HISTORY_OTAVA || isnan(noise))
        return (double)NAN;
    if (!(noise > 1e-9))
        return 0;
    for (size_t i = 0; i < n; i++)
        q.units += (double)versions[i].summary.r / (double)n;
    q.b = crossing_critical(n, options->rule == ASSAY_HISTORY_EDIVISIVE ? level : level / searches);
    double low = 0, high = 1e-6;
    while (power_of(&q, high) < wanted && high < 100)
        high *= 2;
    if (high > 100)
        return (double)NAN;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        *(power_of(&q, middle) < wanted ? &low : &high) = middle;
    }
    return expm1(high);
}
