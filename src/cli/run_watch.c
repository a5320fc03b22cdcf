/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_watch.c -- rules that look at the values: measure a little more, look, and decide.
 *
 * The rule itself is the library's (assay/stopping.h). The order of what comes does not depend on how
 * much will come, and what is stored already is skipped. A time budget ends the run between two
 * looks: the anytime interval holds there as well (docs/stopping.md). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run_input.h"
#include "cli/run_looks.h"
#include "cli/run_stop.h"
#include "measure/clock.h"
#include "measure/schedule.h"
#include "render/duration.h"
#include "render/quantity.h"
#include "render/terminal.h"

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

static void say_hopeless(const struct design *design, const char *system, size_t units)
{
    char *shown = terminal_name(system);
    terminal_complain("assay: %s gave no values in %s: there is nothing to decide, and the run "
                      "ends here",
                      shown != NULL ? shown : "?",
                      level_units(units, design->levels[design_top_level(design)].name).text);
    free(shown);
}

/* Where the rule compares, one system is not enough. */
static enum look decide(const struct session *session, const struct run_looks *looks, size_t units)
{
    const struct name_list *systems = run_looks_systems(looks);
    if (systems->n > 1 || session->design->n_systems == 1)
        return run_looks_done(looks) ? LOOK_REACHED : LOOK_GO_ON;
    if (units < HOPELESS_UNITS)
        return LOOK_GO_ON;
    say_hopeless(session->design, valueless(session->design, systems), units);
    return LOOK_HOPELESS;
}

/* After so many units of the top level. */
static enum look look(const struct session *session, struct run_looks *looks, size_t units)
{
    if (session->stored == 0 && units < HOPELESS_UNITS)
        return LOOK_GO_ON;
    if (session->stored == 0) {
        say_hopeless(session->design, session->design->systems[0].name, units);
        return LOOK_HOPELESS;
    }
    return run_looks_gather(looks) ? decide(session, looks, units) : LOOK_GO_ON;
}

/* ---- time ---- */

/* Of the top units of a run: what those that are done have cost. */
struct pace {
    double begin_s; /* the clock when this process began */
    double spent_s; /* before, by the costs of what is stored */
    size_t stored;  /* top units that were begun before: they take no more time */
};

static struct pace begin_pace(const struct session *session, const struct global_options *global)
{
    struct pace pace = {.begin_s = clock_now_s()};
    struct input input;
    if (session->recorded == 0 || !(session->design->stop.budget_s > 0) ||
        run_input(session, global, &input) != EXIT_DONE)
        return pace;
    const size_t most = session->design->levels[design_top_level(session->design)].count;
    const double done = (double)session->recorded / (double)schedule_executions(session->design);
    pace.spent_s = run_input_time(session->design, &input) * done;
    pace.stored = (size_t)ceil(done * (double)most);
    input_fini(&input);
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

/* The time is over, and the rule would still go on. */
static void say_timed_out(const struct session *session, size_t units)
{
    const struct design_stop *stop = &session->design->stop;
    const char *level = session->design->levels[design_top_level(session->design)].name;
    char end[80] = ", still inconclusive";
    if (stop->precision > 0)
        (void)snprintf(end, sizeof end, "; the interval is still wider than \u00b1 %.3g %%",
                       100 * stop->precision);
    terminal_complain("assay: the time budget of %s is used up after %s%s",
                      duration_of(stop->budget_s).text, level_units(units, level).text, end);
}

/* All rounds that were allowed are done, and the rule would still go on. */
static void say_not_reached(const struct session *session, size_t most)
{
    const struct design_stop *stop = &session->design->stop;
    const char *level = session->design->levels[design_top_level(session->design)].name;
    if (stop->precision > 0)
        terminal_complain("assay: after %s the interval is still wider than \u00b1 %.3g %%; "
                          "--max-runs or the manifest's count allows more",
                          level_units(most, level).text, 100 * stop->precision);
}

struct watched {
    struct session *session;
    struct run_looks looks;
    struct pace pace;
    size_t n; /* top units that are, or are to be, done */
    enum look seen;
};

/* Executions of so many top units. */
static size_t planned_of(const struct design *design, size_t units)
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
    return last || w->session->recorded > planned_of(design, w->n)
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
    run_looks_take(&((struct watched *)context)->looks, record);
}

static void say_end(const struct watched *w)
{
    if (w->seen == LOOK_TIMED_OUT)
        say_timed_out(w->session, w->n);
    if (w->seen == LOOK_GO_ON)
        say_not_reached(w->session, w->looks.rule.most);
}

enum exit_code session_run_sequential(struct session *session, const struct global_options *global,
                                      struct launcher *launcher)
{
    struct watched w = {.session = session, .pace = begin_pace(session, global)};
    const struct session_watcher watcher = {.context = &w, .take = take, .go_on_to = go_on_to};
    const size_t failures = session->failures;
    enum exit_code code = run_looks_init(&w.looks, session, global);
    if (code != EXIT_DONE)
        return code;
    session->watcher = &watcher;
    code = session_run_part(session, global, launcher);
    session->watcher = NULL;
    if (code == EXIT_DONE && w.seen == LOOK_GO_ON)
        w.seen = look_if_due(&w);
    run_say_failures(session->failures - failures);
    if (code == EXIT_DONE && !global->quiet)
        say_end(&w);
    struct assay_error error;
    if (code == EXIT_DONE)
        (void)store_plan(session->store, session->experiment, planned_of(session->design, w.n),
                         &error);
    run_looks_fini(&w.looks);
    return code == EXIT_DONE ? session_finish(session, launcher) : code;
}
