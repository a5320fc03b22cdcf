/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overrun.h -- a time budget that the least to measure will exceed is told of as soon as that is known. */
#pragma once

#include "measure/record.h"
#include "session/session.h"

struct overrun {
    double begin_s, end_s; /* clock_now_s: of the budget; no end: 0 */
    size_t each;           /* executions of one top unit */
    size_t n;              /* of them so many have ended … */
    double cost_s;         /* … and took so long, hooks included */
    bool known;            /* what there was to tell is told */
};

/* Of a session of which an earlier run has measured a part nothing is told: it was then. */
struct overrun overrun_of(const struct session *session, double begin_s, double end_s);

/* Takes an execution that was just kept; after those of the first top unit, tells SESSION_OVERRUNS where `least` of them,
 * each as long, end after the budget. */
void overrun_take(struct overrun *overrun, const struct session *session,
                  const struct record *record, size_t least);
