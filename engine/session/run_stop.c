/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_stop.c -- who follows the rule that ends a run. */
#include "session/run_stop.h"

#include "base/clock.h"

enum assay_status session_run(struct session *session, struct assay_error *error)
{
    const double begin_s = clock_now_s();
    if (session->appended)
        return session_run_design(session, error);
    switch (session->design->stop.rule) {
    case STOP_FIXED:
    case STOP_FRESH: return session_run_design(session, error);
    case STOP_PEEK:
    case STOP_ANYTIME:
    case STOP_LOOKS: return session_run_sequential(session, error);
    case STOP_ELIMINATE: return session_run_eliminate(session, error);
    case STOP_PILOT: break;
    }
    const struct design_stop *stop = &session->design->stop;
    const enum assay_status status =
        stop->budget_s > 0 ? session_run_pilot(session, error) : session_run_design(session, error);
    if (status != ASSAY_OK || !(stop->precision > 0 || stop->budget_s > 0))
        return status;
    return session_run_two_stage(session, clock_now_s() - begin_s, error);
}
