/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet.c -- `assay fleet`: the same experiment on many machines. */
#include "cli/verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "cli/fail.h"
#include "cli/fleet_say.h"
#include "cli/suggestion.h"
#include "cli/words/fleet.h"
#include "design/design_request.h"
#include "design/shard.h"
#include "system/system.h"

struct fleet_options {
    int engine;
    const char *command, *hosts, *words, *directory, *program, *label;
    long attempts, at_once;
    double limit_s, lost_s, start_s;
    bool shared;
};

static const char *const engines[] = {"command", "ssh", "slurm", NULL}; /* enum fleet_engine */

/* What every action gets. */
struct task {
    const struct global_options *global;
    const struct fleet_options *options;
    const char **arguments; /* behind the action's name */
    size_t n;
    struct fleet fleet;
};

static const char *manifest_of(const struct task *task)
{
    return task->n > 0 ? task->arguments[0] : "assay.yaml";
}

/* ---- how this program is called on another machine ---- */

static void measure(const struct fleet_measuring *what, const char *words[FLEET_WORDS],
                    char text[64])
{
    size_t n = 0;
    (void)snprintf(text, 64, "%zu/%zu", what->shard, what->n);
    const char *const begins[][2] = {
        {"--shard", text}, {"--seed", what->seed}, {"--version-label", what->label}};
    words[n++] = "run", words[n++] = "--quiet", words[n++] = "--store", words[n++] = what->store;
    if (what->resumes)
        words[n++] = "--resume";
    for (size_t i = 0; !what->resumes && i < sizeof begins / sizeof *begins; i++)
        if (begins[i][1] != NULL)
            words[n++] = begins[i][0], words[n++] = begins[i][1];
    words[n++] = what->resumes ? NULL : what->manifest;
    words[n] = NULL;
}

static const struct fleet_calls calls = {.version = "--version",
                                         .work = "fleet work",
                                         .directory = "--directory",
                                         .store = "--store",
                                         .measure = measure};

/* ---- run ---- */

static enum assay_status read_manifest(const struct task *task, const char *manifest,
                                       struct design **design, struct assay_error *error)
{
    const char *read;
    struct design_request request = DESIGN_REQUEST_DEFAULTS;
    request.arguments = (struct name_list){&manifest, 1};
    request.seed = task->global->seed.value;
    request.seed_given = task->global->seed.given;
    const enum assay_status status = design_of(&request, design, &read, error);
    return status == ASSAY_OK && read == NULL
               ? assay_fail(error, ASSAY_USAGE, "%s: a fleet measures what a manifest describes",
                            manifest)
               : status;
}

/* How many machines the manifest has on top; it must be one that can be measured in shards. */
static enum assay_status count_machines(const struct task *task, size_t *n,
                                        struct assay_error *error)
{
    SCOPED(design_free) struct design *design = NULL;
    TRY(read_manifest(task, manifest_of(task), &design, error));
    TRY(design_choose_shard(design, "assay fleet, shard", "1", error));
    *n = design->levels[0].count;
    return ASSAY_OK;
}

static enum assay_status begin(struct task *task, struct assay_error *error)
{
    char own[4096], seed[24];
    size_t n;
    const struct fleet_options *options = task->options;
    struct fleet_request request = {.directory = options->directory,
                                    .manifest = manifest_of(task),
                                    .program = options->program,
                                    .command = options->command,
                                    .engine = options->engine,
                                    .hosts = options->hosts,
                                    .options = options->words,
                                    .label = options->label,
                                    .attempts = options->attempts,
                                    .at_once = options->at_once,
                                    .limit_s = options->limit_s,
                                    .lost_s = options->lost_s,
                                    .start_s = options->start_s,
                                    .shared = options->shared};
    const bool known = system_own_program(own, sizeof own);
    if (options->command != NULL && options->engine > 0)
        return assay_fail(error, ASSAY_USAGE,
                          "--command goes with --engine command; --engine %s writes its own line "
                          "(--engine-options adds to it)",
                          engines[options->engine]);
    if (options->words != NULL && options->engine <= 0)
        return assay_fail(error, ASSAY_USAGE,
                          "--engine-options go with --engine ssh or --engine slurm");
    if (options->command != NULL)
        request.engine = FLEET_BY_COMMAND;
    if (request.program == NULL)
        request.program = known ? own : "assay";
    (void)snprintf(seed, sizeof seed, "%llu", task->global->seed.value);
    if (task->global->seed.given)
        request.seed = seed;
    TRY(count_machines(task, &n, error));
    return fleet_begin(&request, n, &task->fleet, error);
}

/* Where `assay run` would put it: beside the manifest. */
static char *store_path(const struct task *task)
{
    const char *manifest = task->fleet.manifest, *slash = strrchr(manifest, '/');
    OWNED char *directory = strndup(manifest, slash > manifest ? (size_t)(slash - manifest) : 1);
    return directory != NULL ? store_default_path(task->global->store, directory) : NULL;
}

/* The answer of the joined experiment, as the verbs for it give it. */
static enum exit_code report(const struct task *task, char *store, int64_t experiment, bool several)
{
    char id[24], option[] = "--store";
    struct global_options global = *task->global;
    const struct verb *verb = several ? &verb_compare : &verb_show;
    (void)snprintf(id, sizeof id, "%" PRId64, experiment);
    char *words[] = {option, store, id, NULL};
    return verb_call(verb, 3, words, &global);
}

/* A manifest that is gone or changed by now does not matter: the store says what was measured. */
static bool has_several(const struct task *task)
{
    SCOPED(design_free) struct design *design = NULL;
    struct assay_error ignored;
    return read_manifest(task, task->fleet.manifest, &design, &ignored) == ASSAY_OK &&
           design->n_systems > 1;
}

static enum exit_code merge_and_report(struct task *task)
{
    struct remarks remarks = {0};
    struct assay_error error;
    int64_t experiment = 0;
    OWNED char *path = store_path(task);
    if (path == NULL)
        return fail_memory();
    const enum assay_status status =
        fleet_collect(&task->fleet, path, &experiment, &remarks, &error);
    enum exit_code code = conclude(status, &remarks, &error);
    if (code == EXIT_DONE && experiment == 0) {
        terminal_complain("assay: no shard is done yet: there is nothing to merge");
        code = EXIT_DATA;
    } else if (code == EXIT_DONE) {
        fleet_say_merged(&task->fleet, path, experiment, task->global);
        code = report(task, path, experiment, has_several(task));
    }
    return code;
}

static enum exit_code collect(struct task *task)
{
    struct assay_error error;
    return fleet_look(&task->fleet, &error) == ASSAY_OK ? merge_and_report(task)
                                                        : fail_with(&error);
}

static enum exit_code run_fleet(struct task *task)
{
    struct assay_error error;
    struct fleet_saying saying = fleet_say_begin(task->global);
    const enum assay_status status = fleet_run(&task->fleet, fleet_say, &saying, &error);
    fleet_say_end(&saying);
    if (status != ASSAY_OK)
        return fail_with(&error);
    const struct fleet_progress progress = fleet_progress_of(&task->fleet);
    enum exit_code code = EXIT_DONE;
    if (progress.of[FLEET_DONE] > 0)
        code = merge_and_report(task);
    if (progress.of[FLEET_DONE] == task->fleet.n || !fail_is_answer(code))
        return code;
    fleet_say_missing(&task->fleet);
    return progress.of[FLEET_FAILED] > 0 ? EXIT_COMMAND : EXIT_SYSTEM;
}

/* ---- the other actions ---- */

static enum exit_code status(struct task *task)
{
    struct assay_error error;
    if (fleet_look(&task->fleet, &error) != ASSAY_OK)
        return fail_with(&error);
    fleet_say_status(&task->fleet, task->global);
    return EXIT_DONE;
}

static enum exit_code cancel(struct task *task)
{
    struct assay_error error;
    size_t n;
    if (fleet_cancel(&task->fleet, &n, &error) != ASSAY_OK)
        return fail_with(&error);
    if (!task->global->quiet)
        printf(
            "%zu shard%s told to stop. What was measured stays; assay fleet run goes on with it.\n",
            n, n == 1 ? " is" : "s are");
    return EXIT_DONE;
}

/* Of a bad manifest or bad data nothing better comes next time. */
static bool hopeless(int code)
{
    return code == EXIT_USAGE || code == EXIT_DATA;
}

static enum exit_code work(struct task *task)
{
    char *end;
    int code;
    struct assay_error error;
    const unsigned long shard = task->n > 0 ? strtoul(task->arguments[0], &end, 10) : 0;
    const enum assay_status status = fleet_work(&task->fleet, shard, hopeless, &code, &error);
    return status == ASSAY_OK ? (enum exit_code)code : fail_with(&error);
}

/* ---- the verb ---- */

static const struct action {
    const char *name;
    enum exit_code (*run)(struct task *task);
} actions[] = {
    {"run", run_fleet}, {"status", status}, {"collect", collect},
    {"cancel", cancel}, {"work", work},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static const char *action_word(size_t index)
{
    return index < ACTIONS ? actions[index].name : NULL;
}

static enum exit_code fail_action(const char *which)
{
    bool near = false;
    fputs("assay: fleet: ", stderr);
    if (which != NULL) {
        fputs("there is no action \"", stderr);
        terminal_say_name(which, strlen(which));
        fputc('"', stderr);
        near = suggestion_say(which, action_word);
    }
    for (size_t i = 0; !near && i < ACTIONS; i++)
        fprintf(stderr, "%s %s",
                i > 0           ? ","
                : which != NULL ? "; write one of"
                                : "write one of",
                actions[i].name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static enum exit_code act(const struct action *action, struct task *task)
{
    struct assay_error error;
    enum assay_status status;
    if (action->run == run_fleet) {
        status = begin(task, &error);
    } else {
        if (action->run == work && task->options->directory == NULL)
            return fail_action("work");
        char *directory = fleet_directory(task->options->directory, manifest_of(task), &error);
        status = directory != NULL ? fleet_open(directory, &task->fleet, &error) : error.status;
        free(directory);
    }
    task->fleet.calls = &calls;
    task->fleet.store = task->global->store;
    const enum exit_code code = status == ASSAY_OK ? action->run(task) : fail_with(&error);
    fleet_fini(&task->fleet);
    return code;
}

static const struct fleet_options defaults = {.engine = -1};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const char *which = arguments->n > 0 ? arguments->items[0] : NULL;
    struct task task = {.global = global,
                        .options = given,
                        .arguments = arguments->items + (arguments->n > 0),
                        .n = arguments->n > 0 ? arguments->n - 1 : 0};
    const struct action *action = NULL;
    for (size_t i = 0; i < ACTIONS && which != NULL; i++)
        if (strcmp(actions[i].name, which) == 0)
            action = &actions[i];
    return action == NULL || task.n > 1 ? fail_action(task.n > 1 ? NULL : which)
                                        : act(action, &task);
}

static const char *word(size_t index)
{
    return index < ACTIONS ? actions[index].name : NULL;
}

const struct verb verb_fleet = {
    VERB_PAGE,
    .word = word,
    .defaults = &defaults,
    .answer = answer,
};
