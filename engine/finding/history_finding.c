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
