/* SPDX-License-Identifier: GPL-3.0-or-later */
/* adjust.c -- p values of many tests, adjusted for their number.
 * Source:   Holm 1979; Hochberg 1988; Benjamini & Hochberg 1995; Benjamini & Yekutieli 2001; the
 *           formulas and their order of evaluation are those of R 4.2's p.adjust.
 * Assumes:  Hochberg and BH: independence or positive dependence; the others nothing.
 * Edge:     n = 0 or a p outside [0, 1] -> ASSAY_INVALID.
 * Checked:  tests/data/padjust.json (R 4.2.2), relative 1e-13. */
#include <assay/suite.h>

#include <math.h>
#include <stdlib.h>

#include "base/try.h"

struct ranked {
    double p;
    size_t at;
};

static int by_p(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    return (a->p > b->p) - (a->p < b->p);
}

/* Step down: from the smallest p on, no adjusted value is below the one before. */
static void holm(struct ranked *ranked, size_t n)
{
    double highest = 0;
    for (size_t i = 0; i < n; i++) {
        highest = fmax(highest, (double)(n - i) * ranked[i].p);
        ranked[i].p = fmin(1, highest);
    }
}

/* Step up: from the largest p down, no adjusted value is above the one before. */
static void step_up(struct ranked *ranked, size_t n, enum assay_adjustment method)
{
    double harmonic = 0;
    for (size_t i = 1; i <= n; i++)
        harmonic += 1 / (double)i;
    double lowest = 1;
    for (size_t i = n; i > 0; i--) {
        double factor = method == ASSAY_ADJUST_HOCHBERG ? (double)(n - i + 1)
                        : method == ASSAY_ADJUST_BH     ? (double)n / (double)i
                                                        : harmonic * (double)n / (double)i;
        lowest = fmin(lowest, factor * ranked[i - 1].p);
        ranked[i - 1].p = lowest;
    }
}

static enum assay_status check(const double *p, size_t n, struct assay_error *error)
{
    if (n == 0)
        return assay_fail(error, ASSAY_INVALID, "there is no p value to adjust");
    for (size_t i = 0; i < n; i++)
        if (!(p[i] >= 0 && p[i] <= 1))
            return assay_fail(error, ASSAY_INVALID, "p value %zu must lie in [0, 1], is %g", i + 1,
                              p[i]);
    return ASSAY_OK;
}

enum assay_status assay_adjust(const double *p, size_t n, enum assay_adjustment method,
                               double *adjusted, struct assay_error *error)
{
    TRY(check(p, n, error));
    OWNED struct ranked *ranked = malloc(n * sizeof *ranked);
    if (ranked == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu p values", n);
    for (size_t i = 0; i < n; i++)
        ranked[i] = (struct ranked){p[i], i};
    qsort(ranked, n, sizeof *ranked, by_p);
    if (method == ASSAY_ADJUST_HOLM)
        holm(ranked, n);
    else if (method != ASSAY_ADJUST_BONFERRONI)
        step_up(ranked, n, method);
    else
        for (size_t i = 0; i < n; i++)
            ranked[i].p = fmin(1, (double)n * ranked[i].p);
    for (size_t i = 0; i < n; i++)
        adjusted[ranked[i].at] = ranked[i].p;
    return ASSAY_OK;
}
