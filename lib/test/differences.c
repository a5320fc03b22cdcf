/* SPDX-License-Identifier: GPL-3.0-or-later */
/* differences.c -- selection among pairwise differences.
 * Source:   counting the pairs below a value is one walk over two sorted arrays (Bickel & Lehmann;
 *           Johnson & Mizoguchi 1978, SIAM J. Computing 7:147-153, select with weighted medians);
 * here the value is found by interpolating the count, which is smooth for large samples, and by
 *           bisection of the ordered bits where it is not.
 * Assumes:  both samples ascending: then fl(x - y) is monotone in both, and the counts are exact
 *           for the rounded differences that a table of all pairs would hold.
 * Edge:     memory and the final sort are linear in n + m; at most 2 x 64 walks even when nearly
 *           all differences are equal.
 * Checked:  tests/lib/test/test_wilcoxon.c against the sorted table;
 * tests/data/wilcoxon.json. */
#include "test/differences.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "base/view.h"

/* Doubles in the order of their values, as integers; both zeros fall together. */
static int64_t order_of(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? bits : INT64_MIN - bits;
}

static double value_of(int64_t order)
{
    int64_t bits = order >= 0 ? order : INT64_MIN - order;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The number of pairs with x - y <= value: for each x the y from some place on, which moves up as x
 * rises. */
static uint64_t count_up_to(const struct groups *groups, double value)
{
    uint64_t count = 0;
    size_t j = 0;
    for (size_t i = 0; i < groups->n; i++) {
        while (j < groups->m && groups->x[i] - groups->y[j] > value)
            j++;
        count += groups->m - j;
    }
    return count;
}

/* The differences in (below, up_to] are `count`; the rank-th of them. */
static enum assay_status select_between(const struct groups *groups, double below, double up_to,
                                        uint64_t count, uint64_t rank, double *out,
                                        struct assay_error *error)
{
    OWNED double *found = calloc((size_t)count, sizeof *found);
    if (found == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu differences", (size_t)count);
    size_t n_found = 0, start = 0;
    for (size_t i = 0; i < groups->n; i++) {
        while (start < groups->m && groups->x[i] - groups->y[start] > up_to)
            start++;
        for (size_t j = start; j < groups->m && groups->x[i] - groups->y[j] > below; j++)
            found[n_found++] = groups->x[i] - groups->y[j];
    }
    sort_doubles(found, n_found);
    *out = found[rank - 1];
    return ASSAY_OK;
}

/* Counts at the ends of the bracket: below < rank <= up_to. */
struct bracket {
    double below, up_to;
    uint64_t n_below, n_up_to;
};

/* Every third step halves the number of doubles in the bracket, so that the search ends. */
static double pivot_of(const struct bracket *bracket, uint64_t rank, unsigned step)
{
    int64_t low = order_of(bracket->below), high = order_of(bracket->up_to);
    double pivot = value_of(low + (int64_t)(((uint64_t)high - (uint64_t)low) / 2));
    if (step % 3 != 2) {
        double share = ((double)(rank - bracket->n_below) - 0.5) /
                       (double)(bracket->n_up_to - bracket->n_below);
        double guess = bracket->below * (1 - share) + bracket->up_to * share;
        if (guess > bracket->below && guess < bracket->up_to)
            pivot = guess;
    }
    return pivot;
}

enum assay_status difference_select(const struct groups *groups, uint64_t rank, double *out,
                                    struct assay_error *error)
{
    size_t n = groups->n, m = groups->m;
    double least = groups->x[0] - groups->y[m - 1], most = groups->x[n - 1] - groups->y[0];
    struct bracket bracket = {nextafter(least, -INFINITY), most, 0, (uint64_t)n * m};
    uint64_t small = 4 * ((uint64_t)n + m) + 64;
    for (unsigned step = 0; bracket.n_up_to - bracket.n_below > small; step++) {
        if (order_of(bracket.up_to) - 1 <= order_of(bracket.below)) {
            *out = bracket.up_to;
            return ASSAY_OK;
        }
        double pivot = pivot_of(&bracket, rank, step);
        uint64_t count = count_up_to(groups, pivot);
        if (count >= rank) {
            bracket.up_to = pivot;
            bracket.n_up_to = count;
        } else {
            bracket.below = pivot;
            bracket.n_below = count;
        }
    }
    return select_between(groups, bracket.below, bracket.up_to, bracket.n_up_to - bracket.n_below,
                          rank - bracket.n_below, out, error);
}

enum assay_status difference_median(const struct groups *groups, double *out,
                                    struct assay_error *error)
{
    uint64_t pairs = (uint64_t)groups->n * groups->m;
    double lower, upper;
    TRY(difference_select(groups, (pairs + 1) / 2, &lower, error));
    TRY(difference_select(groups, pairs / 2 + 1, &upper, error));
    *out = pairs % 2 == 1 ? lower : lower + (upper - lower) / 2;
    return ASSAY_OK;
}
