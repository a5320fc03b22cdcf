/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_rescue.h -- what short commands gave before the program was killed, kept by the launcher. */
#ifndef CLI_RUN_RESCUE_H
#define CLI_RUN_RESCUE_H

#include "cli/run_task.h"
#include "measure/ahead.h"

/* Tells the launcher where the task's experiment is kept. */
void run_rescue_begin(struct launcher *launcher, const struct run_task *task);

/* Called by the launcher when the program is dead: appends what had ended and is not stored. */
void run_rescue(const struct ahead *ahead);

#endif
