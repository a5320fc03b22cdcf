/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_stop.c -- who follows the rule that ends a run. */
#include "cli/run_stop.h"

#include "measure/clock.h"

enum exit_code session_run(struct session *session, const struct global_options *global,
                           struct launcher *launcher)
{
    const double begin_s = clock_now_s();
    if (session->appended)
        return session_run_design(session, global, launcher);
    switch (session->design->stop.rule) {
    case STOP_FIXED:
    case STOP_FRESH: return session_run_design(session, global, launcher);
    case STOP_PEEK:
    case STOP_ANYTIME:
    case STOP_LOOKS: return session_run_sequential(session, global, launcher);
    case STOP_PILOT: break;
    }
    const struct design_stop *stop = &session->design->stop;
    enum exit_code code = session_run_design(session, global, launcher);
    if (code != EXIT_DONE || !(stop->precision > 0 || stop->budget_s > 0))
        return code;
    return session_run_fresh(session, global, launcher, clock_now_s() - begin_s);
}
