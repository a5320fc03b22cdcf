/* SPDX-License-Identifier: GPL-3.0-or-later */
/* detectable.c -- what step would have been found 8 times in 10?
 * Source:   the power of the rule's own test against the noise that the series shows: Student's t with
 *           the degrees of freedom of that test, its power by the normal approximation of the noncentral t
 *           (Johnson & Welch 1940: (delta - c (1 - 1 / 4 df)) / sqrt(1 + c^2 / 2 df)). A step that lasts is
 *           found when the split at its place is clear; the mean is taken over all places with two versions or
 *           more on both sides (of fewer than four versions: over all places).
 * Assumes:  the noise is what it looks like; one step; versions of equal weight.
 * Edge:     no noise at all -> 0; Otava's rule, or means that are not positive -> NaN.
 * Checked:  planted steps of the size that each series named, found in 80 to 98 of 100 (6 to 40 versions;
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

/* How all splits are looked for: by what both stretches leave, or by the known noise; se: of one version. */
static struct trial split_trial(const struct assay_history *history, size_t n, double b)
{
    struct trial trial = {.se = history->sd, .df = (double)n - 2};
    if (n < 2 * LEAST_SIDE || history->dependence > 0) {
        const double within = isfinite(history->within_sd) ? history->within_sd : 0;
        const double share = 1 - fmin(1, within * within / (history->sd * history->sd));
        trial.df = share > 0 ? fmin(between_df(n) / (share * share), 1e6) : 1e6;
    }
    trial.critical = critical_of(b, trial.df);
    return trial;
}

/* All places of a step. `beyond`: the t of a margin's interval, 0: there is no margin. */
struct steps {
    const struct trial *split;
    double n, beyond, margin, step;
};

static double power_at(double k, const void *context)
{
    const struct steps *steps = context;
    struct trial trial = *steps->split;
    trial.se *= sqrt(1 / k + 1 / (steps->n - k));
    if (steps->margin > 0)
        trial.critical = fmax(trial.critical, steps->beyond + log1p(steps->margin) / trial.se);
    return power(&trial, steps->step);
}

static double mean_power(const struct trial *split, size_t n, double beyond, double margin,
                         double step)
{
    const size_t least = n < 2 * LEAST_SIDE ? 1 : LEAST_SIDE, places = n + 1 - 2 * least;
    const struct steps steps = {split, (double)n, beyond, margin, step};
    return sum_places(least, places, power_at, &steps) / (double)places;
}

/* Two versions of so many units each, side by side. */
static struct trial pair_trial(const struct assay_history *history, double units, double level,
                               const struct assay_history_options *options)
{
    struct trial trial = {.se = history->within_sd * M_SQRT2, .df = 2 * (units - 1)};
    if (options->rule == ASSAY_HISTORY_PAIR)
        trial.critical = qt(level / 2, trial.df, 0, 0) + log1p(options->margin) / trial.se;
    else
        trial.critical = M_SQRT2 * assay_t_critical(options->confidence, units - 1);
    return trial;
}

static double mean_units(const struct assay_history_point *versions, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)versions[i].summary.r;
    return sum / (double)n;
}

/* The least step that is found as often as wanted; NaN: none is. */
static double least_step(const struct trial *trial, size_t n, bool pairs, double beyond,
                         double margin)
{
    enum { DOUBLINGS = 20, HALVINGS = 20 };
    double low = 0, high = trial->se / 4;
    for (int i = 0; i < DOUBLINGS + HALVINGS; i++) {
        const bool bracketed = i >= DOUBLINGS;
        const double step = bracketed ? (low + high) / 2 : high;
        const bool enough =
            (pairs ? power(trial, step) : mean_power(trial, n, beyond, margin, step)) >= wanted;
        if (bracketed)
            *(enough ? &high : &low) = step;
        else if (enough)
            i = DOUBLINGS - 1;
        else
            high = 2 * (low = high);
    }
    return low < trial->se * 1e5 ? high : (double)NAN;
}

double detectable_step(const struct assay_history *history,
                       const struct assay_history_point *versions, size_t n,
                       const struct assay_history_options *options, size_t n_series)
{
    const enum assay_history_rule rule = options->rule;
    const bool pairs = rule == ASSAY_HISTORY_PAIR || rule == ASSAY_HISTORY_KT2006;
    const double level = (1 - options->confidence) / (double)n_series;
    const double noise = pairs ? history->within_sd : history->sd;
    if (rule == ASSAY_HISTORY_OTAVA || isnan(noise))
        return (double)NAN;
    if (!(noise > 1e-9))
        return 0;
    if (!pairs && n < ASSAY_HISTORY_LEAST)
        return (double)NAN;
    if (pairs) {
        const struct trial trial = pair_trial(history, mean_units(versions, n), level, options);
        return expm1(least_step(&trial, n, true, 0, 0));
    }
    const double b =
        crossing_critical(n, rule == ASSAY_HISTORY_EDIVISIVE ? level : level / searches);
    const struct trial trial = split_trial(history, n, b);
    const double beyond = options->margin > 0 ? assay_t_critical(options->confidence, trial.df) : 0;
    return expm1(least_step(&trial, n, false, beyond, options->margin));
}
