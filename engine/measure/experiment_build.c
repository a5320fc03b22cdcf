/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_build.c -- building, once for each unit and system. */
#include "measure/experiment_loop.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/owned.h"
#include "measure/program.h"
#include "measure/workspace.h"

void loop_drop_build(struct loop *loop, struct build *build)
{
    if (build->dir != NULL && loop->workspace.ours && !loop->design.keep_builds)
        workspace_remove(build->dir);
    free(build->dir);
    *build = (struct build){0};
}

bool loop_have_workspace(struct loop *loop, struct assay_error *error)
{
    if (loop->has_workspace)
        return true;
    loop->has_workspace =
        workspace_open(&loop->workspace, loop->options->work_directory, error) == ASSAY_OK;
    if (loop->has_workspace && loop->workspace.ours)
        (void)snprintf(launcher_burst(loop->launcher)->workspace, PATH_MAX, "%s",
                       loop->workspace.path);
    if (loop->has_workspace && loop->workspace.ours && loop->options->owner != NULL)
        workspace_mark(&loop->workspace, loop->options->owner);
    return loop->has_workspace;
}

/* An own directory, private and empty. */
static enum assay_status fresh_directory(struct loop *loop, struct build *build, uint32_t padding,
                                         struct assay_error *error)
{
    return loop_have_workspace(loop, error)
               ? workspace_unit(&loop->workspace, build->step.system, loop->n_builds++, padding,
                                &build->dir, error)
               : error->status;
}

/* One that is kept, of this run or an earlier one. */
static enum assay_status kept_directory(struct loop *loop, struct build *build, uint32_t padding,
                                        struct assay_error *error)
{
    const char *scope = loop->options->build_scope != NULL ? loop->options->build_scope : "";
    if (loop->cache == NULL && (loop->cache = build_cache_directory(error)) == NULL)
        return ASSAY_INVALID;
    build_cache_fini(&loop->cached);
    enum assay_status status = build_cache_open(loop->cache, scope, &loop->design, &build->step,
                                                padding, &loop->cached, error);
    build->dir = status == ASSAY_OK ? loop->cached.dir : NULL;
    return status;
}

/* Adds a line about the program that was made to what is kept of the build. False: the experiment has to end. */
static bool tell_program(struct loop *loop, const struct build *build, struct record *record)
{
    enum { SECOND = 1000000000 };
    const double lasted_s = isfinite(record->cost_s) ? record->cost_s : 0;
    const int64_t from_s = record->start_ns / SECOND - 1;
    const struct program_place place = {
        loop->options->programs_of != NULL ? loop->options->programs_of : &loop->design,
        record->step.system,
        build->dir,
        from_s,
        from_s + (int64_t)lasted_s + 3,
        loop->options->kept};
    SCOPED(program_fini) struct program program = program_of(&place);
    if (!loop_trace(loop, build, &place, &program))
        return false;
    OWNED char *before = loop->facts;
    loop->facts = program_line(&program, record->layout);
    record->layout = loop->facts;
    return loop->facts != NULL ||
           loop_stop_error(loop,
                           &(struct assay_error){ASSAY_NO_MEMORY, "not enough memory for a build"});
}

/* Runs the build, or takes the one that is kept: with the cost that it had. */
static enum assay_status make(struct loop *loop, struct build *build, struct execution *out,
                              struct assay_error *error)
{
    const bool keeps = loop->design.keep_builds;
    const struct cached_build *cached = &loop->cached;
    if (keeps && cached->ready) {
        *out = (struct execution){.record = {.step = build->step,
                                             .outcome = OUTCOME_OK,
                                             .start_ns = cached->start_ns,
                                             .cost_s = cached->cost_s,
                                             .layout = cached->layout}};
        loop->report->reused++;
        return ASSAY_OK;
    }
    enum assay_status status = executor_build(loop->executor, &build->step, build->dir, out, error);
    if (keeps && status == ASSAY_OK && !out->interrupted)
        build_cache_close(&loop->cached, &out->record);
    return status;
}

/* Makes the directory and runs the build; *out is its record. */
static bool run_build(struct loop *loop, struct build *build, struct execution *out)
{
    struct assay_error error;
    const double begin_s = clock_now_s();
    const uint32_t padding = draws_of(&loop->design, &build->step).values[DRAW_DIRECTORY_LENGTH];
    enum assay_status status = loop->design.keep_builds
                                   ? kept_directory(loop, build, padding, &error)
                                   : fresh_directory(loop, build, padding, &error);
    if (status == ASSAY_OK && !loop_enter(loop, &build->step))
        return false;
    if (status == ASSAY_OK)
        status = make(loop, build, out, &error);
    if (status != ASSAY_OK)
        return loop_stop_error(loop, &error);
    if (out->interrupted)
        return loop_stop_interrupted(loop);
    build->failed = out->record.outcome != OUTCOME_OK;
    loop->build_cost_s += clock_now_s() - begin_s;
    loop->n_built++;
    return true;
}

bool loop_build(struct loop *loop, const struct step *step)
{
    struct build *build = &loop->builds[step->system];
    struct execution execution;
    if (!loop_leave(loop, step))
        return false;
    loop_drop_build(loop, build);
    build->step = *step;
    if (loop->builds_left > 0)
        loop->builds_left--;
    build->pending = loop->calls->has != NULL && loop->calls->has(loop->calls->context, step);
    if (build->pending)
        return true;
    if (!loop_tell(loop, step) || !run_build(loop, build, &execution) ||
        (!build->failed && !tell_program(loop, build, &execution.record)) ||
        !loop_keep(loop, &execution.record))
        return false;
    if (build->failed && !loop->design.ignore_failure)
        return loop_stop_failed(loop, &execution.record);
    return build->failed || loop_look_up(loop, step->system);
}

/* Tells of it who wants to know. */
static bool tell_renewed(struct loop *loop, const struct build *build, struct record *record)
{
    struct assay_error error;
    if (loop->calls->renewed == NULL)
        return true;
    if (!tell_program(loop, build, record))
        return false;
    return loop->calls->renewed(loop->calls->context, record, &error) == ASSAY_OK ||
           loop_stop_error(loop, &error);
}

/* After a resume the build of a half-done unit is made again, from the same seed; its record is
 * kept already. */
bool loop_renew_build(struct loop *loop, struct build *build)
{
    struct execution execution;
    build->pending = false;
    if (!run_build(loop, build, &execution))
        return false;
    if (build->failed && !loop->design.ignore_failure)
        return loop_stop_failed(loop, &execution.record);
    return build->failed || tell_renewed(loop, build, &execution.record);
}
