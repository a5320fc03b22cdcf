/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fresh_plan.h -- what a fresh run was planned to be: its counts, what they cost, and the half-width
 * that they are for. */
#pragma once

#include "session/session.h"
#include "view/text/terminal.h"

/* Of an event SESSION_PLANNED. */
void fresh_plan_print(const struct terminal *terminal, const struct session *session,
                      const struct session_event *event);
