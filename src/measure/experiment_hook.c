/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_hook.c -- what surrounds the units of each level.
 *
 * Units are ended as soon as the schedule moves on, and begun when something in them is about to
 * run: an experiment that is taken up again runs no hooks for what is kept already.
 *
 *   setup               of the experiment, for each system
 *     setup             of the level build, within the unit above it, for each system
 *       prepare         of the level build, before each build
 *         (build)
 *         setup         of the level execution, before the first execution of each system
 *           prepare … conclude   around each execution
 *         cleanup       of the level execution
 *       conclude        of the level build, before the directory goes
 *     cleanup           of the level build
 *   cleanup             of the experiment
 */
#include "measure/experiment_loop.h"

#include <string.h>

bool loop_hook(struct loop *loop, const char *name, const char *command, const struct step *step)
{
    if (command == NULL)
        return true;
    const struct design *design = &loop->design;
    const struct command_place place = {.design = design,
                                        .system = step->system,
                                        .benchmark = step->benchmark,
                                        .dir = loop->builds[step->system].dir,
                                        .seed = schedule_seed(design, step)};
    struct assay_error error;
    struct execution execution;
    if (executor_hook(loop->executor, &place, step, command, &execution, &error) != ASSAY_OK)
        return loop_stop_error(loop, &error);
    if (execution.interrupted)
        return loop_stop_interrupted(loop);
    if (execution.record.outcome == OUTCOME_OK)
        return true;
    execution.record.hook = name;
    return loop_keep(loop, &execution.record) && loop_stop_failed(loop, &execution.record);
}

/* Of a system in the units of step: hooks of units know no benchmark. */
static bool hook_of_unit(struct loop *loop, const char *name, const char *command,
                         const struct step *step, size_t system)
{
    struct step unit = *step;
    unit.kind = STEP_BUILD; /* named by the units above it, seeded like the builds */
    unit.system = (uint32_t)system;
    unit.benchmark = unit.position = 0;
    return loop_hook(loop, name, command, &unit);
}

bool loop_hook_for_all(struct loop *loop, const char *name, const char *command)
{
    const struct step first = {.kind = STEP_EXECUTE};
    for (size_t i = 0; i < loop->design.n_systems; i++)
        if (!hook_of_unit(loop, name, command, &first, i))
            return false;
    return true;
}

/* Builds begin and end one by one; units of other levels for all systems at once. */
static bool is_build_level(const struct loop *loop, size_t level)
{
    return strcmp(loop->design.levels[level].name, "build") == 0;
}

static bool hooks_around(struct loop *loop, size_t level, bool before)
{
    const struct design_hooks *hooks = &loop->design.levels[level].hooks;
    for (size_t i = 0; i < loop->design.n_systems; i++) {
        struct build *build = &loop->builds[i];
        if (is_build_level(loop, level)) {
            if (before || !build->prepared)
                continue;
            build->prepared = false;
        }
        const char *command = before ? design_hook(hooks->prepare, hooks->n_prepare, i)
                                     : design_hook(hooks->conclude, hooks->n_conclude, i);
        if (!hook_of_unit(loop, before ? "prepare" : "conclude", command, &loop->where, i))
            return false;
    }
    return true;
}

/* setup or cleanup of a level, for all systems. */
static bool hooks_of_level(struct loop *loop, const char *name, const char *command)
{
    for (size_t i = 0; i < loop->design.n_systems; i++)
        if (!hook_of_unit(loop, name, command, &loop->where, i))
            return false;
    return true;
}

/* The highest level above execution whose unit is another one than that which is open. */
static size_t first_change(const struct loop *loop, const struct step *step)
{
    size_t level = 0;
    while (step != NULL && level < loop->n_open && step->unit[level] == loop->where.unit[level])
        level++;
    return level;
}

static bool end_executions(struct loop *loop)
{
    const struct design *design = &loop->design;
    const char *cleanup = design->levels[design_execution_level(design)].hooks.cleanup;
    for (size_t i = 0; i < design->n_systems; i++) {
        if (!loop->builds[i].executing)
            continue;
        loop->builds[i].executing = false;
        if (!hook_of_unit(loop, "cleanup", cleanup, &loop->where, i))
            return false;
    }
    return true;
}

bool loop_leave(struct loop *loop, const struct step *step)
{
    const size_t change = first_change(loop, step);
    if (step != NULL && change == loop->n_open)
        return true;
    if (!end_executions(loop))
        return false;
    while (loop->n_open > change) {
        size_t level = --loop->n_open;
        if (!hooks_around(loop, level, false))
            return false;
        bool last = level > change || step == NULL;
        if (!last || !loop->set_up[level])
            continue;
        loop->set_up[level] = false;
        if (!hooks_of_level(loop, "cleanup", loop->design.levels[level].hooks.cleanup))
            return false;
    }
    return true;
}

static bool enter_levels(struct loop *loop, const struct step *step)
{
    const size_t execution = design_execution_level(&loop->design);
    if (loop->n_open == execution)
        return true;
    loop->where = *step;
    while (loop->n_open < execution) {
        size_t level = loop->n_open++;
        bool first = !loop->set_up[level];
        loop->set_up[level] = true;
        if (first && !hooks_of_level(loop, "setup", loop->design.levels[level].hooks.setup))
            return false;
        if (!hooks_around(loop, level, true))
            return false;
    }
    return true;
}

/* Before a build; its hook behind must run from now on. */
static bool enter_build(struct loop *loop, const struct step *step)
{
    const size_t level = design_execution_level(&loop->design) - 1;
    const struct design_hooks *hooks = &loop->design.levels[level].hooks;
    loop->builds[step->system].prepared = true;
    return !is_build_level(loop, level) ||
           hook_of_unit(loop, "prepare",
                        design_hook(hooks->prepare, hooks->n_prepare, step->system), step,
                        step->system);
}

static bool enter_executions(struct loop *loop, const struct step *step)
{
    const struct design *design = &loop->design;
    struct build *build = &loop->builds[step->system];
    if (build->executing)
        return true;
    build->executing = true;
    if (design_execution_level(design) == 0)
        loop->where = *step;
    return hook_of_unit(loop, "setup", design->levels[design_execution_level(design)].hooks.setup,
                        step, step->system);
}

bool loop_enter(struct loop *loop, const struct step *step)
{
    if (!enter_levels(loop, step))
        return false;
    return step->kind == STEP_BUILD ? enter_build(loop, step) : enter_executions(loop, step);
}

bool loop_is_inside(const struct loop *loop, const struct step *step)
{
    return first_change(loop, step) == design_execution_level(&loop->design) &&
           loop->builds[step->system].executing;
}
