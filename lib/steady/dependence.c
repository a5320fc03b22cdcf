/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dependence.c -- how much less do iterations that depend on one another say of a mean?
 * Source:   the variance of the mean of an AR(1), Anderson 1971, The Statistical Analysis of Time
 *           Series, 8.3; that dependence must enter the null of a search for changes: Chakar, Lebarbier,
 *           Levy-Leduc & Robin 2017, Bernoulli 23:1408-1447, who take phi from differences since steps
 *           do not touch most of them. Here: lag-one autocorrelation about a line in each of seven
 *           stretches that overlap by half, its bias -(2 + 4 phi) / m taken off (Kendall 1954; the 2 and
 *           4 are those of a line), and their median: steps and the bend of a warm-up lie in few.
 * Assumes:  AR(1) of positive phi; at most three of the seven stretches are bent or broken.
 * Edge:     fewer than 40 values, or stretches that are constant -> independent. Only what is clear
 *           (2.6 standard errors) counts as dependence: independent noise keeps its power.
 * Checked:  phi of simulated series with and without steps (test_dependence.c); classes of AR(1)
 *           series, docs/steady.md. */

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/view.h"
#include "steady/steady.h"

enum { LEAST = 40, STRETCHES = 7, EDGE = 5, EDGE_DF = 10 };
static const double most_phi = 0.97, clear = 1.25 * 2.6;

/* Residuals about a line: their lag-one autocorrelation and variance. */
static void stretch_of(const double *x, size_t n, double *correlation, double *variance)
{
    double mean, slope = 0, unused;
    const double middle = 0.5 * (double)(n - 1), m = (double)n;
    span_moments(x, 0, n, &mean, &unused);
    for (size_t i = 0; i < n; i++)
        slope += ((double)i - middle) * (x[i] - mean);
    slope /= m * (m * m - 1) / 12;
    double products = 0, squares = 0, before = 0;
    for (size_t i = 0; i < n; i++) {
        const double residual = x[i] - mean - slope * ((double)i - middle);
        products += residual * before;
        squares += residual * residual;
        before = residual;
    }
    *correlation = squares > 0 ? products / squares : 0;
    *variance = squares / (m - 2);
}

/* The sum of all correlations that the mean of n values contains. */
static double inflation(double phi, size_t n)
{
    const double m = (double)n, rest = 1 - phi;
    return (1 + phi) / rest - 2 * phi * (1 - pow(phi, m)) / (m * rest * rest);
}

/* The mean of the EDGE values from `at` on less that of as many before. */
static double edge_at(const double *x, size_t at)
{
    double sum = 0;
    for (size_t i = 0; i < EDGE; i++)
        sum += x[at + i] - x[at - 1 - i];
    return sum / EDGE;
}

/* What such edges are where nothing changes: their median, as the deviation of a normal. */
static double edge_scale(struct assay_view view)
{
    double *size = malloc(view.n * sizeof *size), scale = INFINITY;
    size_t n = 0;
    if (size == NULL)
        return scale; /* no edge will be seen */
    for (size_t i = EDGE; i + EDGE <= view.n; i++)
        size[n++] = fabs(edge_at(view.x, i));
    sort_doubles(size, n);
    scale = 1.482602218505602 * size[n / 2];
    free(size);
    return scale;
}

struct dependence dependence_of(struct assay_view view)
{
    double phi[STRETCHES], variance[STRETCHES];
    const struct dependence none = {0, 0, 0, 0};
    if (view.n < LEAST)
        return none;
    const size_t length = 2 * (view.n / (STRETCHES + 1));
    for (size_t k = 0; k < STRETCHES; k++) {
        const size_t from = k * (view.n - length) / (STRETCHES - 1);
        stretch_of(view.x + from, length, &phi[k], &variance[k]);
    }
    sort_doubles(phi, STRETCHES);
    sort_doubles(variance, STRETCHES);
    const double m = (double)length;
    const double found = fmin((phi[STRETCHES / 2] + 2 / m) / (1 - 4 / m), most_phi);
    if (!(found * sqrt((double)view.n) > clear))
        return none;
    const double shown = (m - inflation(found, length)) / (m - 1);
    return (struct dependence){found, variance[STRETCHES / 2] / shown,
                               fmax((double)view.n / inflation(found, view.n) - 2, 1),
                               edge_scale(view)};
}

double dependence_of_mean(const struct dependence *dependence, size_t n)
{
    if (dependence->phi == 0)
        return 0;
    return dependence->variance * inflation(dependence->phi, n) / (double)n;
}

double dependence_effective(const struct dependence *dependence, size_t n)
{
    return (double)n / (dependence->phi > 0 ? inflation(dependence->phi, n) : 1);
}

double dependence_p(const struct dependence *dependence, const double *x, size_t a, size_t b,
                    size_t c)
{
    double mean, other, unused;
    span_moments(x, a, b, &mean, &unused);
    span_moments(x, b, c, &other, &unused);
    const double variance =
        dependence_of_mean(dependence, b - a) + dependence_of_mean(dependence, c - b);
    const double p = 2 * pt(fabs(mean - other) / sqrt(variance), dependence->df, 0, 0);
    if (b - a < EDGE || c - b < EDGE)
        return p;
    return fmin(p, 2 * pt(fabs(edge_at(x, b)) / dependence->edge, EDGE_DF, 0, 0));
}
