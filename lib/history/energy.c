/* SPDX-License-Identifier: GPL-3.0-or-later */
/* energy.c -- where do two parts of a series differ most in distribution?
 * Source:   Matteson & James 2014, JASA 109:334-345, alpha = 1: the split that maximises n m / (n +
 *           m) times (twice the mean distance across minus the mean distances within). In one
 *           dimension sums of distances come from ranks and partial sums in O(n log n).
 * Assumes:  nothing but exchangeable values when there is no change.
 * Edge:     fewer than 2 least values -> none.
 * Checked:  equal to the sum over all pairs.
 */
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "history/series.h"

/* Sorted values, their rank of each place, and Fenwick trees of counts and sums. */
size_t energy_scratch(size_t n)
{
    return 6 * n + 6;
}

static size_t rank_of(const double *sorted, size_t n, double x)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sorted[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low + 1;
}

struct trees {
    double *count, *sum;
    size_t n;
    double total_count, total_sum;
};

/* Adds x of this rank, and returns the sum of its distances to those before. */
static double add(struct trees *trees, double x, size_t rank)
{
    double below = 0, below_sum = 0;
    for (size_t i = rank; i > 0; i &= i - 1) {
        below += trees->count[i];
        below_sum += trees->sum[i];
    }
    double distance =
        x * below - below_sum + (trees->total_sum - below_sum) - x * (trees->total_count - below);
    for (size_t i = rank; i <= trees->n; i += i & (~i + 1)) {
        trees->count[i] += 1;
        trees->sum[i] += x;
    }
    trees->total_count += 1;
    trees->total_sum += x;
    return distance;
}

/* within[k]: sum of distances among the first k + 1 values, in this direction. */
static void accumulate(const double *x, const double *rank, size_t n, bool backward,
                       struct trees *trees, double *within)
{
    memset(trees->count, 0, (n + 1) * sizeof *trees->count);
    memset(trees->sum, 0, (n + 1) * sizeof *trees->sum);
    trees->total_count = trees->total_sum = 0;
    double sum = 0;
    for (size_t k = 0; k < n; k++) {
        size_t i = backward ? n - 1 - k : k;
        sum += add(trees, x[i], (size_t)rank[i]);
        within[k] = sum;
    }
}

static double pairs(double n)
{
    return n * (n - 1) / 2;
}

bool energy_split(const double *x, size_t n, size_t least, double *scratch, size_t *at, double *q)
{
    if (n < 2 * least || n < 2)
        return false;
    double *rank = scratch, *left = rank + n, *right = left + n;
    struct trees trees = {.count = right + n, .sum = right + 2 * n + 1, .n = n};
    double *sorted = left; /* until it is needed */
    memcpy(sorted, x, n * sizeof *x);
    sort_values(sorted, n, right);
    for (size_t i = 0; i < n; i++)
        rank[i] = (double)rank_of(sorted, n, x[i]);
    accumulate(x, rank, n, false, &trees, left);
    accumulate(x, rank, n, true, &trees, right);
    *q = -INFINITY;
    for (size_t k = least; k + least <= n; k++) {
        const double a = (double)k, b = (double)(n - k);
        const double in_left = left[k - 1], in_right = right[n - k - 1];
        const double across = left[n - 1] - in_left - in_right;
        double energy = 2 * across / (a * b) - (k > 1 ? in_left / pairs(a) : 0) -
                        (n - k > 1 ? in_right / pairs(b) : 0);
        double value = a * b / (a + b) * energy;
        if (value > *q) {
            *q = value;
            *at = k;
        }
    }
    return true;
}
