/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harrell_davis.c -- quantiles as weighted means of all order statistics.
 * Source:   Harrell & Davis 1982, Biometrika 69:635-640; METHODS B14.
 * Assumes:  independent values; no shape. More efficient than one order statistic at small n.
 * Edge:     n = 0 -> ASSAY_UNDEFINED; p = 0 and 1 are the extremes.
 * Checked:  polynomial weights worked by hand (integer Beta parameters), to 1e-14. */
#include <assay/descriptive.h>

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

/* The weight of order statistic i is the Beta mass of [(i - 1)/n, i/n]. Both masses are taken from
 * the nearer tail, so that small weights keep their digits. */
static double one_quantile(const double *sorted, size_t n, double p)
{
    if (p == 0)
        return sorted[0];
    if (p == 1)
        return sorted[n - 1];
    double a = p * (double)(n + 1), b = (1 - p) * (double)(n + 1);
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        int lower = (double)(i + 1) <= p * (double)n;
        double left = pbeta((double)i / (double)n, a, b, lower, 0);
        double right = pbeta((double)(i + 1) / (double)n, a, b, lower, 0);
        sum += fabs(right - left) * sorted[i];
    }
    return sum;
}

enum assay_status assay_harrell_davis(struct assay_view view, const double *probabilities,
                                      size_t n_probabilities, double *values,
                                      struct assay_error *error)
{
    TRY(view_check(view, 1, "a quantile", error));
    for (size_t i = 0; i < n_probabilities; i++)
        if (!(probabilities[i] >= 0 && probabilities[i] <= 1))
            return assay_fail(error, ASSAY_INVALID, "a probability must lie in [0, 1], is %g",
                              probabilities[i]);
    OWNED double *sorted = NULL;
    TRY(view_sorted(view, &sorted, error));
    for (size_t i = 0; i < n_probabilities; i++)
        values[i] = one_quantile(sorted, view.n, probabilities[i]);
    return ASSAY_OK;
}
