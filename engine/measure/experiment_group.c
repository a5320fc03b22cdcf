/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_group.c -- short commands, several at a time. */
#include "measure/experiment_loop.h"

static bool can_group(const struct loop *loop, const struct step *step)
{
    const struct design_hooks *hooks = &loop->design.hooks;
    const struct build *build = &loop->builds[step->system];
    return !design_has_services(&loop->design) && hooks->n_prepare == 0 && hooks->n_conclude == 0 && loop->calls->keep_all != NULL &&
           loop_order_of(loop, step) == ORDER_ROUNDS && !schedule_is_alone(&loop->design, step) &&
           !loop_is_counted(loop, step) && !build->pending && !build->failed &&
           loop_is_inside(loop, step) &&
           executor_can_group(loop->executor, step, build->dir) &&
           (loop->calls->has == NULL || !loop->calls->has(loop->calls->context, step));
}

size_t loop_uncounted(const struct loop *loop)
{
    return loop->design.levels[design_execution_level(&loop->design)].warmup +
           design_pilot(&loop->design);
}

/* True when the step lies behind the last round, or the number of rounds would have to be found to
 * say so. */
bool loop_may_be_behind_end(const struct loop *loop, const struct step *step)
{
    if (!loop->options->find_rounds || step->kind == STEP_BUILD || step->position > 0)
        return false;
    return step->round >= loop_uncounted(loop) + *loop->live_rounds;
}

/* The step that follows within the walk; it may have been looked at before. Without deciding the
 * number of rounds, which the steps before it may have a say in. */
bool loop_peek(struct loop *loop, struct step *step)
{
    if (!loop->holds && !schedule_next(loop->schedule, &loop->held))
        return false;
    loop->holds = true;
    *step = loop->held;
    return !loop_may_be_behind_end(loop, step) && !loop_is_paused(loop, step);
}

/* Hands the step over with as many of those that follow as make a group. False: alone. */
bool loop_gather(struct loop *loop, const struct step *first)
{
    if (!can_group(loop, first))
        return false;
    executor_begin_group(loop->executor);
    struct step step = *first;
    size_t n = 0;
    while (executor_add_to_group(loop->executor, &step, loop->builds[step.system].dir)) {
        if (n++ > 0)
            loop->holds = false; /* the one that was peeked at is taken */
        if (!loop_peek(loop, &step) || !can_group(loop, &step))
            break;
    }
    return n > 1;
}

/* Keeps what had ended, at once or else one by one up to the one that cannot be kept. */
static bool keep_group(struct loop *loop, const struct burst_record *ended, size_t n)
{
    const struct record *records[BURST_MAX];
    for (size_t i = 0; i < n; i++) {
        records[i] = &ended[i].record;
        loop_count(loop, records[i]);
    }
    if (loop->calls->keep_all(loop->calls->context, records, n)) {
        loop->report->executions += n;
        return true;
    }
    for (size_t i = 0; i < n; i++, loop->report->executions++)
        if (!loop_keep(loop, records[i])) {
            loop->report->unkept = n - i;
            return false;
        }
    return true;
}

/* The last one may not have ended well: it is told like one that ran alone. */
static bool end_group(struct loop *loop, const struct burst *burst)
{
    struct burst_record *ended = loop->ended;
    size_t n = 0;
    while (n < burst->done && burst_record(&burst->items[n], &ended[n]) &&
           ended[n].record.outcome == OUTCOME_OK && !burst->items[n].result.interrupted)
        n++;
    if (n > 0 && !keep_group(loop, ended, n))
        return false;
    if (n == burst->done)
        return true;
    if (burst->items[n].result.interrupted)
        return loop_stop_interrupted(loop);
    struct record *failed = &ended[n].record;
    failed->last_words = executor_last_words(loop->executor);
    loop_count(loop, failed);
    return loop_keep(loop, failed) &&
           (loop->design.ignore_failure || loop_stop_failed(loop, failed));
}

/* Runs what was gathered; those behind a failed one are run again, alone. */
bool loop_run_group(struct loop *loop)
{
    struct assay_error error;
    struct burst *burst = launcher_burst(loop->launcher);
    enum assay_status status = executor_run_group(loop->executor, &error);
    bool on = end_group(loop, burst);
    __atomic_store_n(&burst->kept, burst->done, __ATOMIC_RELEASE);
    if (status != ASSAY_OK)
        return loop_stop_error(loop, &error);
    struct step behind[BURST_MAX]; /* copied: the next command has the place of the group */
    size_t n = 0;
    for (uint32_t i = burst->done; i < burst->n; i++)
        behind[n++] = burst->items[i].step;
    for (size_t i = 0; on && i < n; i++)
        on = loop_execute(loop, &behind[i]);
    return on;
}
