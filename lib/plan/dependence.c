/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dependence.c -- how much less many iterations are worth when each depends on the one before.
 * Source:   METHODS B1, F7: in place of T_1^2 the long-run variance s^2 n / ESS, Geyer's initial
 *           monotone sequence, averaged over executions with s^2 as weights.
 * Assumes:  stationary values in order of measurement. Few values for each execution hide
 *           dependence that is longer than they are: only a bound on the counts helps there.
 * Edge:     believed only when the mean autocorrelation at lag 1, whose expectation is -1/n for
 *           independent values, exceeds that by 1.96 of its standard errors; executions of fewer
 *           than 4 values or without spread say nothing. The factor is never below 1.
 * Checked:  independent values give 1, AR(1) (1 + phi) / (1 - phi); tests/lib/plan/test_pilot.c. */
#include <math.h>

#include <assay/descriptive.h>

#include "base/sum.h"
#include "plan/plan.h"

enum { FEWEST_VALUES = 4 };

struct tally {
    double excess, information; /* of the autocorrelation at lag 1, weighted by n */
    double long_run, variance;
};

static enum assay_status add_execution(struct assay_view view, struct tally *tally,
                                       struct assay_error *error)
{
    struct assay_effective effective;
    const double n = (double)view.n;
    if (view.n < FEWEST_VALUES)
        return ASSAY_OK;
    enum assay_status status = assay_effective_size(view, &effective, error);
    if (status != ASSAY_OK)
        return status == ASSAY_UNDEFINED ? ASSAY_OK : status;
    const double variance = sum_moments_of(view.x, view.n, 1).sum_squares / (n - 1);
    tally->excess += n * (effective.lag_1 + 1 / n);
    tally->information += n;
    tally->long_run += variance * n / effective.size;
    tally->variance += variance;
    return ASSAY_OK;
}

enum assay_status plan_dependence(const struct assay_sample *sample, double *factor,
                                  struct assay_error *error)
{
    static const double believed = 1.96;
    const size_t n_levels = sample->shape.n_levels;
    struct tally tally = {.excess = 0};
    enum assay_status status = ASSAY_OK;
    *factor = 1;
    if (n_levels < 2)
        return ASSAY_OK;
    const size_t executions = assay_shape_units(&sample->shape, n_levels - 2);
    for (size_t u = 0; u < executions && status == ASSAY_OK; u++) {
        size_t begin, end;
        assay_shape_values(&sample->shape, n_levels - 2, u, &begin, &end);
        status =
            add_execution((struct assay_view){sample->values + begin, end - begin}, &tally, error);
    }
    if (status == ASSAY_OK && tally.excess > believed * sqrt(tally.information) &&
        tally.long_run > tally.variance)
        *factor = tally.long_run / tally.variance;
    return status;
}
