/* SPDX-License-Identifier: GPL-3.0-or-later */
/* joint.c -- what several metrics say at once: better in which, worse in which. */

#include <stdio.h>

#include "view/text/verdict.h"
#include "view/text/view_memory.h"

const char *joint_name(enum assay_joint joint)
{
    static const char *const names[] = {[ASSAY_JOINT_BETTER] = "better",
                                        [ASSAY_JOINT_WORSE] = "worse",
                                        [ASSAY_JOINT_TRADE] = "trade",
                                        [ASSAY_JOINT_SAME] = "equivalent",
                                        [ASSAY_JOINT_OPEN] = "inconclusive"};
    return names[joint];
}

/* The metrics of one verdict behind its words, each with its change. */
static void write_part(FILE *stream, const struct joint_finding *joint, enum assay_verdict verdict,
                       const char *words, const char **separator)
{
    const char *before = words;
    for (size_t i = 0; i < joint->n; i++) {
        const struct assay_estimate *ratio = &joint->rows[i]->finding.ratio;
        if (joint->verdicts[i] != verdict)
            continue;
        fprintf(stream, "%s%s%s (%s)", before == words ? *separator : "", before,
                joint->rows[i]->old_series->metric,
                percent_signed(change_of(ratio).estimate, verdict_decimals(ratio)).text);
        before = ", ";
        *separator = ", ";
    }
}

char *joint_sentence(const struct joint_finding *joint)
{
    static const struct {
        enum assay_verdict verdict;
        const char *words;
    } parts[] = {{ASSAY_FASTER, "better in "},
                 {ASSAY_SLOWER, "worse in "},
                 {ASSAY_MIXED, "mixed in "},
                 {ASSAY_EQUIVALENT, "equivalent in "},
                 {ASSAY_INCONCLUSIVE, "open in "}};
    const char *separator = ": ";
    return VIEW_TEXT(stream, {
        fprintf(stream, "%s, %zu metrics at once", joint->rows[0]->old_series->benchmark, joint->n);
        if (joint->verdict == ASSAY_JOINT_TRADE)
            fputs(": a trade", stream);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            write_part(stream, joint, parts[i].verdict, parts[i].words, &separator);
    });
}
