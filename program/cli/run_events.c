/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_events.c -- what `assay run` says of a session. */
#include "cli/run_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/fail.h"
#include "session/session.h"
#include "session/session_rescue.h"
#include "view/document/experiment.h"
#include "view/terminal/plan.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* ---- on the way ---- */

static void say_reused(size_t n)
{
    fprintf(stderr, "assay: %zu build%s taken as an earlier run had kept %s\n", n,
            n == 1 ? " was" : "s were", n == 1 ? "it" : "them");
}

char *run_load_words(double load, long processors)
{
    if (!(processors > 0 && load > (double)processors))
        return NULL;
    return view_format("the load is %.1f on %ld processor%s: wall time will hold what others take. "
                       "assay doctor says "
                       "who, docs/busy.md what to do.",
                       load, processors, processors == 1 ? "" : "s");
}

/* Once, where somebody watches. */
static void say_load(struct run_listener *listener)
{
    double load;
    if (listener->load_told || !listener->progress.draws || getloadavg(&load, 1) != 1)
        return;
    listener->load_told = true;
    OWNED char *words = run_load_words(load, sysconf(_SC_NPROCESSORS_ONLN));
    if (words != NULL)
        terminal_complain("assay: %s", words);
}

/* How often each failed, and how. */
static void say_failures(const struct session *session, size_t n)
{
    struct store_failure *failures = NULL;
    size_t kinds = 0;
    struct assay_error ignored; /* they are recorded */
    fprintf(stderr,
            "assay: %zu of the commands run failed and gave no values; the failures "
            "are recorded.\n",
            n);
    (void)store_failures(session->store, session->experiment, &failures, &kinds, &ignored);
    json_auto_t *list = failures_json(failures, kinds);
    OWNED char *sentence = failures_sentence(list, session->design->n_benchmarks == 1);
    if (sentence != NULL)
        terminal_complain("assay: %s", sentence);
    store_failures_free(&failures, kinds);
}

static void say_taken_up(size_t n)
{
    fprintf(stderr,
            "assay: %zu execution%s had ended when the run was cut short, and %s stored now\n", n,
            n == 1 ? "" : "s", n == 1 ? "is" : "are");
}

static void say_complete(const struct session *session, int64_t fresh)
{
    fprintf(stderr, "assay: experiment %" PRId64 " is complete; nothing is left to run",
            session->experiment);
    if (fresh > 0)
        fprintf(stderr, " (experiment %" PRId64 " was planned from it)", fresh);
    fputc('\n', stderr);
}

static void say_moved(const struct session *session, enum store_place place)
{
    terminal_complain("assay: %s: %s while the experiment runs. Everything stored so far is in %s, "
                      "and the run goes on there.",
                      session->left[session->n_left - 1], run_place_words(place),
                      session->store_path);
}

static const char *top_level(const struct session *session)
{
    return session->design->levels[design_top_level(session->design)].name;
}

static void say_hopeless(const struct session *session, const struct session_event *event)
{
    OWNED char *shown = terminal_name(event->text);
    terminal_complain("assay: %s gave no values in %s: there is nothing to decide, and the run "
                      "ends here",
                      shown != NULL ? shown : "?", level_units(event->n, top_level(session)).text);
}

/* The time is over, and the rule would still go on. */
static void say_timed_out(const struct session *session, size_t units)
{
    const struct design_stop *stop = &session->design->stop;
    char end[80] = ", still inconclusive";
    if (stop->rule == STOP_PILOT) {
        terminal_complain("assay: the pilot ended after %s: half of the time budget is for it",
                          level_units(units, top_level(session)).text);
        return;
    }
    if (stop->told_after || (stop->rule == STOP_CONTINUED && stop->pilot_units == 0) ||
        stop->rule == STOP_FIXED)
        return; /* as it was asked for; a search has a share of its time for each experiment */
    if (stop->rule == STOP_FRESH || stop->rule == STOP_CONTINUED) {
        terminal_complain("assay: the time budget is used up after %s of the %zu planned: here and "
                          "now they take longer than in the pilot",
                          level_units(units, top_level(session)).text,
                          session->design->levels[design_top_level(session->design)].count);
        return;
    }
    if (stop->precision > 0)
        (void)snprintf(end, sizeof end, "; the interval is still wider than \u00b1 %s",
                       percent_rough(100 * stop->precision, 3).text);
    if (stop->share) {
        terminal_complain("assay: still inconclusive after %s in %s",
                          level_units(units, top_level(session)).text,
                          duration_of(stop->budget_s).text);
        return;
    }
    terminal_complain("assay: the time budget of %s is used up after %s%s",
                      duration_of(stop->budget_s).text, level_units(units, top_level(session)).text,
                      end);
}

static void say_pilot_judged(const struct session *session, size_t units)
{
    terminal_complain(
        "assay: the time budget of %s is used up after %s; half of it gave too few to plan more "
        "for a quantile from, so these are judged",
        duration_of(session->design->stop.budget_s).text,
        level_units(units, top_level(session)).text);
}

/* As soon as the first of them is done: who has not that long may end it. */
static void say_overruns(const struct session *session, const struct session_event *event)
{
    const bool round = strcmp(top_level(session), "execution") == 0;
    const double budget_s = session->design->stop.budget_s;
    terminal_complain(
        "assay: the time budget, %s%s, will be exceeded: the first %s took %s, and the "
        "fewest are %zu, about %s in all",
        duration_of(budget_s > 0 ? budget_s : event->budget_s).text,
        budget_s > 0 ? "" : " from here on", round ? "round" : top_level(session),
        duration_of(event->unit_s).text, event->n, duration_of(event->seconds).text);
}

/* All rounds that were allowed are done, and the rule would still go on. */
static void say_not_reached(const struct session *session, size_t most)
{
    terminal_complain("assay: after %s the interval is still wider than \u00b1 %s; "
                      "--max-runs or the manifest's count allows more",
                      level_units(most, top_level(session)).text,
                      percent_rough(100 * session->design->stop.precision, 3).text);
}

static void say_eliminated(const struct session *session, const struct session_event *event)
{
    fprintf(stderr, "assay: after %s %zu cell%s (beaten, or alone in a sweep); %zu go%s on\n",
            level_units(event->top_units, top_level(session)).text, event->n,
            event->n == 1 ? " ends" : "s end", event->left, event->left == 1 ? "es" : "");
}

static void say_same(const struct session *session, const struct session_event *event)
{
    terminal_complain("assay: both are the same program: %s say so, and %zu more are not measured",
                      level_units(event->n, top_level(session)).text, event->left);
}

static void say_confirms(const struct session *session, const struct session_event *event)
{
    const bool has_baseline = event->paired || session->baseline[0] != '\0';
    fprintf(stderr, "assay: %zu benchmark%s slower: measuring %sagain in fresh rounds\n", event->n,
            event->n == 1 ? " seems" : "s seem",
            event->paired  ? "both versions "
            : has_baseline ? "the new version "
                           : "");
}

static void say_decides(const struct session_event *event)
{
    fprintf(stderr,
            "assay: %smeasuring both versions of %zu benchmark%s in fresh paired rounds, for at "
            "most %s "
            "(--time-budget)\n",
            event->apart ? "values of another time alone decide nothing: " : "", event->n,
            event->n == 1 ? "" : "s", duration_of(event->seconds).text);
}

/* What --quiet is for: all goes well, and the result says it, too. */
static void say_news(const struct session *session, const struct session_event *event,
                     const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stderr, (enum terminal_color)global->color);
    switch (event->kind) {
    case SESSION_BUILDS_REUSED: say_reused(event->n); break;
    case SESSION_PLANNED: fresh_plan_print(&terminal, session, event); break;
    case SESSION_REMARK: terminal_complain("assay: %s", event->text); break;
    case SESSION_TIMED_OUT: say_timed_out(session, event->n); break;
    case SESSION_PILOT_JUDGED: say_pilot_judged(session, event->n); break;
    case SESSION_SAME: say_same(session, event); break;
    case SESSION_ELIMINATED: say_eliminated(session, event); break;
    case SESSION_NOT_BESIDE:
        terminal_complain("assay: %s nothing here: %s; measured in rounds",
                          order_says(session->design->order.asked), event->text);
        break;
    case SESSION_ORDER_CHOSEN:
        terminal_complain("assay: %s; measured %s", event->text,
                          session->design->order.by == ORDER_SLICES
                              ? "side by side on one processor"
                              : "in rounds");
        break;
    case SESSION_OVERRUNS: say_overruns(session, event); break;
    case SESSION_NOT_REACHED: say_not_reached(session, event->n); break;
    case SESSION_CONFIRMS: say_confirms(session, event); break;
    case SESSION_DECIDES: say_decides(event); break;
    default: break;
    }
}

static void say(void *context, const struct session *session, const struct session_event *event)
{
    struct run_listener *listener = context;
    const struct global_options *global = listener->global;
    switch (event->kind) {
    case SESSION_BEGINS:
        run_progress_init(&listener->progress, session->design, global);
        say_load(listener);
        break;
    case SESSION_ENDS: run_progress_fini(&listener->progress); break;
    case SESSION_NOT_COUNTED:
        terminal_complain("assay: %s is not measured: this machine does not count it (%s)%s",
                          event->text, strerror(event->error_number),
                          strcmp(event->text, "instructions") == 0 &&
                                  session->design->counts.by == COUNTS_AUTO
                              ? "; valgrind would: " COUNTING_REMEDY
                              : "");
        break;
    case SESSION_FAILURES: say_failures(session, event->n); break;
    case SESSION_MOVED: say_moved(session, event->place); break;
    case SESSION_TAKEN_UP: say_taken_up(event->n); break;
    case SESSION_COMPLETE: say_complete(session, event->experiment); break;
    case SESSION_UNREAD: (void)fail_with(event->error); break;
    case SESSION_HOPELESS: say_hopeless(session, event); break;
    default:
        if (!global->quiet)
            say_news(session, event, global);
    }
}

static void count(void *context, const struct record *record)
{
    run_progress_count(&((struct run_listener *)context)->progress, record);
}

static bool draw(void *context, const struct experiment_progress *state)
{
    struct run_listener *listener = context;
    listener->is_first =
        state->done == 0 && state->step != NULL && state->step->kind == STEP_EXECUTE;
    run_progress_draw(&listener->progress, state);
    return true;
}

void run_waits(void *context, double seconds)
{
    struct run_listener *listener = context;
    if (!listener->is_first || listener->waits || listener->global->quiet)
        return;
    listener->waits = true;
    terminal_complain(
        "%sassay: the first execution has run for %s and has not ended. A server never "
        "does: assay help services",
        listener->progress.drawn ? "\n" : "", duration_of(seconds).text);
}

/* Nothing is there to go on with, and what was begun may never end. */
static bool waited_in_vain(const struct session *session)
{
    const struct run_listener *listener =
        session->events.progress == draw ? session->events.context : NULL;
    return listener != NULL && listener->waits && session->stored == 0;
}

struct session_events run_listen(struct run_listener *listener, const struct global_options *global)
{
    *listener = (struct run_listener){.global = global};
    return (struct session_events){
        .context = listener, .progress = draw, .kept = count, .event = say};
}

/* ---- at the end ---- */

/* "| ", before each line of what a command said last. */
static void print_last_words(const char *words)
{
    size_t length = strlen(words);
    while (length > 0 && words[length - 1] == '\n')
        length--;
    for (size_t at = 0; at < length;) {
        size_t line = strcspn(words + at, "\n");
        if (line > length - at)
            line = length - at;
        char text[512];
        (void)snprintf(text, sizeof text, "%.*s", (int)(line < 500 ? line : 500), words + at);
        char *shown = terminal_name(text);
        terminal_complain("  | %s", shown != NULL ? shown : "?");
        free(shown);
        at += line + 1;
    }
}

/* Nobody has quoted a command yet. */
static bool are_words(const struct design *design)
{
    bool are = design->n_systems > 1;
    for (size_t i = 0; i < design->n_systems; i++)
        are =
            are && (design->systems[i].run == NULL || strchr(design->systems[i].run, ' ') == NULL);
    return are;
}

/* `assay run ls /usr` are two commands; other tools take all words for one. And what ends with 1
 * without a word has hardly failed: so say grep, cmp and test that the answer is no. */
static void print_remedy(const struct design *design, const struct experiment_report *report)
{
    if (report->outcome == OUTCOME_NOT_STARTED && are_words(design))
        fputs("Each argument is a command: quote one that has arguments of its own.\n", stderr);
    else if (report->outcome == OUTCOME_EXIT && report->exit_code == 1 &&
             report->last_words[0] == '\0')
        fputs("Where that is its answer and no failure: --exit-codes 0,1\n", stderr);
    else if (report->outcome != OUTCOME_NOT_STARTED && report->outcome != OUTCOME_OK)
        fputs("Mend the command, or go on past failures: -i\n", stderr);
}

/* What a path is put into where a command is offered with it. */
static const char *quotes_of(const char *path)
{
    const bool is_word = strpbrk(path, " \t\"'\\$&|;<>()*?[]`#") == NULL;
    return is_word ? "" : strchr(path, '\'') != NULL ? "\"" : "'";
}

/* Whether going on would fail as before: it runs the commands as they are stored. */
static bool is_at_fault(const struct session *session, enum assay_status status)
{
    const enum outcome outcome = session->report.outcome;
    return status == ASSAY_FAILED &&
           (session->stored == 0 || outcome == OUTCOME_NOT_STARTED || outcome == OUTCOME_NO_VALUES);
}

/* How many executions are safe, and how to go on. */
static void print_resume(const struct session *session, enum assay_status status,
                         const struct global_options *global)
{
    const char *store = session->n_left > 0 ? session->store_path : global->store;
    if (session->lost.status != ASSAY_OK)
        return;
    if (session->forgotten) {
        fputs("Nothing was measured, and nothing is kept.\n", stderr);
        return;
    }
    if (session->stored == 0)
        fputs("No execution is stored yet. ", stderr);
    else
        fprintf(stderr, "%zu execution%s stored. ", session->stored,
                session->stored == 1 ? " is" : "s are");
    if (is_at_fault(session, status)) {
        fputs("Mend it, then the same command again.\n", stderr);
        return;
    }
    /* A command that is copied has a line of its own. */
    fputs(session->stored == 0 ? "Begin again with:\n" : "Continue with:\n", stderr);
    fputs("  assay run", stderr);
    if (store != NULL) {
        fprintf(stderr, " --store %s", quotes_of(store));
        terminal_say_name(store, strlen(store));
        fputs(quotes_of(store), stderr);
    }
    fprintf(stderr, " --resume %" PRId64 "\n", session->experiment);
}

/* What had ended of a group and did not fit. */
static void say_unkept(size_t n, const char *file)
{
    if (n == 0)
        return;
    fprintf(stderr, "assay: %zu execution%s had ended and could not be stored: --resume %s %s", n,
            n == 1 ? "" : "s", file != NULL ? "takes" : "measures", n == 1 ? "it" : "them");
    fputs(file != NULL ? " from " : " again", stderr);
    if (file != NULL)
        terminal_say_name(file, strlen(file));
    fputc('\n', stderr);
}

enum exit_code run_say_end(const struct session *session, const struct global_options *global,
                           enum assay_status status, const struct assay_error *error)
{
    const struct experiment_report *report = &session->report;
    if (status == ASSAY_OK)
        return EXIT_DONE;
    if (error->text[0] == '\0') /* it was said before */
        return fail_code(status);
    if (!session->cut_short || status == ASSAY_USAGE)
        return fail_with(error);
    if (status == ASSAY_INTERRUPTED) {
        fputs("assay: interrupted. ", stderr);
        if (waited_in_vain(session)) {
            fputs("The first execution had not ended: is it a server? assay help services\n",
                  stderr);
            return fail_code(status);
        }
    } else if (status == ASSAY_FAILED) {
        terminal_complain("assay: %s.%s", error->text,
                          report->last_words[0] != '\0' ? " Its last words:" : "");
        print_last_words(report->last_words);
        if (session->design->quick)
            print_remedy(session->design, report);
    } else {
        (void)fail_with(error);
        say_unkept(report->unkept, run_rescue_leave(session->launcher));
    }
    print_resume(session, status, global);
    return fail_code(status);
}

enum exit_code run_close(struct session *session, enum exit_code code)
{
    const bool lost = session->lost.status != ASSAY_OK;
    struct assay_error ignored; /* a store that is lost was told before */
    if (lost)
        (void)session_close(session, &ignored);
    else
        code = fail_closing(&session->store, code);
    if (session->n_left == 0)
        return code;
    if (!lost)
        terminal_complain(
            "assay: %s went away while this ran: everything is in %s. Merge it into a "
            "store with: assay store merge %s%s%s",
            session->left[0], session->store_path, quotes_of(session->store_path),
            session->store_path, quotes_of(session->store_path));
    return fail_is_answer(code) ? EXIT_SYSTEM : code;
}
