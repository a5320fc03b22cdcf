/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_look_up.c -- commands are looked up before any is measured: that the last of them cannot be
 * started is known before the first one ends.
 * Edge:     what a hook between builds and executions may still make is not looked for, nor is anything where
 *           failures are passed over. */
#include "measure/experiment_loop.h"

#include <stdlib.h>
#include <string.h>

static bool may_make_programs(const struct design_hooks *hooks)
{
    return hooks->n_prepare > 0 || hooks->n_conclude > 0;
}

/* Setup of the experiment is over by then, and that of a level below it is not. */
static bool may_come_later(const struct design *design)
{
    bool may = may_make_programs(&design->hooks);
    for (size_t i = 0; i < design->n_levels; i++)
        may = may || design->levels[i].hooks.setup != NULL ||
              may_make_programs(&design->levels[i].hooks);
    return may;
}

bool loop_look_up(struct loop *loop, size_t system)
{
    const struct design *design = &loop->design;
    struct step step = loop->builds[system].step;
    struct execution execution;
    struct assay_error error;
    if (design->ignore_failure || design->only_builds || may_come_later(design))
        return true;
    step.kind = STEP_EXECUTE;
    step.system = (uint32_t)system;
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        step.benchmark = (uint32_t)i;
        if (executor_look_up(loop->executor, &step, loop->builds[system].dir, &execution, &error) !=
            ASSAY_OK)
            return loop_stop_unstartable(loop, &error);
        if (execution.record.outcome != OUTCOME_OK)
            return loop_stop_failed(loop, &execution.record);
    }
    return true;
}

bool loop_look_up_all(struct loop *loop)
{
    for (size_t i = 0; i < loop->design.n_systems; i++)
        if (loop->design.systems[i].build == NULL && !loop_look_up(loop, i))
            return false;
    return true;
}

enum assay_status experiment_look_up(const struct design *design, struct launcher *launcher,
                                     struct experiment_report *report)
{
    struct loop loop = {.design = *design, .launcher = launcher, .report = report};
    struct assay_error error;
    memset(report, 0, sizeof *report);
    if (design->hooks.setup != NULL)
        return ASSAY_OK;
    loop.builds = calloc(design->n_systems + 1, sizeof *loop.builds);
    if (loop.builds == NULL)
        return assay_fail(&report->error, ASSAY_NO_MEMORY, "not enough memory for an experiment");
    if (executor_new(design, launcher, NULL, NULL, &loop.executor, &error) == ASSAY_OK)
        (void)loop_look_up_all(&loop);
    else
        (void)loop_stop_error(&loop, &error);
    executor_free(&loop.executor);
    free(loop.builds);
    return report->error.status;
}
