/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fresh_plan.h -- what a fresh run was planned to be: its counts, what they cost, and the half-width
 * that they are for. */
#ifndef VIEW_TERMINAL_FRESH_PLAN_H
#define VIEW_TERMINAL_FRESH_PLAN_H

#include "session/session.h"
#include "view/text/terminal.h"

/* Of an event SESSION_PLANNED. */
void fresh_plan_print(const struct terminal *terminal, const struct session *session,
                      const struct session_event *event);

#endif
