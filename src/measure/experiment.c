/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment.c -- the loop over the schedule. */
#include "measure/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "measure/execution.h"
#include "measure/interrupt.h"
#include "measure/quiet.h"
#include "measure/schedule.h"
#include "measure/workspace.h"

/* A system's build in the combination of upper units that is under way. */
struct build {
    struct step step;
    bool pending; /* kept by an earlier run, whose directory is gone: made again when needed */
    bool failed;
    char *dir; /* NULL: none */
};

struct loop {
    struct design design; /* the caller's, with the number of rounds that is being run */
    const struct experiment_options *options;
    const struct experiment_calls *calls;
    struct experiment_report *report;
    struct executor *executor;
    struct launcher *launcher;
    struct schedule *schedule;
    struct step held; /* taken from the schedule already; holds: there is one */
    bool holds;
    struct ahead_record *ended; /* of a group */
    double quiet_s;             /* when the machine was last looked at; 0: never */
    struct workspace workspace;
    bool has_workspace;
    struct build *builds; /* one for each system */
    uint32_t n_builds;    /* directories made so far: their names */

    size_t *live_rounds; /* the count of the execution level in design */
    bool open;
    double begin_s;
    size_t done;
    double execution_cost_s, build_cost_s; /* measured in this run */
    size_t n_executed, n_built;
    size_t builds_left;
};

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- ends ------------------------------------------------------------------------------------ */

/* Sets the status; the text stands in the report already or is given. Returns false: stop. */
static bool stop(struct loop *loop, enum experiment_status status, const char *text)
{
    loop->report->status = status;
    (void)snprintf(loop->report->text, sizeof loop->report->text, "%s", text);
    return false;
}

static bool stop_interrupted(struct loop *loop)
{
    return stop(loop, EXPERIMENT_INTERRUPTED, "interrupted");
}

static bool stop_error(struct loop *loop, const struct assay_error *error)
{
    if (error->status == ASSAY_UNDEFINED) { /* a hook failed */
        const char *words = executor_last_words(loop->executor);
        (void)snprintf(loop->report->last_words, sizeof loop->report->last_words, "%s",
                       words != NULL ? words : "");
        return stop(loop, EXPERIMENT_FAILED, error->text);
    }
    return stop(loop, EXPERIMENT_SYSTEM, error->text);
}

static bool stop_failed(struct loop *loop, const struct record *record)
{
    record_describe(&loop->design, record, loop->report->text, sizeof loop->report->text);
    (void)snprintf(loop->report->last_words, sizeof loop->report->last_words, "%s",
                   record->last_words != NULL ? record->last_words : "");
    loop->report->status = EXPERIMENT_FAILED;
    return false;
}

/* ---- progress -------------------------------------------------------------------------------- */

/* Seconds for what is left, at the mean costs of this run. */
static double time_left(const struct loop *loop, size_t planned)
{
    if (loop->n_executed == 0)
        return NAN;
    size_t left = planned > loop->done ? planned - loop->done : 0;
    double builds = loop->n_built > 0
                        ? (double)loop->builds_left * loop->build_cost_s / (double)loop->n_built
                        : 0;
    return (double)left * loop->execution_cost_s / (double)loop->n_executed + builds;
}

static void tell(struct loop *loop, const struct step *step)
{
    if (loop->calls->progress == NULL)
        return;
    size_t planned = schedule_executions(&loop->design);
    struct experiment_progress progress = {
        .step = step,
        .done = loop->done,
        .planned = planned,
        .rounds = *loop->live_rounds,
        .open = loop->open,
        .failures = loop->report->failures,
        .elapsed_s = now_s() - loop->begin_s,
        .left_s = time_left(loop, planned),
    };
    loop->calls->progress(loop->calls->context, &progress);
}

/* ---- builds ---------------------------------------------------------------------------------- */

static void drop_build(struct loop *loop, struct build *build)
{
    if (build->dir != NULL && loop->workspace.ours)
        workspace_remove(build->dir);
    free(build->dir);
    *build = (struct build){0};
}

static bool keep(struct loop *loop, const struct record *record)
{
    if (record->outcome != OUTCOME_OK)
        loop->report->failures++;
    return loop->calls->keep(loop->calls->context, record) ||
           stop(loop, EXPERIMENT_REFUSED, "the record could not be kept");
}

/* Makes the directory and runs the build; *out is its record. */
static bool run_build(struct loop *loop, struct build *build, struct execution *out)
{
    struct assay_error error;
    enum assay_status status = ASSAY_OK;
    if (!loop->has_workspace) {
        status = workspace_open(&loop->workspace, loop->options->work_directory, &error);
        loop->has_workspace = status == ASSAY_OK;
        if (loop->has_workspace && loop->workspace.ours)
            (void)snprintf(launcher_ahead(loop->launcher)->workspace, PATH_MAX, "%s",
                           loop->workspace.path);
    }
    if (status == ASSAY_OK)
        status = workspace_unit(&loop->workspace, build->step.system, loop->n_builds++,
                                draws_of(&loop->design, &build->step).values[DRAW_DIRECTORY_LENGTH],
                                &build->dir, &error);
    if (status == ASSAY_OK)
        status = executor_build(loop->executor, &build->step, build->dir, out, &error);
    if (status != ASSAY_OK)
        return stop_error(loop, &error);
    if (out->interrupted)
        return stop_interrupted(loop);
    build->failed = out->record.outcome != OUTCOME_OK;
    loop->build_cost_s += out->record.cost_s;
    loop->n_built++;
    return true;
}

static bool step_build(struct loop *loop, const struct step *step)
{
    struct build *build = &loop->builds[step->system];
    struct execution execution;
    drop_build(loop, build);
    build->step = *step;
    if (loop->builds_left > 0)
        loop->builds_left--;
    build->pending = loop->calls->has != NULL && loop->calls->has(loop->calls->context, step);
    if (build->pending)
        return true;
    tell(loop, step);
    if (!run_build(loop, build, &execution) || !keep(loop, &execution.record))
        return false;
    if (build->failed && !loop->design.ignore_failure)
        return stop_failed(loop, &execution.record);
    return true;
}

/* After a resume the build of a half-done unit is made again, from the same seed; its record is
 * kept already. */
static bool renew_build(struct loop *loop, struct build *build)
{
    struct execution execution;
    build->pending = false;
    if (!run_build(loop, build, &execution))
        return false;
    if (build->failed && !loop->design.ignore_failure)
        return stop_failed(loop, &execution.record);
    return true;
}

/* ---- hooks ----------------------------------------------------------------------------------- */

/* None, one for all, or one for each system. */
static const char *hook_of(char **commands, size_t n, size_t system)
{
    return n == 0 ? NULL : commands[n == 1 ? 0 : system];
}

static bool run_hook(struct loop *loop, const char *name, const char *command,
                     const struct step *step)
{
    if (command == NULL)
        return true;
    const struct design *design = &loop->design;
    const struct command_place place = {design, step->system, step->benchmark,
                                        loop->builds[step->system].dir,
                                        schedule_seed(design, step)};
    struct assay_error error;
    bool interrupted = false;
    char what[160];
    (void)snprintf(what, sizeof what, "the %s command of %.100s", name,
                   design->systems[step->system].name);
    enum assay_status status =
        executor_hook(loop->executor, &place, what, command, &interrupted, &error);
    if (status != ASSAY_OK)
        return stop_error(loop, &error);
    return !interrupted || stop_interrupted(loop);
}

/* setup and cleanup: for every system in order. */
static bool run_hook_for_all(struct loop *loop, const char *name, const char *command)
{
    for (uint32_t i = 0; i < loop->design.n_systems; i++)
        if (!run_hook(loop, name, command, &(struct step){.kind = STEP_EXECUTE, .system = i}))
            return false;
    return true;
}

/* ---- executions ------------------------------------------------------------------------------ */

static void count_execution(struct loop *loop, const struct record *record)
{
    loop->execution_cost_s += record->cost_s;
    loop->n_executed++;
    loop->done++;
}

/* An execution with the hooks around it; their time belongs to its cost. */
static bool execute(struct loop *loop, const struct step *step)
{
    const struct design_hooks *hooks = &loop->design.hooks;
    struct execution execution;
    struct assay_error error;
    double begin_s = now_s();
    if (!run_hook(loop, "prepare", hook_of(hooks->prepare, hooks->n_prepare, step->system), step))
        return false;
    if (executor_execute(loop->executor, step, loop->builds[step->system].dir, &execution,
                         &error) != ASSAY_OK)
        return error.status == ASSAY_INVALID ? stop(loop, EXPERIMENT_INVALID, error.text)
                                             : stop_error(loop, &error);
    if (execution.interrupted)
        return stop_interrupted(loop);
    execution.record.cost_s = now_s() - begin_s;
    count_execution(loop, &execution.record);
    if (!keep(loop, &execution.record))
        return false;
    if (execution.record.outcome == OUTCOME_OK)
        loop->report->executions++;
    else if (!loop->design.ignore_failure)
        return stop_failed(loop, &execution.record);
    return run_hook(loop, "conclude", hook_of(hooks->conclude, hooks->n_conclude, step->system),
                    step);
}

/* ---- several at a time ----------------------------------------------------------------------- */

static bool can_group(const struct loop *loop, const struct step *step)
{
    const struct design_hooks *hooks = &loop->design.hooks;
    const struct build *build = &loop->builds[step->system];
    return hooks->n_prepare == 0 && hooks->n_conclude == 0 && loop->calls->keep_all != NULL &&
           !build->pending && !build->failed &&
           executor_can_group(loop->executor, step, build->dir) &&
           (loop->calls->has == NULL || !loop->calls->has(loop->calls->context, step));
}

/* True when the step lies behind the last round, or the number of rounds would have to be found to
 * say so. */
static bool may_be_behind_end(const struct loop *loop, const struct step *step)
{
    if (!loop->options->find_rounds || step->kind == STEP_BUILD || step->position > 0)
        return false;
    size_t warmup = loop->design.levels[design_execution_level(&loop->design)].warmup;
    return step->round >= warmup + *loop->live_rounds;
}

/* The step that follows within the walk; it may have been looked at before. Without deciding the
 * number of rounds, which the steps before it may have a say in. */
static bool peek(struct loop *loop, struct step *step)
{
    if (!loop->holds && !schedule_next(loop->schedule, &loop->held))
        return false;
    loop->holds = true;
    *step = loop->held;
    return !may_be_behind_end(loop, step);
}

/* Hands the step over with as many of those that follow as make a group. False: alone. */
static bool gather(struct loop *loop, const struct step *first)
{
    if (!can_group(loop, first))
        return false;
    executor_begin_group(loop->executor);
    struct step step = *first;
    size_t n = 0;
    while (executor_add_to_group(loop->executor, &step, loop->builds[step.system].dir)) {
        if (n++ > 0)
            loop->holds = false; /* the one that was peeked at is taken */
        if (!peek(loop, &step) || !can_group(loop, &step))
            break;
    }
    return n > 1;
}

/* Keeps what had ended, at once or else one by one up to the one that cannot be kept. */
static bool keep_group(struct loop *loop, const struct ahead_record *ended, size_t n)
{
    const struct record *records[AHEAD_MAX];
    for (size_t i = 0; i < n; i++) {
        records[i] = &ended[i].record;
        count_execution(loop, records[i]);
    }
    if (loop->calls->keep_all(loop->calls->context, records, n)) {
        loop->report->executions += n;
        return true;
    }
    for (size_t i = 0; i < n; i++, loop->report->executions++)
        if (!keep(loop, records[i]))
            return false;
    return true;
}

/* The last one may not have ended well: it is told like one that ran alone. */
static bool end_group(struct loop *loop, const struct ahead *ahead)
{
    struct ahead_record *ended = loop->ended;
    size_t n = 0;
    while (n < ahead->done && ahead_record(&ahead->items[n], &ended[n]) &&
           ended[n].record.outcome == OUTCOME_OK && !ahead->items[n].result.interrupted)
        n++;
    if (n > 0 && !keep_group(loop, ended, n))
        return false;
    if (n == ahead->done)
        return true;
    if (ahead->items[n].result.interrupted)
        return stop_interrupted(loop);
    struct record *failed = &ended[n].record;
    failed->last_words = executor_last_words(loop->executor);
    count_execution(loop, failed);
    return keep(loop, failed) && (loop->design.ignore_failure || stop_failed(loop, failed));
}

/* Runs what was gathered; those behind a failed one are run again, alone. */
static bool run_group(struct loop *loop)
{
    struct assay_error error;
    struct ahead *ahead = launcher_ahead(loop->launcher);
    enum assay_status status = executor_run_group(loop->executor, &error);
    bool on = end_group(loop, ahead);
    __atomic_store_n(&ahead->kept, ahead->done, __ATOMIC_RELEASE);
    if (status != ASSAY_OK)
        return stop_error(loop, &error);
    for (uint32_t i = ahead->done; on && i < ahead->n; i++)
        on = execute(loop, &ahead->items[i].step);
    return on;
}

static bool step_execute(struct loop *loop, const struct step *step)
{
    struct build *build = &loop->builds[step->system];
    if (loop->calls->has != NULL && loop->calls->has(loop->calls->context, step)) {
        loop->done++;
        return true;
    }
    if (build->pending && !renew_build(loop, build))
        return false;
    if (build->failed) {
        loop->report->skipped++;
        loop->done++;
        return true;
    }
    tell(loop, step);
    return gather(loop, step) ? run_group(loop) : execute(loop, step);
}

/* ---- the number of rounds -------------------------------------------------------------------- */

/* As hyperfine does for one command: enough rounds for min_time_s of each, at least min_rounds, and
 * not fewer than have been run (resume). Decided once, from the cost of the first rounds, so that
 * the values themselves have no say in when to stop. */
static void find_rounds(struct loop *loop, size_t rounds_done)
{
    const struct experiment_options *o = loop->options;
    double each_s = loop->execution_cost_s / (double)loop->n_executed;
    double wanted = ceil(o->min_time_s / each_s);
    size_t most = o->max_rounds > 0 ? o->max_rounds : (size_t)1000000000;
    size_t rounds = wanted < (double)most ? (size_t)wanted : most;
    if (rounds < o->min_rounds)
        rounds = o->min_rounds;
    if (rounds > most)
        rounds = most;
    *loop->live_rounds = rounds > rounds_done ? rounds : rounds_done;
    loop->open = false;
}

/* True when the step lies behind the last round. Rounds are never left half-done: they pair. */
static bool is_behind_end(struct loop *loop, const struct step *step)
{
    size_t warmup = loop->design.levels[design_execution_level(&loop->design)].warmup;
    bool behind = may_be_behind_end(loop, step);
    if (behind && loop->open && loop->n_executed > 0) {
        find_rounds(loop, step->round - warmup);
        behind = step->round >= warmup + *loop->live_rounds;
    }
    return behind && !loop->open;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The next step, looked at before or not. */
static bool next_step(struct loop *loop, struct step *step)
{
    if (!loop->holds)
        return schedule_next(loop->schedule, step);
    *step = loop->held;
    loop->holds = false;
    return true;
}

/* Between rounds, not more often than every few seconds: it sleeps while it looks. */
static bool wait_for_quiet(struct loop *loop, const struct step *step)
{
    const struct design_isolate *isolate = &loop->design.isolate;
    const double again_s = 5;
    double busy = 0;
    if (!(isolate->quiet_load > 0) || step->position > 0 ||
        (loop->quiet_s > 0 && now_s() - loop->quiet_s < again_s))
        return true;
    enum quiet quiet = quiet_wait(isolate->quiet_load, isolate->quiet_wait_s, &busy);
    loop->quiet_s = now_s();
    if (quiet == QUIET_INTERRUPTED)
        return stop_interrupted(loop);
    if (quiet != QUIET_NO)
        return true;
    char text[160];
    (void)snprintf(text, sizeof text,
                   "the machine does not get quiet: other work keeps %.2f processors busy, allowed "
                   "are %.2f, and %.0f s were waited",
                   busy, isolate->quiet_load, isolate->quiet_wait_s);
    return stop(loop, EXPERIMENT_SYSTEM, text);
}

static bool walk(struct loop *loop)
{
    struct step step;
    while (next_step(loop, &step) && !is_behind_end(loop, &step)) {
        if (interrupt_requested())
            return stop_interrupted(loop);
        if (!wait_for_quiet(loop, &step))
            return false;
        if (!(step.kind == STEP_BUILD ? step_build(loop, &step) : step_execute(loop, &step)))
            return false;
    }
    return true;
}

/* Setup, the walk, cleanup: also when a command failed, but not when the user wants to go. */
static void run_all(struct loop *loop)
{
    const struct design_hooks *hooks = &loop->design.hooks;
    if (!run_hook_for_all(loop, "setup", hooks->setup))
        return;
    if (walk(loop))
        (void)run_hook_for_all(loop, "cleanup", hooks->cleanup);
    else if (loop->report->status == EXPERIMENT_FAILED) {
        struct experiment_report failure = *loop->report;
        (void)run_hook_for_all(loop, "cleanup", hooks->cleanup);
        *loop->report = failure;
    }
    tell(loop, NULL);
}

/* The schedule of an open design has no last round: the walk ends it. */
static struct schedule *open_schedule(struct loop *loop, struct design *endless)
{
    *endless = loop->design;
    if (loop->options->find_rounds)
        endless->levels[design_execution_level(endless)].count = 2000000000;
    return schedule_new(endless);
}

static void loop_fini(struct loop *loop)
{
    for (size_t i = 0; loop->builds != NULL && i < loop->design.n_systems; i++)
        drop_build(loop, &loop->builds[i]);
    free(loop->builds);
    free(loop->ended);
    schedule_free(&loop->schedule);
    launcher_ahead(loop->launcher)->workspace[0] = '\0';
    workspace_close(&loop->workspace);
    executor_free(&loop->executor);
}

enum experiment_status experiment_run(const struct design *design, struct launcher *launcher,
                                      const struct experiment_options *options,
                                      const struct experiment_calls *calls,
                                      struct experiment_report *report)
{
    memset(report, 0, sizeof *report);
    struct design endless;
    struct assay_error error = {ASSAY_OK, ""};
    struct loop loop = {.design = *design,
                        .launcher = launcher,
                        .options = options,
                        .calls = calls,
                        .report = report};
    loop.live_rounds = &loop.design.levels[design_execution_level(design)].count;
    loop.open = options->find_rounds;
    if (loop.open)
        *loop.live_rounds = options->min_rounds > 0 ? options->min_rounds : 1;
    loop.begin_s = now_s();
    loop.builds_left = schedule_builds(design);
    loop.builds = calloc(design->n_systems + 1, sizeof *loop.builds);
    loop.schedule = open_schedule(&loop, &endless);
    loop.ended = calloc(AHEAD_MAX, sizeof *loop.ended);
    if (loop.builds == NULL || loop.ended == NULL || loop.schedule == NULL || !interrupt_begin()) {
        (void)stop(&loop, EXPERIMENT_SYSTEM, "not enough memory for an experiment");
    } else {
        if (executor_new(&loop.design, launcher, &loop.executor, &error) == ASSAY_OK)
            run_all(&loop);
        else
            (void)stop_error(&loop, &error);
        interrupt_end();
    }
    report->rounds = *loop.live_rounds;
    loop_fini(&loop);
    return report->status;
}
