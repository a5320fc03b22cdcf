/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank_autocorrelation.c -- whether neighbours go the same way, whatever their distribution.
 * Source:   Wald & Wolfowitz 1943, Ann. Math. Stat. 14:378-388: serial correlation of ranks; here not
 *           circular, divided by the sum of squares of all ranks as an autocorrelation is.
 * Assumes:  nothing of the distribution: of independent values each order is as likely. Mean -1/n,
 *           variance near 1/n.
 * Edge:     equal values share their rank; all equal, or fewer than 3 -> NaN.
 * Checked:  tests/lib/descriptive/test_autocorrelation.c, by hand; independent and AR(1) series:
 *           docs/coverage.md.
 */
#include <assay/descriptive.h>

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "base/view.h"

/* How many of the sorted values lie below x, or (not_above) at it and below. */
static size_t count_below(struct assay_view sorted, double x, bool not_above)
{
    size_t low = 0, high = sorted.n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sorted.x[middle] < x || (not_above && sorted.x[middle] == x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Twice the midrank less the mean rank: an integer. */
static double centred(struct assay_view sorted, double x)
{
    return (double)(count_below(sorted, x, false) + count_below(sorted, x, true)) -
           (double)sorted.n;
}

enum assay_status assay_rank_autocorrelation(struct assay_view view, double *out,
                                             struct assay_error *error)
{
    OWNED double *storage = NULL;
    *out = (double)NAN;
    TRY(view_check(view, 3, "the autocorrelation of ranks", error));
    TRY(view_sorted(view, &storage, error));
    const struct assay_view sorted = {storage, view.n};
    double products = 0, squares = 0, before = 0;
    for (size_t i = 0; i < view.n; i++) {
        const double rank = centred(sorted, view.x[i]);
        products += rank * before;
        squares += rank * rank;
        before = rank;
    }
    if (squares == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "all values are equal: none follows another");
    *out = products / squares;
    return ASSAY_OK;
}
