/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.c -- midranks: equal values share the mean of their places.
 * Source:   Hollander & Wolfe 1999, 1.5.
 * Assumes:  finite values.
 * Edge:     a constant series has (n + 1) / 2 everywhere.
 * Checked:  by hand, tests/lib/steady/test_independence.c. */
#include "steady/steady.h"

#include <stdlib.h>

#include "base/view.h"

/* The places that x takes among the sorted values: the first one, and how many before its end. */
static size_t first_not_below(const double *sorted, size_t n, double x, bool above)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sorted[middle] < x || (above && sorted[middle] == x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool midranks(struct assay_view view, double *rank)
{
    double *sorted = NULL;
    if (view_sorted(view, &sorted, NULL) != ASSAY_OK)
        return false;
    for (size_t i = 0; i < view.n; i++) {
        const size_t first = first_not_below(sorted, view.n, view.x[i], false);
        size_t end = first + 1;
        if (end < view.n && sorted[end] == view.x[i])
            end = first_not_below(sorted, view.n, view.x[i], true);
        rank[i] = 0.5 * (double)(first + 1 + end);
    }
    free(sorted);
    return true;
}
