/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_say_plan.h -- what a fresh run was planned to be: its counts, what they cost, and the half-width
 * that they are for. */
#ifndef CLI_RUN_SAY_PLAN_H
#define CLI_RUN_SAY_PLAN_H

#include "session/session.h"
#include "view/text/terminal.h"

/* Of an event SESSION_PLANNED. */
void run_say_plan(const struct terminal *terminal, const struct session *session,
                  const struct session_event *event);

#endif
