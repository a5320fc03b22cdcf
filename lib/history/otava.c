/* SPDX-License-Identifier: GPL-3.0-or-later */
/* otava.c -- the rule of Apache Otava (Hunter), so that its alarms can be set beside ours.
 * Source:   METHODS B10: in windows that overlap by half, divide at the largest energy as long as a
 *           pooled t test of the two sides gives p <= 10 max_p; then take out the weakest change
 *           until all have p <= max_p between their neighbours, and the margin.
 * Assumes:  one value a version; independent normal values. The t test is made at a place that was
 *           chosen by looking: its p is no error rate.
 * Edge:     a side may be one version.
 * Checked:  the tigerbeetle series (docs/history.md says where the two differ).
 */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "history/series.h"

enum { DEFAULT_WINDOW = 50 };

struct moments {
    double n, mean, squares;
};

static struct moments moments_of(const struct assay_history_point *versions, size_t from, size_t to)
{
    struct moments m = {(double)(to - from), 0, 0};
    for (size_t i = from; i < to; i++)
        m.mean += versions[i].summary.mean / m.n;
    for (size_t i = from; i < to; i++)
        m.squares += (versions[i].summary.mean - m.mean) * (versions[i].summary.mean - m.mean);
    return m;
}

static double pooled_p(const struct assay_history_point *versions, size_t from, size_t at,
                       size_t to)
{
    const struct moments a = moments_of(versions, from, at), b = moments_of(versions, at, to);
    const double df = a.n + b.n - 2;
    if (df < 1)
        return 1;
    const double variance = (a.squares + b.squares) / df * (1 / a.n + 1 / b.n);
    if (variance == 0)
        return a.mean == b.mean ? 1 : 0;
    return 2 * pt(-fabs(a.mean - b.mean) / sqrt(variance), df, 1, 0);
}

/* The larger one of the relative changes forward and backward. */
static double magnitude(const struct assay_history_point *versions, size_t from, size_t at,
                        size_t to)
{
    const double a = moments_of(versions, from, at).mean, b = moments_of(versions, at, to).mean;
    return fmax(fabs(b / a - 1), fabs(a / b - 1));
}

static void insert(size_t *at, size_t *n_at, size_t place)
{
    size_t i = *n_at;
    while (i > 0 && at[i - 1] > place) {
        at[i] = at[i - 1];
        i--;
    }
    at[i] = place;
    ++*n_at;
}

/* Divides one window: always the candidate of largest energy, until that one is not significant.
 * at[] (room for a window) receives the places. */
static size_t divide(const struct series *series, const double *values, size_t from, size_t to,
                     double level, size_t *at, double *scratch)
{
    size_t n_at = 0;
    for (;;) {
        size_t best = 0, best_from = 0, best_to = 0;
        double best_q = -(double)INFINITY;
        for (size_t i = 0; i <= n_at; i++) {
            size_t begin = i > 0 ? at[i - 1] : from, end = i < n_at ? at[i] : to, place;
            double q;
            if (energy_split(values + begin, end - begin, 1, scratch, &place, &q) && q > best_q) {
                best_q = q;
                best = begin + place;
                best_from = begin;
                best_to = end;
            }
        }
        if (isinf(best_q) || pooled_p(series->versions, best_from, best, best_to) > level)
            return n_at;
        insert(at, &n_at, best);
    }
}

static double weak_level(double max_p)
{
    return max_p < 0.05 ? 10 * max_p : max_p < 0.5 ? 2 * max_p : max_p;
}

static void neighbours(const struct series *series, const size_t *at, size_t n_at, size_t i,
                       size_t *from, size_t *to)
{
    *from = i > 0 ? at[i - 1] : 0;
    *to = i + 1 < n_at ? at[i + 1] : series->n;
}

/* Takes out what is weakest, by p and then by magnitude. */
static size_t merge(const struct series *series, double max_p, double margin, size_t *at,
                    size_t n_at, double *p)
{
    while (n_at > 0) {
        size_t weakest = 0, smallest = 0, from, to;
        double least = (double)INFINITY;
        for (size_t i = 0; i < n_at; i++) {
            neighbours(series, at, n_at, i, &from, &to);
            p[i] = pooled_p(series->versions, from, at[i], to);
            double size = magnitude(series->versions, from, at[i], to);
            if (p[i] > p[weakest])
                weakest = i;
            if (size < least) {
                least = size;
                smallest = i;
            }
        }
        size_t out = p[weakest] > max_p ? weakest : smallest;
        if (p[weakest] <= max_p && least >= margin)
            return n_at;
        memmove(at + out, at + out + 1, (n_at - out - 1) * sizeof *at);
        n_at--;
    }
    return 0;
}

static size_t divide_all(const struct series *series, size_t window, double level, size_t *at,
                         size_t *found, double *scratch)
{
    double *values = scratch + energy_scratch(window);
    for (size_t i = 0; i < series->n; i++)
        values[i] = series->versions[i].summary.mean;
    size_t n_at = 0, start = 0;
    while (start < series->n) {
        size_t end = start + window < series->n ? start + window : series->n;
        size_t n_found = divide(series, values, start, end, level, found, scratch);
        size_t last = n_found > 0 ? found[n_found - 1] : 0;
        for (size_t i = 0; i < n_found; i++)
            if (n_at == 0 || found[i] > at[n_at - 1])
                at[n_at++] = found[i];
        start = last > start + window / 2 ? last : start + window / 2;
    }
    return n_at;
}

enum assay_status otava_detect(const struct series *series,
                               const struct assay_history_options *options, size_t *at, double *p,
                               size_t *n_at, struct assay_error *error)
{
    const size_t window = options->window > 1 ? options->window : DEFAULT_WINDOW;
    const double max_p = options->max_p > 0 ? options->max_p : 0.001;
    OWNED size_t *found = malloc((window + 1) * sizeof *found);
    OWNED double *scratch = malloc((energy_scratch(window) + series->n) * sizeof *scratch);
    enum assay_status status = ASSAY_OK;
    if (found == NULL || scratch == NULL)
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for windows of %zu", window);
    else
        *n_at = merge(series, max_p, options->margin, at,
                      divide_all(series, window, weak_level(max_p), at, found, scratch), p);
    return status;
}
