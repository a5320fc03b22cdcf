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
    return loop_keep(loop, &execution.record) &&
           (loop_stop_failed(loop, &execution.record) || loop->closing);
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

/* A hook of every system in order, and the one that closes what it began: none, one for all, or one
 * for each. Both go on where they stopped. */
static bool begin_all(struct loop *loop, struct begun *begun, const char *name,
                      char *const *commands, size_t n, const struct step *where)
{
    while (begun->behind < loop->design.n_systems) {
        const size_t i = begun->behind++;
        if (!hook_of_unit(loop, name, design_hook(commands, n, i), where, i))
            return false;
    }
    return true;
}

static bool end_begun(struct loop *loop, struct begun *begun, const char *name,
                      char *const *commands, size_t n, const struct step *where)
{
    while (begun->first < begun->behind) {
        const size_t i = begun->first++;
        if (!hook_of_unit(loop, name, design_hook(commands, n, i), where, i))
            return false;
    }
    *begun = (struct begun){0};
    return true;
}

static const struct step first_step = {.kind = STEP_EXECUTE};

bool loop_set_up(struct loop *loop)
{
    return begin_all(loop, &loop->set_up, "setup", &loop->design.hooks.setup, 1, &first_step);
}

bool loop_clean_up(struct loop *loop)
{
    return end_begun(loop, &loop->set_up, "cleanup", &loop->design.hooks.cleanup, 1, &first_step);
}

/* Builds begin and end one by one; units of other levels for all systems at once. */
static bool is_build_level(const struct loop *loop, size_t level)
{
    return strcmp(loop->design.levels[level].name, "build") == 0;
}

static bool conclude_builds(struct loop *loop, const struct design_hooks *hooks)
{
    for (size_t i = 0; i < loop->design.n_systems; i++) {
        const bool prepared = loop->builds[i].prepared;
        loop->builds[i].prepared = false;
        const char *command = design_hook(hooks->conclude, hooks->n_conclude, i);
        if (prepared && !hook_of_unit(loop, "conclude", command, &loop->where, i))
            return false;
    }
    return true;
}

static bool begin_unit(struct loop *loop, size_t level)
{
    struct design_hooks *hooks = &loop->design.levels[level].hooks;
    return begin_all(loop, &loop->level_set_up[level], "setup", &hooks->setup, 1, &loop->where) &&
           (is_build_level(loop, level) ||
            begin_all(loop, &loop->unit[level], "prepare", hooks->prepare, hooks->n_prepare,
                      &loop->where));
}

static bool end_unit(struct loop *loop, size_t level, bool last)
{
    struct design_hooks *hooks = &loop->design.levels[level].hooks;
    const bool ended = is_build_level(loop, level)
                           ? conclude_builds(loop, hooks)
                           : end_begun(loop, &loop->unit[level], "conclude", hooks->conclude,
                                       hooks->n_conclude, &loop->where);
    return ended && (!last || end_begun(loop, &loop->level_set_up[level], "cleanup",
                                        &hooks->cleanup, 1, &loop->where));
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
        if (!loop_end_services(loop, &loop->where, i, true) || !hook_of_unit(loop, "cleanup", cleanup, &loop->where, i))
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
    for (; loop->n_open > change; loop->n_open--) {
        const size_t level = loop->n_open - 1;
        if (!end_unit(loop, level, level > change || step == NULL))
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
    while (loop->n_open < execution)
        if (!begin_unit(loop, loop->n_open++))
            return false;
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
