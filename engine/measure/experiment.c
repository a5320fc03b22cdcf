/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment.c -- the loop over the schedule. */
#include "measure/experiment_loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "measure/interrupt.h"
#include "measure/load.h"

/* ---- ends ------------------------------------------------------------------------------------ */

/* Returns false: stop. */
static bool stop(struct loop *loop, enum assay_status status, const char *text)
{
    (void)assay_fail(&loop->report->error, status, "%s", text);
    return false;
}

bool loop_stop_interrupted(struct loop *loop)
{
    return stop(loop, ASSAY_INTERRUPTED, "interrupted");
}

bool loop_stop_error(struct loop *loop, const struct assay_error *error)
{
    /* What was asked for says nothing here, and would not the next time. */
    return stop(loop, error->status == ASSAY_USAGE ? ASSAY_USAGE : ASSAY_SYSTEM, error->text);
}

bool loop_stop_failed(struct loop *loop, const struct record *record)
{
    struct assay_error *error = &loop->report->error;
    *error = (struct assay_error){.status = ASSAY_FAILED};
    record_describe(&loop->design, record, error->text, sizeof error->text);
    (void)snprintf(loop->report->last_words, sizeof loop->report->last_words, "%s",
                   record->last_words != NULL ? record->last_words : "");
    if (record->hook == NULL && record->step.kind == STEP_EXECUTE) {
        loop->report->outcome = record->outcome;
        loop->report->exit_code = record->exit_code;
    }
    return false;
}

/* ---- how far to go -------------------------------------------------------------------------- */

/* The design as far as it may be run now. */
static struct design part_of(const struct loop *loop)
{
    struct design part = loop->design;
    struct design_level *top = &part.levels[design_top_level(&loop->design)];
    if (loop->calls->go_on_to != NULL && loop->until < top->count)
        top->count = loop->until > 0 ? loop->until : 1;
    return part;
}

/* The step's live unit of the top level; executions that do not count come before the first one. */
static size_t unit_of(const struct design *design, const struct step *step)
{
    const size_t top = design_top_level(design), unit = step->unit[top];
    const size_t warmup = top == design_execution_level(design)
                              ? (size_t)design->levels[top].warmup + design_pilot(design)
                              : 0;
    return unit > warmup ? unit - warmup : 0;
}

bool loop_is_paused(const struct loop *loop, const struct step *step)
{
    return loop->calls->go_on_to != NULL && unit_of(&loop->design, step) >= loop->until;
}

/* False: the caller wants no more. */
static bool goes_on(struct loop *loop, const struct step *step)
{
    while (loop_is_paused(loop, step)) {
        const size_t until = loop->calls->go_on_to(loop->calls->context, loop->until);
        if (until <= loop->until)
            return false;
        /* Builds that are now to be made are no longer left out of the time that is left. */
        const struct design before = part_of(loop);
        const size_t had = loop->until > 0 ? schedule_builds(&before) : 0;
        loop->until = until;
        const struct design now = part_of(loop);
        loop->builds_left += schedule_builds(&now) - had;
    }
    return true;
}

/* ---- progress -------------------------------------------------------------------------------- */

/* Seconds for what is left, at the mean costs of this run: of each system on each benchmark, and of a build. */
static double time_left(const struct loop *loop, size_t planned)
{
    if (loop->n_executed == 0)
        return NAN;
    size_t left = planned > loop->done ? planned - loop->done : 0;
    double builds = loop->n_built > 0
                        ? (double)loop->builds_left * loop->build_cost_s / (double)loop->n_built
                        : 0;
    const double seconds = run_costs_of(&loop->costs, left) + builds;
    if (!loop->open)
        return seconds;
    /* The rounds are still to be found: for so many seconds of each command. */
    const double commands = (double)loop->design.n_systems * (double)loop->design.n_benchmarks;
    return fmax(seconds, loop->options->min_time_s * commands - loop->execution_cost_s);
}

bool loop_tell(struct loop *loop, const struct step *step)
{
    if (loop->calls->progress == NULL)
        return true;
    const struct design part = part_of(loop);
    size_t planned = schedule_executions(&part);
    struct experiment_progress progress = {
        .step = step,
        .done = loop->done,
        .planned = planned,
        .rounds = part.levels[design_execution_level(&part)].count,
        .open = loop->open,
        .failures = loop->report->failures,
        .elapsed_s = clock_now_s() - loop->begin_s,
        .left_s = time_left(loop, planned),
        .unknown = loop->costs.n_unknown,
    };
    return loop->calls->progress(loop->calls->context, &progress) || loop_stop_interrupted(loop);
}

bool loop_keep(struct loop *loop, const struct record *record)
{
    if (record->outcome != OUTCOME_OK)
        loop->report->failures++;
    struct assay_error error;
    if (loop->calls->keep(loop->calls->context, record, &error) == ASSAY_OK)
        return true;
    loop->report->error = error;
    return false;
}

/* ---- executions ------------------------------------------------------------------------------ */

void loop_count(struct loop *loop, const struct record *record)
{
    loop->execution_cost_s += record->cost_s;
    run_costs_add(&loop->costs,
                  record->step.system * loop->design.n_benchmarks + record->step.benchmark,
                  record->cost_s);
    loop->n_executed++;
    loop->done++;
}

bool loop_stop_unstartable(struct loop *loop, const struct assay_error *error)
{
    return error->status == ASSAY_INVALID ? stop(loop, ASSAY_USAGE, error->text)
                                          : loop_stop_error(loop, error);
}

bool loop_hooks_before(struct loop *loop, const struct step *step)
{
    const struct design_hooks *hooks = &loop->design.hooks;
    return loop_hook(loop, "prepare", design_hook(hooks->prepare, hooks->n_prepare, step->system),
                     step);
}

bool loop_hooks_behind(struct loop *loop, const struct step *step)
{
    const struct design_hooks *hooks = &loop->design.hooks;
    return loop_hook(loop, "conclude",
                     design_hook(hooks->conclude, hooks->n_conclude, step->system), step);
}

/* An execution with the hooks around it; their time belongs to its cost. */
bool loop_execute(struct loop *loop, const struct step *step)
{
    struct execution execution;
    struct counted counted;
    if (!loop_count_apart(loop, step, &counted))
        return false;
    const double begin_s = clock_now_s();
    if (!loop_hooks_before(loop, step))
        return false;
    if (!loop_execute_served(loop, step, &execution))
        return false;
    execution.record.cost_s = clock_now_s() - begin_s;
    executor_add_counts(loop->executor, &counted, &execution.record);
    loop_count(loop, &execution.record);
    if (!loop_keep(loop, &execution.record))
        return false;
    if (execution.record.outcome == OUTCOME_OK)
        loop->report->executions++;
    else if (!loop->design.ignore_failure)
        return loop_stop_failed(loop, &execution.record);
    return loop_end_services(loop, step, step->system, false) && loop_hooks_behind(loop, step);
}

bool loop_have_build(struct loop *loop, const struct step *step)
{
    struct build *build = &loop->builds[step->system];
    return !build->pending || loop_renew_build(loop, build);
}

enum design_order_by loop_order_of(const struct loop *loop, const struct step *step)
{
    const bool open = loop->design.order.by == ORDER_AUTO;
    if (schedule_is_alone(&loop->design, step))
        return ORDER_ROUNDS;
    return open && schedule_is_pilot(&loop->design, step)
               ? schedule_pilot_order(&loop->design, step)
               : loop->design.order.by;
}

static bool step_execute(struct loop *loop, const struct step *step)
{
    const struct build *build = &loop->builds[step->system];
    if (!loop_leave(loop, step) || !loop_settle_order(loop, step))
        return false;
    if (!schedule_is_pilot(&loop->design, step) && !loop_choose_order(loop))
        return false;
    if (order_is_beside(loop_order_of(loop, step)))
        return loop_execute_beside(loop, step);
    if (loop->calls->has != NULL && loop->calls->has(loop->calls->context, step)) {
        loop->done++;
        return true;
    }
    if (!loop_have_build(loop, step))
        return false;
    if (build->failed) {
        loop->report->skipped++;
        loop->done++;
        return true;
    }
    if (!loop_tell(loop, step) || !loop_enter(loop, step))
        return false;
    if (schedule_is_alone(&loop->design, step)) {
        /* It tells what the pairs of a duet are told by, and does not count. */
        struct step uncounted = *step;
        uncounted.warmup = true;
        return loop_execute(loop, &uncounted);
    }
    return loop_gather(loop, step) ? loop_run_group(loop) : loop_execute(loop, step);
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
    const size_t before = loop_uncounted(loop);
    bool behind = loop_may_be_behind_end(loop, step);
    if (behind && loop->open && loop->n_executed > 0) {
        find_rounds(loop, step->round - before);
        behind = step->round >= before + *loop->live_rounds;
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
        (loop->quiet_s > 0 && clock_now_s() - loop->quiet_s < again_s))
        return true;
    enum idle idle = wait_idle(isolate->quiet_load, isolate->quiet_wait_s, &busy);
    loop->quiet_s = clock_now_s();
    if (idle == IDLE_INTERRUPTED)
        return loop_stop_interrupted(loop);
    if (idle != IDLE_NO)
        return true;
    char text[160];
    (void)snprintf(text, sizeof text,
                   "the machine does not get quiet: other work keeps %.2f processors busy, allowed "
                   "are %.2f, and %.0f s were waited",
                   busy, isolate->quiet_load, isolate->quiet_wait_s);
    return stop(loop, ASSAY_SYSTEM, text);
}

/* Whether the step is to be done; else it is held, for who goes on all the same. */
static bool is_due(struct loop *loop, const struct step *step)
{
    if (!is_behind_end(loop, step) && goes_on(loop, step))
        return true;
    loop->held = *step;
    loop->holds = true;
    return false;
}

static bool walk_on(struct loop *loop)
{
    struct step step;
    while (next_step(loop, &step) && is_due(loop, &step)) {
        if (interrupt_requested())
            return loop_stop_interrupted(loop);
        if (!wait_for_quiet(loop, &step))
            return false;
        if (!(step.kind == STEP_BUILD ? loop_build(loop, &step) : step_execute(loop, &step)))
            return false;
    }
    return true;
}

/* A pilot that was all of the rounds may have to be measured afresh. */
static bool walk(struct loop *loop)
{
    if (!walk_on(loop))
        return false;
    const bool open = loop->design.order.by == ORDER_AUTO;
    return loop_choose_order(loop) && (!open || walk_on(loop));
}

/* Closes what is open, whatever ended the experiment; that remains its end. */
static void close_all(struct loop *loop)
{
    const struct experiment_report end = *loop->report;
    interrupt_fulfil();
    loop->closing = true;
    (void)loop_leave(loop, NULL);
    (void)loop_clean_up(loop);
    *loop->report = end;
}

/* Setup, the walk, cleanup. */
static void run_all(struct loop *loop)
{
    if (!loop_set_up(loop) || !loop_look_up_all(loop) || !walk(loop) || !loop_leave(loop, NULL) ||
        !loop_clean_up(loop))
        close_all(loop);
    const struct experiment_report end = *loop->report;
    (void)loop_tell(loop, NULL); /* it has ended */
    *loop->report = end;
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
        loop_drop_build(loop, &loop->builds[i]);
    free(loop->builds);
    free(loop->traced);
    free(loop->spreads);
    free(loop->ended);
    schedule_free(&loop->schedule);
    launcher_burst(loop->launcher)->workspace[0] = '\0';
    workspace_close(&loop->workspace);
    build_cache_fini(&loop->cached);
    free(loop->cache);
    free(loop->facts);
    run_costs_fini(&loop->costs);
    executor_free(&loop->executor);
}

enum assay_status experiment_run(const struct design *design, struct launcher *launcher,
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
                        .report = report,
                        .cached = {.lock = -1}};
    loop.live_rounds = &loop.design.levels[design_execution_level(design)].count;
    loop.open = options->find_rounds;
    if (loop.open)
        *loop.live_rounds = options->min_rounds > 0 ? options->min_rounds : 1;
    loop.begin_s = clock_now_s();
    loop.builds_left = calls->go_on_to == NULL ? schedule_builds(design) : 0;
    loop.builds = calloc(design->n_systems + 1, sizeof *loop.builds);
    loop.traced = calloc(design->n_systems + 1, sizeof *loop.traced);
    loop.spreads = calloc(design->n_systems * design->n_benchmarks + 1, sizeof *loop.spreads);
    loop.schedule = open_schedule(&loop, &endless);
    loop.ended = calloc(BURST_MAX, sizeof *loop.ended);
    if (loop.builds == NULL || loop.traced == NULL || loop.spreads == NULL || loop.ended == NULL ||
        loop.schedule == NULL ||
        !run_costs_init(&loop.costs, design->n_systems * design->n_benchmarks) ||
        !interrupt_begin()) {
        (void)stop(&loop, ASSAY_SYSTEM, "not enough memory for an experiment");
    } else {
        if (executor_new(&loop.design, launcher, options->import, options->kept, &loop.executor,
                         &error) == ASSAY_OK) {
            executor_watch(loop.executor, options->watch);
            run_all(&loop);
        } else
            (void)loop_stop_error(&loop, &error);
        interrupt_end();
    }
    report->rounds = *loop.live_rounds;
    loop_fini(&loop);
    return report->error.status;
}
