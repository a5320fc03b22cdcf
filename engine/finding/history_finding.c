/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_finding.c -- which way changes go. */
#include "finding/history_finding.h"

enum assay_verdict history_verdict(const struct series_history *series,
                                   const struct assay_change *change)
{
    if (change->after == change->before)
        return ASSAY_INCONCLUSIVE;
    return (change->after > change->before) != series->more_is_better ? ASSAY_SLOWER : ASSAY_FASTER;
}

enum assay_verdict history_slope_verdict(const struct series_history *series)
{
    const bool rises = series->finding.slope.per_version > 1;
    return rises != series->more_is_better ? ASSAY_SLOWER : ASSAY_FASTER;
}

const struct history_ruling *history_ruling(const struct series_history *series, size_t change)
{
    return series->rulings != NULL && series->rulings[change].made ? &series->rulings[change]
                                                                   : NULL;
}

bool history_is_accepted(const struct series_history *series, size_t change)
{
    const struct history_ruling *ruling = history_ruling(series, change);
    return ruling != NULL && ruling->accepted && !ruling->outgrown;
}

size_t history_gone(const struct history_finding *history, const struct series_history *series)
{
    size_t longest = 1;
    if (series->n == 0)
        return SIZE_MAX;
    for (size_t i = 1; i < series->n; i++) {
        const size_t gap = series->versions[i] - series->versions[i - 1];
        longest = gap > longest ? gap : longest;
    }
    const size_t last = series->versions[series->n - 1];
    return history->n_versions - 1 - last >= longest ? last : SIZE_MAX;
}
