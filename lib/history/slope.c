/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slope.c -- does a history drift, rather than step?
 * Source:   in-house: steps alone, or steps around one line, whichever leaves the smaller sum of squares
 *           and penalties (the segmentation of changepoints.c; a line costs as much as a step, and must be
 *           better by 6, odds of 20: Kass & Raftery 1995, JASA 90:773-795). The line is least squares
 *           within the stretches, in turn with the stretches around the line (Bai & Perron 2003 iterate
 *           partial structural change so). Its deviation is that of the known noise or of the residuals with their
 *           lag-one correlation, (1 + rho) / (1 - rho), whichever is larger; its deviate must reach what
 *           the largest of all splits reaches by chance.
 * Assumes:  as series.c says; one rate all along, in the logarithm.
 * Edge:     fewer than 10 versions, a mean that is not positive, or a metric that counts exactly -> none.
 * Checked:  drifts with and without a step, steps, AR(1) and the nulls of bench/history.c: docs/history.md;
 *           test_slope.c. */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/series.h"

enum { LEAST = 10, ROUNDS = 24 };
static const double clearly = 6;

struct fit {
    double slope, cost;
};

/* Places from the middle on, in versions. */
static double place(const struct series *series, size_t i)
{
    return (double)i - 0.5 * (double)(series->n - 1);
}

/* Weighted sums of squares of place, and of place times y, within the stretches. */
struct within {
    double squares, products;
};
static struct within within_of(const struct series *series, const size_t *at, size_t n_at)
{
    struct within within = {0, 0};
    for (size_t k = 0; k <= n_at; k++) {
        const size_t from = k > 0 ? at[k - 1] : 0, to = k < n_at ? at[k] : series->n;
        const double mean = series_mean(series, from, to);
        double middle = 0;
        for (size_t i = from; i < to; i++)
            middle += series->weight[i] * place(series, i);
        middle /= series->sum_w[to] - series->sum_w[from];
        for (size_t i = from; i < to; i++) {
            const double x = place(series, i) - middle;
            within.squares += series->weight[i] * x * x;
            within.products += series->weight[i] * x * (series->y[i] - mean);
        }
    }
    return within;
}

static double cost_of(const struct series *series, const size_t *at, size_t n_at, double penalty)
{
    double sum = (double)n_at * penalty;
    for (size_t k = 0; k <= n_at; k++)
        sum += series_cost(series, k > 0 ? at[k - 1] : 0, k < n_at ? at[k] : series->n);
    return sum;
}

/* The line and the steps around it in turn, from a slope on: of the places that a search of all has shown,
 * until slope and steps agree, and then again of all. at[] are the last steps. The series comes back as it was. */
static enum assay_status descend(struct series *series, double level, double penalty, double slope,
                                 size_t *at, size_t *n_at, struct fit *best,
                                 struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    bool all = true, done = false;
    double tilt = 0;
    for (int i = 0; i < ROUNDS && !done; i++) {
        series_tilt(series, slope - tilt);
        tilt = slope;
        status = changepoints_among(series, level, all ? NULL : at, *n_at, at, n_at, error);
        if (status != ASSAY_OK)
            break;
        const struct within within = within_of(series, at, *n_at);
        if (!(within.squares > 0))
            break;
        const double change = within.products / within.squares;
        const double cost =
            cost_of(series, at, *n_at, penalty) - change * within.products + penalty;
        if (cost < best->cost)
            *best = (struct fit){slope + change, cost};
        const bool agree = fabs(change) * sqrt(within.squares) < 1e-3;
        done = all && agree;
        all = agree;
        slope += change;
    }
    series_tilt(series, -tilt);
    return status;
}

bool slope_possible(struct series *series, double level, size_t n_at)
{
    if (series->n < LEAST || !series->logarithms || !(series->pooled + series->between > 0))
        return false;
    if (n_at > 0 || series->dependence > 0)
        return true;
    const struct within whole = within_of(series, NULL, 0);
    const double critical = series_critical(series, level);
    return whole.products * whole.products >= critical * critical * whole.squares;
}

/* Two steps or more, all to one side: what a slope looks like to those who look for steps. */
static bool is_stair(const struct series *series, const size_t *at, size_t n_at)
{
    size_t up = 0;
    for (size_t k = 0; k < n_at; k++) {
        const size_t from = k > 0 ? at[k - 1] : 0, to = k + 1 < n_at ? at[k + 1] : series->n;
        up += series_mean(series, at[k], to) > series_mean(series, from, at[k]);
    }
    return n_at > 1 && (up == 0 || up == n_at);
}

enum assay_status slope_find(struct series *series, double level, const size_t *at, size_t n_at,
                             double *slope, struct assay_error *error)
{
    *slope = 0;
    const double critical = series_critical(series, level), penalty = critical * critical;
    const struct within whole = within_of(series, NULL, 0), parts = within_of(series, at, n_at);
    const double steps_alone = cost_of(series, at, n_at, penalty);
    struct fit best = {0, INFINITY};
    size_t *room = malloc(series->n * sizeof *room), n_room = 0;
    if (room == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu versions", series->n);
    enum assay_status status = descend(series, level, penalty, whole.products / whole.squares, room,
                                       &n_room, &best, error);
    const bool same = n_room == n_at && memcmp(room, at, n_at * sizeof *at) == 0;
    if (status == ASSAY_OK && parts.squares > 0 && n_at > 0 && !same)
        status = descend(series, level, penalty, parts.products / parts.squares, room, &n_room,
                         &best, error);
    free(room);
    const double doubt = n_at > 0 && !is_stair(series, at, n_at) ? clearly : 0;
    if (status == ASSAY_OK && best.cost + doubt < steps_alone)
        *slope = best.slope;
    return status;
}

/* The weighted variance and lag-one correlation of what line and steps leave. */
static double long_run(const struct series *series, const size_t *at, size_t n_at)
{
    double sum = 0, products = 0, before = 0;
    for (size_t k = 0; k <= n_at; k++) {
        const size_t from = k > 0 ? at[k - 1] : 0, to = k < n_at ? at[k] : series->n;
        const double mean = series_mean(series, from, to);
        for (size_t i = from; i < to; i++) {
            const double residual = sqrt(series->weight[i]) * (series->y[i] - mean);
            products += i > from ? residual * before : 0;
            sum += residual * residual;
            before = residual;
        }
    }
    const double n = (double)series->n, df = fmax(n - (double)n_at - 2, 1);
    const double rho = fmin(fmax((products / sum + 2 / n) / fmax(1 - 4 / n, 0.5), 0), 0.9);
    return sum / df * (1 + rho) / (1 - rho);
}

double slope_refine(const struct series *series, const size_t *at, size_t n_at)
{
    const struct within within = within_of(series, at, n_at);
    return within.squares > 0 ? within.products / within.squares : 0;
}

bool slope_describe(struct series *series, double confidence, const size_t *at, size_t n_at,
                    struct assay_slope *out)
{
    const struct within within = within_of(series, at, n_at);
    const double range = (double)(series->n - 1), df = fmax((double)(series->n - n_at) - 2, 1);
    const double inflated = series->dependence > 0 ? 1 : fmax(long_run(series, at, n_at), 1);
    const double error = sqrt(inflated / within.squares);
    const double half = assay_t_critical(confidence, df) * error, b = series->tilt;
    const struct assay_interval interval = {.lower = exp(range * (b - half)),
                                            .upper = exp(range * (b + half)),
                                            .confidence = confidence,
                                            .df = df,
                                            .method = "line-log",
                                            .kind = ASSAY_BOUNDED};
    *out = (struct assay_slope){.found = true,
                                .first = series_level(series, 0, series->n, 0),
                                .per_version = exp(b),
                                .ratio = {exp(range * b), interval, 0},
                                .p = 2 * pt(-fabs(b) / error, df, 1, 0)};
    const double critical = series_critical(series, 1 - confidence);
    return out->p <= 2 * pnorm(-critical, 0, 1, 1, 0);
}
