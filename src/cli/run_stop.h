/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_stop.h -- when a run ends: at its counts, after a plan made from a pilot, or because of what
 * was measured. docs/stopping.md says what each rule costs. */
#ifndef CLI_RUN_STOP_H
#define CLI_RUN_STOP_H

#include "cli/run_task.h"

/* Runs the task's experiment by the rule of its design. After a pilot the task holds the fresh
 * experiment. */
enum exit_code run_until_stopped(struct run_task *task, const struct global_options *global,
                                 struct launcher *launcher);

/* Runs the experiment of a rule that looks at the values while they come. */
enum exit_code run_watched(struct run_task *task, const struct global_options *global,
                           struct launcher *launcher);

/* The fresh experiment planned from the task's pilot, begun and run. pilot_s: what this process
 * spent on the pilot; what one before it did is read from the store. */
enum exit_code run_fresh(struct run_task *task, const struct global_options *global,
                         struct launcher *launcher, double pilot_s);

/* The experiment that was planned from this pilot, 0: none was begun. */
int64_t run_fresh_of(struct store *store, int64_t pilot);

#endif
