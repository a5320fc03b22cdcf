/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounds_instead.c -- what says nothing side by side is measured in rounds.
 * Source:   METHODS I1, "Edges": one that takes 1.5 times as long runs alone at its end, and rounds see that at once. A
 *           trial of one run each finds most of these (measure/experiment_trial.h); this is for what it passed.
 * Assumes:  processor time, where the order made it decide, is what to compare in rounds, too: of those two questions
 *           the first was asked.
 * Checked:  tests/engine/session/test_versions_fresh.c; tests/stories/versions_beside.
 */
#include "session/rounds_instead.h"

#include "base/failure.h"
#include "design/design_stop.h"

static const char *reason_of(assay_warnings doubts)
{
    return (doubts & ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP)) != 0
               ? "side by side less than 80 % of the time, the longer one alone at its end"
               : "at the same time one slows the other down more than it is slowed down itself";
}

enum assay_status rounds_instead(struct design *design, assay_warnings doubts,
                                 struct assay_error *error)
{
    const char *decides = design->decides_by_order ? design->decides : NULL;
    if (doubts == 0 || design->order.by == ORDER_ROUNDS)
        return ASSAY_OK;
    const struct design_order order = {.by = ORDER_ROUNDS,
                                       .asked = design->order.by,
                                       .because = design_string(design, reason_of(doubts))};
    if (order.because == NULL)
        return fail_no_memory(error);
    design_set_order(design, &order);
    return decides != NULL ? run_decide_by(design, decides, error) : ASSAY_OK;
}
