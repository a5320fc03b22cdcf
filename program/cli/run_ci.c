/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_ci.c -- versions, baselines, confirmation and summaries of runs. */
#include "cli/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/describe.h"
#include "base/clock.h"
#include "base/owned.h"
#include "cli/compare.h"
#include "cli/fail.h"
#include "cli/run_events.h"
#include "git/git.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* ---- the version ---- */

struct session_version run_ci_version(const struct run_options *options)
{
    return (struct session_version){.label = options->version_label,
                                    .branch = git_branch_of_service()};
}

/* ---- the report ---- */

bool run_ci_wanted(const struct run_options *options)
{
    return options->compare_with != NULL || gate_outputs_any(&options->outputs) ||
           options->confirm || (options->gate && !run_exports_any(options));
}

void run_ci_take_budget(struct run_options *options)
{
    struct design_request *design = &options->design;
    options->decide_s = (double)NAN;
    if (!(options->gate || options->confirm || options->compare_with != NULL) ||
        !isnan(design->precision) || design->looks >= 0 || design->stop != DESIGN_STOP_FRESH)
        return;
    options->decide_s = design->time_budget_s;
    design->time_budget_s = (double)NAN;
}

/* What is answered: by whom, what it is of, and of which experiments the answer is kept, by the handle that is open. */
struct judged {
    const struct session *session;
    const struct session *of;
    int64_t experiments[2];
    size_t n;
};

/* What comment, summary and test report are of: the manifest's experiment also where further rounds decided, which are
 * an experiment of their own. Without a name the manifest's file, if one is named; NULL: nothing tells. */
static const char *name_of(const struct session *session)
{
    const struct design *design = session->design;
    return design->reported_as != NULL                   ? design->reported_as
           : design->experiment != NULL || design->quick ? design->experiment
                                                         : session->reported_as;
}

/* By what a request's comment is found again: the name, and of another manifest than the repository's own its place, so
 * that two of one name have a comment each. */
enum exit_code run_ci_mark(struct session *session)
{
    struct design *design = session->design;
    session->reported_as = design->reported_as != NULL ? design->reported_as : design->experiment;
    if (design->reported_as != NULL || design->file == NULL)
        return EXIT_DONE;
    OWNED char *prefix = git_prefix(design->source);
    const char *below = prefix != NULL ? prefix : "", *name = design->experiment;
    if (below[0] == '\0' && strcmp(design->file, "assay.yaml") == 0)
        return EXIT_DONE;
    OWNED char *mark = name != NULL ? view_format("%s (%s%s)", name, below, design->file)
                                    : view_format("%s%s", below, design->file);
    session->reported_as = mark != NULL ? design_string(design, mark) : NULL;
    return session->reported_as != NULL ? EXIT_DONE : fail_memory();
}

/* The base of --against by its commit and its subject, which its name need not tell. */
static void write_base(const struct design *design, char *text, size_t size)
{
    const char *commit = design->n_systems == 2 ? design->systems[0].commit : NULL;
    OWNED char *subject = NULL;
    text[0] = '\0';
    if (commit == NULL || design->systems[1].commit != NULL)
        return;
    git_subjects(design->source, &commit, 1, &subject);
    if (subject != NULL)
        (void)snprintf(text, size, "The base is %.12s \"%.200s\".", commit, subject);
}

/* What a reader must know besides; "": nothing. */
static void write_note(const struct verdict *verdict, char *text, size_t size)
{
    text[0] = '\0';
    if (verdict->elsewhere != NULL)
        (void)snprintf(text, size,
                       "It is slower on this machine; what stands here is of %.200s, measured on "
                       "another one, which %s.",
                       verdict->elsewhere,
                       verdict->gate == COMPARISON_SLOWER         ? "confirms it"
                       : verdict->gate == COMPARISON_INCONCLUSIVE ? "cannot say"
                                                                  : "does not show it");
    else if (verdict->not_again != NULL)
        (void)snprintf(text, size,
                       "Only the new version was measured again: %s cannot be (%s). Its values "
                       "are those of its own day.",
                       verdict->baseline, verdict->not_again);
}

/* Which functions make it slower, as far as this machine can run it again. */
static void look_where(const struct judged *judged, struct verdict *verdict,
                       const struct run_options *options, const struct global_options *global)
{
    const struct why_slower why = run_why(judged->session, options);
    verdict->request.store = judged->session->store_path;
    if (options->why.wanted && verdict->elsewhere == NULL)
        why_slower(&why, &verdict->request, &verdict->input, &verdict->pairs, global);
}

/* Prints the comparison and writes what else was asked for; the gate's exit code. */
static enum exit_code tell(const struct judged *judged, struct verdict *verdict,
                           const struct run_options *options, const struct global_options *global)
{
    char note[512], base[512];
    look_where(judged, verdict, options, global);
    write_note(verdict, note, sizeof note);
    write_base(judged->session->design, base, sizeof base);
    const struct gate_report report = {.pairs = &verdict->pairs,
                                       .primary = &verdict->input,
                                       .measured = &verdict->input,
                                       .name = name_of(judged->of),
                                       .mark = judged->of->reported_as,
                                       .base = base,
                                       .note = note};
    const enum exit_code written = gate_outputs_write(&options->outputs, report, global);
    if (!gate_outputs_stdout(&options->outputs)) {
        enum exit_code code = compare_present(
            &verdict->request,
            compare_gate_ends(COMPARE_GATE_PRIMARY, options->gate || options->confirm), NULL, NULL,
            NULL, global);
        if (base[0] != '\0' && !global->quiet)
            terminal_complain("assay: %s", base);
        if (note[0] != '\0' && (!global->quiet || verdict->elsewhere != NULL))
            terminal_complain("assay: %s", note);
        if (!fail_is_answer(code))
            return code;
    }
    return written != EXIT_DONE                ? written
           : options->gate || options->confirm ? compare_gate_code(verdict->gate)
                                               : EXIT_DONE;
}

/* A store that cannot take it has taken the values: that is said, and changes no verdict. */
static void keep_gate(const struct judged *judged, const struct run_options *options,
                      enum store_gate gate)
{
    struct assay_error error;
    for (size_t i = 0; i < judged->n && (options->gate || options->confirm); i++)
        if (session_set_gate(judged->session, judged->experiments[i], gate, &error) != ASSAY_OK)
            terminal_complain("assay: %s", error.text);
}

static enum exit_code confirm_elsewhere(const struct judged *judged, const struct verdict *first,
                                        const struct run_options *options,
                                        const struct global_options *global)
{
    SCOPED(verdict_fini) struct verdict second = {0};
    struct assay_error error;
    const enum assay_status status =
        run_confirm_elsewhere(judged->session, options->confirm_with, first, &second, &error);
    enum exit_code code = run_say_end(judged->session, global, status, &error);
    if (code == EXIT_DONE) {
        keep_gate(judged, options,
                  second.gate == COMPARISON_SLOWER ? STORE_GATE_CONFIRMED : STORE_GATE_HERE_ONLY);
        code = tell(judged, &second, options, global);
    }
    return code;
}

/* Another machine is asked wherever this one says slower, whichever rounds said so. */
static enum exit_code settle(const struct judged *judged, struct verdict *verdict,
                             const struct run_options *options, const struct global_options *global)
{
    const bool slower = verdict->gate == COMPARISON_SLOWER;
    if (options->confirm_with != NULL && slower)
        return confirm_elsewhere(judged, verdict, options, global);
    keep_gate(judged, options, slower ? STORE_GATE_FAILED : STORE_GATE_PASSED);
    return tell(judged, verdict, options, global);
}

/* What deciding took, and what it came to: a step of a bisection is told also when all is quiet. */
static void say_spent(const struct session *again, const struct verdict *verdict, double seconds,
                      const struct run_options *options, const struct global_options *global)
{
    const size_t each = again->design->n_systems * again->design->n_benchmarks;
    if (global->quiet && !options->bisect)
        return;
    terminal_complain("assay: %s after %zu rounds in %s",
                      verdict->gate == COMPARISON_SLOWER         ? "slower"
                      : verdict->gate == COMPARISON_INCONCLUSIVE ? "still inconclusive"
                                                                 : "not slower beyond the margin",
                      again->stored / each, duration_of(seconds).text);
}

/* Why there are no fresh rounds. What is slower beside values of another time is so all the same: an alarm
 * is not lost for what stands against a second look. */
static void say_obstacle(const char *why, const struct verdict *first,
                         const struct run_options *options, const struct global_options *global)
{
    const bool slower = first->gate == COMPARISON_SLOWER && !options->bisect;
    if (!global->quiet || options->bisect)
        terminal_complain("assay: both cannot be measured in the same rounds (%s)%s", why,
                          slower ? ": slower than values of another time, as it stands" : "");
}

/* The experiment, and the fresh one that speaks for it, whose handle is open. */
static struct judged judge_again(const struct session *session, const struct session *again)
{
    return (struct judged){again, session, {session->experiment, again->experiment}, 2};
}

/* Fresh paired rounds where the first ones could not say, or were of another day; *done: they were
 * measured. */
static enum exit_code decide(struct session *session, const struct run_options *options,
                             double begin_s, const struct global_options *global,
                             struct verdict *first, bool *done)
{
    static const double default_s = 60, least_s = 1;
    const double now = clock_now_s();
    const double budget_s =
        isnan(options->decide_s) ? default_s : options->decide_s - (now - begin_s);
    SCOPED(session_fini) struct session again = SESSION_DEFAULTS;
    struct verdict second;
    struct assay_error error;
    const char *obstacle = NULL;
    const struct confirmation asked = {
        .first = first, .version = run_ci_version(options), .others_too = global->json};
    *done = false;
    if (budget_s < least_s) {
        if (first->gate == COMPARISON_SLOWER)
            say_obstacle("no time is left of --time-budget", first, options, global);
        return EXIT_DONE;
    }
    const enum assay_status status = session_decide(session, &asked, budget_s, options->bisect,
                                                    &again, &second, &obstacle, &error);
    *done = obstacle == NULL;
    if (!*done) {
        say_obstacle(obstacle, first, options, global);
        return EXIT_DONE;
    }
    enum exit_code code = run_say_end(&again, global, status, &error);
    if (code == EXIT_DONE)
        say_spent(&again, &second, clock_now_s() - now, options, global);
    struct judged judged = judge_again(session, &again);
    if (code != EXIT_DONE && code != EXIT_INTERRUPTED && again.store != NULL && !options->bisect &&
        first->gate == COMPARISON_SLOWER) {
        say_obstacle("measuring them failed", first, options, global);
        judged.n = 1;
        code = settle(&judged, first, options, global);
    } else if (code == EXIT_DONE) {
        code = settle(&judged, &second, options, global);
    }
    verdict_fini(&second);
    session->failures += again.failures;
    code = run_close(&again, code);
    return code;
}

/* What a second look on the same machine cannot say. */
static void tell_same_machine(const struct verdict *second, const struct global_options *global)
{
    if (second->gate == COMPARISON_SLOWER && !global->quiet)
        fputs("assay: it was measured again on the same machine, which may be what differs. "
              "Another\nmachine confirms it: --confirm=STORE\n",
              stderr);
}

static enum exit_code confirm(struct session *session, const struct run_options *options,
                              double begin_s, const struct global_options *global,
                              const struct verdict *first)
{
    SCOPED(session_fini) struct session again = {0};
    struct verdict second;
    struct assay_error error;
    const bool timed = !isnan(options->decide_s) && !session->design->rounds.find;
    const struct confirmation asked = {.first = first,
                                       .version = run_ci_version(options),
                                       .others_too = global->json,
                                       .end_s = timed ? begin_s + options->decide_s : 0};
    const enum assay_status status = session_confirm(session, &asked, &again, &second, &error);
    enum exit_code code = run_say_end(&again, global, status, &error);
    if (code == EXIT_DONE) {
        const struct judged judged = judge_again(session, &again);
        code = settle(&judged, &second, options, global);
        tell_same_machine(&second, global);
    }
    verdict_fini(&second);
    session->failures += again.failures;
    code = run_close(&again, code);
    return code;
}

enum exit_code run_ci_report(struct session *session, const struct run_options *options,
                             double begin_s, const struct global_options *global)
{
    const bool stored = session->baseline[0] != '\0';
    bool decided = false;
    SCOPED(verdict_fini) struct verdict verdict = {0};
    struct assay_error error;
    struct compare_request asked = compare_request_of(NULL, global);
    asked.limits = &options->metric_limits;
    asked.jointly = options->metric_limits.metrics.n > 0;
    const enum assay_status status =
        session_reach_verdict(session, &asked, global->json, &verdict, &error);
    enum exit_code code = run_say_end(session, global, status, &error);
    /* Values of another hour are off by more than a change on a busy machine: no alarm rests on them alone,
     * nor does "faster" let a slower one pass, and no step of a bisection, either way. */
    const bool apart = code == EXIT_DONE && stored &&
                       (options->bisect || (options->gate && !options->confirm &&
                                            comparison_moves(&verdict.pairs, &verdict.input)));
    const bool open = code == EXIT_DONE && verdict.gate == COMPARISON_INCONCLUSIVE &&
                      comparison_can_decide(&verdict.pairs, &verdict.input);
    if (code == EXIT_DONE && (open || apart))
        code = decide(session, options, begin_s, global, &verdict, &decided);
    if (code == EXIT_DONE && !decided) {
        const struct judged judged = {session, session, {session->experiment}, 1};
        const bool again = options->confirm && options->confirm_with == NULL;
        code = again && verdict.gate == COMPARISON_SLOWER
                   ? confirm(session, options, begin_s, global, &verdict)
                   : settle(&judged, &verdict, options, global);
    }
    return code;
}

/* The files that a comparison would have gone to. */
static enum exit_code write_first(const struct session *session, const char *why,
                                  const struct run_options *options,
                                  const struct global_options *global)
{
    const struct comparison none = {0};
    const struct source_request request = {.stored = true,
                                           .metrics = options->metric_limits.metrics};
    struct assay_error error;
    const struct describe_request describe = {.confidence = global->confidence};
    SCOPED(input_fini) struct input input = {0};
    OWNED struct sample_finding *samples = NULL;
    if (session_input(session, &request, &input, &error) != ASSAY_OK)
        return fail_with(&error);
    const enum exit_code code =
        describe_input(&input, &describe, &samples, &error) != ASSAY_OK
            ? fail_with(&error)
            : gate_outputs_write(&options->outputs,
                                 (struct gate_report){.pairs = &none,
                                                      .measured = &input,
                                                      .described = samples,
                                                      .name = name_of(session),
                                                      .mark = session->reported_as,
                                                      .base = "",
                                                      .note = "",
                                                      .first = why},
                                 global);
    return code;
}

enum exit_code run_ci_first(const struct session *session, const struct run_options *options,
                            const struct global_options *global)
{
    OWNED char *which = terminal_name(options->compare_with);
    OWNED char *why = view_format("there is no %s yet. What was measured is kept as experiment "
                                  "%" PRId64 ", and nothing was compared (--first-run %s)",
                                  which != NULL ? which : "?", session->experiment,
                                  options->first_run == 1 ? "pass" : "fail");
    terminal_complain("assay: first run: %s", why != NULL ? why : "?");
    const enum exit_code written = gate_outputs_any(&options->outputs)
                                       ? write_first(session, why, options, global)
                                       : EXIT_DONE;
    return written != EXIT_DONE ? written : options->first_run == 1 ? EXIT_DONE : EXIT_DATA;
}

int run_ci_bisect_code(enum exit_code code)
{
    enum { CANNOT_SAY = 125 };
    switch (code) {
    case EXIT_DONE:
    case EXIT_SLOWER:
    case EXIT_INTERRUPTED: return (int)code;
    default: return CANNOT_SAY;
    }
}
