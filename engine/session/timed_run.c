/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timed_run.c -- counts that are planned, or those of a pilot, and a time by which the run ends.
 * A pilot has half of the time. What is too short for the least that its statistic can be planned from has the whole
 * of it, and nothing is planned. Where there is nothing to plan but how many there will be, the time says that.
 *
 * What a pilot has cost is not what the run will cost, on a busy machine least of all. The clock decides
 * and no value is looked at, so that the interval is the plain one, of fewer units. */
#include <math.h>

#include <assay/bootstrap.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "design/design_stop.h"
#include "measure/schedule.h"
#include "session/overrun.h"
#include "session/session_parts.h"

static const double pilot_share = 0.5; /* of the time, at most */

struct timed {
    struct session *session;
    double begin_s, end_s;
    double last_s; /* the end where fewer than `least` top units are done by end_s */
    size_t least;
    bool judged; /* it was */
    size_t all;  /* top units, and no more */
    size_t n;    /* those that are, or are to be, done */
    size_t had;  /* that stood in the store before the first was `measured` */
    bool measured;
    bool over;
    struct overrun overrun;
};

/* By what these units took: those that an earlier run left behind took nothing now. No more than took it: what gets
 * slower and slower would be long over its time before it is asked again. */
static size_t allowed_by(double end_s, const struct timed *timed, size_t units)
{
    const double now = clock_now_s(), spent = now - timed->begin_s;
    const double allowed = floor((end_s - now) / spent * (double)units);
    return allowed >= 2 ? (size_t)fmin(allowed / 2, (double)units) : allowed >= 1 ? 1 : 0;
}

/* Asked again when half of what the time allows is done: what one unit takes changes. */
static size_t go_on_to(void *context, size_t units)
{
    struct timed *timed = context;
    const size_t all = timed->all;
    const size_t least = design_least_timed(timed->session->design);
    size_t more = least;
    if (!timed->measured)
        timed->had = units;
    const size_t done = units - timed->had;
    if (done >= least) {
        more = allowed_by(timed->end_s, timed, done);
        if (more == 0 && units < timed->least && units < all) {
            timed->judged = true;
            timed->end_s = timed->last_s;
            more = allowed_by(timed->end_s, timed, done);
        }
    }
    timed->n = more < all - units ? units + more : all;
    timed->over = more == 0 && units < all;
    return timed->n;
}

static void take(void *context, const struct record *record)
{
    struct timed *timed = context;
    timed->measured = timed->measured || record->step.kind == STEP_EXECUTE;
    overrun_take(&timed->overrun, timed->session, record,
                 design_least_timed(timed->session->design));
}

/* As many as there are now is what the design asks for: more can be appended. */
static enum assay_status keep_count(struct timed *timed, struct assay_error *error)
{
    struct session *session = timed->session;
    struct design *design = session->design;
    const double took_s = clock_now_s() - timed->begin_s;
    design->levels[design_top_level(design)].count = timed->n;
    if (timed->n <= design_least_timed(design) && timed->had == 0 && took_s > design->stop.budget_s)
        design->stop.took_s = took_s;
    TRY(run_rewrite(design, error));
    TRY(store_extend(session->store, session->experiment, design, schedule_executions(design),
                     error));
    return session_finish(session, error);
}

static enum assay_status run_within(struct timed *timed, struct assay_error *error)
{
    struct session *session = timed->session;
    const struct sequential_rule watcher = {.context = timed, .take = take, .go_on_to = go_on_to};
    session->sequential = &watcher;
    timed->overrun = overrun_of(session, timed->begin_s, fmax(timed->end_s, timed->last_s));
    const enum assay_status status = session_run_part(session, error);
    session->sequential = NULL;
    session_tell_failures(session);
    if (status != ASSAY_OK)
        return status;
    if (timed->over) {
        struct design part = *session->design;
        struct assay_error ignored;
        session_tell(session, &(struct session_event){.kind = timed->judged ? SESSION_PILOT_JUDGED
                                                                            : SESSION_TIMED_OUT,
                                                      .n = timed->n});
        part.levels[design_top_level(&part)].count = timed->n;
        if (design_ends_by_time(session->design))
            return keep_count(timed, error);
        (void)store_plan(session->store, session->experiment, schedule_executions(&part), &ignored);
    }
    return session_finish(session, error);
}

enum assay_status session_run_until(struct session *session, double end_s,
                                    struct assay_error *error)
{
    const struct design *design = session->design;
    struct timed timed = {.session = session,
                          .begin_s = clock_now_s(),
                          .end_s = end_s,
                          .all = design->levels[design_top_level(design)].count};
    return run_within(&timed, error);
}

enum assay_status session_run_timed(struct session *session, struct assay_error *error)
{
    const struct source_request primary = {.stored = true};
    const double budget_s = session->design->stop.budget_s;
    double spent_s = 0;
    if (session->resumed && session->stored > 0) {
        SCOPED(input_fini) struct input input = {0};
        TRY(session_input(session, &primary, &input, error));
        spent_s = session_spent(session, &input);
    }
    return session_run_until(session, clock_now_s() + budget_s - spent_s, error);
}

size_t session_least_to_plan(const struct session *session)
{
    const struct design *design = session->design;
    double values = 0, each = 1;
    for (size_t b = 0; b < design->n_benchmarks; b++) {
        const struct assay_question asked = design_question(design, design->benchmarks[b].name);
        if (asked.statistic.kind != ASSAY_STATISTIC_MEAN)
            values = fmax(values, assay_quantile_values(&asked.statistic, session->confidence));
    }
    for (size_t k = design_top_level(design) + 1; k < design->n_levels; k++)
        each *= (double)design->levels[k].count;
    return (size_t)ceil(values / each);
}

enum assay_status session_run_pilot(struct session *session, struct assay_error *error)
{
    const struct design *design = session->design;
    const double begin_s = clock_now_s(), budget_s = design->stop.budget_s;
    struct timed timed = {.session = session,
                          .begin_s = begin_s,
                          .end_s = begin_s + pilot_share * budget_s,
                          .last_s = begin_s + budget_s,
                          .least = session_least_to_plan(session),
                          .all = design->rounds.find
                                     ? DESIGN_MOST_EXECUTIONS
                                     : design->levels[design_top_level(design)].count};
    return run_within(&timed, error);
}
