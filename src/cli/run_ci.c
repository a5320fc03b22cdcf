/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_ci.c -- versions, baselines, confirmation and summaries of runs. */
#include "cli/run_ci.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cli/baseline.h"
#include "cli/git.h"
#include "cli/pairs.h"
#include "manifest/manifest.h"
#include "measure/schedule.h"
#include "render/markdown.h"
#include "render/terminal.h"

static enum exit_code fail_store(const struct store_error *error)
{
    terminal_complain("assay: %s", error->text);
    return error->status == STORE_MISSING ? EXIT_DATA : EXIT_SYSTEM;
}

/* ---- the version ---- */

/* Checkouts of a service are of a commit, not of a branch; it says the branch beside it. */
static const char *branch_of_service(void)
{
    static const char *const names[] = {"GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME",
                                        "CHANGE_BRANCH", "BRANCH_NAME"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return value;
    }
    return NULL;
}

enum exit_code run_ci_version(const struct run_task *task, const struct run_options *options)
{
    struct store_version version = {0};
    struct store_error error;
    enum exit_code code = EXIT_DONE;
    git_describe(task->design->source != NULL ? task->design->source : ".", &version);
    char *commit = version.commit, *branch = version.branch;
    if (version.commit != NULL && version.branch == NULL)
        version.branch = (char *)branch_of_service();
    version.label = (char *)options->version_label;
    if (version.label != NULL || version.commit != NULL)
        if (store_set_version(task->store, task->experiment, &version, &error) != STORE_OK)
            code = fail_store(&error);
    free(commit);
    free(branch);
    return code;
}

enum exit_code run_ci_baseline(struct run_task *task, const struct run_options *options)
{
    const char *which = options->compare_with;
    struct store *store = NULL;
    struct store_error error;
    struct experiment_info info;
    if (which == NULL)
        return EXIT_DONE;
    if (strncmp(which, "last:", 5) == 0) {
        if (strspn(which + 5, "0123456789") != strlen(which + 5) || strlen(which) > 10 ||
            strtoul(which + 5, NULL, 10) == 0) {
            terminal_complain("assay: --compare-with %s: say how many, as last:5", which);
            return EXIT_USAGE;
        }
        (void)snprintf(task->baseline, sizeof task->baseline, "%s", which);
        return EXIT_DONE;
    }
    enum store_status status = store_open(task->store_path, STORE_READ, &store, &error);
    if (status == STORE_OK)
        status = store_find(store, which, &info, &error);
    store_close(&store);
    if (status != STORE_OK)
        return fail_store(&error);
    (void)snprintf(task->baseline, sizeof task->baseline, "%" PRId64, info.id);
    experiment_info_fini(&info);
    return EXIT_DONE;
}

/* ---- the report ---- */

bool run_ci_wanted(const struct run_options *options)
{
    return options->compare_with != NULL || options->summary != NULL || options->confirm;
}

/* What is compared, and what came of it. */
struct judged {
    struct input input;
    struct compare_request request;
    struct pairs pairs;
    enum exit_code code; /* as a gate's */
};

static enum exit_code judge(const struct run_task *task, const struct run_options *options,
                            const struct global_options *global, struct judged *out)
{
    char id[24];
    const char *item = id;
    const struct option_arguments arguments = {&item, 1};
    const struct input_options all = {0};
    enum exit_code code;
    *out = (struct judged){0};
    (void)snprintf(id, sizeof id, "%" PRId64, task->experiment);
    code = options->compare_with != NULL
               ? baseline_input(task->baseline, task->experiment, global, &out->input)
               : input_read(&all, &arguments, global, &out->input);
    if (code != EXIT_DONE)
        return code;
    out->request = (struct compare_request){.input = &out->input,
                                            .margin = task->design->margin,
                                            .gate = true,
                                            .gate_metric = out->input.primary_metric};
    code = pairs_compare(&out->request, global, &out->pairs);
    if (code == EXIT_DONE)
        out->code = pairs_gate(&out->pairs, out->input.primary_metric);
    return code;
}

static void judged_fini(struct judged *judged)
{
    pairs_fini(&judged->pairs);
    input_fini(&judged->input);
}

static enum exit_code write_summary(const struct judged *judged, const char *path,
                                    double confidence)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    bool done = stream != NULL;
    if (done)
        markdown_head(stream, judged->code == EXIT_SLOWER, judged->code == EXIT_INCONCLUSIVE);
    for (size_t i = 0; done && i < judged->pairs.n; i++) {
        const struct pair *pair = &judged->pairs.items[i];
        markdown_pair(stream, pair->old_system, pair->new_system, pair->rows, pair->n, confidence);
    }
    if (stream != NULL && stream != stdout)
        done = fclose(stream) == 0 && done;
    if (done)
        return EXIT_DONE;
    terminal_complain("assay: %s: %s", path, strerror(errno));
    return EXIT_SYSTEM;
}

static enum exit_code tell(const struct judged *judged, const struct run_options *options,
                           const struct global_options *global)
{
    enum exit_code written = EXIT_DONE;
    if (options->summary != NULL)
        written = write_summary(judged, options->summary, global->confidence);
    if (options->summary == NULL || strcmp(options->summary, "-") != 0) {
        enum exit_code code = compare_present(&judged->request, global);
        if (code != EXIT_DONE && code != EXIT_SLOWER && code != EXIT_INCONCLUSIVE)
            return code;
    }
    return written != EXIT_DONE                ? written
           : options->gate || options->confirm ? judged->code
                                               : EXIT_DONE;
}

/* ---- confirming ---- */

static bool is_suspect(const struct judged *judged, const char *benchmark)
{
    for (size_t i = 0; i < judged->pairs.n; i++)
        for (size_t j = 0; j < judged->pairs.items[i].n; j++) {
            const struct shown_comparison *row = &judged->pairs.items[i].rows[j];
            if (row->finding.verdict == ASSAY_SLOWER &&
                strcmp(row->old_series->metric, judged->input.primary_metric) == 0 &&
                baseline_is_of(row->old_series->benchmark, benchmark))
                return true;
        }
    return false;
}

/* The design again with the suspects only, and a seed of its own. */
static struct design *suspects_of(const struct run_task *task, const struct judged *judged)
{
    struct manifest_error error;
    struct design *design = NULL;
    const struct design *whole = task->design;
    if (manifest_parse(whole->manifest, strlen(whole->manifest), "the manifest", whole->source,
                       &design, &error) != MANIFEST_OK) {
        fprintf(stderr, "%s\n", error.text);
        return NULL;
    }
    size_t n = 0;
    for (size_t i = 0; i < design->n_benchmarks; i++)
        if (is_suspect(judged, design->benchmarks[i].name))
            design->benchmarks[n++] = design->benchmarks[i];
    design->n_benchmarks = n;
    design->margin = whole->margin;
    design->ignore_failure = whole->ignore_failure;
    design->quick = whole->quick;
    design->rounds = whole->rounds;
    design->experiment = design_string(design, "confirmation");
    design->seed = whole->seed + 1; /* fresh, and the same again when the run is repeated */
    char *text = manifest_write(design);
    design->manifest = text != NULL ? design_string(design, text) : NULL;
    free(text);
    if (n == 0 || design->manifest == NULL)
        design_free(&design);
    return design;
}

/* Measures the suspects again; what they say then is what counts. */
static enum exit_code confirm(struct run_task *task, const struct run_options *options,
                              const struct global_options *global, struct launcher *launcher,
                              const struct judged *first)
{
    struct run_task again = {.design = suspects_of(task, first), .store_path = task->store_path};
    struct judged judged;
    /* What has just been measured is no baseline of itself. */
    if (strncmp(task->baseline, "last:", 5) == 0)
        (void)snprintf(again.baseline, sizeof again.baseline, "%.10s@%" PRId64, task->baseline,
                       task->experiment);
    else
        memcpy(again.baseline, task->baseline, sizeof again.baseline);
    if (again.design == NULL)
        return EXIT_SYSTEM;
    if (!global->quiet)
        fprintf(stderr, "assay: %zu benchmark%s slower: measuring again in fresh rounds\n",
                again.design->n_benchmarks, again.design->n_benchmarks == 1 ? " seems" : "s seem");
    store_close(&task->store); /* a process has one writing handle */
    enum exit_code code = run_begin(&again);
    if (code == EXIT_DONE)
        code = run_ci_version(&again, options);
    if (code == EXIT_DONE)
        code = run_experiment(&again, global, launcher);
    if (code == EXIT_DONE)
        code = judge(&again, options, global, &judged);
    if (code == EXIT_DONE) {
        code = tell(&judged, options, global);
        judged_fini(&judged);
    }
    task->failures += again.failures;
    store_close(&again.store);
    design_free(&again.design);
    return code;
}

enum exit_code run_ci_report(struct run_task *task, const struct run_options *options,
                             const struct global_options *global, struct launcher *launcher)
{
    struct judged judged;
    struct global_options reading = *global;
    reading.store = task->store_path;
    enum exit_code code = judge(task, options, &reading, &judged);
    if (code == EXIT_DONE && options->confirm && judged.code == EXIT_SLOWER)
        code = confirm(task, options, &reading, launcher, &judged);
    else if (code == EXIT_DONE)
        code = tell(&judged, options, &reading);
    judged_fini(&judged);
    return code;
}

int run_ci_bisect_code(enum exit_code code)
{
    enum { CANNOT_SAY = 125 };
    switch (code) {
    case EXIT_DONE:
    case EXIT_SLOWER:
    case EXIT_INTERRUPTED: return code;
    default: return CANNOT_SAY;
    }
}
