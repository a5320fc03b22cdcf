/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quantile_pilot.c -- what more top units would give a quantile, or the ratio of two systems'.
 * Source:   Bahadur 1966, Ann. Math. Stat. 37:577: a quantile varies as the share of values below it does,
 *           over the density there. The density is that between the order statistics that hold the pilot's
 *           quantile (METHODS B14), on the scale of logarithms; the share is taken by top unit, so that
 *           dependence inside a unit and between the systems of a round count as they are.
 * Assumes:  top units independent; more of them than the pilot had, or not many fewer.
 * Edge:     too few values to hold the quantile from both sides, or a value there that is not positive:
 *           ASSAY_UNDEFINED. Order statistics beyond the values are the outermost ones.
 * Checked:  tests/lib/interval/test_quantile_pilot.c: R's qbinom and var; against the width of the fresh
 *           run's interval, docs/coverage.md.
 */
#include <assay/bootstrap.h>

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/sum.h"
#include "base/view.h"
#include "descriptive/sorted.h"

/* The extreme is beyond it in at most a / 2 of cases. */
double assay_quantile_values(const struct assay_statistic *statistic, double confidence)
{
    const double p = statistic->probability;
    return ceil(log((1 - confidence) / 2) / log(fmax(p, 1 - p)));
}

/* How the logarithm of the quantile changes with the share of values below. */
static double slope_at(struct assay_view sorted, double probability, double confidence)
{
    const double n = (double)sorted.n, tail = (1 - confidence) / 2;
    const double lower = fmax(qbinom(tail, n, probability, 1, 0), 1),
                 upper = fmin(qbinom(tail, n, probability, 0, 0) + 1, n);
    return log(sorted.x[(size_t)upper - 1] / sorted.x[(size_t)lower - 1]) * (n + 1) /
           (upper - lower);
}

/* Adds to each top unit's `change` what its share of values below the quantile does to the logarithm. */
static void add_shares(const struct assay_sample *sample, double quantile, double slope,
                       double *change)
{
    for (size_t j = 0; j < sample->shape.count[0]; j++) {
        size_t below = 0, begin = j, end = j + 1;
        if (sample->shape.n_levels > 1)
            assay_shape_values(&sample->shape, 0, j, &begin, &end);
        for (size_t i = begin; i < end; i++)
            below += sample->values[i] <= quantile;
        change[j] += slope * (double)below / (double)(end - begin);
    }
}

static enum assay_status add_system(const struct assay_sample *sample,
                                    const struct assay_statistic *statistic, double confidence,
                                    double sign, double *change, struct assay_error *error)
{
    double *sorted = NULL;
    char name[ASSAY_STATISTIC_TEXT];
    const size_t n = assay_shape_units(&sample->shape, sample->shape.n_levels - 1);
    const double p = statistic->probability, least = assay_quantile_values(statistic, confidence);
    assay_statistic_name(statistic, name);
    if (!((double)n >= least))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "planning for %s takes a pilot of %g values of each system, this one "
                          "has %zu",
                          name, least, n);
    enum assay_status status = view_sorted((struct assay_view){sample->values, n}, &sorted, error);
    const struct assay_view view = {sorted, n};
    if (status == ASSAY_OK && !(sorted[0] > 0))
        status = assay_fail(error, ASSAY_UNDEFINED, "a quantile is planned for of values above 0");
    if (status == ASSAY_OK)
        add_shares(sample, sorted_quantile(view, p, 7), sign * slope_at(view, p, confidence),
                   change);
    free(sorted);
    return status;
}

static double variance(const double *x, size_t n)
{
    return sum_moments_of(x, n, 1).sum_squares / ((double)n - 1);
}

enum assay_status assay_quantile_pilot_of(const struct assay_sample *samples, size_t n, bool paired,
                                          const struct assay_statistic *statistic,
                                          double confidence, struct assay_quantile_pilot *out,
                                          struct assay_error *error)
{
    double squared = 0;
    size_t least = 0;
    enum assay_status status = ASSAY_OK;
    for (size_t s = 0; s < n && status == ASSAY_OK; s += paired ? n : 1) {
        const size_t units = samples[s].shape.count[0];
        double *change = calloc(units + 1, sizeof *change);
        if (change == NULL)
            return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu units", units);
        for (size_t k = s; k < (paired ? n : s + 1) && status == ASSAY_OK; k++)
            status = add_system(&samples[k], statistic, confidence, k == 0 ? 1 : -1, change, error);
        squared += status == ASSAY_OK ? variance(change, units) : 0;
        free(change);
        const size_t values = assay_shape_units(&samples[s].shape, samples[s].shape.n_levels - 1);
        const double needed = assay_quantile_values(statistic, confidence) * (double)units;
        least = (size_t)fmax((double)least, ceil(needed / (double)values));
    }
    *out = (struct assay_quantile_pilot){
        .spread = sqrt(squared),
        .least = least > ASSAY_BOOTSTRAP_FEWEST ? least : ASSAY_BOOTSTRAP_FEWEST};
    return status;
}

double assay_quantile_half_width(const struct assay_quantile_pilot *pilot, size_t units,
                                 double confidence)
{
    const double n = (double)units;
    return units < pilot->least
               ? (double)NAN
               : sinh(assay_t_critical(confidence, n - 1) * pilot->spread / sqrt(n));
}

size_t assay_quantile_units(const struct assay_quantile_pilot *pilot, double half_width,
                            double confidence, size_t most)
{
    size_t short_of = pilot->least - 1, enough = most;
    if (!(assay_quantile_half_width(pilot, most, confidence) <= half_width))
        return 0;
    while (enough - short_of > 1) {
        const size_t middle = short_of + (enough - short_of) / 2;
        if (assay_quantile_half_width(pilot, middle, confidence) <= half_width)
            enough = middle;
        else
            short_of = middle;
    }
    return enough;
}
