/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_fresh.c -- from a pilot to the experiment that it was made for.
 *
 * METHODS B6(a): the pilot's values choose the counts and are not used again, so the fresh run is
 * worth as much as one whose counts were always known. The pilot stays in the store, marked. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/stopping.h>

#include "cli/design_stop.h"
#include "cli/fail.h"
#include "cli/planning.h"
#include "cli/run_input.h"
#include "cli/run_place.h"
#include "cli/run_stop.h"
#include "manifest/manifest.h"
#include "render/duration.h"
#include "render/quantity.h"
#include "render/terminal.h"
#include "render/words.h"

/* The plan's counts into the design, by the names of the levels. */
static void take_counts(struct design *design, const struct shown_plan *shown,
                        const struct assay_plan_target *target)
{
    for (size_t i = 0; i < shown->input.n_levels; i++)
        for (size_t k = 0; k < design->n_levels; k++)
            if (strcmp(design->levels[k].name, shown->level_name[shown->first + i]) == 0)
                design->levels[k].count = target->count[i];
    design->rounds.find = false;
}

/* What the precision asked for would take, where the time does not allow it. */
static void write_too_long(FILE *stream, const struct session *session,
                           const struct shown_plan *shown)
{
    const struct shown_target *precise = &shown->targets[0];
    const double percent = 100 * session->design->stop.precision;
    const char *of = shown->of_ratio ? "the ratio" : "the mean";
    if (precise->possible)
        fprintf(stream,
                " \u00b1 %.2g %% of %s would take about %s; the time that is left allows:", percent,
                of, duration_of(precise->planned.time_s).text);
    else
        fprintf(
            stream,
            " No number of repetitions gives \u00b1 %.2g %% of %s; the time that is left allows:",
            percent, of);
}

static void write_plan(FILE *stream, const struct session *session, const struct shown_plan *shown,
                       const struct shown_target *target)
{
    const struct assay_plan_prediction *prediction = &target->prediction;
    const double percent = 100 * target->planned.half_width;
    fprintf(stream, "Pilot: experiment %" PRId64 ".", session->experiment);
    if (shown->n_targets > 0 && target != &shown->targets[0])
        write_too_long(stream, session, shown);
    else
        fputs(" Planned from it:", stream);
    for (size_t i = 0; i < shown->input.n_levels; i++)
        fprintf(stream, "%s %zu %s%s", i > 0 ? " ×" : "", target->planned.count[i],
                shown->level_name[shown->first + i], target->planned.count[i] == 1 ? "" : "s");
    fprintf(stream, " of each, about %s, for ± %.2g %% of %s",
            duration_of(target->planned.time_s).text, percent,
            shown->of_ratio ? "the ratio" : "the mean");
    if (isfinite(prediction->upper))
        fprintf(stream, " (8 of 10 such runs give %.2g to %.2g %%)", percent * prediction->lower,
                percent * prediction->upper);
    fputs(". Running that afresh.", stream);
}

static void say_plan(const struct session *session, const struct shown_plan *shown,
                     const struct shown_target *target, const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stderr, (enum terminal_color)global->color);
    struct words_writer writer;
    FILE *stream = words_open(&writer);
    if (stream != NULL)
        write_plan(stream, session, shown, target);
    char *text = words_close(&writer);
    if (text != NULL)
        terminal_paragraph(&terminal, "", text);
    free(text);
}

/* What was measured once is part of the interval's claim, not of its width. */
static void say_unrepeated(const struct shown_plan *shown)
{
    for (size_t i = 0; i < shown->first; i++)
        terminal_complain(
            "%s were not repeated: the interval will hold for this one %s only. Give the "
            "manifest a level {name: %s, count: 5}, or more, to plan them too.",
            level_plural(shown->level_name[i]).text, shown->level_name[i], shown->level_name[i]);
}

/* What is run: the precision asked for where it can be reached in the time that is left, else what
 * that time allows. NULL: neither. */
static const struct shown_target *choose(const struct shown_plan *shown, double left_s)
{
    const struct shown_target *precise = shown->n_targets > 0 ? &shown->targets[0] : NULL;
    const struct shown_target *timed = shown->n_budgets > 0 ? &shown->budgets[0] : NULL;
    if (precise != NULL && precise->possible && !(precise->planned.time_s > left_s))
        return precise;
    return timed != NULL && timed->planned.count[0] >= 2 ? timed : NULL;
}

/* The pilot is done and what was asked is out of reach: it stays, and says why. */
static enum exit_code out_of_reach(const struct session *session)
{
    fprintf(stderr,
            "assay: what was asked for cannot be reached by repeating; the pilot is experiment "
            "%" PRId64 ": assay plan %" PRId64 "\n",
            session->experiment, session->experiment);
    return EXIT_DATA;
}

/* Top units of the pilot, of the series that has the fewest. */
static size_t pilot_units(const struct input *input)
{
    size_t units = SIZE_MAX;
    for (size_t i = 0; i < input->n; i++) {
        const size_t n = assay_shape_repeated(&input->series[i].live.shape);
        units = n < units ? n : units;
    }
    return units;
}

/* True where the command of a benchmark on a system is told how many iterations are wanted: by the
 * harness, or by itself. */
static bool is_told(const struct design_benchmark *benchmark, const struct design_system *system)
{
    const char *command = system->run != NULL ? system->run : benchmark->run;
    return benchmark->source == VALUES_HARNESS || benchmark->source == VALUES_PROCESS ||
           strstr(command, "{iterations}") != NULL || strstr(command, "ASSAY_ITERATIONS") != NULL;
}

/* The iterations of an execution when a program makes as many as it likes; 0: all are told. Those of
 * one that is told in a place that is not looked at stay as they are, too. */
static size_t iterations_held(const struct design *design)
{
    if (!design_has_iterations(design))
        return 0;
    for (size_t b = 0; b < design->n_benchmarks; b++)
        for (size_t s = 0; s < design->n_systems; s++)
            if (!is_told(&design->benchmarks[b], &design->systems[s]))
                return design->levels[design->n_levels - 1].count;
    return 0;
}

/* No experiment has so many executions that its counts cannot be read again. */
static enum exit_code check_size(const struct session *session, const struct shown_target *target)
{
    const double executions = design_executions(session->design);
    if (executions <= DESIGN_MOST_EXECUTIONS)
        return EXIT_DONE;
    terminal_complain("assay: what was asked for takes %s and %.3g executions (at most %d are "
                      "possible); the pilot is experiment %" PRId64 ": assay plan %" PRId64,
                      duration_of(target->planned.time_s).text, executions, DESIGN_MOST_EXECUTIONS,
                      session->experiment, session->experiment);
    return EXIT_DATA;
}

static enum exit_code plan_fresh(struct session *session, const struct input *input,
                                 const struct plan_request *request, double left_s,
                                 const struct global_options *global)
{
    struct planning planning;
    struct assay_error error;
    enum exit_code code = EXIT_DONE;
    if (planning_from_input(request, input, &planning, NULL, &error) != ASSAY_OK)
        code = fail_with(&error);
    if (code == EXIT_DONE) {
        const struct shown_plan *shown = planning_common(&planning);
        const struct shown_target *target = shown != NULL ? choose(shown, left_s) : NULL;
        if (target != NULL) {
            take_counts(session->design, shown, &target->planned);
            code = check_size(session, target);
            if (code == EXIT_DONE && !global->quiet) {
                say_plan(session, shown, target, global);
                say_unrepeated(shown);
            }
        } else {
            code = out_of_reach(session);
        }
    }
    planning_fini(&planning);
    return code;
}

/* The fresh run is of the version that its pilot was of. */
static enum exit_code copy_version(struct session *session, int64_t pilot)
{
    struct store_entry *entries = NULL;
    struct assay_error error;
    size_t n = 0;
    enum assay_status status = store_entries(session->store, &entries, &n, &error);
    for (size_t i = 0; status == ASSAY_OK && i < n; i++)
        if (entries[i].id == pilot &&
            (entries[i].version.label != NULL || entries[i].version.commit != NULL))
            status =
                store_set_version(session->store, session->experiment, &entries[i].version, &error);
    store_entries_free(&entries, n);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

/* A new experiment with an order of its own. */
static enum exit_code begin_fresh(struct session *session)
{
    const int64_t pilot = session->experiment;
    session->design->stop.rule = STOP_FRESH;
    session->design->stop.pilot = (size_t)session->experiment;
    session->design->stop.budget_s = 0;
    session->design->seed++;
    struct assay_error error;
    if (run_rewrite(session->design, &error) != ASSAY_OK)
        return fail_with(&error);
    enum exit_code code = fail_closing(&session->store, EXIT_DONE);
    if (code != EXIT_DONE)
        return code;
    session->stored = session->recorded = 0;
    session->resumed = false;
    code = session_begin(session);
    return code == EXIT_DONE ? copy_version(session, pilot) : code;
}

int64_t session_fresh_of(struct store *store, int64_t pilot)
{
    struct assay_error error;
    struct experiment_info *infos = NULL;
    size_t n = 0;
    int64_t found = 0;
    if (store_list(store, &infos, &n, &error) != ASSAY_OK)
        return 0;
    for (size_t i = 0; i < n; i++) {
        struct assay_error ignored;
        struct design *design = NULL;
        const char *text = infos[i].manifest;
        if (manifest_parse(text, strlen(text), "", infos[i].source, &design, &ignored) ==
                ASSAY_OK &&
            design->stop.rule == STOP_FRESH && design->stop.pilot == (size_t)pilot)
            found = infos[i].id;
        design_free(&design);
        experiment_info_fini(&infos[i]);
    }
    free(infos);
    return found;
}

enum exit_code session_run_fresh(struct session *session, const struct global_options *global,
                                 struct launcher *launcher, double pilot_s)
{
    struct input input;
    enum exit_code code = run_place_check(session, launcher);
    if (code == EXIT_DONE)
        code = run_input(session, global, &input);
    if (code != EXIT_DONE)
        return code;
    const struct design_stop *stop = &session->design->stop;
    double precision = stop->precision > 0 ? stop->precision : (double)NAN;
    precision /= assay_stopping_caution(pilot_units(&input), global->confidence);
    if (session->resumed)
        pilot_s = fmax(pilot_s, run_input_time(session->design, &input));
    double left_s = stop->budget_s > 0 ? stop->budget_s - pilot_s : (double)NAN;
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    request.precisions = (struct plan_numbers){&precision, isnan(precision) ? 0U : 1U};
    request.budgets = (struct plan_numbers){&left_s, isnan(left_s) ? 0U : 1U};
    request.confidence = global->confidence;
    request.iterations = iterations_held(session->design);
    request.least = assay_stopping_least(pilot_units(&input));
    request.all = true;
    if (left_s <= 0) {
        terminal_complain("assay: the pilot took all of the time; it is experiment %" PRId64,
                          session->experiment);
        code = EXIT_DATA;
    }
    if (code == EXIT_DONE)
        code = plan_fresh(session, &input, &request, left_s, global);
    input_fini(&input);
    if (code == EXIT_DONE)
        code = begin_fresh(session);
    return code == EXIT_DONE ? session_run_design(session, global, launcher) : code;
}
