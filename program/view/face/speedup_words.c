/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_words.c -- what the Speedup-Test warns of, in its own words and with the next step.
 * Source: speedup_doubts.txt and speedup_remarks.txt. */
#include "view/face/speedup_words.h"

const struct speedup_words speedup_doubt_words[ASSAY_SPEEDUP_DOUBTS] = {
#include "view/face/speedup_doubts.inc"
};
const struct speedup_words speedup_remark_words[SPEEDUP_REMARKS] = {
#include "view/face/speedup_remarks.inc"
};

const char speedup_unavailable[] = "Cannot process benchmark: samples unavailable.";

static bool any_searched(const struct speedup_finding *finding)
{
    for (size_t i = 0; i < finding->n; i++)
        if (finding->rows[i].result != NULL && finding->rows[i].result->mean.searched)
            return true;
    return false;
}

bool speedup_remark_applies(const struct speedup_finding *finding, enum speedup_remark remark)
{
    switch (remark) {
    case SPEEDUP_SEARCHED: return any_searched(finding);
    case SPEEDUP_PROPORTION_SMALL:
        return !finding->suite.mean.proportion.valid || !finding->suite.median.proportion.valid;
    case SPEEDUP_POOLED: return finding->pooled;
    default: return true;
    }
}

assay_warnings speedup_row_warnings(const struct speedup_finding *finding,
                                    const struct speedup_row *row)
{
    const bool has_effect = row->result != NULL && !finding->options.strict;
    return row->warnings | (has_effect ? row->result->effect.ratio.warnings : 0);
}

unsigned speedup_row_doubts(const struct speedup_row *row)
{
    return row->result->mean.doubts | row->result->median.doubts;
}
