/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fold.c -- is every k-th iteration slow? Folding over integer periods.
 * Source:   epoch folding, Leahy et al. 1983, Astrophysical Journal 266:160-170; METHODS I5. Logarithms less a
 *           robust line of each execution, averaged by phase. Locked: the same phases in all executions, F of
 *           the phase means over the executions with the degrees of freedom of Greenhouse & Geisser 1959, which pay for
 *           autocorrelation. Own: first cycles against later ones of each execution, a t of their products.
 *           A wave finder names harmonics of a pulse; this names the pulse.
 * Assumes:  executions independent of one another; periods of whole iterations; values after a start-up.
 * Edge:     fewer than three executions, sixteen iterations, or values not positive: no period. Periods up to
 *           a quarter of the iterations, fewer where there are very many. A longer one that
 *           explains more: at_least, and no period. Jittered periods do not fold. Of two periods the one that explains more, or
 *           what they come to together; then, once, what the other leaves: own profiles of each execution are removed.
 * Checked:  tests/data/fold.json, 14 cases (numpy, R's lm and pf) to 1e-8; periods found and false ones:
 *           docs/evidence/pulses.md. */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "descriptive/sorted.h"
#include "steady/fold.h"

enum { LEAST_EXECUTIONS = 3, LEAST = 16, SHORTEST = 2, MULTIPLES = 4 };
static const double least_share = 0.02, as_much = 0.9, most_work = 5e7, least_swing = 0.01;

/* ---- the series ---- */

/* Logarithms about their robust line; false: one is not positive. */
static bool straighten(const double *x, size_t n, double *y, double *scratch)
{
    const size_t third = n / 3;
    double mean = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(x[i] > 0))
            return false;
        y[i] = log(x[i]);
    }
    const double slope =
        (median_copying(y + n - third, third, scratch) - median_copying(y, third, scratch)) /
        (double)(n - third);
    for (size_t i = 0; i < n; i++) {
        y[i] -= slope * (double)i;
        mean += (y[i] - mean) / (double)(i + 1);
    }
    for (size_t i = 0; i < n; i++)
        y[i] -= mean;
    return true;
}

enum assay_status folding_init(struct folding *folding, const struct assay_sample *sample,
                               size_t from, struct assay_error *error)
{
    *folding = (struct folding){.sample = sample, .from = from, .e = n_executions(sample)};
    size_t shortest = SIZE_MAX;
    for (size_t u = 0; u < folding->e; u++) {
        const size_t n = execution_values(sample, u).n;
        shortest = n < shortest ? n : shortest;
    }
    if (folding->e < 2 || shortest < from + LEAST)
        return ASSAY_OK;
    const size_t n = shortest - from;
    folding->longest = n / 4;
    const double affordable = most_work / ((double)n * (double)folding->e);
    if ((double)folding->longest > affordable)
        folding->longest = affordable > SHORTEST ? (size_t)affordable : SHORTEST;
    folding->y = malloc(folding->e * n * sizeof *folding->y);
    folding->means = malloc((folding->e + 1) * n * sizeof *folding->means);
    if (folding->y == NULL || folding->means == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to fold %zu iterations", n);
    bool positive = true;
    for (size_t u = 0; u < folding->e && positive; u++)
        positive =
            straighten(execution_values(sample, u).x + from, n, folding->y + u * n, folding->means);
    folding->n = positive ? n : 0;
    for (size_t i = 0; i < folding->e * folding->n; i++)
        folding->square += folding->y[i] * folding->y[i] / (double)(folding->e * n);
    if (!(folding->square > 0))
        folding->n = 0;
    return ASSAY_OK;
}

void folding_fini(struct folding *folding)
{
    free(folding->y);
    free(folding->means);
    *folding = (struct folding){0};
}

/* Means of y[0 .. n) by phase, less their mean with the phases' weights. */
static void profile_of(const double *y, size_t n, size_t period, double *means)
{
    double mean = 0;
    for (size_t j = 0; j < period; j++)
        means[j] = 0;
    for (size_t i = 0, j = 0; i < n; i++, j = j + 1 < period ? j + 1 : 0) {
        means[j] += y[i];
        mean += y[i] / (double)n;
    }
    for (size_t j = 0; j < period; j++)
        means[j] = means[j] / (double)((n - j + period - 1) / period) - mean;
}

/* ---- the same phases in all executions ---- */

/* Greenhouse and Geisser's: the deviations' covariance against one of equal variances. */
static double epsilon_of(const double *deviations, size_t e, size_t period, double trace)
{
    double squares = 0;
    for (size_t a = 0; a < e; a++)
        for (size_t b = 0; b <= a; b++) {
            double product = 0;
            for (size_t j = 0; j < period; j++)
                product += deviations[a * period + j] * deviations[b * period + j];
            squares += (a == b ? 1 : 2) * product * product;
        }
    const double df = (double)period - 1, least = 1 / df;
    return squares > 0 ? fmin(fmax(trace * trace / (df * squares), least), 1) : least;
}

struct fold_test fold_locked(const struct folding *folding, size_t period)
{
    const size_t e = folding->e, n = folding->n;
    const double units = (double)e, df = (double)period - 1;
    double *each = folding->means, *common = folding->means + e * period;
    struct fold_test test = {.epsilon = (double)NAN};
    memset(common, 0, period * sizeof *common);
    for (size_t u = 0; u < e; u++) {
        profile_of(folding->y + u * n, n, period, each + u * period);
        for (size_t j = 0; j < period; j++)
            common[j] += each[u * period + j] / units;
    }
    double between = 0, within = 0, explained = 0;
    for (size_t j = 0; j < period; j++) {
        const double weight = (double)((n - j + period - 1) / period) / (double)n;
        double deviation = 0;
        for (size_t u = 0; u < e; u++) {
            each[u * period + j] -= common[j];
            deviation += each[u * period + j] * each[u * period + j];
        }
        between += common[j] * common[j];
        within += deviation;
        explained += weight * (units * common[j] * common[j] - deviation / (units - 1));
    }
    test.epsilon = epsilon_of(each, e, period, within);
    test.statistic = units * between / df / (within / (df * (units - 1)));
    test.p = within > 0
                 ? pf(test.statistic, test.epsilon * df, test.epsilon * df * (units - 1), 0, 0)
                 : (between > 0 ? 0 : 1);
    test.share = fmax(0, explained) / (units * folding->square);
    return test;
}

/* ---- phases of each execution ---- */

struct fold_test fold_own(const struct folding *folding, size_t period)
{
    const size_t cycles = folding->n / period / 2, half = cycles * period;
    const double units = (double)folding->e;
    double *first = folding->means, *second = folding->means + period, mean = 0, squares = 0;
    if (cycles < 2)
        return (struct fold_test){(double)NAN, (double)NAN, 1, 0};
    for (size_t u = 0; u < folding->e; u++) {
        const double *y = folding->y + u * folding->n;
        double product = 0;
        profile_of(y, half, period, first);
        profile_of(y + half, half, period, second);
        for (size_t j = 0; j < period; j++)
            product += first[j] * second[j] / (double)period;
        const double step = product - mean;
        mean += step / (double)(u + 1);
        squares += step * (product - mean);
    }
    struct fold_test test = {.epsilon = (double)NAN, .share = mean / folding->square};
    test.statistic = mean / sqrt(squares / (units - 1) / units);
    test.p = squares > 0 ? pt(test.statistic, units - 1, 0, 0) : (mean > 0 ? 0 : 1);
    return test;
}

/* ---- the period ---- */

typedef struct fold_test fold_test_fn(const struct folding *folding, size_t period);

/* The period that explains most, or the smallest that divides it and explains nearly as much; 0: none. */
static size_t best_period(const struct folding *folding, double level, fold_test_fn *test,
                          struct fold_test *best)
{
    const double each = level / (double)(folding->longest - SHORTEST + 1);
    size_t period = 0;
    *best = (struct fold_test){.share = 0};
    for (size_t p = SHORTEST; p <= folding->longest; p++) {
        const struct fold_test found = test(folding, p);
        if (found.p <= each && found.share >= least_share && found.share > best->share) {
            *best = found;
            period = p;
        }
    }
    for (size_t p = SHORTEST; p < period; p++) {
        if (period % p != 0)
            continue;
        const struct fold_test found = test(folding, p);
        if (found.share >= as_much * best->share) {
            *best = found;
            return p;
        }
    }
    return period;
}

/* Does a multiple that is too long to be folded explain more? */
static bool is_too_short(const struct folding *folding, size_t period, fold_test_fn *test,
                         double share)
{
    for (size_t k = 2; k <= MULTIPLES; k++)
        if (k * period > folding->longest && 2 * k * period <= folding->n &&
            as_much * test(folding, k * period).share > share)
            return true;
    return false;
}

/* ---- how much ---- */

/* Means of the values by phase over [from, from + n) of one execution, added to means. */
static void add_phases(const struct folding *folding, size_t u, size_t period, double *means)
{
    const double *x = execution_values(folding->sample, u).x + folding->from;
    for (size_t i = 0, j = 0; i < folding->n; i++, j = j + 1 < period ? j + 1 : 0)
        means[j] += x[i] / (double)((folding->n - j + period - 1) / period);
}

/* From the fastest phase to the slowest, relative to the mean of the values. */
static double swing_of(const double *means, size_t n, size_t period, size_t *slowest)
{
    double least = INFINITY, most = -INFINITY, mean = 0;
    for (size_t j = 0; j < period; j++) {
        mean += means[j] * (double)((n - j + period - 1) / period) / (double)n;
        least = fmin(least, means[j]);
        if (means[j] > most) {
            most = means[j];
            *slowest = j;
        }
    }
    return (most - least) / mean;
}

static void measure(const struct folding *folding, struct assay_fold *out)
{
    double *means = folding->means;
    const size_t bytes = out->period * sizeof *means;
    size_t slowest = 0;
    memset(means, 0, bytes);
    if (out->phases == ASSAY_PHASES_LOCKED) {
        for (size_t u = 0; u < folding->e; u++)
            add_phases(folding, u, out->period, means);
        out->swing = swing_of(means, folding->n, out->period, &slowest);
        out->slowest = (folding->from + slowest) % out->period;
        return;
    }
    out->swing = 0;
    for (size_t u = 0; u < folding->e; u++) {
        memset(means, 0, bytes);
        add_phases(folding, u, out->period, means);
        out->swing += swing_of(means, folding->n, out->period, &slowest) / (double)folding->e;
    }
}

static const struct assay_fold no_period = {
    .share = (double)NAN, .swing = (double)NAN, .p = (double)NAN};

void fold_search(struct folding *folding, double significance, struct assay_fold *out)
{
    static fold_test_fn *const tests[] = {fold_locked, fold_own};
    static const enum assay_phases phases[] = {ASSAY_PHASES_LOCKED, ASSAY_PHASES_OWN};
    *out = no_period;
    if (folding->n == 0 || folding->e < LEAST_EXECUTIONS)
        return;
    for (size_t k = 0; k < 2; k++) {
        struct fold_test best;
        const size_t period = best_period(folding, significance / 2, tests[k], &best);
        if (period == 0)
            continue;
        struct assay_fold found = {.period = period,
                                   .phases = phases[k],
                                   .share = best.share,
                                   .p = best.p,
                                   .or_multiple = k == 1 && 2 * period > folding->longest};
        const bool too_short = is_too_short(folding, period, tests[k], best.share);
        measure(folding, &found);
        folding->best = best.share;
        folding->swing = found.swing;
        if (!too_short) {
            *out = found;
            return;
        }
        out->phases = phases[k];
        out->at_least = 2 * period;
        return;
    }
}

/* ---- another cycle ---- */

/* Of each execution its own profile, or the one that all share. */
static void remove_profile(struct folding *folding, const struct assay_fold *first)
{
    const size_t e = folding->e, n = folding->n, period = first->period;
    const bool locked = first->phases == ASSAY_PHASES_LOCKED;
    double *each = folding->means, *common = folding->means + e * period;
    memset(common, 0, period * sizeof *common);
    for (size_t u = 0; u < e; u++) {
        profile_of(folding->y + u * n, n, period, each + u * period);
        for (size_t j = 0; j < period; j++)
            common[j] += each[u * period + j] / (double)e;
    }
    folding->square = 0;
    for (size_t u = 0; u < e; u++)
        for (size_t i = 0, j = 0; i < n; i++, j = j + 1 < period ? j + 1 : 0) {
            double *y = &folding->y[u * n + i];
            *y -= locked ? common[j] : each[u * period + j];
            folding->square += *y * *y / (double)(e * n);
        }
}

void fold_second(struct folding *folding, double significance, double least, struct assay_fold *out)
{
    static const double rounding = 1e-12;
    const double before = folding->square;
    struct assay_fold other;
    if (out->period == 0)
        return;
    remove_profile(folding, out);
    if (!(folding->square > rounding * before)) /* without noise */
        return;
    fold_search(folding, significance, &other);
    if (other.period > 0 && out->period % other.period != 0 && other.swing >= least)
        out->second = other.period;
}

size_t assay_fold_common(const struct assay_fold *fold, size_t most)
{
    size_t a = fold->period, b = fold->second;
    if (b == 0)
        return a <= most ? a : 0;
    while (b > 0) {
        const size_t rest = a % b;
        a = b;
        b = rest;
    }
    const size_t times = fold->second / a;
    return times <= most / fold->period ? times * fold->period : 0;
}

/* What a sine of this period, with its own phase in each execution, explains. */
double fold_wave_share(const struct folding *folding, double period)
{
    double power = 0;
    for (size_t u = 0; u < folding->e; u++) {
        const struct wave wave =
            wave_project(folding->y + u * folding->n, 0, folding->n, 2 * M_PI / period);
        power += (wave.cosine * wave.cosine + wave.sine * wave.sine) / 2;
    }
    return power / ((double)folding->e * folding->square);
}

enum assay_status assay_fold_of(const struct assay_sample *sample, size_t from, double significance,
                                struct assay_fold *out, struct assay_error *error)
{
    struct folding folding;
    enum assay_status status = assay_sample_check(sample, error);
    *out = no_period;
    if (status != ASSAY_OK)
        return status;
    status = folding_init(&folding, sample, from, error);
    if (status == ASSAY_OK)
        fold_search(&folding, significance, out);
    if (status == ASSAY_OK)
        fold_second(&folding, significance, least_swing, out);
    folding_fini(&folding);
    return status;
}
