/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.c -- an experiment between its design and its end. */
#include "cli/session.h"
#include "cli/fail.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/git.h"
#include "cli/run_place.h"
#include "cli/run_progress.h"
#include "cli/run_rescue.h"
#include "cli/run_values.h"
#include "measure/counter.h"
#include "measure/experiment.h"
#include "measure/host.h"
#include "render/terminal.h"
#include "render/words.h"

/* What the experiment's calls need. */
struct watch {
    struct session *session;
    struct launcher *launcher;
    struct run_progress progress;
    bool open;      /* the number of rounds is not stored yet */
    bool host_due;  /* the facts of a host that goes on are not stored yet */
    double state_s; /* elapsed when the host's state was last read */
};

/* ---- calls of the experiment ---- */

static bool has_step(void *context, const struct step *step)
{
    struct watch *watch = context;
    return store_has_step(watch->session->store, watch->session->experiment, step);
}

static void tell_watcher(const struct session *session, const struct record *record)
{
    if (session->watcher != NULL)
        session->watcher->take(session->watcher->context, record);
}

static size_t go_on_to(void *context, size_t units)
{
    const struct watch *watch = context;
    return watch->session->watcher->go_on_to(watch->session->watcher->context, units);
}

static enum assay_status keep_record(void *context, const struct record *record,
                                     struct assay_error *error)
{
    struct watch *watch = context;
    struct session *session = watch->session;
    enum assay_status status = run_place_keep(session, watch->launcher, error);
    if (status == ASSAY_OK)
        status = store_append(session->store, session->experiment, record, error);
    if (status != ASSAY_OK)
        return status;
    if (record->outcome == OUTCOME_OK && record->step.kind == STEP_EXECUTE)
        session->stored++;
    run_progress_count(&watch->progress, record);
    tell_watcher(session, record);
    return ASSAY_OK;
}

static bool keep_records(void *context, const struct record *const *records, size_t n)
{
    struct watch *watch = context;
    struct session *session = watch->session;
    struct assay_error error;
    if (run_place_keep(session, watch->launcher, &error) != ASSAY_OK ||
        store_append_all(session->store, session->experiment, records, n, &error) != ASSAY_OK)
        return false;
    session->stored += n; /* only such that ended well come together */
    for (size_t i = 0; i < n; i++) {
        run_progress_count(&watch->progress, records[i]);
        tell_watcher(session, records[i]);
    }
    return true;
}

/* The number of rounds is stored as soon as it is found, so that a resumed run plans no other one.
 * A store that cannot take it will refuse the next record and say why. */
static void keep_plan(struct session *session, size_t planned)
{
    struct assay_error error;
    (void)store_plan(session->store, session->experiment, planned, &error);
}

/* Host facts once more where a resumed run goes on: it may be another machine, or another state of
 * it. The same round resumed twice keeps the first. */
static void keep_host(struct session *session, uint32_t round)
{
    struct assay_error error;
    char *host = host_json(NULL, false);
    if (host != NULL)
        (void)store_host(session->store, session->experiment, round, host, &error);
    free(host);
}

/* What of the host moves, again and again between rounds: every second at first, then sixty times an
 * experiment and hour. Round 0 has all facts. */
static void keep_state(struct watch *watch, const struct experiment_progress *state)
{
    const struct step *step = state->step;
    struct assay_error error;
    double pause_s = state->elapsed_s / 60 > 1 ? state->elapsed_s / 60 : 1;
    if (step == NULL || step->round == 0 || state->elapsed_s - watch->state_s < pause_s)
        return;
    watch->state_s = state->elapsed_s;
    char *facts = host_state_json();
    if (facts != NULL)
        (void)store_host_state(watch->session->store, watch->session->experiment, step->round,
                               facts, &error);
    free(facts);
}

static bool show_progress(void *context, const struct experiment_progress *state)
{
    struct watch *watch = context;
    struct session *session = watch->session;
    if (watch->open && !state->open) {
        keep_plan(session, state->planned);
        watch->open = false;
    }
    if (watch->host_due && state->step != NULL) {
        keep_host(session, state->step->round);
        watch->host_due = false;
    }
    keep_state(watch, state);
    run_progress_draw(&watch->progress, state);
    return true;
}

/* ---- what to say at the end ---- */

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

/* `assay run ls /usr` are two commands; other tools take all words for one. And what ends with 1
 * without a word has hardly failed: so say grep, cmp and test that the answer is no. */
static void print_remedy(const struct design *design, const struct experiment_report *report)
{
    if (report->outcome == OUTCOME_NOT_STARTED && design->n_systems > 1)
        fputs("Each argument is a command: quote one that has arguments of its own.\n", stderr);
    if (report->outcome == OUTCOME_EXIT && report->exit_code == 1 && report->last_words[0] == '\0')
        fputs("Where that is its answer and no failure: --exit-codes 0,1\n", stderr);
}

/* How many executions are safe, and how to go on. */
static void print_resume(const struct session *session, const struct global_options *global)
{
    const char *store = session->n_left > 0 ? session->store_path : global->store;
    if (session->lost.status != ASSAY_OK)
        return;
    if (session->stored == 0)
        fputs("No execution is stored yet. Begin again with: ", stderr);
    else
        fprintf(stderr, "%zu execution%s stored. Continue with: ", session->stored,
                session->stored == 1 ? " is" : "s are");
    fputs("assay run", stderr);
    if (store != NULL) {
        fputs(" --store ", stderr);
        terminal_say_name(store, strlen(store));
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

static enum exit_code report_end(const struct session *session, const struct global_options *global,
                                 const struct experiment_report *report, const char *unkept_file)
{
    const struct assay_error *error = &report->error;
    switch (error->status) {
    case ASSAY_OK: return EXIT_DONE;
    case ASSAY_INTERRUPTED:
        fputs("assay: interrupted. ", stderr);
        print_resume(session, global);
        return EXIT_INTERRUPTED;
    case ASSAY_FAILED:
        terminal_complain("assay: %s.%s", error->text,
                          report->last_words[0] != '\0' ? " Its last words:" : "");
        print_last_words(report->last_words);
        if (session->design->quick)
            print_remedy(session->design, report);
        print_resume(session, global);
        return EXIT_COMMAND;
    case ASSAY_USAGE: return fail_with(error);
    default:
        (void)fail_with(error);
        say_unkept(report->unkept, unkept_file);
        print_resume(session, global);
        return EXIT_SYSTEM;
    }
}

void run_say_failures(size_t n)
{
    if (n > 0)
        fprintf(stderr,
                "assay: %zu of the commands run failed and gave no values; the failures "
                "are recorded.\n",
                n);
}

/* ---- the whole ---- */

/* Said once, before: what is not in the results was not forgotten. */
static void say_not_measured(const struct design *design)
{
    struct counters counters;
    if (!counters_open(&counters, &counter_sources_of_system, 0, design->metrics,
                       design->n_metrics))
        return;
    for (size_t i = 0; i < counters.n; i++)
        if (counters.items[i].fd < 0)
            terminal_complain("assay: %s is not measured: this machine does not count it (%s)",
                              counters.items[i].name, strerror(counters.items[i].error_number));
    counters_close(&counters);
}

enum exit_code session_finish(struct session *session, struct launcher *launcher)
{
    struct assay_error error;
    run_rescue_end(launcher);
    if (store_finish(session->store, session->experiment, &error) == ASSAY_OK)
        return EXIT_DONE;
    terminal_complain("assay: %s", error.text);
    return EXIT_SYSTEM;
}

/* Writes the commit of a directory; false when it has none, or changes beside it. */
static bool write_commit(FILE *out, const char *directory)
{
    struct store_version version = {0};
    git_describe(directory, &version);
    const bool clean = version.commit != NULL && !version.dirty;
    if (clean)
        fprintf(out, "%s ", version.commit);
    free(version.commit);
    free(version.branch);
    return clean;
}

/* Kept builds are the same within commits of work trees without changes, else within this
 * experiment: what they are made of may have changed since. */
static char *build_scope(const struct session *session)
{
    bool clean = true;
    struct words_writer writer;
    FILE *out = words_open(&writer);
    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < session->design->n_systems && clean; i++)
        clean = write_commit(out, design_source(session->design, i));
    if (!clean)
        fprintf(out, "of %s %" PRId64, session->store_path, session->experiment);
    return words_close(&writer);
}

static void say_reused(const struct experiment_report *report, const struct global_options *global)
{
    if (report->reused > 0 && !global->quiet)
        fprintf(stderr, "assay: %zu build%s taken as an earlier run had kept %s\n", report->reused,
                report->reused == 1 ? " was" : "s were", report->reused == 1 ? "it" : "them");
}

enum exit_code session_run_part(struct session *session, const struct global_options *global,
                                struct launcher *launcher)
{
    const struct design *design = session->design;
    struct watch watch = {.session = session,
                          .launcher = launcher,
                          .open = design->rounds.find,
                          .host_due = session->resumed};
    if (!run_progress_init(&watch.progress, design, global->quiet,
                           (enum terminal_color)global->color))
        return fail_memory();
    char *scope = design->keep_builds ? build_scope(session) : NULL;
    unsigned char uid[STORE_UID_BYTES];
    const bool named = store_uid(session->store, session->experiment, uid, NULL) == ASSAY_OK;
    const struct experiment_options options = {.import = run_values_import,
                                               .owner = named ? uid : NULL,
                                               .kept = session->store_path,
                                               .build_scope = scope,
                                               .find_rounds = design->rounds.find,
                                               .min_rounds = design->rounds.least,
                                               .max_rounds = design->rounds.most,
                                               .min_time_s = design->rounds.time_s};
    const struct experiment_calls calls = {
        .context = &watch,
        .has = session->begun || session->resumed ? has_step
                                                  : NULL, /* a question for each execution */
        .keep = keep_record,
        .keep_all = keep_records,
        .progress = show_progress,
        .go_on_to = session->watcher != NULL ? go_on_to : NULL,
    };
    if (!session->begun)
        say_not_measured(design);
    session->begun = true;
    run_rescue_begin(launcher, session);
    struct experiment_report report;
    const enum assay_status status = experiment_run(design, launcher, &options, &calls, &report);
    run_progress_fini(&watch.progress);
    free(scope);
    say_reused(&report, global);
    if (status != ASSAY_OK) {
        const char *unkept_file = report.unkept > 0 ? run_rescue_leave(launcher) : NULL;
        enum exit_code code = report_end(session, global, &report, unkept_file);
        if (report.unkept == 0)
            run_rescue_end(launcher);
        return code;
    }
    session->failures += report.failures;
    return EXIT_DONE;
}

enum exit_code session_run_design(struct session *session, const struct global_options *global,
                                  struct launcher *launcher)
{
    const size_t failures = session->failures;
    enum exit_code code = session_run_part(session, global, launcher);
    run_say_failures(session->failures - failures);
    return code == EXIT_DONE ? session_finish(session, launcher) : code;
}
