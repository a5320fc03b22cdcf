/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_watch.c -- rules that look at the values: measure a little more, look, and decide.
 *
 * A part of the design, of as many top units as are wanted now, is run; what is stored of it already
 * is skipped, and the order of what comes does not depend on how much will come. A time budget ends
 * the run between two looks: the anytime interval holds there as well (docs/stopping.md). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/pairs.h"
#include "cli/run_input.h"
#include "cli/run_stop.h"
#include "measure/clock.h"
#include "measure/schedule.h"
#include "render/duration.h"
#include "render/quantity.h"
#include "render/terminal.h"

enum {
    FEWEST_UNITS = 3,
    SEEN_UNITS =
        40, /* before "precise" or "equivalent" is believed: a slow mode of one run in ten is
                        then missed in 1.5 % of runs (docs/stopping.md) */
    HOPELESS_UNITS = 10 /* without one success: what always fails must not be tried to the end */
};

/* ---- looking ---- */

static double half_width(const struct assay_estimate *estimate)
{
    const struct assay_interval *interval = &estimate->interval;
    if (interval->kind != ASSAY_BOUNDED)
        return INFINITY;
    return (interval->upper - interval->lower) / 2 / fabs(estimate->estimate);
}

/* Too few of the top level to conclude from a small spread: modes may not have been met yet. Peeking
 * and announced looks are what they are. */
static bool unseen(const struct design_stop *stop, size_t units)
{
    return stop->rule == STOP_ANYTIME && units < SEEN_UNITS;
}

/* Narrow enough, or where no precision was asked for, a clear verdict. */
static bool pair_done(const struct design_stop *stop, const struct shown_comparison *row,
                      size_t units)
{
    if (stop->precision > 0)
        return !unseen(stop, units) && half_width(&row->finding.ratio) <= stop->precision;
    if (row->finding.verdict == ASSAY_EQUIVALENT)
        return !unseen(stop, units);
    return row->finding.verdict != ASSAY_INCONCLUSIVE;
}

static bool pairs_done(const struct input *input, const struct design_stop *stop, size_t units,
                       const struct global_options *global)
{
    struct pairs pairs;
    struct assay_error error;
    const struct compare_request request = compare_request_of(input, global);
    bool done = pairs_compare(&request, &pairs, &error) == ASSAY_OK;
    for (size_t i = 0; i < pairs.n; i++)
        for (size_t j = 0; j < pairs.items[i].n; j++)
            done = done && pairs.items[i].trouble[j][0] == '\0' &&
                   pair_done(stop, &pairs.items[i].rows[j], units);
    pairs_fini(&pairs);
    return done;
}

/* One system: its mean. */
static bool means_done(const struct input *input, const struct design_stop *stop,
                       const struct global_options *global)
{
    for (size_t i = 0; i < input->n; i++) {
        const struct assay_sample *sample = &input->series[i].live;
        struct assay_estimate estimate;
        enum assay_status status =
            stop->rule == STOP_ANYTIME
                ? assay_mean_anytime(sample, (double)stop->expected, global->confidence, &estimate,
                                     NULL)
                : assay_mean_interval(sample, global->confidence, &estimate, NULL);
        if (status != ASSAY_OK || half_width(&estimate) > stop->precision)
            return false;
    }
    return true;
}

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

/* The rule on what was read; where it compares, one system is not enough. */
static enum look decide(const struct run_task *task, const struct input *input, size_t units,
                        const struct global_options *global)
{
    const struct design_stop *stop = &task->design->stop;
    if (input->systems.n > 1)
        return pairs_done(input, stop, units, global) ? LOOK_REACHED : LOOK_GO_ON;
    if (task->design->n_systems > 1) {
        if (units < HOPELESS_UNITS)
            return LOOK_GO_ON;
        say_hopeless(task->design, valueless(task->design, &input->systems), units);
        return LOOK_HOPELESS;
    }
    return stop->precision > 0 && !unseen(stop, units) && means_done(input, stop, global)
               ? LOOK_REACHED
               : LOOK_GO_ON;
}

/* After so many units of the top level. */
static enum look look(const struct run_task *task, size_t units,
                      const struct global_options *global)
{
    struct input input;
    if (task->stored == 0 && units < HOPELESS_UNITS)
        return LOOK_GO_ON;
    if (task->stored == 0) {
        say_hopeless(task->design, task->design->systems[0].name, units);
        return LOOK_HOPELESS;
    }
    if (run_input(task, global, &input) != EXIT_DONE)
        return LOOK_GO_ON;
    const enum look seen = decide(task, &input, units, global);
    input_fini(&input);
    return seen;
}

/* The number of top units at the next look after n. */
static size_t next_look(const struct design *design, size_t top, size_t n)
{
    const size_t most = design->levels[top].count, looks = design->stop.looks;
    if (design->stop.rule != STOP_LOOKS)
        return n < FEWEST_UNITS ? FEWEST_UNITS : n + 1 + n / 20; /* a look costs time, too */
    for (size_t k = 1; k < looks; k++)
        if (most * k / looks > n)
            return most * k / looks;
    return most;
}

/* ---- time ---- */

/* Of the top units of a run: what those that are done have cost. */
struct pace {
    double begin_s; /* the clock when this process began */
    double spent_s; /* before, by the costs of what is stored */
    size_t stored;  /* top units that were begun before: they take no more time */
};

static struct pace begin_pace(const struct run_task *task, const struct global_options *global)
{
    struct pace pace = {.begin_s = clock_now_s()};
    struct input input;
    if (task->recorded == 0 || !(task->design->stop.budget_s > 0) ||
        run_input(task, global, &input) != EXIT_DONE)
        return pace;
    const size_t most = task->design->levels[design_top_level(task->design)].count;
    const double done = (double)task->recorded / (double)schedule_executions(task->design);
    pace.spent_s = run_input_time(task->design, &input) * done;
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
static void say_timed_out(const struct run_task *task, size_t units)
{
    const struct design_stop *stop = &task->design->stop;
    const char *level = task->design->levels[design_top_level(task->design)].name;
    char end[80] = ", still inconclusive";
    if (stop->precision > 0)
        (void)snprintf(end, sizeof end, "; the interval is still wider than \u00b1 %.3g %%",
                       100 * stop->precision);
    terminal_complain("assay: the time budget of %s is used up after %s%s",
                      duration_of(stop->budget_s).text, level_units(units, level).text, end);
}

/* All rounds that were allowed are done, and the rule would still go on. */
static void say_not_reached(const struct run_task *task, size_t most)
{
    const struct design_stop *stop = &task->design->stop;
    const char *level = task->design->levels[design_top_level(task->design)].name;
    if (stop->precision > 0)
        terminal_complain("assay: after %s the interval is still wider than \u00b1 %.3g %%; "
                          "--max-runs or the manifest's count allows more",
                          level_units(most, level).text, 100 * stop->precision);
}

enum exit_code run_watched(struct run_task *task, const struct global_options *global,
                           struct launcher *launcher)
{
    const size_t top = design_top_level(task->design), most = task->design->levels[top].count;
    const struct pace pace = begin_pace(task, global);
    enum exit_code code = EXIT_DONE;
    const size_t failures = task->failures;
    size_t planned = 0, n = 0;
    enum look seen = LOOK_GO_ON;
    while (seen == LOOK_GO_ON && code == EXIT_DONE && n < most) {
        const size_t wanted = next_look(task->design, top, n);
        const size_t next = in_time(&task->design->stop, &pace, n, wanted < most ? wanted : most);
        if (next == n) {
            seen = LOOK_TIMED_OUT;
            break;
        }
        n = next;
        struct design part = *task->design;
        part.levels[top].count = n;
        planned = schedule_executions(&part);
        code = run_part(task, &part, global, launcher);
        /* Looks that were made before an interruption saw fewer values than are stored now; they
         * decided to go on. */
        if (code == EXIT_DONE && (n < most || task->design->stop.precision > 0) &&
            task->recorded <= planned)
            seen = look(task, n, global);
    }
    run_say_failures(task->failures - failures);
    if (code == EXIT_DONE && seen == LOOK_TIMED_OUT && !global->quiet)
        say_timed_out(task, n);
    if (code == EXIT_DONE && seen == LOOK_GO_ON && !global->quiet)
        say_not_reached(task, most);
    struct assay_error error;
    if (code == EXIT_DONE)
        (void)store_plan(task->store, task->experiment, planned, &error);
    return code == EXIT_DONE ? run_finish(task) : code;
}
