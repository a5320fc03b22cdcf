/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_stop.c -- the rule that ends a run: from the options into the design, and who follows it. */
#include "cli/run_stop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "manifest/manifest.h"
#include "measure/clock.h"
#include "render/terminal.h"

enum {
    EXPECTED_ROUNDS = 100,
    LOOKED_ROUNDS = 32,
    PILOT_ROUNDS = 30, /* docs/plan.md says why */
    MOST_ROUNDS = 1000
};

/* What was not checked when it was given must not be found by whoever goes on with the experiment. */
static enum exit_code check_readable(const char *text, const char *source)
{
    struct assay_error error;
    struct design *read = NULL;
    const enum assay_status status = manifest_parse(
        text, strlen(text), "the manifest with these options", source, &read, &error);
    design_free(&read);
    if (status == ASSAY_OK)
        return EXIT_DONE;
    terminal_complain("assay: %s", error.text);
    return status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_USAGE;
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
    if (o->looks >= 0 && (o->looks < 2 || o->looks > 50))
        return refuse("--looks must be 2 to 50");
    if (o->looks >= 0 && (precise || timed || o->stop != RUN_STOP_FRESH))
        return refuse("--looks is a rule of its own: leave out --precision, --time-budget, --stop");
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

/* Enough rounds to plan from, and where they are found from their cost, not all of the time. */
static void bound_pilot(struct design *design)
{
    static const double share = 1.0 / 3;
    struct design_rounds *rounds = &design->rounds;
    const double commands = (double)design->n_systems * (double)design->n_benchmarks;
    if (rounds->least < PILOT_ROUNDS)
        rounds->least = PILOT_ROUNDS;
    if (rounds->most > 0 && rounds->most < rounds->least)
        rounds->least = rounds->most;
    if (design->stop.budget_s > 0)
        rounds->time_s = fmin(rounds->time_s, share * design->stop.budget_s / commands);
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
    if (design->stop.rule == STOP_PILOT)
        bound_pilot(design);
    if (design->n_systems < 2 && design->stop.rule == STOP_LOOKS)
        return refuse("--looks compares systems; there is one");
    if (design->n_systems < 2 && design->stop.rule == STOP_ANYTIME && isnan(o->precision))
        return refuse("--stop anytime of one system needs --precision: there is no verdict");
    return run_rewrite(design);
}

/* ---- all rules ---- */

enum exit_code run_until_stopped(struct run_task *task, const struct global_options *global,
                                 struct launcher *launcher)
{
    const double begin_s = clock_now_s();
    if (task->appended)
        return run_experiment(task, global, launcher);
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
