/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_stop.c -- who follows the rule that ends a run. */
#include "cli/run_stop.h"

#include "measure/clock.h"

enum exit_code run_until_stopped(struct run_task *task, const struct global_options *global,
                                 struct launcher *launcher)
{
    const double begin_s = clock_now_s();
    if (task->appended)
        return run_experiment(task, global, launcher);
    switch (task->design->stop.rule) {
    case STOP_FIXED:
    case STOP_FRESH: return run_experiment(task, global, launcher);
    case STOP_PEEK:
    case STOP_ANYTIME:
    case STOP_LOOKS: return run_watched(task, global, launcher);
    case STOP_PILOT: break;
    }
    const struct design_stop *stop = &task->design->stop;
    enum exit_code code = run_experiment(task, global, launcher);
    if (code != EXIT_DONE || !(stop->precision > 0 || stop->budget_s > 0))
        return code;
    return run_fresh(task, global, launcher, clock_now_s() - begin_s);
}
