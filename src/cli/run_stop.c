/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_stop.c -- rules that look at the values: measure a little more, look, and decide.
 *
 * A part of the design, of as many top units as are wanted now, is run; what is stored of it already
 * is skipped, and the order of what comes does not depend on how much will come. */
#include "cli/run_stop.h"
#include "cli/fail.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/input.h"
#include "cli/pairs.h"
#include "manifest/manifest.h"
#include "measure/clock.h"
#include "measure/schedule.h"
#include "render/quantity.h"
#include "render/terminal.h"

enum {
    FEWEST_UNITS = 3,
    SEEN_UNITS =
        40, /* before "precise" or "equivalent" is believed: a slow mode of one run in ten is
                        then missed in 1.5 % of runs (docs/stopping.md) */
    EXPECTED_ROUNDS = 100,
    LOOKED_ROUNDS = 32,
    PILOT_ROUNDS = 30, /* docs/plan.md says why */
    MOST_ROUNDS = 1000,
    HOPELESS_UNITS = 10 /* without one success: what always fails must not be tried to the end */
};

/* What was not checked when it was given must not be found by whoever goes on with the experiment. */
static enum exit_code check_readable(const char *text, const char *source)
{
    struct manifest_error error;
    struct design *read = NULL;
    const enum manifest_status status = manifest_parse(
        text, strlen(text), "the manifest with these options", source, &read, &error);
    design_free(&read);
    if (status == MANIFEST_OK)
        return EXIT_DONE;
    terminal_complain("assay: %s", error.text);
    return status == MANIFEST_SYSTEM ? EXIT_SYSTEM : EXIT_USAGE;
}

enum exit_code run_rewrite(struct design *design)
{
    char *text = manifest_write(design);
    char *copy = text != NULL ? design_string(design, text) : NULL;
    free(text);
    if (copy == NULL)
        return fail_memory();
    design->manifest = copy;
    return check_readable(copy, design->source);
}

static enum exit_code refuse(const char *sentence)
{
    terminal_complain("assay: %s", sentence);
    return EXIT_USAGE;
}

/* ---- what is asked for ---- */

static enum exit_code check(const struct run_options *o)
{
    const bool precise = !isnan(o->precision), timed = !isnan(o->time_budget_s);
    if (precise && !(o->precision > 0 && o->precision < 1))
        return refuse("--precision must be above 0 and below 100%, such as 1%");
    if (timed && !(o->time_budget_s > 0))
        return refuse("--time-budget must be above 0, such as 30m");
    if (precise && timed)
        return refuse("--precision and --time-budget exclude each other: give one");
    if (o->looks >= 0 && (o->looks < 2 || o->looks > 50))
        return refuse("--looks must be 2 to 50");
    if (o->looks >= 0 && (precise || timed || o->stop != RUN_STOP_FRESH))
        return refuse("--looks is a rule of its own: leave out --precision, --time-budget, --stop");
    if (o->stop != RUN_STOP_FRESH && timed)
        return refuse("--time-budget goes with --stop fresh only");
    if (o->stop == RUN_STOP_PEEK && !precise)
        return refuse("--stop peek needs --precision");
    return EXIT_DONE;
}

/* Where rounds were to be found from their cost, or no end is given, the rule ends the run. Rounds
 * expected: more than the fixed number, or early looks at heavy-tailed data are believed too soon
 * (docs/stopping.md). */
static void open_end(const struct run_options *o, struct design *design)
{
    static const double expected_per_fixed = 2.4;
    const size_t top = design_top_level(design);
    design->stop.expected = EXPECTED_ROUNDS;
    if (!design->rounds.find)
        design->stop.expected =
            (size_t)ceil(expected_per_fixed * (double)design->levels[top].count);
    const size_t most = design->rounds.find || design->levels[top].count < MOST_ROUNDS
                            ? MOST_ROUNDS
                            : design->levels[top].count;
    design->rounds.find = false;
    design->levels[top].count = o->max_runs > 0 ? (size_t)o->max_runs : most;
}

enum exit_code run_stop_apply(const struct run_options *o, struct design *design)
{
    enum exit_code code = check(o);
    if (code != EXIT_DONE)
        return code;
    const bool timed = !isnan(o->time_budget_s), planned = !isnan(o->precision) || timed;
    if (o->looks < 0 && o->stop == RUN_STOP_FRESH && !planned)
        return EXIT_DONE;
    design->stop = (struct design_stop){.rule = STOP_PILOT,
                                        .precision = isnan(o->precision) ? 0 : o->precision,
                                        .budget_s = timed ? o->time_budget_s : 0};
    if (o->looks >= 0) {
        design->stop.rule = STOP_LOOKS;
        design->stop.looks = (size_t)o->looks;
        if (design->rounds.find) {
            design->rounds.find = false;
            design->levels[design_top_level(design)].count = LOOKED_ROUNDS;
        }
        if (design->levels[design_top_level(design)].count < 2 * design->stop.looks)
            return refuse("there are too few repetitions for so many looks: at least two a look");
    } else if (o->stop != RUN_STOP_FRESH) {
        design->stop.rule = o->stop == RUN_STOP_PEEK ? STOP_PEEK : STOP_ANYTIME;
        open_end(o, design);
    }
    if (design->stop.rule == STOP_PILOT && design->rounds.least < PILOT_ROUNDS)
        design->rounds.least = PILOT_ROUNDS;
    if (design->stop.rule == STOP_PILOT && design->rounds.most > 0 &&
        design->rounds.most < design->rounds.least)
        design->rounds.least = design->rounds.most;
    if (design->n_systems < 2 && design->stop.rule == STOP_LOOKS)
        return refuse("--looks compares systems; there is one");
    if (design->n_systems < 2 && design->stop.rule == STOP_ANYTIME && isnan(o->precision))
        return refuse("--stop anytime of one system needs --precision: there is no verdict");
    return run_rewrite(design);
}

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
    const struct compare_request request = {.input = input, .margin = (double)NAN};
    bool done = pairs_compare(&request, global, &pairs) == EXIT_DONE;
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

enum look { LOOK_GO_ON, LOOK_REACHED, LOOK_HOPELESS };

/* The first system without any value, NULL: all have one. */
static const char *valueless(const struct design *design, const struct input_names *systems)
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
    char id[24];
    const char *item = id;
    (void)snprintf(id, sizeof id, "%" PRId64, task->experiment);
    const struct option_arguments arguments = {&item, 1};
    const struct input_options options = {.stored = true};
    struct global_options reading = *global;
    struct input input;
    if (task->stored == 0 && units < HOPELESS_UNITS)
        return LOOK_GO_ON;
    if (task->stored == 0) {
        say_hopeless(task->design, task->design->systems[0].name, units);
        return LOOK_HOPELESS;
    }
    reading.store = task->store_path;
    reading.json = false; /* the metric that decides */
    if (input_read(&options, &arguments, &reading, &input) != EXIT_DONE)
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

static enum exit_code run_watched(struct run_task *task, const struct global_options *global,
                                  struct launcher *launcher)
{
    const size_t top = design_top_level(task->design), most = task->design->levels[top].count;
    enum exit_code code = EXIT_DONE;
    const size_t failures = task->failures;
    size_t planned = 0;
    enum look seen = LOOK_GO_ON;
    for (size_t n = 0; seen == LOOK_GO_ON && code == EXIT_DONE && n < most;) {
        n = next_look(task->design, top, n);
        struct design part = *task->design;
        part.levels[top].count = n < most ? n : most;
        planned = schedule_executions(&part);
        code = run_part(task, &part, global, launcher);
        /* Looks that were made before an interruption saw fewer values than are stored now; they
         * decided to go on. */
        if (code == EXIT_DONE && (n < most || task->design->stop.precision > 0) &&
            task->recorded <= planned)
            seen = look(task, n, global);
    }
    run_say_failures(task->failures - failures);
    if (code == EXIT_DONE && seen == LOOK_GO_ON && !global->quiet)
        say_not_reached(task, most);
    struct store_error error;
    if (code == EXIT_DONE)
        (void)store_plan(task->store, task->experiment, planned, &error);
    return code == EXIT_DONE ? run_finish(task) : code;
}

/* ---- all rules ---- */

enum exit_code run_until_stopped(struct run_task *task, const struct global_options *global,
                                 struct launcher *launcher)
{
    const double begin_s = clock_now_s();
    switch (task->design->stop.rule) {
    case STOP_FIXED:
    case STOP_FRESH: return run_experiment(task, global, launcher);
    case STOP_PEEK:
    case STOP_ANYTIME:
    case STOP_LOOKS: return run_watched(task, global, launcher);
    case STOP_PILOT: break;
    }
    const struct design_stop *stop = &task->design->stop;
    enum exit_code code = run_experiment(task, global, launcher);
    if (code != EXIT_DONE || !(stop->precision > 0 || stop->budget_s > 0))
        return code;
    return run_fresh(task, global, launcher, clock_now_s() - begin_s);
}
