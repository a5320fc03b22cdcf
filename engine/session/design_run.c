/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design_run.c -- a run of the design's counts, which are the fewest beside a time for the whole.
 *
 * A gate is answered as soon as all that it compares is known to be the same program: what is built, and what the first
 * executions open, is known after the first rounds, and no value has a say in it. It ends there, and the rounds that were done are
 * what was planned. All of them are measured where builds are repeated (the next may differ), where the counts are
 * shared among machines, where the order of measuring is still to be chosen, and where the version is given a name, by
 * which others are compared with it. */
#include "base/clock.h"
#include "session/overrun.h"
#include "session/session_parts.h"
#include "session/session_verdict.h"

enum { LEAST_SAME = 2 }; /* rounds: one tells no spread */

struct counted {
    struct session *session;
    struct overrun overrun;
    size_t least; /* top units */
    size_t same;  /* rounds after which the run ended; 0: it went on */
};

static void take(void *context, const struct record *record)
{
    struct counted *counted = context;
    overrun_take(&counted->overrun, counted->session, record, counted->least);
}

static size_t least_of(const struct design *design)
{
    return design->rounds.find ? design->rounds.least
                               : design->levels[design_top_level(design)].count;
}

static bool may_end(const struct session *session)
{
    const struct design *design = session->design;
    return session->ends_when_same && session->version_label == NULL &&
           session->baseline[0] == '\0' && !session->appended && design->shard == 0 &&
           design->order.by == ORDER_ROUNDS &&
           design_top_level(design) == design_execution_level(design) &&
           least_of(design) > LEAST_SAME;
}

static bool all_settled(const struct comparison *pairs)
{
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++)
            if (!pairs->items[i].rows[j].settled || pairs->items[i].trouble[j][0] != '\0')
                return false;
    return pairs->n > 0;
}

/* What cannot be compared yet may be at the end. */
static bool is_same(const struct session *session)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    struct verdict verdict;
    struct assay_error ignored;
    request.confidence = session->confidence;
    const bool same =
        session_reach_verdict(session, &request, false, &verdict, &ignored) == ASSAY_OK &&
        verdict.gate != COMPARISON_SLOWER && all_settled(&verdict.pairs);
    verdict_fini(&verdict);
    return same;
}

static size_t go_on_to(void *context, size_t units)
{
    struct counted *counted = context;
    if (units < LEAST_SAME)
        return LEAST_SAME;
    if (units == LEAST_SAME && is_same(counted->session))
        counted->same = units;
    if (counted->same > 0)
        return units;
    return counted->session->design->rounds.find ? SIZE_MAX
                                                 : counted->least; /* the loop finds them */
}

/* The rounds that were done are all that there will be. */
static void keep_same(const struct counted *counted)
{
    struct session *session = counted->session;
    struct assay_error ignored; /* then it is no more than incomplete */
    (void)store_plan(session->store, session->experiment,
                     session_planned(session->design, counted->same), &ignored);
    session_tell(session, &(struct session_event){.kind = SESSION_SAME,
                                                  .n = counted->same,
                                                  .left = counted->least - counted->same});
}

enum assay_status session_run_design(struct session *session, struct assay_error *error)
{
    const double begin_s = clock_now_s();
    struct counted counted = {
        .session = session,
        .overrun =
            overrun_of(session, begin_s, session->budget_s > 0 ? begin_s + session->budget_s : 0),
        .least = least_of(session->design)};
    const struct sequential_rule watcher = {
        .context = &counted, .take = take, .go_on_to = may_end(session) ? go_on_to : NULL};
    session->sequential = &watcher;
    const enum assay_status status = session_run_part(session, error);
    session->sequential = NULL;
    session_tell_failures(session);
    if (status == ASSAY_OK && counted.same > 0)
        keep_same(&counted);
    return status == ASSAY_OK ? session_finish(session, error) : status;
}
