/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_versions.c -- commits in the place of the only system, and their values in histories. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/fail.h"
#include "cli/history.h"
#include "cli/run.h"
#include "session/versions_run.h"
#include "view/terminal/versions.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"

/* ---- a search: one experiment after another ---- */

void run_versions_take_budget(struct run_options *options)
{
    options->decide_s = options->design.time_budget_s;
    options->design.time_budget_s = (double)NAN;
}

/* Of the whole run where that was said; else what is measured once more has a minute before other versions are. */
static double seconds_left(const struct versions_fill *fill, double spent_s)
{
    static const double default_s = 60;
    return isnan(fill->budget_s) ? default_s - spent_s
                                 : fill->budget_s - (clock_now_s() - fill->begin_s);
}

/* As long as all else took, where no time was said. None where the fewest take longer: a version's build with its executions
 * costs less than it did with more of them. */
static double seconds_for_builds(const struct versions_fill *fill)
{
    enum { LEAST_BUILDS = 3 };
    const double spent_s = clock_now_s() - fill->begin_s - fill->builds_s;
    const double left_s = isnan(fill->budget_s)
                              ? fmax(seconds_left(fill, fill->builds_s), spent_s - fill->builds_s)
                              : seconds_left(fill, 0);
    return LEAST_BUILDS * fill->each_s <= left_s ? left_s : 0;
}

enum { OF_A_STEP = 3 }; /* versions: a middle and its neighbours */

/* Versions that are measured until the step is found, if each experiment halves. Those after the ends have fewer rounds, as many
 * as what the ends differ by needs. */
static double versions_left(const struct versions_fill *fill)
{
    const double rounds = fill->n_halved == 0 ? 0.5 : 1;
    const double later = fill->found.n_steps > 1 ? rounds * (double)(fill->found.n_steps - 1) : 0;
    const double each = fill->n_systems > OF_A_STEP ? (double)fill->n_systems : OF_A_STEP;
    return (double)fill->n_systems + later * each;
}

/* ---- what is said before each ---- */

static void say_counts(const struct design *design, const struct versions_found *found)
{
    if (found->builds > 0)
        terminal_complain("assay: a search builds each version once and runs it %zu times; a step "
                          "is asked of fresh builds, where these differ",
                          design->levels[design_execution_level(design)].count);
}

/* By what the last new versions took each time, if one commit made the change: two have more intervals to halve, and what
 * rounds leave open takes fresh ones. No more than the time that is left of what was given. */
static double time_left(const struct versions_fill *fill)
{
    const double left_s = fill->once_s * (double)fill->n_each * versions_left(fill);
    return isnan(fill->budget_s) ? left_s : fmin(left_s, fmax(seconds_left(fill, 0), 0));
}

/* "step 2 of about 5, about 40 s left if one commit made the change"; before the first one nothing is known of what a version
 * costs. */
static void say_left(const struct versions_fill *fill, char *text, size_t size)
{
    const size_t n = fill->found.n_steps, done = fill->n_halved;
    const double left_s = time_left(fill);
    (void)snprintf(text, size, "step %zu of about %zu, %s%s%s", done + 1, done + n,
                   left_s > 0 ? "about " : "how long it takes is known after the first",
                   left_s > 0 ? duration_of(ceil(left_s)).text : "",
                   left_s > 0 ? " left if one commit made the change" : "");
}

/* How many times each version is measured. */
static size_t times_each(const struct design *design)
{
    size_t n = 1;
    for (size_t i = design_top_level(design); i <= design_execution_level(design); i++)
        n *= design->levels[i].count;
    return n;
}

/* Steps that are known while other pairs are open. */
static void say_found(const struct versions_finding *finding)
{
    for (size_t i = 0; i < finding->n_pairs; i++) {
        const struct versions_pair *pair = &finding->pairs[i];
        if (versions_is_step(pair) && !versions_is_of_one_build(pair))
            terminal_complain("assay: found: %.60s %s since %.12s; looking whether more changed",
                              pair->benchmark, percent_signed(100 * (pair->ratio - 1), 1).text,
                              finding->commits[pair->newer]);
    }
}

static void say_next(const struct versions_fill *fill)
{
    const struct versions_found *found = &fill->found;
    char left[128];
    say_left(fill, left, sizeof left);
    if (found->fresh_s > 0 && !(fill->fresh_s > 0))
        say_found(&found->finding);
    if (found->builds_s > 0)
        terminal_complain("assay: the step is found between one build of each; asking fresh builds "
                          "of both, for at most %s",
                          duration_of(found->builds_s).text);
    else if (found->fresh_s > 0)
        terminal_complain("assay: %zu of %zu versions are done; measuring two that are not told "
                          "apart in fresh paired rounds, for at most %s%s",
                          found->n_known, found->n, duration_of(found->fresh_s).text,
                          isnan(fill->budget_s) ? "; --time-budget allows more"
                                                : " of --time-budget");
    else
        terminal_complain(
            "assay: %zu of %zu versions are done; measuring %zu new one%s neighbours: %s",
            found->n_known, found->n, found->n_new,
            found->n_new == 1 ? " together with its" : "s together with their", left);
}

/* ---- one after the other ---- */

/* What the last experiment took. */
static void take_time(struct versions_fill *fill)
{
    const double took_s = clock_now_s() - fill->wave_begin_s;
    if (fill->waves == 0)
        return;
    if (fill->found.builds_s > 0)
        fill->builds_s += took_s;
    else if (fill->found.fresh_s > 0)
        fill->fresh_s += took_s;
    else if (fill->n_systems > 0) {
        fill->each_s = took_s / (double)fill->n_systems;
        fill->once_s = fill->each_s / (double)fill->n_each;
        fill->n_halved++;
    }
}

/* Says which experiment this is. One that put nothing into the store would be begun again and again. */
static enum assay_status go_on(struct versions_fill *fill, const struct design *design,
                               const struct versions_found *found,
                               const struct global_options *global, struct assay_error *error)
{
    enum { MOST_FRESH = 64 };
    const bool fresh = fill->found.fresh_s > 0 || fill->found.builds_s > 0;
    if (fill->waves > 0 && !found->complete && !fresh && found->n_known == fill->n_known)
        return assay_fail(error, ASSAY_FAILED,
                          "--bisect: the last experiment left no version in the store, so that "
                          "another one would be the same");
    if (found->n_new > 0)
        fill->fresh_s = 0;
    fill->n_known = found->n_known;
    fill->complete = found->complete || fill->n_fresh == MOST_FRESH;
    fill->n_fresh += found->fresh_s > 0 || found->builds_s > 0;
    fill->wave_begin_s = clock_now_s();
    fill->n_systems = design->n_systems;
    fill->n_each = times_each(design);
    fill->waves++;
    versions_finding_fini(&fill->found.finding);
    fill->found = *found;
    if (!fill->complete && !global->quiet)
        say_next(fill);
    if (!fill->complete && !global->quiet && fill->waves == 1)
        say_counts(design, found);
    return ASSAY_OK;
}

/* By when the experiment ends; infinite: when its counts are done. New versions have a share of the time as many as they are, and
 * a quarter of it stays for what is open then. */
static double end_of(const struct versions_fill *fill)
{
    static const double share = 0.75;
    if (fill->found.builds_s > 0)
        return fill->wave_begin_s + fill->found.builds_s;
    if (isnan(fill->budget_s))
        return (double)INFINITY;
    return fill->wave_begin_s +
           share * fmax(seconds_left(fill, 0), 0) * (double)fill->n_systems / versions_left(fill);
}

enum assay_status run_versions_run(struct session *session, const struct versions_fill *fill,
                                   struct assay_error *error)
{
    const double end_s = end_of(fill);
    return isinf(end_s) || session->design->stop.rule != STOP_FIXED
               ? session_run(session, error)
               : session_run_until(session, end_s, error);
}

enum exit_code run_versions_conclude(const struct session *session,
                                     const struct run_options *options,
                                     const struct option_arguments *arguments,
                                     const struct global_options *global)
{
    const struct versions_command command = {options->versions,
                                             arguments->n > 0 ? arguments->items[0] : NULL,
                                             options->design.name};
    struct versions_finding *finding = &options->fill->found.finding;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    enum exit_code code = EXIT_DONE;
    if (finding->commits != NULL &&
        (finding->subjects = calloc(finding->n, sizeof(char *))) != NULL)
        git_subjects(versions_repository(session->design), (const char *const *)finding->commits,
                     finding->n, finding->subjects);
    if (global->json)
        code = history_of_search(session->design->experiment, session->store_path, finding, global);
    else
        versions_print(&terminal, &command, finding);
    return code != EXIT_DONE && code != EXIT_DATA ? code
           : finding->decided                     ? EXIT_DONE
                                                  : EXIT_INCONCLUSIVE;
}

/* ---- either way ---- */

enum assay_status run_versions_expand(struct session *session, const struct run_options *options,
                                      const struct global_options *global,
                                      struct assay_error *error)
{
    struct versions_fill *fill = options->fill;
    if (fill != NULL)
        take_time(fill);
    const struct versions_request request = {
        .range = options->versions,
        .sample = options->sample > 0 ? (size_t)options->sample : 0,
        .store = session->store_path,
        .bisect = fill != NULL,
        .confidence = session->confidence,
        .left_s = fill != NULL ? seconds_left(fill, fill->fresh_s) : 0,
        .builds_left_s = fill != NULL ? seconds_for_builds(fill) : 0,
        .timed = fill != NULL && !isnan(fill->budget_s)};
    struct versions_found found;
    if (options->against != NULL)
        return versions_against(session->design, options->against, error);
    if (options->versions == NULL)
        return ASSAY_OK;
    const enum assay_status status = versions_expand(session->design, &request, &found, error);
    if (status != ASSAY_OK) {
        versions_finding_fini(&found.finding);
        return status;
    }
    if (found.fresh_s > 0)
        session->confidence = found.confidence;
    if (fill != NULL && go_on(fill, session->design, &found, global, error) != ASSAY_OK)
        return error->status;
    if (fill != NULL && found.doubts != 0 && !fill->complete)
        session_tell(session, &(struct session_event){.kind = SESSION_NOT_BESIDE,
                                                      .text = session->design->order.because});
    if (fill != NULL)
        return ASSAY_OK;
    if (found.n_known > 0 && !global->quiet)
        terminal_complain(
            "assay: %zu of the versions are in the store already, measured or failed, and are left "
            "out",
            found.n_known);
    return ASSAY_OK;
}

enum exit_code run_versions_keep(struct session *session, const struct global_options *global)
{
    struct imported imported;
    struct assay_error error;
    if (versions_keep(session, &imported, &error) != ASSAY_OK)
        return fail_with(&error);
    if (!global->quiet && imported.n_versions > 0)
        terminal_complain("assay: kept %zu version%s for histories", imported.n_versions,
                          imported.n_versions == 1 ? "" : "s");
    return EXIT_DONE;
}

enum exit_code run_versions_show(const struct session *session, const struct global_options *global)
{
    const enum exit_code code =
        history_of(session->design->experiment, session->store_path, global);
    return code == EXIT_DATA ? EXIT_DONE : code;
}

bool run_versions_are_filled(const struct run_options *options)
{
    return options->fill != NULL && options->fill->complete;
}

enum exit_code run_versions_fill(const struct run_options *given,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global, run_experiment *run)
{
    struct versions_fill fill = {.begin_s = clock_now_s(), .budget_s = given->decide_s};
    struct run_options options = *given;
    enum exit_code code = EXIT_DONE;
    bool failed = false;
    if (run_ci_wanted(given) || given->resume)
        return fail_saying(
            EXIT_USAGE, "assay: --versions with --bisect fills a history: leave out --resume and "
                        "what compares or reports, such as --gate");
    options.fill = &fill;
    while (!fill.complete && (code == EXIT_DONE || code == EXIT_COMMAND)) {
        const size_t waves = fill.waves;
        code = run(&options, arguments, global);
        failed = failed || code == EXIT_COMMAND;
        if (options.dry_run || fill.waves == waves)
            break;
    }
    /* Of fewer than two versions nothing can be told, and what failed says why. */
    const bool tells = fill.found.finding.n_measured > 1;
    versions_finding_fini(&fill.found.finding);
    return failed && (code == EXIT_DONE || (code == EXIT_INCONCLUSIVE && !tells)) ? EXIT_COMMAND
                                                                                  : code;
}
