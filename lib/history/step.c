/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step.c -- how clear is one step, and how large?
 * Source:   METHODS B10. Two things tell the noise: what is known of the whole series (units within
 *           versions, differences of neighbours), with Satterthwaite's degrees of freedom, and what the
 *           two stretches leave about their own means (Worsley 1979, JASA 74:365-367: the largest
 *           deviate of all splits with the variance unknown). The one that is better known decides, which
 *           follows from the versions and the places, not from which step looks larger. In a short
 *           series that is what the stretches leave: of twelve versions differences of neighbours are worth
 *           three degrees of freedom, the stretches ten.
 * Assumes:  as series.c says. What stretches leave is never less than the noise within versions.
 * Edge:     a stretch of one version, dependent versions, an exact count -> the known noise.
 * Checked:  false alarms and power by simulation (bench/history.c, docs/history.md); by hand and
 *           against Student's t (test_step.c).
 */
#include <Rmath.h>
#include <math.h>

#include "base/try.h"
#include "history/series.h"

/* What the variance of a difference is worth: `scale` times that by the weights. */
struct noise {
    double scale, df;
    bool known; /* of the whole series, not what the stretches leave */
};

/* The normal deviate with the tail of t at df degrees of freedom. */
static double normal_of(double t, double df)
{
    if (!isfinite(t))
        return t;
    return df > 1e6 ? t : -qnorm(pt(-t, df, 1, 1), 0, 1, 1, 1);
}

/* The variance of the mean of [from, to) from its own versions, and what its own variance is. */
struct own {
    double variance, uncertainty;
};
static struct own own_variance(const struct series *series, size_t from, size_t to)
{
    struct own own = {0, 0};
    const double total = series->sum_w[to] - series->sum_w[from];
    for (size_t i = from; i < to; i++) {
        const size_t r = series->versions[i].summary.r;
        double share = series->weight[i] / total;
        double part = share * share * series->own[i];
        own.variance += part + share * share * series->between;
        own.uncertainty += r > 1 ? part * part / (double)(r - 1) : 0;
    }
    double added = series->between / (double)(to - from);
    own.uncertainty += added * added / series->between_df;
    return own;
}

/* What is known of the whole series. */
static struct noise known_noise(const struct series *series)
{
    const double total = series->pooled + series->between;
    double unsure = series->between * series->between / series->between_df;
    if (series->within_df > 0)
        unsure += series->pooled * series->pooled / series->within_df;
    return (struct noise){1, unsure > 0 ? total * total / unsure : (double)INFINITY, true};
}

/* Weighted squares of y about the mean of [from, to), without versions that stand alone; adds their
 * number to *n. */
static double squares(const struct series *series, size_t from, size_t to, double *n)
{
    double weight = 0, mean = 0, sum = 0;
    for (size_t i = from; i < to; i++) {
        *n += series->alone[i] == 0;
        weight += series->alone[i] == 0 ? series->weight[i] : 0;
        mean += series->alone[i] == 0 ? series->weight[i] * series->y[i] : 0;
    }
    mean /= weight;
    for (size_t i = from; i < to; i++)
        if (series->alone[i] == 0)
            sum += series->weight[i] * (series->y[i] - mean) * (series->y[i] - mean);
    return sum;
}

/* What two stretches leave about their means; df 0: one of them has fewer than `least` versions. */
static struct noise left_noise(const struct series *series, size_t from, size_t at, size_t to,
                               double least)
{
    double before = 0, after = 0;
    const double sum = squares(series, from, at, &before) + squares(series, at, to, &after);
    const double df = before + after - 2;
    if (before < least || after < least || df < 1)
        return (struct noise){0};
    const double within = series->pooled / fmax(series->pooled + series->between, 1e-26);
    return (struct noise){fmax(sum / df, within), df, false};
}

double series_sd(const struct series *series, const struct assay_change *changes, size_t n)
{
    double sum = 0, left = 0, weight = 0;
    if (!series->logarithms)
        return (double)NAN;
    for (size_t i = 0; i <= n; i++) {
        sum += squares(series, i > 0 ? changes[i - 1].at : 0, i < n ? changes[i].at : series->n,
                       &left);
    }
    for (size_t i = 0; i < series->n; i++)
        weight += series->alone[i] == 0 ? series->weight[i] : 0;
    const double variance = weight > 0 ? left / weight : 0; /* of a version, by the weights */
    if (series->dependence > 0)
        return sqrt(variance);
    return sqrt(fmax(sum / fmax(left - (double)n - 1, 1) * variance, series->pooled));
}

static struct noise noise_of(const struct series *series, size_t from, size_t at, size_t to)
{
    const struct noise known = known_noise(series);
    if (series->dependence > 0 || !(series->pooled + series->between > 0))
        return known;
    const struct noise left = left_noise(series, from, at, to, LEAST_SIDE);
    return left.df > series->between_df ? left : known;
}

static double deviate_of(const struct noise *noise, double difference, double variance)
{
    return normal_of(difference / sqrt(noise->scale * variance), noise->df);
}

/* By the units of these versions alone; one value a version: by what the stretches leave, if only one
 * of them has several. */
static double own_deviate(const struct series *series, size_t from, size_t at, size_t to,
                          double difference, double variance)
{
    if (series->within_df == 0) {
        const struct noise left = left_noise(series, from, at, to, 1);
        return left.df > 0 ? deviate_of(&left, difference, fmax(variance, 1e-26))
                           : (double)INFINITY;
    }
    const struct own a = own_variance(series, from, at), b = own_variance(series, at, to);
    const double of_both = fmax(a.variance + b.variance, 1e-26);
    const double unsure = a.uncertainty + b.uncertainty;
    return normal_of(difference / sqrt(of_both),
                     unsure > 0 ? of_both * of_both / unsure : (double)INFINITY);
}

/* The variance of the difference of the means of [from, at) and [at, to), by the weights. */
static double variance_of(const struct series *series, size_t from, size_t at, size_t to)
{
    return 1 / (series->sum_w[at] - series->sum_w[from]) +
           1 / (series->sum_w[to] - series->sum_w[at]);
}

double series_deviate(const struct series *series, size_t from, size_t at, size_t to)
{
    const double difference = fabs(series_mean(series, at, to) - series_mean(series, from, at));
    const double variance = variance_of(series, from, at, to);
    const struct noise noise = noise_of(series, from, at, to);
    const double deviate = deviate_of(&noise, difference, variance);
    return noise.known ? fmin(deviate, own_deviate(series, from, at, to, difference, variance))
                       : deviate;
}

double step_probability(const struct series *series, size_t from, size_t at, size_t to)
{
    return fmin(1, searches * crossing_probability(series->weight, from, to,
                                                   series_deviate(series, from, at, to)));
}

bool step_is_clear(const struct series *series, size_t from, size_t at, size_t to, double level)
{
    const double deviate = series_deviate(series, from, at, to);
    return searches * erfc(deviate * M_SQRT1_2) <= level && /* of this place alone: much quicker */
           searches * crossing_probability(series->weight, from, to, deviate) <= level;
}

void series_describe(const struct series *series, double confidence, struct assay_change *change)
{
    change->before = series_level(series, change->from, change->at, change->at);
    change->after = series_level(series, change->at, change->to, change->at);
    struct assay_interval interval = {.lower = (double)NAN,
                                      .upper = (double)NAN,
                                      .confidence = confidence,
                                      .df = (double)NAN,
                                      .method = "segments-log",
                                      .kind = ASSAY_ALL};
    change->ratio = (struct assay_estimate){(double)NAN, interval, 0};
    if (!series->logarithms) {
        change->ratio.warnings = ASSAY_WARNING(ASSAY_WARN_NONPOSITIVE_MEAN);
        return;
    }
    const struct noise noise = noise_of(series, change->from, change->at, change->to);
    const double variance = variance_of(series, change->from, change->at, change->to);
    const double step =
        series_mean(series, change->at, change->to) - series_mean(series, change->from, change->at);
    interval.df = isfinite(noise.df) ? noise.df : (double)NAN;
    const double critical = isfinite(noise.df) ? assay_t_critical(confidence, noise.df) : 0;
    const double half = critical * sqrt(noise.scale * variance);
    interval.lower = exp(step - half);
    interval.upper = exp(step + half);
    interval.kind = ASSAY_BOUNDED;
    change->ratio.estimate = exp(step);
    change->ratio.interval = interval;
}

bool change_beyond(const struct assay_change *change, double margin)
{
    const struct assay_interval *interval = &change->ratio.interval;
    if (interval->kind != ASSAY_BOUNDED)
        return margin <= 0;
    return interval->lower > 1 + margin || interval->upper < 1 / (1 + margin);
}

void steps_describe(const struct series *series, double confidence, struct assay_change *changes,
                    size_t n)
{
    for (size_t i = 0; i < n; i++) {
        changes[i].from = i > 0 ? changes[i - 1].at : 0;
        changes[i].to = i + 1 < n ? changes[i + 1].at : series->n;
        series_describe(series, confidence, &changes[i]);
    }
}

enum assay_status steps_levels(const struct assay_history_point *versions, size_t n,
                               struct assay_history *history, struct assay_error *error)
{
    SCOPED(series_fini) struct series series = {0};
    TRY(series_init(&series, versions, n, error));
    for (size_t i = 0; i < history->n_alone; i++)
        series.alone[history->alone[i].at] = history->alone[i].size;
    series_weigh(&series);
    for (size_t i = 0; i < history->n; i++) {
        struct assay_change *change = &history->changes[i];
        change->from = i > 0 ? history->changes[i - 1].at : 0;
        change->to = i + 1 < history->n ? history->changes[i + 1].at : n;
        change->before = series_level(&series, change->from, change->at, change->at);
        change->after = series_level(&series, change->at, change->to, change->at);
    }
    return ASSAY_OK;
}

size_t steps_beyond(const struct series *series, const struct assay_history_options *options,
                    struct assay_change *changes, size_t n)
{
    for (;;) {
        size_t smallest = n;
        double least = INFINITY;
        steps_describe(series, options->confidence, changes, n);
        for (size_t i = 0; i < n; i++) {
            double size = fabs(log(changes[i].ratio.estimate));
            if (!change_beyond(&changes[i], options->margin) && !(size >= least)) {
                least = size;
                smallest = i;
            }
        }
        if (smallest == n)
            return n;
        for (size_t i = smallest; i + 1 < n; i++)
            changes[i] = changes[i + 1];
        n--;
    }
}
