/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c -- `assay run`: measure, keep every value, say what it means. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/run_append.h"
#include "cli/run_ci.h"
#include "cli/run_rescue.h"
#include "cli/run_stop.h"
#include "cli/run_surroundings.h"
#include "cli/run_task.h"
#include "cli/run_values.h"
#include "manifest/manifest.h"
#include "manifest/value.h"
#include "measure/host.h"
#include "measure/schedule.h"
#include "render/quantity.h"
#include "render/terminal.h"

static const char default_manifest[] = "assay.yaml";

const char *const run_stops[] = {"fresh", "anytime", "peek", NULL};
const char *const run_time_units[] = {"auto", "microsecond", "millisecond", "second", NULL};

#define RUN_FIELD(field) offsetof(struct run_options, field)
static const struct option run_options_table[] = {
    {'w', "warmup", OPTION_COUNT, RUN_FIELD(warmup), "N",
     "Executions of each command in front that are recorded but not live.", NULL},
    {'r', "runs", OPTION_COUNT, RUN_FIELD(runs), "N",
     "Exactly N rounds. With a manifest: the count of the level execution.", NULL},
    {'m', "min-runs", OPTION_COUNT, RUN_FIELD(min_runs), "N", "At least N rounds (default 10).",
     NULL},
    {'M', "max-runs", OPTION_COUNT, RUN_FIELD(max_runs), "N", "At most N rounds.", NULL},
    {0, "precision", OPTION_FRACTION, RUN_FIELD(precision), "P",
     "Measure until the half-width is this share (1%) of the mean, with several systems of the "
     "ratio: a pilot, then a fresh run of the counts planned from it.",
     NULL},
    {0, "time-budget", OPTION_DURATION, RUN_FIELD(time_budget_s), "TIME",
     "A pilot, then a fresh run of the best counts that fit into what is left of this time.", NULL},
    {0, "stop", OPTION_CHOICE, RUN_FIELD(stop), "RULE",
     "fresh (default): as above. anytime: measure on until the interval is narrow enough or the "
     "verdict clear; the interval stays valid. peek: until the plain interval is narrow, as the "
     "papers do; it promises too much and says so.",
     run_stops},
    {0, "looks", OPTION_COUNT, RUN_FIELD(looks), "K",
     "Look K times on the way and end when the verdict is clear (O'Brien and Fleming).", NULL},
    {'p', "prepare", OPTION_LIST, RUN_FIELD(prepare), "CMD",
     "Run CMD before each execution, not timed; once for all commands, or once for each.", NULL},
    {'C', "conclude", OPTION_LIST, RUN_FIELD(conclude), "CMD",
     "Run CMD after each execution, not timed; once for all commands, or once for each.", NULL},
    {'s', "setup", OPTION_STRING, RUN_FIELD(setup), "CMD",
     "Run CMD for each command before everything.", NULL},
    {'c', "cleanup", OPTION_STRING, RUN_FIELD(cleanup), "CMD",
     "Run CMD for each command after everything.", NULL},
    {'N', "no-shell", OPTION_FLAG, RUN_FIELD(no_shell), NULL,
     "No shell; the default, here for the habit.", NULL},
    {'S', "shell", OPTION_STRING, RUN_FIELD(shell), "SHELL",
     "Run the commands through this shell: sh, default, 'bash --norc'; none.", NULL},
    {'i', "ignore-failure", OPTION_FLAG, RUN_FIELD(ignore_failure), NULL,
     "Go on after a command fails; what fails is recorded and gives no values.", NULL},
    {'n', "command-name", OPTION_LIST, RUN_FIELD(names), "NAME",
     "Name of a command; once for each, in order.", NULL},
    {'L', "parameter-list", OPTION_LIST, RUN_FIELD(lists), "VAR VALUES",
     "Replace {VAR} by each of the values, separated by commas.", NULL, 1},
    {'P', "parameter-scan", OPTION_LIST, RUN_FIELD(scans), "VAR MIN MAX",
     "Replace {VAR} by each number from MIN to MAX.", NULL, 2},
    {'D', "parameter-step-size", OPTION_STRING, RUN_FIELD(step), "STEP",
     "Step of --parameter-scan (default 1).", NULL},
    {0, "input", OPTION_STRING, RUN_FIELD(input), "FILE",
     "Standard input of the commands (default: null).", NULL},
    {0, "output", OPTION_STRING, RUN_FIELD(output), "WHERE",
     "Standard output of the commands: null (default), pipe, inherit or a file.", NULL},
    {0, "show-output", OPTION_FLAG, RUN_FIELD(show_output), NULL, "The same as --output inherit.",
     NULL},
    {0, "env-padding", OPTION_COUNT, RUN_FIELD(env_padding), "BYTES",
     "Add a random number of bytes, at most so many, to the environment of each execution.", NULL},
    {0, "cpu", OPTION_STRING, RUN_FIELD(cpu), "LIST",
     "Processors that the commands may run on, such as 0-2,5.", NULL},
    {0, "priority", OPTION_STRING, RUN_FIELD(priority), "N",
     "Niceness of the commands, from -20 (first) to 19 (last).", NULL},
    {0, "memory", OPTION_STRING, RUN_FIELD(memory), "SIZE",
     "Limit of each command's address space, such as 512MiB.", NULL},
    {0, "quiet-host", OPTION_FLAG, RUN_FIELD(quiet_host), NULL,
     "Wait before rounds until the machine's load is low.", NULL},
    {0, "quiet-load", OPTION_FRACTION, RUN_FIELD(quiet_load), "L",
     "The load of --quiet-host: processes that run besides, on average (default 0.5).", NULL},
    {0, "quiet-wait", OPTION_DURATION, RUN_FIELD(quiet_wait_s), "TIME",
     "How long --quiet-host waits before it gives up (default 5m).", NULL},
    {0, "timeout", OPTION_DURATION, RUN_FIELD(timeout_s), "TIME",
     "Kill an execution after this time; it has failed then.", NULL},
    {'u', "time-unit", OPTION_CHOICE, RUN_FIELD(time_unit), "UNIT",
     "Unit of the times shown: microsecond, millisecond, second.", run_time_units},
    {0, "export-json", OPTION_STRING, RUN_FIELD(export_json), "FILE",
     "Write the values in hyperfine's own format, too.", NULL},
    {0, "benchmark", OPTION_LIST, RUN_FIELD(benchmarks), "NAME",
     "Measure only this benchmark, or with --append add units to it only; may be repeated; * and ? "
     "as in file names.",
     NULL},
    {0, "keep-builds", OPTION_FLAG, RUN_FIELD(keep_builds), NULL,
     "Keep the build directories, and take those of an earlier run that were built from the same.",
     NULL},
    {0, "name", OPTION_STRING, RUN_FIELD(name), "NAME",
     "Name of the experiment, to find it by in the store.", NULL},
    {0, "margin", OPTION_FRACTION, RUN_FIELD(margin), "M",
     "The smallest change that matters (default 1%).", NULL},
    {0, "gate", OPTION_FLAG, RUN_FIELD(gate), NULL,
     "Exit with 1 when something is slower beyond the margin, 6 when that is inconclusive.", NULL},
    {0, "version-label", OPTION_STRING, RUN_FIELD(version_label), "LABEL",
     "What is measured is this version, for assay history (default: the commit of the work tree).",
     NULL},
    {0, "compare-with", OPTION_STRING, RUN_FIELD(compare_with), "BASELINE",
     "Compare with an earlier experiment: its id, name, version or commit, branch:NAME, or last:N "
     "(the last N of other versions together).",
     NULL},
    {0, "confirm", OPTION_FLAG, RUN_FIELD(confirm), NULL,
     "As --gate, but what seems slower is measured again in fresh rounds, and only they count.",
     NULL},
    {0, "bisect", OPTION_FLAG, RUN_FIELD(bisect), NULL,
     "For git bisect run: exit with 0 when nothing is slower, 1 when something is, 125 when that "
     "cannot be said.",
     NULL},
    {0, "summary", OPTION_STRING, RUN_FIELD(summary), "FILE",
     "Write the comparison as Markdown, the verdict first; - is standard output.", NULL},
    {0, "dry-run", OPTION_FLAG, RUN_FIELD(dry_run), NULL,
     "Print the plan and the time it is expected to take; run nothing.", NULL},
    {0, "append", OPTION_STRING, RUN_FIELD(append), "LEVEL=N",
     "Add N units of the top level to a finished experiment, the one named or the latest: build=2. "
     "With --benchmark to these benchmarks only.",
     NULL},
    {0, "resume", OPTION_FLAG, RUN_FIELD(resume), NULL,
     "Go on with an experiment that was interrupted: the one named, or the latest.", NULL},
    OPTION_END,
};

/* ---- the design ---- */

static bool is_manifest_name(const char *name)
{
    const char *suffix = strrchr(name, '.');
    return suffix != NULL && (strcmp(suffix, ".yaml") == 0 || strcmp(suffix, ".yml") == 0) &&
           strpbrk(name, " \t") == NULL;
}

/* Options that make sense for commands on the command line only; the first one given, or NULL. */
static const char *quick_only_option(const struct run_options *o)
{
    const struct {
        bool given;
        const char *name;
    } all[] = {{o->warmup >= 0, "--warmup"},
               {o->min_runs >= 0, "--min-runs"},
               {o->max_runs >= 0, "--max-runs"},
               {o->prepare.n > 0, "--prepare"},
               {o->conclude.n > 0, "--conclude"},
               {o->setup != NULL, "--setup"},
               {o->cleanup != NULL, "--cleanup"},
               {o->no_shell, "--no-shell"},
               {o->shell != NULL, "--shell"},
               {o->names.n > 0, "--command-name"},
               {o->lists.n > 0, "--parameter-list"},
               {o->scans.n > 0, "--parameter-scan"},
               {o->step != NULL, "--parameter-step-size"},
               {o->input != NULL, "--input"},
               {o->output != NULL, "--output"},
               {o->show_output, "--show-output"},
               {!isnan(o->timeout_s), "--timeout"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].given)
            return all[i].name;
    return NULL;
}

/* What options change in a manifest, the text that the store keeps must say. */
static bool write_again(struct design *design)
{
    char *text = manifest_write(design);
    char *copy = text != NULL ? design_string(design, text) : NULL;
    free(text);
    design->manifest = copy;
    return copy != NULL;
}

static bool change_count(struct design *design, long runs)
{
    design->levels[design_execution_level(design)].count = (size_t)runs;
    design->rounds.find = false;
    return write_again(design);
}

static enum exit_code apply_surroundings(const struct run_options *options, struct design *design)
{
    if (!run_surroundings_given(options))
        return EXIT_DONE;
    if (!run_surroundings_apply(options, design))
        return EXIT_USAGE;
    if (write_again(design))
        return EXIT_DONE;
    fputs("assay: memory is out\n", stderr);
    return EXIT_SYSTEM;
}

static enum exit_code design_from_manifest(const struct run_options *options, const char *path,
                                           struct design **out)
{
    struct manifest_error error;
    const char *quick_only = quick_only_option(options);
    if (quick_only != NULL) {
        terminal_complain("assay: %s is for commands given here; %s says it itself", quick_only,
                          path);
        return EXIT_USAGE;
    }
    if (options->runs == 0) {
        fputs("assay: the number of runs must be 1 or more\n", stderr);
        return EXIT_USAGE;
    }
    if (manifest_read(path, out, &error) != MANIFEST_OK) {
        terminal_complain("%s", error.text);
        return error.status == MANIFEST_SYSTEM ? EXIT_SYSTEM : EXIT_USAGE;
    }
    if (options->runs > 0 && !change_count(*out, options->runs)) {
        fputs("assay: memory is out\n", stderr);
        return EXIT_SYSTEM;
    }
    return EXIT_DONE;
}

/* What may be said on the command line whatever the design comes from. */
static enum exit_code apply_options(const struct run_options *options,
                                    const struct global_options *global, struct design *design)
{
    if (options->name != NULL)
        design->experiment = design_string(design, options->name);
    if (!isnan(options->margin))
        design->margin = options->margin;
    design->ignore_failure = design->ignore_failure || options->ignore_failure;
    if (options->keep_builds && !design->keep_builds) {
        design->keep_builds = true;
        if (!write_again(design)) {
            fputs("assay: memory is out\n", stderr);
            return EXIT_SYSTEM;
        }
    }
    if (global->seed.given)
        design->seed = global->seed.value;
    else if (!design->seed_given) {
        /* Short enough to be typed again. */
        uint32_t drawn;
        if (getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn) {
            perror("assay: no random seed");
            return EXIT_SYSTEM;
        }
        design->seed = drawn % 1000000;
    }
    return EXIT_DONE;
}

static enum exit_code make_design(const struct run_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global, struct design **out,
                                  const char **manifest)
{
    enum exit_code code;
    *manifest = NULL;
    if (arguments->n == 0)
        *manifest = default_manifest;
    else if (arguments->n == 1 && is_manifest_name(arguments->items[0]))
        *manifest = arguments->items[0];
    if (arguments->n == 0 && access(default_manifest, F_OK) != 0) {
        fputs("assay: there is no assay.yaml here. Name a manifest, or give commands: assay run "
              "'old command' 'new command'\n",
              stderr);
        return EXIT_USAGE;
    }
    code = *manifest != NULL ? design_from_manifest(options, *manifest, out)
                             : run_quick_design(options, arguments, out);
    if (code == EXIT_DONE)
        code = apply_options(options, global, *out);
    if (code == EXIT_DONE)
        code = run_select(options, *out);
    if (code == EXIT_DONE)
        code = run_stop_apply(options, *out);
    if (code == EXIT_DONE)
        code = run_values_check(*out);
    return code == EXIT_DONE ? apply_surroundings(options, *out) : code;
}

/* ---- the store ---- */

static enum exit_code fail_store(const struct store_error *error)
{
    terminal_complain("assay: %s", error->text);
    return error->status == STORE_MISSING ? EXIT_DATA : EXIT_SYSTEM;
}

/* The store's path; beside the manifest unless somebody says otherwise. */
static char *store_path(const struct global_options *global, const char *manifest)
{
    char *directory = NULL;
    const char *slash = manifest != NULL ? strrchr(manifest, '/') : NULL;
    if (slash != NULL)
        directory = strndup(manifest, slash == manifest ? 1 : (size_t)(slash - manifest));
    else if (manifest != NULL)
        directory = strdup(".");
    char *path = store_default_path(global->store, directory);
    free(directory);
    return path;
}

static enum exit_code open_store(struct run_task *task, enum store_mode mode)
{
    struct store_error error;
    if (task->store_path == NULL) {
        fputs("assay: memory is out\n", stderr);
        return EXIT_SYSTEM;
    }
    if (store_open(task->store_path, mode, &task->store, &error) != STORE_OK)
        return fail_store(&error);
    return EXIT_DONE;
}

enum exit_code run_begin(struct run_task *task)
{
    struct store_error error;
    task->begun = false;
    enum exit_code code = open_store(task, STORE_WRITE);
    if (code != EXIT_DONE)
        return code;
    struct design *design = task->design;
    char *host = host_json(design_has_builds(design) ? design : NULL, design_has_builds(design));
    enum store_status status = store_begin(task->store, design, host, &task->experiment, &error);
    free(host);
    if (status == STORE_OK && !design->rounds.find)
        status = store_plan(task->store, task->experiment, schedule_executions(design), &error);
    return status == STORE_OK ? EXIT_DONE : fail_store(&error);
}

/* ---- resuming ---- */

/* The design as it was begun: the manifest's text and what the store keeps beside it. */
static enum exit_code design_from_store(struct run_task *task, const struct experiment_info *info)
{
    struct manifest_error error;
    char name[64];
    (void)snprintf(name, sizeof name, "manifest of experiment %" PRId64, info->id);
    if (manifest_parse(info->manifest, strlen(info->manifest), name, info->source, &task->design,
                       &error) != MANIFEST_OK) {
        terminal_complain("%s", error.text);
        return error.status == MANIFEST_SYSTEM ? EXIT_SYSTEM : EXIT_DATA;
    }
    struct design *design = task->design;
    design->seed = info->seed;
    design->margin = info->margin;
    design->ignore_failure = info->ignore_failure;
    if (design->rounds.find && info->planned > 0) {
        struct design_level *level = &design->levels[design_execution_level(design)];
        level->count = info->planned / (design->n_systems * design->n_benchmarks) - level->warmup;
        design->rounds.find = false;
    }
    return EXIT_DONE;
}

static enum exit_code append_units(struct run_task *task, const struct run_options *options,
                                   const struct experiment_info *info)
{
    struct store_error error;
    struct design *design = task->design;
    if (info->finished_ns == 0) {
        terminal_complain("assay: experiment %" PRId64 " is not complete: first assay run --resume",
                          info->id);
        return EXIT_DATA;
    }
    enum exit_code code = run_append(options, design);
    if (code != EXIT_DONE)
        return code;
    if (store_extend(task->store, info->id, design, schedule_executions(design), &error) !=
        STORE_OK)
        return fail_store(&error);
    return EXIT_DONE;
}

static enum exit_code resume_found(struct run_task *task, const struct run_options *options,
                                   const struct experiment_info *info)
{
    struct store_error error;
    task->experiment = info->id;
    task->resumed = true;
    task->stored = info->executions - info->failures;
    enum exit_code code = design_from_store(task, info);
    if (code != EXIT_DONE)
        return code;
    task->design->ignore_failure = task->design->ignore_failure || options->ignore_failure;
    task->recorded = task->design->ignore_failure ? info->executions : task->stored;
    if (store_resume(task->store, info->id, &error) != STORE_OK)
        return fail_store(&error);
    return options->append != NULL ? append_units(task, options, info) : EXIT_DONE;
}

/* Nothing is left, unless it is a pilot that died before what was planned from it began. */
static void resume_finished(struct run_task *task)
{
    struct design_stop *stop = &task->design->stop;
    const bool planning = stop->rule == STOP_PILOT && (stop->precision > 0 || stop->budget_s > 0);
    const int64_t fresh = planning ? run_fresh_of(task->store, task->experiment) : 0;
    if (planning && fresh == 0)
        return;
    stop->precision = stop->budget_s = 0;
    fprintf(stderr, "assay: experiment %" PRId64 " is complete; nothing is left to run",
            task->experiment);
    if (fresh > 0)
        fprintf(stderr, " (experiment %" PRId64 " was planned from it)", fresh);
    fputc('\n', stderr);
}

static enum exit_code resume(struct run_task *task, const struct run_options *options,
                             const struct option_arguments *arguments)
{
    struct store_error error;
    struct experiment_info info = {0};
    const char *other = quick_only_option(options);
    if (other == NULL && options->runs >= 0)
        other = "--runs";
    if (other == NULL && options->append == NULL && options->benchmarks.n > 0)
        other = "--benchmark";
    if (other == NULL && options->keep_builds)
        other = "--keep-builds";
    if (other == NULL && options->name != NULL)
        other = "--name";
    if (other == NULL && !isnan(options->margin))
        other = "--margin";
    if (other != NULL || arguments->n > 1) {
        terminal_complain("assay: %s goes on as the experiment was begun: leave out %s",
                          options->append != NULL ? "--append" : "--resume",
                          other != NULL ? other : arguments->items[1]);
        return EXIT_USAGE;
    }
    enum exit_code code = open_store(task, STORE_WRITE);
    if (code != EXIT_DONE)
        return code;
    if (store_find(task->store, arguments->n > 0 ? arguments->items[0] : "latest", &info, &error) !=
        STORE_OK)
        return fail_store(&error);
    code = resume_found(task, options, &info);
    if (code == EXIT_DONE && info.finished_ns != 0 && options->append == NULL)
        resume_finished(task);
    experiment_info_fini(&info);
    return code;
}

/* ---- the verb ---- */

static enum exit_code prepare(struct run_task *task, const struct run_options *options,
                              const struct option_arguments *arguments,
                              const struct global_options *global)
{
    const char *manifest = NULL;
    if (options->resume || options->append != NULL) {
        task->store_path = store_path(global, NULL);
        return resume(task, options, arguments);
    }
    enum exit_code code = make_design(options, arguments, global, &task->design, &manifest);
    if (code != EXIT_DONE)
        return code;
    task->store_path = store_path(global, manifest);
    if (options->dry_run)
        return EXIT_DONE;
    code = run_ci_baseline(task, options);
    if (code == EXIT_DONE)
        code = run_begin(task);
    return code == EXIT_DONE ? run_ci_version(task, options) : code;
}

static enum exit_code run_all(const struct run_options *options,
                              const struct option_arguments *arguments,
                              const struct global_options *global)
{
    struct run_task task = {0};
    struct launcher *launcher = NULL;
    struct assay_error error;
    /* The launcher is forked while this process is small: every measured process inherits it. */
    if (!options->dry_run && launcher_start(&launcher, run_rescue, &error) != ASSAY_OK) {
        terminal_complain("assay: %s", error.text);
        return EXIT_SYSTEM;
    }
    enum exit_code code = prepare(&task, options, arguments, global);
    if (code == EXIT_DONE && options->dry_run)
        run_print_plan(task.design, global, task.store_path);
    else if (code == EXIT_DONE)
        code = run_until_stopped(&task, global, launcher);
    if (code == EXIT_DONE && !options->dry_run)
        code = run_ci_wanted(options) ? run_ci_report(&task, options, global, launcher)
                                      : run_report(&task, options, global);
    if (task.failures > 0)
        code = EXIT_COMMAND;
    launcher_stop(&launcher);
    store_close(&task.store);
    free(task.store_path);
    design_free(&task.design);
    return code;
}

/* Of run_time_units. */
static const double time_factors[] = {0, 1e-6, 1e-3, 1};

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    struct run_options options = {.margin = NAN,
                                  .warmup = -1,
                                  .runs = -1,
                                  .min_runs = -1,
                                  .max_runs = -1,
                                  .timeout_s = NAN,
                                  .precision = NAN,
                                  .time_budget_s = NAN,
                                  .looks = -1,
                                  .env_padding = -1,
                                  .quiet_load = NAN,
                                  .quiet_wait_s = NAN};
    struct option_arguments arguments;
    enum exit_code code;
    if (verb_parse(verb, argc, argv, global, &options, &arguments, &code)) {
        quantity_want_time_unit(time_factors[options.time_unit]);
        options.gate = options.gate || options.bisect;
        code = run_all(&options, &arguments, global);
        if (options.bisect)
            code = (enum exit_code)run_ci_bisect_code(code);
        option_arguments_fini(&arguments);
    }
    struct option_list *lists[] = {&options.names, &options.prepare, &options.conclude,
                                   &options.lists, &options.scans,   &options.benchmarks};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        option_list_fini(lists[i]);
    return code;
}

const struct verb verb_run = {
    .name = "run",
    .question = "measure: build, execute and time the systems; keep every value",
    .synopsis = "[OPTIONS] [MANIFEST | COMMAND…]",
    .description =
        "Runs an experiment: the one that MANIFEST describes (default: assay.yaml here), or the "
        "commands given, each a system of its own, the first being the old one. Systems are "
        "measured in rounds, each system once a round in random order, so that drift meets all of "
        "them alike. Every value is in the store as soon as its execution has ended.\n\n"
        "Commands are split into words; no shell is between unless -S asks for one. With -L or -P "
        "and several commands, every combination of values is a benchmark that all commands run; "
        "with a single command, every combination is a system.\n\n"
        "Without -r the number of rounds is found from the cost of the first ones: at least 10, "
        "and enough for about 3 seconds of each command.\n\n"
        "Ctrl-C ends the experiment cleanly; assay run --resume goes on with it in the same "
        "random order.",
    .examples = "  assay run 'gzip -1 -k -c corpus' 'zstd -3 -k -c corpus'\tCompare two commands\n"
                "  assay run -w 3 -r 50 -S sh 'sort a | uniq'\tOne command, through a shell\n"
                "  assay run -L n 1,2,4 'make -j {n}' -p 'make clean'\tOne command, three values\n"
                "  assay run\tWhat assay.yaml describes\n"
                "  assay run --dry-run\tWhat that would do, and for how long\n"
                "  assay run --append build=2\tMore builds for the latest experiment\n"
                "  assay run --resume\tGo on after an interruption",
    .options = run_options_table,
    .run = run,
};
