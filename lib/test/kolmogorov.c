/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kolmogorov.c -- two-sample Kolmogorov-Smirnov test, exact also with ties.
 * Source:   Schroer & Trenkler 1995, Computational Statistics & Data Analysis 20:185-202: all
 * orders of the labels are equally likely, so a uniform lattice path from (0, 0) to (n, m); only
 *           the ends of groups of equal values count. Asymptotic: Kolmogorov's series, and the
 *           theta-function form of it below 1 (Feller 1948).
 * Assumes:  independent samples; p is conditional on the ties.
 * Edge:     all values equal -> d = 0, p = 1. The recursion runs over the paths that do reach d, so
 *           that a small p keeps its digits; R 4.2 takes 1 - P, and uses the wrong side for "less"
 *           with ties.
 * Checked:  tests/data/ks.json, exact p relative 1e-8 to rational values, asymptotic 1e-9. */
#include <assay/test.h>

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "test/groups.h"

/* R's rule for AUTO, and where a request for the exact p would take many seconds. */
static const double AUTO_LIMIT = 1e4, EXACT_LIMIT = 1e9;

/* n m times the deviation between the distribution functions after i values of x and j of y, in the
 * direction that counts. */
static int64_t deviation(size_t i, size_t j, size_t n, size_t m, enum assay_alternative alternative)
{
    int64_t difference = (int64_t)(i * m) - (int64_t)(j * n);
    if (alternative == ASSAY_GREATER)
        return difference;
    return alternative == ASSAY_LESS || difference < 0 ? -difference : difference;
}

/* n m D, and whether two values are equal; ends[k] (when not NULL) says that a group ends after the
 * k-th pooled value. */
static int64_t largest_deviation(struct groups *groups, enum assay_alternative alternative,
                                 bool *ties, bool *ends)
{
    int64_t largest = 0;
    size_t in_x, in_y;
    *ties = false;
    while (groups_next(groups, &in_x, &in_y)) {
        int64_t here = deviation(groups->i, groups->j, groups->n, groups->m, alternative);
        if (here > largest)
            largest = here;
        *ties |= in_x + in_y > 1;
        if (ends != NULL)
            ends[groups->i + groups->j] = true;
    }
    return largest;
}

/* The share of paths that deviate by at least `bound` at an end. reached[j] is that share among the
 * paths that pass (i, j). */
static double exact_p(size_t n, size_t m, int64_t bound, enum assay_alternative alternative,
                      const bool *ends, double *reached)
{
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (ends[i + j] && deviation(i, j, n, m, alternative) >= bound)
                reached[j] = 1;
            else if (i == 0)
                reached[j] = j == 0 ? 0 : reached[j - 1];
            else if (j > 0)
                reached[j] =
                    ((double)i * reached[j] + (double)j * reached[j - 1]) / (double)(i + j);
        }
    return fmin(reached[m], 1);
}

/* P(K >= lambda) of Kolmogorov's limit. Either series has converged after a few terms. */
static double kolmogorov_tail(double lambda)
{
    double sum = 0;
    if (lambda < 1) {
        double step = M_PI * M_PI / (8 * lambda * lambda);
        for (int k = 1; k <= 9; k += 2)
            sum += exp(-k * k * step);
        return lambda > 0 ? 1 - sqrt(2 * M_PI) / lambda * sum : 1;
    }
    for (int k = 4; k >= 1; k--)
        sum += (k % 2 == 1 ? 2 : -2) * exp(-2.0 * k * k * lambda * lambda);
    return sum;
}

static double asymptotic_p(double d, size_t n, size_t m, enum assay_alternative alternative)
{
    double lambda = d * sqrt((double)n * (double)m / ((double)n + (double)m));
    return alternative == ASSAY_TWO_SIDED ? kolmogorov_tail(lambda) : exp(-2 * lambda * lambda);
}

static enum assay_status exact_test(struct groups *groups, enum assay_alternative alternative,
                                    struct assay_kolmogorov *out, struct assay_error *error)
{
    size_t n = groups->n, m = groups->m;
    OWNED bool *ends = calloc(n + m + 1, sizeof *ends);
    OWNED double *reached = malloc((m + 1) * sizeof *reached);
    enum assay_status status = ASSAY_OK;
    if (ends != NULL && reached != NULL) {
        bool ties;
        int64_t bound = largest_deviation(groups, alternative, &ties, ends);
        out->p = bound == 0 ? 1 : exact_p(n, m, bound, alternative, ends, reached);
    } else {
        status = assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu and %zu values", n, m);
    }
    return status;
}

enum assay_status assay_kolmogorov_test(struct assay_view x, struct assay_view y,
                                        enum assay_alternative alternative, enum assay_exact exact,
                                        struct assay_kolmogorov *out, struct assay_error *error)
{
    double pairs = (double)x.n * (double)y.n;
    if (exact == ASSAY_EXACT_YES && pairs > EXACT_LIMIT)
        return assay_fail(error, ASSAY_INVALID,
                          "the exact Kolmogorov-Smirnov test allows n m up to %g, is %g",
                          EXACT_LIMIT, pairs);
    struct groups groups;
    TRY(groups_init(&groups, x, y, 1, "the Kolmogorov-Smirnov test", error));
    struct assay_kolmogorov result = {.exact = exact == ASSAY_EXACT_YES ||
                                               (exact == ASSAY_EXACT_AUTO && pairs < AUTO_LIMIT)};
    result.d = (double)largest_deviation(&groups, alternative, &result.ties, NULL) / pairs;
    enum assay_status status = ASSAY_OK;
    if (result.exact)
        status = exact_test(&groups, alternative, &result, error);
    else
        result.p = asymptotic_p(result.d, x.n, y.n, alternative);
    groups_fini(&groups);
    if (status == ASSAY_OK)
        *out = result;
    return status;
}
