/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantile.c -- sample quantiles of the nine types of Hyndman and Fan.
 * Source:   Hyndman & Fan 1996, Am. Stat. 50:361-365; fuzz as in R 4.2 quantile.default: types 4-6,
 *           8, 9 use 4 eps, type 7 and types 1-3 none.
 * Assumes:  values finite.
 * Edge:     n = 0 -> ASSAY_UNDEFINED; probability 0 and 1 give the extremes.
 * Checked:  tests/data/quantile.json, relative 1e-13.
 */
#include <assay/descriptive.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "base/view.h"
#include "descriptive/sorted.h"
#include "sample/shape.h"

/* The j-th smallest value, j from 1, held within the sample. */
static double ranked(struct assay_view sorted, double j)
{
    if (j < 1)
        return sorted.x[0];
    if (j > (double)sorted.n)
        return sorted.x[sorted.n - 1];
    return sorted.x[(size_t)j - 1];
}

/* Mixes neighbours so that equal ones give themselves, whatever the weight. */
static double between(struct assay_view sorted, double j, double weight)
{
    double low = ranked(sorted, j), high = ranked(sorted, j + 1);
    if (weight == 0 || low == high)
        return low;
    return weight == 1 ? high : (1 - weight) * low + weight * high;
}

/* Types 1 to 3: an observation, or the mean of two. */
static struct quantile_place discontinuous(double n, double probability, int type)
{
    double place = n * probability - (type == 3 ? 0.5 : 0);
    double j = floor(place);
    bool between_two = place > j;
    double weight = 1;
    if (type == 1)
        weight = between_two ? 1 : 0;
    else if (type == 2)
        weight = between_two ? 1 : 0.5;
    else
        weight = between_two || fmod(j, 2) == 1 ? 1 : 0;
    return (struct quantile_place){j, weight};
}

/* Types 4 to 9: piecewise linear through (a, b) of the paper. */
static struct quantile_place continuous(double n, double probability, int type)
{
    static const struct {
        double a, b;
    } table[] = {{0, 1}, {0.5, 0.5}, {0, 0}, {1, 1}, {1.0 / 3, 1.0 / 3}, {0.375, 0.375}};
    if (type == 7) {
        double place = 1 + (n - 1) * probability;
        return (struct quantile_place){floor(place), place - floor(place)};
    }
    const double fuzz = 4 * DBL_EPSILON;
    double a = table[type - 4].a, b = table[type - 4].b;
    double place = a + probability * (n + 1 - a - b);
    double j = floor(place + fuzz), weight = place - j;
    return (struct quantile_place){j, fabs(weight) < fuzz ? 0 : weight};
}

struct quantile_place quantile_place(double n, double probability, int type)
{
    return type <= 3 ? discontinuous(n, probability, type) : continuous(n, probability, type);
}

double sorted_quantile(struct assay_view sorted, double probability, int type)
{
    struct quantile_place place = quantile_place((double)sorted.n, probability, type);
    return between(sorted, place.rank, place.weight);
}

static enum assay_status check(struct assay_view view, const double *probabilities,
                               size_t n_probabilities, int type, struct assay_error *error)
{
    if (type < 1 || type > 9)
        return assay_fail(error, ASSAY_INVALID, "quantile types are 1 to 9, is %d", type);
    for (size_t i = 0; i < n_probabilities; i++)
        if (!(probabilities[i] >= 0 && probabilities[i] <= 1))
            return assay_fail(error, ASSAY_INVALID, "a probability must lie in [0, 1], is %g",
                              probabilities[i]);
    if (view.n == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "a quantile needs at least one value");
    double min, max;
    return values_check(view.x, view.n, &min, &max, error);
}

enum assay_status assay_quantiles(struct assay_view view, const double *probabilities,
                                  size_t n_probabilities, int type, double *values,
                                  struct assay_error *error)
{
    OWNED double *copy = NULL;
    TRY(check(view, probabilities, n_probabilities, type, error));
    TRY(view_sorted(view, &copy, error));
    struct assay_view sorted = {copy, view.n};
    for (size_t i = 0; i < n_probabilities; i++)
        values[i] = sorted_quantile(sorted, probabilities[i], type);
    return ASSAY_OK;
}

double sorted_median(struct assay_view sorted)
{
    double low = sorted.x[(sorted.n - 1) / 2], high = sorted.x[sorted.n / 2];
    return low == high ? low : low / 2 + high / 2;
}

double median_sorting(double *x, size_t n)
{
    sort_doubles(x, n);
    return sorted_median((struct assay_view){x, n});
}

double median_copying(const double *x, size_t n, double *scratch)
{
    memcpy(scratch, x, n * sizeof *scratch);
    return median_sorting(scratch, n);
}

enum assay_status assay_median(struct assay_view view, double *out, struct assay_error *error)
{
    OWNED double *copy = NULL;
    TRY(check(view, NULL, 0, 7, error));
    TRY(view_sorted(view, &copy, error));
    *out = sorted_median((struct assay_view){copy, view.n});
    return ASSAY_OK;
}
