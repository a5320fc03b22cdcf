/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timed_run.c -- counts that are planned, or those of a pilot, and a time by which the run ends.
 *
 * What a pilot has cost is not what the run will cost, on a busy machine least of all. The clock decides
 * and no value is looked at, so that the interval is the plain one, of fewer units. */
#include <math.h>

#include "base/clock.h"
#include "measure/schedule.h"
#include "session/session_parts.h"

enum { LEAST_UNITS = 3 };
static const double pilot_share = 0.5; /* of the time, at most */

struct timed {
    struct session *session;
    double begin_s, end_s;
    size_t all; /* top units, and no more */
    size_t n;   /* those that are, or are to be, done */
    bool over;
};

/* Asked again when half of what the time allows is done: what one unit takes changes. */
static size_t go_on_to(void *context, size_t units)
{
    struct timed *timed = context;
    const size_t all = timed->all;
    const double now = clock_now_s(), spent = now - timed->begin_s, left = timed->end_s - now;
    size_t more = LEAST_UNITS;
    if (units >= LEAST_UNITS) {
        const double allowed = floor(left / spent * (double)units);
        more = allowed >= 2 ? (size_t)fmin(allowed / 2, (double)all) : allowed >= 1 ? 1 : 0;
    }
    timed->n = more < all - units ? units + more : all;
    timed->over = more == 0 && units < all;
    return timed->n;
}

static void take(void *context, const struct record *record)
{
    (void)context;
    (void)record;
}

static enum assay_status run_within(struct session *session, double begin_s, double end_s,
                                    size_t all, struct assay_error *error)
{
    struct timed timed = {.session = session, .begin_s = begin_s, .end_s = end_s, .all = all};
    const struct sequential_rule watcher = {.context = &timed, .take = take, .go_on_to = go_on_to};
    session->sequential = &watcher;
    const enum assay_status status = session_run_part(session, error);
    session->sequential = NULL;
    session_tell_failures(session);
    if (status != ASSAY_OK)
        return status;
    if (timed.over) {
        struct design part = *session->design;
        struct assay_error ignored;
        session_tell(session, &(struct session_event){.kind = SESSION_TIMED_OUT, .n = timed.n});
        part.levels[design_top_level(&part)].count = timed.n;
        (void)store_plan(session->store, session->experiment, schedule_executions(&part), &ignored);
    }
    return session_finish(session, error);
}

enum assay_status session_run_until(struct session *session, double end_s,
                                    struct assay_error *error)
{
    const struct design *design = session->design;
    return run_within(session, clock_now_s(), end_s, design->levels[design_top_level(design)].count,
                      error);
}

enum assay_status session_run_pilot(struct session *session, struct assay_error *error)
{
    const struct design *design = session->design;
    const double begin_s = clock_now_s();
    const size_t all = design->rounds.find ? DESIGN_MOST_EXECUTIONS
                                           : design->levels[design_top_level(design)].count;
    return run_within(session, begin_s, begin_s + pilot_share * design->stop.budget_s, all, error);
}
