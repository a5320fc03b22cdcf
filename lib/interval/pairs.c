/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs.c -- intervals between several systems of which the data choose the one that all are compared with.
 * Source:   Bonferroni's inequality; Hsu 1996, Multiple Comparisons, chapter 5: what is compared with the best that
 *           was observed needs the intervals of all pairs, those with a control named before do not.
 * Edge:     two systems are one pair.
 * Checked:  bench/ranking.c, docs/coverage.md; tests/lib/interval/test_pairs.c.
 */
#include <assay/interval.h>

double assay_confidence_of_pairs(double confidence, size_t n)
{
    return n < 3 ? confidence : 1 - (1 - confidence) / (0.5 * (double)n * (double)(n - 1));
}
