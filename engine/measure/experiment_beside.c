/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_beside.c -- the loop's rounds of systems side by side.
 *
 * A round of one benchmark is kept whole or not at all: what one system took without the others beside it is
 * nothing to compare. When one fails its failure is kept, those beside it are left out and counted as skipped,
 * and a resumed run tries the round once more or leaves it as it is, as it does with a failure alone.
 */
#include "measure/experiment_loop.h"

struct round {
    struct step steps[LANES_MAX];
    const char *dirs[LANES_MAX];
    struct beside beside[LANES_MAX];
    size_t n;
};

static bool is_kept(const struct loop *loop, const struct step *step)
{
    return loop->calls->has != NULL && loop->calls->has(loop->calls->context, step);
}

/* The steps of the same round and benchmark, which follow one another. */
static void gather(struct loop *loop, const struct step *first, struct round *round)
{
    struct step step = *first;
    do {
        round->steps[round->n++] = step;
        if (round->n > 1)
            loop->holds = false; /* it is taken */
    } while (round->n < LANES_MAX && loop_peek(loop, &step) && step.kind == STEP_EXECUTE &&
             step.round == first->round && step.benchmark == first->benchmark);
}

/* Where one is kept, or cannot be run, none of the round is. */
static bool is_left_out(struct loop *loop, const struct round *round, bool *on)
{
    bool kept = false, failed = false;
    for (size_t i = 0; i < round->n; i++)
        kept = kept || is_kept(loop, &round->steps[i]);
    for (size_t i = 0; !kept && i < round->n && *on; i++) {
        *on = loop_have_build(loop, &round->steps[i]);
        failed = failed || loop->builds[round->steps[i].system].failed;
    }
    if (kept || failed)
        loop->done += round->n;
    loop->report->skipped += failed ? round->n : 0;
    return kept || failed;
}

static bool enter_all(struct loop *loop, struct round *round)
{
    for (size_t i = 0; i < round->n; i++) {
        round->dirs[i] = loop->builds[round->steps[i].system].dir;
        if (!loop_enter(loop, &round->steps[i]) || !loop_hooks_before(loop, &round->steps[i]))
            return false;
    }
    return true;
}

static bool keep_whole(struct loop *loop, const struct round *round)
{
    const struct record *records[LANES_MAX];
    for (size_t i = 0; i < round->n; i++) {
        records[i] = &round->beside[i].execution.record;
        loop_count(loop, records[i]);
    }
    const bool together = loop->calls->keep_all != NULL &&
                          loop->calls->keep_all(loop->calls->context, records, round->n);
    for (size_t i = 0; i < round->n && !together; i++)
        if (!loop_keep(loop, records[i]))
            return false;
    loop->report->executions += round->n;
    return true;
}

/* Of a round with failures these alone. */
static bool keep_failures(struct loop *loop, const struct round *round)
{
    const struct record *failed = NULL;
    for (size_t i = 0; i < round->n; i++) {
        const struct beside *beside = &round->beside[i];
        if (beside->execution.record.outcome == OUTCOME_OK || beside->facts.cut_short) {
            loop->report->skipped++;
            loop->done++;
            continue;
        }
        loop_count(loop, &beside->execution.record);
        if (!loop_keep(loop, &beside->execution.record))
            return false;
        failed = failed == NULL ? &beside->execution.record : failed;
    }
    return failed == NULL || loop->design.ignore_failure || loop_stop_failed(loop, failed);
}

static bool keep(struct loop *loop, const struct round *round)
{
    bool whole = true;
    for (size_t i = 0; i < round->n; i++) {
        if (round->beside[i].execution.interrupted)
            return loop_stop_interrupted(loop);
        whole = whole && round->beside[i].execution.record.outcome == OUTCOME_OK;
    }
    return whole ? keep_whole(loop, round) : keep_failures(loop, round);
}

bool loop_execute_beside(struct loop *loop, const struct step *first)
{
    struct round round = {.n = 0};
    struct assay_error error;
    bool on = true;
    gather(loop, first, &round);
    if (is_left_out(loop, &round, &on) || !on)
        return on;
    if (!loop_tell(loop, first) || !enter_all(loop, &round))
        return false;
    if (executor_execute_beside(loop->executor, round.steps, round.dirs, round.n, round.beside,
                                &error) != ASSAY_OK)
        return loop_stop_unstartable(loop, &error);
    /* Of a pilot nothing that was measured side by side counts before that has been chosen. */
    for (size_t i = 0; i < round.n && loop->design.order.by == ORDER_AUTO; i++)
        round.beside[i].execution.record.step.warmup = true;
    on = keep(loop, &round);
    for (size_t i = 0; i < round.n && on; i++)
        on = loop_hooks_behind(loop, &round.steps[i]);
    return on;
}
