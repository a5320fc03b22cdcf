/* SPDX-License-Identifier: GPL-3.0-or-later */
/* untied.c -- the null distribution of Wilcoxon's W without ties.
 * Source:   Harding 1984, Applied Statistics 33:1-6: the frequencies are the coefficients of the
 *           Gaussian binomial, prod (1 - q^(m+i)) / (1 - q^i), i = 1 .. n; one factor at a time
 *           each product is itself a Gaussian binomial.
 * Assumes:  nothing but exchangeable ranks.
 * Edge:     only the rising half of each stage is computed and the falling half mirrored: there a
 *           difference would leave the rounding of the peak. Relative accuracy about 1e-14 in both
 *           tails. Large samples start from 2^-1000, so that counts up to 1e600 fit.
 * Checked:  tests/data/wilcoxon.json; enumeration; sums to C(n + m, n). */
#include <Rmath.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "test/rank_sum.h"

/* log C(n + m, n) up to 1e300, and up to 1e300 * 2^1000. */
static const double PLAIN_LIMIT = 690, SCALED_LIMIT = 1380;

bool rank_sum_feasible(size_t n, size_t m)
{
    return (double)n * (double)m <= 4e6;
}

bool untied_feasible(size_t n, size_t m)
{
    double pairs = (double)n * (double)m;
    return pairs <= 1e7 && pairs * (double)(n < m ? n : m) <= 1e10 &&
           lchoose((double)n + (double)m, (double)n) < SCALED_LIMIT;
}

/* From the coefficients for i - 1 to those for i, up to `last`: times 1 - q^(m+i), over 1 - q^i. */
static void multiply_stage(double *c, size_t i, size_t m, size_t last)
{
    size_t middle = i * m / 2 < last ? i * m / 2 : last;
    for (size_t k = middle; k >= m + i; k--)
        c[k] -= c[k - m - i];
    for (size_t k = i; k <= middle; k++)
        c[k] += c[k - i];
    for (size_t k = middle + 1; k <= last && k <= i * m; k++)
        c[k] = c[i * m - k];
}

enum assay_status untied_init(struct untied *untied, size_t n, size_t m, struct assay_error *error)
{
    size_t fewer = n < m ? n : m, more = n < m ? m : n;
    size_t last = n * m / 2;
    double *c = calloc(last + 1, sizeof *c);
    if (c == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu frequencies", last + 1);
    c[0] = lchoose((double)(n + m), (double)n) < PLAIN_LIMIT ? 1 : 0x1p-1000;
    for (size_t i = 1; i <= fewer; i++)
        multiply_stage(c, i, more, last);
    double below = 0;
    for (size_t k = 0; 2 * k < n * m; k++)
        below += c[k];
    double total = 2 * below + (n * m % 2 == 0 ? c[last] : 0);
    *untied = (struct untied){.n = n, .m = m, .frequency = c, .total = total};
    return ASSAY_OK;
}

void untied_fini(struct untied *untied)
{
    free(untied->frequency);
    untied->frequency = NULL;
}

double untied_lower(const struct untied *untied, int64_t w)
{
    int64_t pairs = (int64_t)(untied->n * untied->m);
    if (w >= pairs)
        return 1;
    if (w > pairs / 2)
        return 1 - untied_lower(untied, pairs - w - 1);
    double sum = 0;
    for (int64_t k = 0; k <= w; k++)
        sum += untied->frequency[k];
    return fmin(sum / untied->total, 1);
}

size_t untied_quantile(const struct untied *untied, double probability)
{
    double wanted = probability - 10 * DBL_EPSILON, sum = 0;
    size_t pairs = untied->n * untied->m;
    for (size_t k = 0; k < pairs; k++) {
        sum += untied->frequency[k <= pairs / 2 ? k : pairs - k] / untied->total;
        if (sum >= wanted)
            return k;
    }
    return pairs;
}
