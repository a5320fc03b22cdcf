/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c -- `assay run`: measure, keep every value, say what it means. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory_ahead.h"
#include "cli/compare.h"
#include "cli/fail.h"
#include "cli/forge.h"
#include "cli/here_manifest.h"
#include "cli/run.h"
#include "cli/run_again.h"
#include "cli/run_events.h"
#include "cli/untracked.h"
#include "cli/words/run.h"
#include "design/design_request.h"
#include "design/secret.h"
#include "measure/counter.h"
#include "measure/kept_file.h"
#include "session/session.h"
#include "session/session_rescue.h"
#include "session/versions_run.h"
#include "view/document/documents.h"
#include "view/document/json.h"
#include "view/terminal/dry_run.h"
#include "view/text/quantity.h"

/* What ten runs of one command take of the heap, their store and their screen included. */
enum { SHORT_RUN_BYTES = 640 << 10 };

/* The text is kept as it is: --resume runs the commands that stand in it. */
static void tell_secrets(const char *manifest)
{
    const struct secret first = secret_find(manifest, manifest);
    size_t n = 0;
    for (struct secret s = first; s.value != NULL; s = secret_find(manifest, s.value + s.size))
        n++;
    if (n > 0)
        terminal_complain(
            "assay: the value of %.*s%s looks like a secret: the store keeps it, and "
            "pages and exports show it unless --redact is given. Leave it out of "
            "manifest and command: what is measured inherits assay's environment, which "
            "is not stored",
            (int)(first.name_size < 40 ? first.name_size : 40), first.name,
            n > 1 ? ", among others," : "");
}

static void dry_run(const struct design *design, double budget_s,
                    const struct global_options *global, const char *store_path)
{
    struct design planned = *design;
    if (design->rounds.find)
        planned.levels[design_execution_level(design)].count = design->rounds.least;
    struct counting counting;
    struct assay_error error; /* which the run would say, too */
    if (counting_choose(design, &counter_sources_of_system, &counting, &error) == ASSAY_OK)
        planned.counts.by = counting.by;
    struct run_expectation expected = run_expect(&planned, store_path);
    expected.budget_s = budget_s;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (global->json)
        render_json_print(stdout, dry_run_document(&planned, global->confidence, &expected));
    else
        dry_run_print(&terminal, &planned, global->confidence, &expected);
}

/* A shard's store is its own unless somebody names one. */
static void take_shard_store(struct session *session)
{
    char *own = session->store_path != NULL
                    ? run_shard_store(session->store_path, session->design->shard)
                    : NULL;
    free(session->store_path);
    session->store_path = own;
}

/* A store that is yet to be made is nothing that an option could be warned of before. */
static enum exit_code check_output(const struct session *session, const char *option,
                                   const char *path)
{
    struct assay_error error;
    if (path == NULL || strcmp(path, "-") == 0)
        return EXIT_DONE;
    if (kept_file_is(path, session->store_path)) {
        fprintf(stderr, "assay: --%s: \"", option);
        terminal_say_name(path, strlen(path));
        return fail_saying(EXIT_USAGE,
                           "\" is the store of this run or belongs to it: name another file");
    }
    return reach_output(option, path, &error) == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

static enum exit_code check_outputs(const struct session *session,
                                    const struct run_options *options)
{
    enum exit_code code = session->store_path != NULL ? EXIT_DONE : fail_memory();
    for (size_t i = 0; i < RUN_EXPORTS && code == EXIT_DONE; i++)
        code = check_output(session, run_exports[i].option, options->exports[i]);
    for (size_t i = 0; i < GATE_OUTPUTS && code == EXIT_DONE; i++)
        if (options->outputs.paths[i] == NULL || !forge_is_url(options->outputs.paths[i]))
            code = check_output(session, gate_output_names[i], options->outputs.paths[i]);
    if (code == EXIT_DONE)
        code = gate_outputs_check(&options->outputs);
    struct assay_error error;
    return code == EXIT_DONE && reach_request(&options->design, &error) != ASSAY_OK
               ? fail_with(&error)
               : code;
}

/* What is not measured would be missed at the end. Of values that the program tells itself nobody knows the
 * metrics before. */
static enum exit_code check_limits(const struct design *design, const struct name_list *metrics)
{
    bool told = false;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        told = told || (design->benchmarks[i].source != VALUES_PROCESS && !design->only_builds);
    for (size_t i = 0; i < metrics->n && !told; i++) {
        const char *name = metrics->items[i];
        bool known = strncmp(name, "build_", 6) == 0 && design_has_builds(design);
        for (size_t j = 0; j < design->n_metrics && !design->only_builds; j++)
            known = known || strcmp(design->metrics[j], name) == 0;
        if (!known)
            return fail_saying(EXIT_USAGE, "assay: --gate: %.100s is not measured here%s", name,
                               design->only_builds
                                   ? ": --only-builds measures build_wall, build_text …"
                                   : "; --metric measures it");
    }
    return EXIT_DONE;
}

/* A gate without anything to compare with would never fire. */
static enum exit_code check_gate(const struct session *session, const struct run_options *options)
{
    const enum exit_code limits = check_limits(session->design, &options->metric_limits.metrics);
    if (limits != EXIT_DONE)
        return limits;
    struct assay_error error;
    if (options->confirm_with != NULL &&
        run_confirm_check(session, options->confirm_with, &options->metric_limits, &error) !=
            ASSAY_OK)
        return fail_with(&error);
    if (options->first_run > 0 && options->compare_with == NULL)
        return fail_saying(EXIT_USAGE,
                           "assay: --first-run says what becomes of --compare-with where "
                           "there is nothing yet: give both");
    const char *option = options->git_bisect ? "git-bisect"
                         : options->bisect   ? "bisect"
                         : options->confirm  ? "confirm"
                                             : "gate";
    if (!(options->gate || options->confirm) || options->compare_with != NULL ||
        session->design->n_systems > 1)
        return EXIT_DONE;
    return fail_saying(EXIT_USAGE,
                       "assay: --%s: there is one system (%s) and nothing to compare it with. Say "
                       "--compare-with, such as branch:main or last:1, or measure two systems",
                       option, session->design->systems[0].name);
}

/* Asked before anything is measured. */
static enum exit_code check_reference(const struct design *design,
                                      const struct run_options *options)
{
    if (options->reference == NULL || design_system_named(design, options->reference) != NULL)
        return EXIT_DONE;
    return fail_saying(EXIT_USAGE,
                       "assay: --reference: \"%s\" is none of the commands: give one as it stands, "
                       "or its name",
                       options->reference);
}

/* The first option given that would change what was begun, without its dashes, or NULL. */
static const char *option_against(const struct run_options *options)
{
    const char *other = design_commands_only(&options->design);
    if (other == NULL && options->design.runs >= 0)
        other = "runs";
    if (other == NULL && options->design.append == NULL && options->design.benchmarks.n > 0)
        other = "benchmark";
    if (other == NULL && options->design.keep_builds)
        other = "keep-builds";
    if (other == NULL && options->design.no_trace)
        other = "no-trace";
    if (other == NULL && options->design.only_builds)
        other = "only-builds";
    if (other == NULL && options->design.name != NULL)
        other = "name";
    if (other == NULL && options->shard != NULL)
        other = "shard";
    if (other == NULL && options->versions != NULL)
        other = "versions";
    if (other == NULL && options->against != NULL)
        other = "against";
    if (other == NULL && !isnan(options->design.margin))
        other = "margin";
    if (other == NULL && options->design.statistic != NULL)
        other = "statistic";
    return other;
}

static enum exit_code resume(struct session *session, const struct run_options *options,
                             const struct option_arguments *arguments)
{
    struct assay_error error;
    const char *other = option_against(options);
    if (other != NULL || arguments->n > 1)
        return fail_saying(EXIT_USAGE,
                           "assay: %s goes on as the experiment was begun: leave out %s%s",
                           options->design.append != NULL ? "--append" : "--resume",
                           other != NULL ? "--" : "", other != NULL ? other : arguments->items[1]);
    const char *which = arguments->n > 0 ? arguments->items[0] : NULL;
    return session_resume(session, which, &options->design, &error) == ASSAY_OK
               ? check_gate(session, options)
               : fail_with(&error);
}

static enum exit_code begin(struct session *session, const struct run_options *options,
                            const struct global_options *global)
{
    struct assay_error error;
    const bool is_new = access(session->store_path, F_OK) != 0;
    const struct session_version version = run_ci_version(options);
    session->first = options->first_run > 0 && session_is_first(session, options->compare_with);
    enum assay_status status =
        session->first ? ASSAY_OK
                       : session_set_baseline(session, options->compare_with, &version, &error);
    if (status == ASSAY_OK)
        status = session_begin(session, &error);
    if (status == ASSAY_OK && is_new)
        untracked_say(session->store_path, global);
    if (status == ASSAY_OK && !versions_are(session->design))
        status = session_set_version(session, &version, &error);
    return run_say_end(session, global, status, &error);
}

/* What a gate or a commit needs: a command alone says nothing of how it is built. */
static bool lacks_manifest(const struct run_options *options,
                           const struct option_arguments *arguments)
{
    return (options->gate || options->confirm || options->against != NULL ||
            options->versions != NULL || options->compare_with != NULL) &&
           arguments->n == 0 && options->design.manifest == NULL && access("assay.yaml", F_OK) != 0;
}

static enum exit_code ask_for_manifest(void)
{
    terminal_complain("assay: there is no assay.yaml here, which says what is measured, and how it "
                      "is built. The smallest one, of what lies here:");
    here_manifest_print(stderr);
    return fail_saying(EXIT_USAGE, "How it goes on: assay help gate. Two commands need none: assay "
                                   "run --gate 'old command' 'new command'");
}

static enum exit_code prepare(struct session *session, const struct run_options *options,
                              const struct option_arguments *arguments,
                              const struct global_options *global)
{
    const char *manifest = NULL;
    if (options->resume || options->design.append != NULL) {
        session->store_path = store_path_beside(global->store, NULL);
        const enum exit_code checked = check_outputs(session, options);
        const enum exit_code resumed =
            checked == EXIT_DONE ? resume(session, options, arguments) : checked;
        return resumed == EXIT_DONE ? run_ci_mark(session) : resumed;
    }
    if (lacks_manifest(options, arguments))
        return ask_for_manifest();
    struct assay_error error;
    struct design_request request = options->design;
    request.arguments = (struct name_list){arguments->items, arguments->n};
    request.seed = global->seed.value;
    request.seed_given = global->seed.given;
    if (design_of(&request, &session->design, &manifest, &error) != ASSAY_OK ||
        run_shard_choose(options->shard, session->design, &error) != ASSAY_OK ||
        run_values_check(session->design, &error) != ASSAY_OK)
        return fail_with(&error);
    session->store_path = store_path_beside(global->store, manifest);
    if (session->design->shard > 0 && global->store == NULL && getenv("ASSAY_STORE") == NULL)
        take_shard_store(session);
    if (run_versions_expand(session, options, global, &error) != ASSAY_OK)
        return fail_with(&error);
    if (run_versions_are_filled(options))
        return EXIT_DONE;
    if (design_check_beside(session->design, &error) != ASSAY_OK)
        return fail_with(&error);
    const enum exit_code known = check_reference(session->design, options);
    if (known != EXIT_DONE)
        return known;
    const enum exit_code gated = check_gate(session, options);
    if (gated != EXIT_DONE || options->dry_run)
        return gated;
    if (!global->quiet && session->design->manifest != NULL)
        tell_secrets(session->design->manifest);
    enum exit_code ready = check_outputs(session, options);
    if (ready == EXIT_DONE && run_ci_wanted(options))
        ready = run_ci_mark(session);
    return ready == EXIT_DONE ? begin(session, options, global) : ready;
}

static enum exit_code tell_made(const struct session *session, struct run_made *made)
{
    *made = (struct run_made){session->experiment, strdup(session->store_path)};
    return made->store != NULL ? EXIT_DONE : fail_memory();
}

/* Fresh rounds have what is left of the budget; the counts that come first are measured in any case. */
static void tell_exceeded(const struct session *session, double took_s)
{
    if (session->budget_s > 0 && took_s > session->budget_s)
        terminal_complain("assay: the time budget of %s was exceeded: the fewest took %s. Smaller "
                          "counts in levels take less",
                          duration_of(session->budget_s).text, duration_of(took_s).text);
}

/* Runs what is left, and says what came of it. */
static enum exit_code measure(struct session *session, const struct run_options *options,
                              const struct global_options *global)
{
    struct assay_error error;
    const double begin_s = clock_now_s();
    enum assay_status status = session->complete ? ASSAY_OK
                               : options->fill != NULL
                                   ? run_versions_run(session, options->fill, &error)
                                   : session_run(session, &error);
    if (status == ASSAY_OK)
        status = run_place_keep(session, &error);
    enum exit_code code = run_say_end(session, global, status, &error);
    if (code == EXIT_DONE && !global->quiet)
        tell_exceeded(session, clock_now_s() - begin_s);
    const bool versions =
        versions_are(session->design) && session->stored > 0 && options->against == NULL;
    if (code == EXIT_DONE && versions)
        code = run_versions_keep(session, global);
    if (code != EXIT_DONE || options->fill != NULL)
        return code;
    if (options->made != NULL)
        return tell_made(session, options->made);
    if (versions && !run_ci_wanted(options))
        return run_versions_show(session, global);
    if (session->first) {
        code = gate_outputs_stdout(&options->outputs) ? EXIT_DONE
                                                      : run_report(session, options, global);
        return code == EXIT_DONE ? run_ci_first(session, options, global) : code;
    }
    return run_ci_wanted(options) ? run_ci_report(session, options, begin_s, global)
                                  : run_report(session, options, global);
}

/* Of a run that ends in a verdict; a search has its own. 0: none. */
static double budget_of(const struct run_options *options)
{
    return options->fill == NULL && options->decide_s > 0 ? options->decide_s : 0;
}

static enum exit_code run_all(const struct run_options *options,
                              const struct option_arguments *arguments,
                              const struct global_options *global)
{
    struct run_listener listener;
    SCOPED(session_fini) struct session session = SESSION_DEFAULTS;
    struct assay_error error;
    /* The launcher is forked while this process is small: every measured process inherits it. */
    if (!options->dry_run && launcher_start(&session.launcher, &session_duties, &error) != ASSAY_OK)
        return fail_saying(EXIT_SYSTEM, "assay: %s", error.text);
    memory_ahead(SHORT_RUN_BYTES);
    session.confidence = global->confidence;
    session.machine = options->machine;
    session.budget_s = budget_of(options);
    session.ends_when_same = options->gate || options->confirm;
    session.version_label = options->version_label;
    session.events = run_listen(&listener, global);
    if (session.launcher != NULL)
        launcher_be_patient(session.launcher,
                            &(struct launcher_patience){RUN_PATIENCE_S, run_waits, &listener});
    enum exit_code code = prepare(&session, options, arguments, global);
    if (code == EXIT_DONE && run_versions_are_filled(options))
        code = run_versions_conclude(&session, options, arguments, global);
    else if (code == EXIT_DONE && options->dry_run)
        dry_run(session.design, session.budget_s, global, session.store_path);
    else if (code == EXIT_DONE)
        code = measure(&session, options, global);
    if (session.failures > 0)
        code = EXIT_COMMAND;
    launcher_stop(&session.launcher);
    code = run_close(&session, code);
    return code;
}

enum exit_code run_again(const struct design_request *request, const struct global_options *global,
                         struct run_made *made)
{
    struct run_options options = {.design = *request, .made = made};
    const struct option_arguments none = {0};
    run_ci_take_budget(&options);
    return run_all(&options, &none, global);
}

static bool check_label(const char *label)
{
    if (label == NULL || label[0] != '\0')
        return true;
    return terminal_complain("assay: --version-label: a version has a name, such as v1.4");
}

static bool check_search(const struct run_options *options)
{
    if (!options->git_bisect || options->versions == NULL)
        return true;
    return terminal_complain("assay: --git-bisect answers one step of git bisect run; a search of "
                             "its own is --versions %s --bisect",
                             options->versions);
}

/* By --time-unit. */
static const double time_factors[] = {0, 1e-6, 1e-3, 1};

static const struct run_options defaults = {.design = DESIGN_REQUEST_DEFAULTS,
                                            .why = {.most_s = WHY_MOST_S}};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    struct run_options *options = given;
    quantity_want_time_unit(time_factors[options->time_unit]);
    const bool fills = options->bisect && options->versions != NULL;
    options->bisect = (options->bisect && !fills) || options->git_bisect;
    options->gate = options->limits != NULL || options->bisect;
    if (options->confirmed_by != NULL && options->confirmed_by[0] != '\0')
        options->confirm_with = options->confirmed_by;
    options->confirm = options->confirmed_by != NULL || options->confirm_with != NULL;
    if (fills)
        run_versions_take_budget(options);
    else
        run_ci_take_budget(options);
    enum exit_code code = EXIT_USAGE;
    if (check_search(options) && check_label(options->version_label) &&
        compare_read_limits(options->limits, &options->metric_limits))
        code = fills ? run_versions_fill(options, arguments, global, run_all)
                     : run_all(options, arguments, global);
    metric_limits_fini(&options->metric_limits);
    return options->bisect ? (enum exit_code)run_ci_bisect_code(code) : code;
}

const struct verb verb_run = {
    VERB_PAGE,        .speaks_plainly = true, .takes_commands = true, .defaults = &defaults,
    .answer = answer,
};
