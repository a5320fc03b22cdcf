/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count_and_time.c -- instructions beside the time of the same units.
 * Source:   METHODS H8, "Time against count".
 * Edge:     a count never overrides a time that is conclusive; a time that is withheld, mixed or of a warm-up says nothing here.
 * Checked:  tests/stories/counts: a repeated string instruction, of which valgrind counts each step.
 */
#include <string.h>

#include "analysis/comparison_parts.h"

static bool is_time(const struct assay_series *series)
{
    return strcmp(series->metric, "wall") == 0 || metric_is_processor_time(series->metric);
}

/* Of the count's benchmark: processor time, which fewer things disturb, before wall. */
static const struct comparison_finding *time_of(const struct system_pair *pair,
                                                const struct comparison_finding *count)
{
    const struct comparison_finding *found = NULL;
    for (size_t i = 0; i < pair->n; i++) {
        const struct comparison_finding *row = &pair->rows[i];
        if (strcmp(row->old_series->benchmark, count->old_series->benchmark) != 0 ||
            !is_time(row->old_series) || pair->trouble[i][0] != '\0' || row->warm_up.open)
            continue;
        if (found == NULL || found->finding.verdict == ASSAY_INCONCLUSIVE)
            found = row;
    }
    return found;
}

static bool moves(enum assay_verdict verdict)
{
    return verdict == ASSAY_FASTER || verdict == ASSAY_SLOWER;
}

static enum count_and_time weigh(enum assay_verdict count, enum assay_verdict time)
{
    if (moves(count) && moves(time))
        return count == time ? COUNT_AND_TIME_AGREE : COUNT_AND_TIME_OPPOSE;
    if (moves(count) && time == ASSAY_EQUIVALENT)
        return COUNT_ONLY;
    if (moves(count) && time == ASSAY_INCONCLUSIVE)
        return TIME_CANNOT_TELL;
    return moves(time) && count == ASSAY_EQUIVALENT ? TIME_ONLY : COUNT_WITHOUT_TIME;
}

void counts_beside_time(struct system_pair *pair)
{
    for (size_t i = 0; i < pair->n; i++) {
        struct comparison_finding *count = &pair->rows[i];
        if (strcmp(count->old_series->metric, "instructions") != 0 || pair->trouble[i][0] != '\0')
            continue;
        const struct comparison_finding *time = time_of(pair, count);
        if (time != NULL)
            count->beside_time = weigh(count->finding.verdict, time->finding.verdict);
    }
}
