/* SPDX-License-Identifier: GPL-3.0-or-later */
/* far.c -- do a few values far from the rest make most of the interval?
 * Source:   far: more than 10 robust standard deviations (1.4826 MAD) from the median. Half of the
 *           samples of 500 values of a long tail have such values, and nothing happened to them:
 *           what counts is what they do. The few farthest, one in 100 values at most, are put at the
 *           median; the variance of the mean that is lost is their share.
 * Edge:     fewer than 10 values, or a MAD of 0: none. One top unit: of the values' own variance.
 * Checked:  tests/lib/finding/test_describe.c; how often: docs/coverage.md.
 */
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "descriptive/sorted.h"
#include "finding/effective.h"
#include "sample/tree.h"

enum { LEAST = 10, ONE_IN = 100 };
static const double far_spreads = 10, most_of_it = 0.5;

/* The median of |x - median|: half of the values, the nearest, are a run around the middle. Of runs
 * further to the right the left end comes nearer and the right end goes away. */
static double median_deviation(struct assay_view sorted, double median)
{
    const size_t half = sorted.n / 2;
    const double *x = sorted.x;
    size_t first = 0, last = (sorted.n - 1) / 2;
    while (first < last) {
        const size_t at = (first + last) / 2;
        if (median - x[at] > x[at + half] - median)
            first = at + 1;
        else
            last = at;
    }
    return first > 0 ? fmin(median - x[first - 1], x[first + half] - median) : x[half] - median;
}

/* The farthest values: n_low of the smallest, n_high of the largest. */
struct farthest {
    size_t n_low, n_high;
    double median;
};

static struct farthest find_farthest(struct assay_view sorted)
{
    struct farthest found = {0, 0, sorted_median(sorted)};
    const double spread = 1.4826 * median_deviation(sorted, found.median);
    const size_t most = sorted.n / ONE_IN > 1 ? sorted.n / ONE_IN : 1;
    while (spread > 0 && found.n_low + found.n_high < most) {
        double below = found.median - sorted.x[found.n_low];
        double above = sorted.x[sorted.n - 1 - found.n_high] - found.median;
        if (!(fmax(below, above) > far_spreads * spread))
            break;
        if (below > above)
            found.n_low++;
        else
            found.n_high++;
    }
    return found;
}

static double variance_of_mean(const struct tree *tree, const double *x, size_t n)
{
    if (tree->n_top > 1)
        return tree->level[0].s2;
    return sum_moments_of(x, n, 1).sum_squares;
}

static enum assay_status put_at_median(const struct assay_sample *sample, struct assay_view sorted,
                                       struct far_sample *out, struct assay_error *error)
{
    const struct farthest found = sorted.n < LEAST ? (struct farthest){0} : find_farthest(sorted);
    const double low = found.n_low > 0 ? sorted.x[found.n_low - 1] : -(double)INFINITY;
    const double high = found.n_high > 0 ? sorted.x[sorted.n - found.n_high] : (double)INFINITY;
    *out = (struct far_sample){.rest = *sample, .n = found.n_low + found.n_high};
    if (out->n == 0)
        return ASSAY_OK;
    double *without = out->storage = malloc(sorted.n * sizeof *without);
    if (without == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", sorted.n);
    for (size_t i = 0; i < sorted.n; i++)
        without[i] = sample->values[i] <= low || sample->values[i] >= high ? found.median
                                                                           : sample->values[i];
    out->rest.values = without;
    return ASSAY_OK;
}

enum assay_status far_left_out(const struct assay_sample *sample, struct far_sample *out,
                               struct assay_error *error)
{
    struct assay_view sorted;
    OWNED double *storage = NULL;
    TRY(sample_sorted(sample, &sorted, &storage, error));
    return put_at_median(sample, sorted, out, error);
}

enum assay_status far_values(const struct assay_sample *sample, struct assay_view sorted,
                             struct assay_far *out, struct assay_error *error)
{
    struct far_sample left;
    *out = (struct assay_far){0, 0};
    enum assay_status status = put_at_median(sample, sorted, &left, error);
    if (status != ASSAY_OK || left.n == 0)
        return status;
    struct tree with_tree, without_tree;
    status = tree_of(sample, &with_tree, error);
    if (status == ASSAY_OK)
        status = tree_of(&left.rest, &without_tree, error);
    if (status == ASSAY_OK) {
        double all = variance_of_mean(&with_tree, sample->values, sorted.n);
        double share = 1 - variance_of_mean(&without_tree, left.storage, sorted.n) / all;
        if (share > most_of_it)
            *out = (struct assay_far){left.n, share};
    }
    free(left.storage);
    return status;
}
