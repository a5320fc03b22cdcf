/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow_first.c -- did the first run find caches cold that the others found warm?
 * Source:   ours: it stands above the highest of the others by more than twice what lies between these, a ratio of
 *           gaps as Dixon's (1950, Ann. Math. Stat. 21:488-506), and is one and a half times as long.
 * Assumes:  no shape of the noise. Of runs that are alike, the first is the slowest in one of n: chance alone
 *           fires no more often than that.
 * Edge:     fewer than 5 values: never. Others all equal: half as long again is enough.
 * Checked:  bench/slow_first.c, docs/coverage.md; tests/lib/finding/test_slow_first.c.
 */
#include <assay/finding.h>

#include <math.h>

enum { LEAST = 5 };
static const double apart = 2, longer = 1.5;

bool assay_slow_first(const double *x, size_t n, struct assay_others *others)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t i = 1; i < n; i++) {
        low = fmin(low, x[i]);
        high = fmax(high, x[i]);
    }
    if (n < LEAST || !(x[0] >= high + apart * (high - low) && x[0] >= longer * high && high > 0))
        return false;
    *others = (struct assay_others){low, high};
    return true;
}
