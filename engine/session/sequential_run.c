/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sequential_run.c -- a sequential test: measure a little more, take an interim look, decide.
 *
 * The rule itself is the library's (assay/stopping.h). The order of what comes does not depend on how
 * much will come, and what is stored already is skipped. A time budget ends the run between two
 * looks: the anytime interval holds there as well (docs/stopping.md). */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "measure/schedule.h"
#include "session/interim_looks.h"
#include "session/overrun.h"
#include "session/session_expect.h"
#include "session/session_parts.h"

enum {
    HOPELESS_UNITS = 10 /* without one success: what always fails must not be tried to the end */
};

/* ---- looking ---- */

enum look { LOOK_GO_ON, LOOK_REACHED, LOOK_HOPELESS, LOOK_TIMED_OUT };

/* The first system without any value, NULL: all have one. */
static const char *valueless(const struct design *design, const struct name_list *systems)
{
    for (size_t s = 0; s < design->n_systems; s++) {
        size_t i = 0;
        while (i < systems->n && strcmp(systems->items[i], design->systems[s].name) != 0)
            i++;
        if (i == systems->n)
            return design->systems[s].name;
    }
    return NULL;
}

static enum look hopeless(const struct session *session, const char *system, size_t units)
{
    session_tell(session,
                 &(struct session_event){.kind = SESSION_HOPELESS, .text = system, .n = units});
    return LOOK_HOPELESS;
}

/* Where the rule compares, one system is not enough. */
static enum look decide(const struct session *session, const struct interim_looks *looks,
                        size_t units)
{
    const struct name_list *systems = interim_looks_systems(looks);
    if (systems->n > 1 || session->design->n_systems == 1)
        return interim_looks_done(looks) ? LOOK_REACHED : LOOK_GO_ON;
    if (units < HOPELESS_UNITS)
        return LOOK_GO_ON;
    return hopeless(session, valueless(session->design, systems), units);
}

/* After so many units of the top level. */
static enum look look(const struct session *session, struct interim_looks *looks, size_t units)
{
    if (session->stored == 0 && units < HOPELESS_UNITS)
        return LOOK_GO_ON;
    if (session->stored == 0)
        return hopeless(session, session->design->systems[0].name, units);
    return interim_looks_gather(looks) ? decide(session, looks, units) : LOOK_GO_ON;
}

/* ---- time ---- */

/* Of the top units of a run: what those that are done have cost. */
struct pace {
    double begin_s; /* the clock when this process began */
    double spent_s; /* before, by the costs of what is stored */
    size_t stored;  /* top units that were begun before: they take no more time */
};

static double share_done(const struct session *session)
{
    return (double)session->recorded / (double)schedule_executions(session->design);
}

double session_spent(const struct session *session, const struct input *input)
{
    return run_input_time(session->design, input) * share_done(session);
}

static struct pace begin_pace(const struct session *session)
{
    struct pace pace = {.begin_s = clock_now_s()};
    const struct design *design = session->design;
    const struct source_request primary = {.stored = true};
    struct assay_error error;
    SCOPED(input_fini) struct input input = {0};
    if (session->recorded == 0 || !(design->stop.budget_s > 0))
        return pace;
    if (session_input(session, &primary, &input, &error) != ASSAY_OK) {
        session_tell(session, &(struct session_event){.kind = SESSION_UNREAD, .error = &error});
        return pace;
    }
    const size_t most = design->levels[design_top_level(design)].count;
    pace.spent_s = session_spent(session, &input);
    pace.stored = (size_t)ceil(share_done(session) * (double)most);
    return pace;
}

static double elapsed(const struct pace *pace)
{
    return pace->spent_s + clock_now_s() - pace->begin_s;
}

/* At most `wanted` top units, as the budget allows after n; n: the time is over. */
static size_t in_time(const struct design_stop *stop, const struct pace *pace, size_t n,
                      size_t wanted)
{
    const size_t done = n > pace->stored ? n : pace->stored;
    if (!(stop->budget_s > 0) || done == 0)
        return wanted;
    const double allowed = stop->budget_s / elapsed(pace) * (double)done;
    if (allowed >= (double)wanted)
        return wanted;
    const size_t units = (size_t)allowed > done ? (size_t)allowed : done;
    return units < wanted ? units : wanted;
}

/* ---- the run ---- */

struct watched {
    struct session *session;
    struct interim_looks looks;
    struct pace pace;
    size_t n; /* top units that are, or are to be, done */
    enum look seen;
    struct overrun overrun;
};

size_t session_planned(const struct design *design, size_t units)
{
    struct design part = *design;
    part.levels[design_top_level(design)].count = units;
    return schedule_executions(&part);
}

/* Looks that were made before an interruption saw fewer values than are stored now; they decided to
 * go on. At the last of the rounds a verdict has no say any more. */
static enum look look_if_due(struct watched *w)
{
    const struct design *design = w->session->design;
    const bool last = w->n >= w->looks.rule.most && !(design->stop.precision > 0);
    return last || w->session->recorded > session_planned(design, w->n)
               ? LOOK_GO_ON
               : look(w->session, &w->looks, w->n);
}

static size_t go_on_to(void *context, size_t units)
{
    struct watched *w = context;
    if (units > 0 && (w->seen = look_if_due(w)) != LOOK_GO_ON)
        return units;
    const size_t wanted = assay_stopping_next(&w->looks.rule, units);
    const size_t next = in_time(&w->session->design->stop, &w->pace, units, wanted);
    if (next == units)
        w->seen = LOOK_TIMED_OUT;
    else
        w->n = next;
    return next;
}

static void take(void *context, const struct record *record)
{
    struct watched *w = context;
    interim_looks_take(&w->looks, record);
    overrun_take(&w->overrun, w->session, record, w->n);
}

static enum assay_status run(struct watched *w, struct assay_error *error)
{
    const struct sequential_rule watcher = {.context = w, .take = take, .go_on_to = go_on_to};
    struct session *session = w->session;
    const double budget_s = session->design->stop.budget_s;
    session->sequential = &watcher;
    w->overrun =
        overrun_of(session, w->pace.begin_s, budget_s > 0 ? w->pace.begin_s + budget_s : 0);
    const enum assay_status status = session_run_part(session, error);
    session->sequential = NULL;
    if (status == ASSAY_OK && w->seen == LOOK_GO_ON)
        w->seen = look_if_due(w);
    session_tell_failures(session);
    if (status != ASSAY_OK)
        return status;
    /* What ended the run, where it is not that the rule was met. */
    if (w->seen == LOOK_TIMED_OUT)
        session_tell(w->session, &(struct session_event){.kind = SESSION_TIMED_OUT, .n = w->n});
    if (w->seen == LOOK_GO_ON && w->session->design->stop.precision > 0)
        session_tell(w->session,
                     &(struct session_event){.kind = SESSION_NOT_REACHED, .n = w->looks.rule.most});
    struct assay_error ignored;
    (void)store_plan(session->store, session->experiment, session_planned(session->design, w->n),
                     &ignored);
    return ASSAY_OK;
}

enum assay_status session_run_sequential(struct session *session, struct assay_error *error)
{
    struct watched w = {.session = session, .pace = begin_pace(session)};
    TRY(interim_looks_init(&w.looks, session, error));
    enum assay_status status = run(&w, error);
    interim_looks_fini(&w.looks);
    return status == ASSAY_OK ? session_finish(session, error) : status;
}
