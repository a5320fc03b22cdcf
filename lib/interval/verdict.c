/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.c -- what an interval says at a margin.
 * Source:   METHODS B7 (two one-sided tests as the 1 - 2a interval); docs/compare.md.
 * Edge:     an end that is NaN or a set that is not bounded is inconclusive; margin 0 is never
 *           equivalent.
 * Checked:  tests/lib/interval/test_verdict.c.
 */
#include <assay/interval.h>

const char *assay_verdict_name(enum assay_verdict verdict)
{
    switch (verdict) {
    case ASSAY_FASTER: return "faster";
    case ASSAY_SLOWER: return "slower";
    case ASSAY_EQUIVALENT: return "equivalent";
    case ASSAY_INCONCLUSIVE: return "inconclusive";
    case ASSAY_MIXED: return "mixed";
    }
    return "unknown";
}

double assay_verdict_narrower(double confidence)
{
    return 1 - 2 * (1 - confidence);
}

enum assay_verdict assay_verdict_of(const struct assay_interval *wide,
                                    const struct assay_interval *narrow, double margin,
                                    bool more_is_better)
{
    double above = 1 + margin, below = 1 / above;
    if (margin > 0 && narrow->kind == ASSAY_BOUNDED && narrow->lower > below &&
        narrow->upper < above)
        return ASSAY_EQUIVALENT;
    if (wide->kind != ASSAY_BOUNDED)
        return ASSAY_INCONCLUSIVE;
    if (wide->lower > above)
        return more_is_better ? ASSAY_FASTER : ASSAY_SLOWER;
    if (wide->upper < below)
        return more_is_better ? ASSAY_SLOWER : ASSAY_FASTER;
    return ASSAY_INCONCLUSIVE;
}

enum assay_verdict assay_verdict_both(enum assay_verdict first, enum assay_verdict second)
{
    if (first == second || second == ASSAY_INCONCLUSIVE)
        return first;
    return first == ASSAY_INCONCLUSIVE ? second : ASSAY_MIXED;
}
