/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overrun.c -- a time budget that the least to measure will exceed is told of as soon as that is known.
 * Assumes:  the other top units take what the first one took. Systems side by side share what their round took
 *           (measure/execution_beside.c), so that a unit's executions cost what it lasted, in every order.
 * Checked:  tests/engine/session/test_overrun.c.
 */
#include "session/overrun.h"

#include "base/clock.h"
#include "session/session_parts.h"

struct overrun overrun_of(const struct session *session, double begin_s, double end_s)
{
    return (struct overrun){.begin_s = begin_s,
                            .end_s = end_s,
                            .each = session_planned(session->design, 1),
                            .known = session->recorded > 0 || !(end_s > 0)};
}

void overrun_take(struct overrun *overrun, const struct session *session,
                  const struct record *record, size_t least)
{
    if (overrun->known || record->step.kind != STEP_EXECUTE)
        return;
    overrun->cost_s += record->cost_s;
    if (++overrun->n < overrun->each)
        return;
    overrun->known = true;
    const double all_s =
        clock_now_s() - overrun->begin_s + overrun->cost_s * (double)(least > 1 ? least - 1 : 0);
    if (all_s > overrun->end_s - overrun->begin_s)
        session_tell(session, &(struct session_event){.kind = SESSION_OVERRUNS,
                                                      .n = least,
                                                      .seconds = all_s,
                                                      .budget_s = overrun->end_s - overrun->begin_s,
                                                      .unit_s = overrun->cost_s});
}
