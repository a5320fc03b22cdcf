/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c -- how much do version means vary when nothing changes?
 * Source:   METHODS B10: the within-version variance S_L^2 / r is known. What versions add beyond it
 *           (another day, another machine of the fleet) is the spread of the differences of
 *           neighbours beyond it, robust (few versions: without the two largest). Where versions still
 *           depend on their neighbours when the steps are taken out, the long-run variance
 *           v (1 + rho) / (1 - rho) takes its place.
 * Assumes:  versions vary alike (relatively), but for those that stand alone (lone_version.c); changes are
 *           rarer than every second version.
 * Edge:     one value each -> at least 8 versions; no noise at all -> every difference is a change.
 * Checked:  false alarms on normal, lognormal, bimodal and AR(1) series; planted changes; runs on a machine of
 *           several levels (bench/history.c runs, docs/history.md).
 */
#include "history/series.h"

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "descriptive/sorted.h"

/* What the m smallest of n normal magnitudes leave of their mean square. */
static double trimmed_share(double m, double n)
{
    const double q = qnorm((1 + m / n) / 2, 0, 1, 1, 0);
    return 1 - 2 * q * dnorm(q, 0, 1, 0) * n / m;
}

/* The variance of one value from n - 1 differences. Of few versions: the mean square of all but two, which may be
 * steps; a median does not see the noise of versions that are on one of two levels. Of many: the median of their
 * magnitudes; their mean when more than half are 0 and nothing else tells the noise. sorted is scratch. */
static double spread(const double *y, size_t n, bool exact, double *sorted)
{
    static const double normal_median = 1.482602218505602, normal_mean = 1.2533141373155003;
    enum { LEAST_TRIMMED = 7, MOST_STEPS = 2 };
    const size_t m = n - 1;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < m; i++) {
        sorted[i] = fabs(y[i + 1] - y[i]);
        sum += sorted[i];
    }
    double sd = normal_median * median_sorting(sorted, m);
    if (sd > 0 && m >= LEAST_TRIMMED && n < LEAST_DEPENDENT) {
        const double kept = (double)(m - MOST_STEPS);
        for (size_t i = 0; i + MOST_STEPS < m; i++)
            squares += sorted[i] * sorted[i];
        return squares / kept / trimmed_share(kept, (double)m) / 2;
    }
    if (sd == 0 && exact)
        sd = normal_mean * sum / (double)m;
    return sd * sd / 2;
}

/* A quarter of as many squares. */
double between_df(size_t n)
{
    return fmax(1, 0.25 * (double)(n - 1));
}

static void estimate_between(struct series *series)
{
    const size_t n = series->n;
    series->between = 0;
    series->between_df = INFINITY;
    if (n < ASSAY_HISTORY_LEAST)
        return;
    series->near = spread(series->y, n, series->within_df == 0, series->scratch);
    series->between = fmax(0, series->near - series->pooled);
    series->between_df = between_df(n);
}

static void pool_within(struct series *series, double scale)
{
    double sum = 0, df = 0, share = 0;
    for (size_t i = 0; i < series->n; i++) {
        const struct assay_top_summary *s = &series->versions[i].summary;
        double unit = series->logarithms ? s->mean : scale;
        double relative = s->r > 1 ? s->s2 / unit / unit : 0;
        series->own[i] = relative / (double)s->r;
        sum += s->r > 1 ? (double)(s->r - 1) * relative : 0;
        df += (double)(s->r - 1);
        share += 1 / (double)s->r / (double)series->n;
    }
    series->pooled = df > 0 ? sum / df * share : 0;
    series->within_df = df;
}

void series_weigh(struct series *series)
{
    /* A metric that counts exactly has no noise; but sums of squares round. */
    double least = 1e-26;
    double per_unit = 0, share = 0;
    for (size_t i = 0; i < series->n; i++) {
        share += 1 / (double)series->versions[i].summary.r / (double)series->n;
        least = fmax(least, 1e-12 * series->y[i] * series->y[i]);
    }
    per_unit = series->pooled / share;
    series->sum_w[0] = series->sum_wy[0] = series->sum_wyy[0] = 0;
    for (size_t i = 0; i < series->n; i++) {
        double variance = per_unit / (double)series->versions[i].summary.r + series->between +
                          series->alone[i] * series->alone[i];
        double w = 1 / fmax(variance, least), y = series->y[i];
        series->weight[i] = w;
        series->sum_w[i + 1] = series->sum_w[i] + w;
        series->sum_wy[i + 1] = series->sum_wy[i] + w * y;
        series->sum_wyy[i + 1] = series->sum_wyy[i] + w * y * y;
    }
}

/* Centres y, so that sums of squares keep their digits. */
static double fill_y(struct series *series)
{
    double scale = 0, centre = 0;
    series->logarithms = true;
    for (size_t i = 0; i < series->n; i++) {
        scale = fmax(scale, fabs(series->versions[i].summary.mean));
        series->logarithms = series->logarithms && series->versions[i].summary.mean > 0;
    }
    if (scale == 0)
        scale = 1;
    for (size_t i = 0; i < series->n; i++) {
        double mean = series->versions[i].summary.mean;
        series->y[i] = series->logarithms ? log(mean) : mean / scale;
        centre += series->y[i] / (double)series->n;
    }
    for (size_t i = 0; i < series->n; i++)
        series->y[i] -= centre;
    return scale;
}

static enum assay_status check(const struct assay_history_point *versions, size_t n,
                               struct assay_error *error)
{
    if (n < 2)
        return assay_fail(error, ASSAY_UNDEFINED, "a history needs at least 2 versions, has %zu",
                          n);
    size_t repeated = 0;
    for (size_t i = 0; i < n; i++) {
        const struct assay_top_summary *s = &versions[i].summary;
        if (s->r < 1 || !isfinite(s->mean) || (s->r > 1 && !(s->s2 >= 0 && isfinite(s->s2))))
            return assay_fail(error, ASSAY_INVALID,
                              "version %zu must have a finite mean and variance", i + 1);
        repeated += s->r > 1;
    }
    if (repeated == 0 && n < LEAST_SINGLE)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "with one value in each version at least %d versions are needed to know "
                          "their noise, there are %zu",
                          LEAST_SINGLE, n);
    return ASSAY_OK;
}

/* Lag-one autocorrelation of y about the means of its segments. */
static double neighbours_correlate(const struct series *series, const size_t *at, size_t n_at)
{
    double products = 0, sum = 0, before = 0;
    for (size_t k = 0; k <= n_at; k++) {
        const size_t from = k > 0 ? at[k - 1] : 0, to = k < n_at ? at[k] : series->n;
        const double mean = series_mean(series, from, to);
        for (size_t i = from; i < to; i++) {
            double residual = series->y[i] - mean;
            products += i > from ? residual * before : 0;
            sum += residual * residual;
            before = residual;
        }
    }
    return sum > 0 ? products / sum : 0;
}

void series_find_dependence(struct series *series, const size_t *at, size_t n_at)
{
    const double n = (double)series->n, rho = neighbours_correlate(series, at, n_at);
    if (series->n < LEAST_DEPENDENT || rho * sqrt(n) < 2.6) /* one of 200 by chance */
        return;
    series_set_dependence(series, rho);
}

void series_set_dependence(struct series *series, double rho)
{
    rho = fmin(rho, 0.9);
    /* Differences of neighbours show only 1 - rho of the variance. */
    const double total = fmax(series->near, series->pooled) / (1 - rho);
    series->dependence = rho;
    series->between = fmax(0, total * (1 + rho) / (1 - rho) - series->pooled);
    series_weigh(series);
}

enum assay_status series_init(struct series *series, const struct assay_history_point *versions,
                              size_t n, struct assay_error *error)
{
    TRY(check(versions, n, error));
    double *room = calloc(8 * n + 3, sizeof *room);
    if (room == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", n);
    *series = (struct series){.versions = versions, .n = n, .y = room, .own = room + n};
    series->weight = room + 2 * n;
    series->alone = room + 3 * n;
    series->scratch = room + 4 * n;
    series->sum_w = room + 5 * n;
    series->sum_wy = series->sum_w + n + 1;
    series->sum_wyy = series->sum_wy + n + 1;
    pool_within(series, fill_y(series));
    estimate_between(series);
    series_weigh(series);
    return ASSAY_OK;
}

void series_tilt(struct series *series, double slope)
{
    const double middle = 0.5 * (double)(series->n - 1);
    for (size_t i = 0; i < series->n; i++)
        series->y[i] -= slope * ((double)i - middle);
    series->tilt += slope;
    series_weigh(series);
}

void series_fini(struct series *series)
{
    free(series->y);
    *series = (struct series){0};
}

double series_level(const struct series *series, size_t from, size_t to, size_t at)
{
    double sum = 0, weight = 0;
    for (size_t i = from; i < to; i++) {
        const double moved = series->tilt != 0 ? exp(series->tilt * ((double)at - (double)i)) : 1;
        sum += series->weight[i] * series->versions[i].summary.mean * moved;
        weight += series->weight[i];
    }
    return sum / weight;
}
