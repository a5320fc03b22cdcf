/* SPDX-License-Identifier: GPL-3.0-or-later */
/* eliminate.c -- at which looks a sweep leaves out what is certainly beaten, and how sure each of them is.
 * Source:   successive elimination (Even-Dar, Mannor & Mansour 2006), each look the subset of METHODS H2 (best.c)
 *           at 1 - a/J by Bonferroni over the J looks and the end: the truly best is left out with at most a.
 * Assumes:  as best.c; nothing of how looks hang together.
 * Edge:     fewer units than the first look -> the end alone.
 * Checked:  tests/lib/stopping/test_eliminate.c; docs/coverage.md: how often the best stays, and what is saved.
 */
#include "stopping/stopping.h"

enum { FIRST = 4 }; /* the fewest that support a family */

size_t assay_eliminate_next(size_t units, size_t most)
{
    const size_t next = units < FIRST ? FIRST : units + (units + 1) / 2;
    return next < most ? next : most;
}

size_t assay_eliminate_looks(size_t most)
{
    size_t looks = 1;
    for (size_t n = assay_eliminate_next(0, most); n < most; n = assay_eliminate_next(n, most))
        looks++;
    return looks;
}

double assay_eliminate_confidence(double confidence, size_t looks)
{
    return 1 - (1 - confidence) / (double)(looks > 0 ? looks : 1);
}
