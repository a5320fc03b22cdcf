/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_trace.c -- behind a build one execution of each benchmark is followed, before any is timed: what it
 * opens is the program.
 * Edges:    not followed is what hooks prepare. After TRACE_MOST_S in all for a system the execution runs to its end, and no
 *           other is followed, of no system: identity needs both sides. So it is from the beginning where earlier
 *           executions took longer. A build that gave the same files as the one before it has what that one had.
 */
#include "measure/experiment_loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"

#define TRACE_MOST_S 10.0

static bool has_hooks(const struct design_hooks *hooks)
{
    return hooks->setup != NULL || hooks->cleanup != NULL || hooks->n_prepare > 0 ||
           hooks->n_conclude > 0;
}

/* What a hook makes may come after the build, or last for one execution. */
static bool may_follow(const struct design *design)
{
    bool may = design->trace != DESIGN_TRACE_NONE && !design->only_builds;
    may = may && !has_hooks(&design->hooks);
    for (size_t i = 0; i < design->n_levels; i++)
        may = may && !has_hooks(&design->levels[i].hooks);
    return may;
}

static void traces_free(struct trace_text **traces, size_t n)
{
    for (size_t i = 0; *traces != NULL && i < n; i++)
        free((*traces)[i].bytes);
    free(*traces);
    *traces = NULL;
}

/* Milliseconds that an execution may be followed. */
static uint32_t most_ms(const struct loop *loop, const struct traced *traced)
{
    return loop->design.trace == DESIGN_TRACE_WHOLE
               ? 0
               : 1 + (uint32_t)(1e3 * fmax(TRACE_MOST_S - traced->spent_s, 0));
}

/* It was let go of: nothing is followed any more. */
static void tell_late(struct loop *loop, const char *benchmark, double lasted_s)
{
    char *text = loop->report->not_followed;
    const size_t room = sizeof loop->report->not_followed;
    if (lasted_s > TRACE_MOST_S / 2)
        (void)snprintf(text, room, "%.60s takes %.0f s", benchmark, lasted_s);
    else
        (void)snprintf(text, room, "executions of %.0f s were followed already", TRACE_MOST_S);
}

/* One execution of each benchmark, *n of them: all, or those up to one that fails, or takes too long: *why. False: the
 * experiment has to end. */
static bool follow_all(struct loop *loop, const struct build *build, struct traced *traced,
                       struct trace_text *traces, size_t *n, const char **why, bool *fails)
{
    const struct design *design = &loop->design;
    struct step step = build->step;
    struct assay_error error;
    bool failed = false;
    step.kind = STEP_EXECUTE;
    for (*n = 0; *n < design->n_benchmarks && *why == NULL && !failed; ++*n) {
        const double begin_s = clock_now_s();
        struct execution execution;
        step.benchmark = (uint32_t)*n;
        if (executor_trace(loop->executor, &step, build->dir, most_ms(loop, traced), &execution,
                           &traces[*n], &error) != ASSAY_OK)
            return loop_stop_error(loop, &error);
        if (execution.interrupted)
            return loop_stop_interrupted(loop);
        traced->spent_s += clock_now_s() - begin_s;
        if (design->trace == DESIGN_TRACE_SHORT && traced->spent_s >= TRACE_MOST_S) {
            tell_late(loop, design->benchmarks[*n].name, clock_now_s() - begin_s);
            *why = loop->report->not_followed;
        }
        failed = execution.record.outcome != OUTCOME_OK;
    }
    *fails = failed;
    return true;
}

/* Why no execution of this build is followed; NULL: one is. */
static const char *find_reason(struct loop *loop)
{
    struct experiment_report *report = loop->report;
    const double expected_s = loop->options->expected_s;
    if (design_has_services(&loop->design))
        return "no service is there for it";
    if (!may_follow(&loop->design))
        return loop->design.trace == DESIGN_TRACE_NONE ? "" : "hooks may make what it opens";
    if (report->not_followed[0] == '\0' && loop->design.trace == DESIGN_TRACE_SHORT &&
        expected_s > TRACE_MOST_S)
        (void)snprintf(report->not_followed, sizeof report->not_followed,
                       "one execution of each benchmark takes %.0f s", expected_s);
    return report->not_followed[0] != '\0' ? report->not_followed : NULL;
}

static bool is_as_before(const struct traced *traced, const struct program *program)
{
    return traced->known && program->known && program->beside_known &&
           traced->program == program->digest && traced->beside == program->beside;
}

static bool follow_build(struct loop *loop, const struct build *build,
                         const struct program_place *place, struct program *program)
{
    struct traced *traced = &loop->traced[build->step.system];
    const char *why = NULL;
    bool fails = false;
    size_t n = 0;
    struct trace_text *traces = calloc(loop->design.n_benchmarks + 1, sizeof *traces);
    const bool goes_on =
        traces == NULL || follow_all(loop, build, traced, traces, &n, &why, &fails);
    if (goes_on)
        program_add_opened(program, place, traces, n,
                           traces != NULL ? why : "there is not enough memory");
    traces_free(&traces, n + 1);
    if (fails) { /* whyever it cannot be followed is said already */
        opened_give_up(&program->files, "an execution that is followed fails");
        program->opened_known = false;
    }
    traced->off = !program->opened_known;
    if (traced->known && program->opened_known && program->opened == traced->opened)
        opened_fini(&program->files); /* told already */
    traced->known = program->opened_known;
    traced->program = program->digest;
    traced->beside = program->beside;
    traced->opened = program->opened;
    return goes_on;
}

bool loop_trace(struct loop *loop, const struct build *build, const struct program_place *place,
                struct program *program)
{
    struct traced *traced = &loop->traced[build->step.system];
    const char *why = find_reason(loop);
    if (!traced->off && why == NULL && is_as_before(traced, program)) {
        program->opened_known = true;
        program->opened = traced->opened;
        return true;
    }
    if (!traced->off && why == NULL)
        return follow_build(loop, build, place, program);
    if (!traced->off)
        opened_give_up(&program->files, why); /* said once of each system */
    traced->off = true;
    return true;
}
