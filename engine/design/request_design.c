/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_design.c -- the design of a run: a manifest's or that of commands given, and what is said beside.
 */

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include <assay/finding.h>

#include "base/failure.h"
#include "design/design_request.h"
#include "design/design_stop.h"
#include "design/manifest.h"
#include "design/request_parts.h"
#include "system/system.h"

static const char default_manifest[] = "assay.yaml";

/* With a blank in it, it may be a command that ends so. */
static bool is_manifest_name(const char *name)
{
    const char *suffix = strrchr(name, '.');
    return suffix != NULL && (strcmp(suffix, ".yaml") == 0 || strcmp(suffix, ".yml") == 0) &&
           (strpbrk(name, " \t") == NULL || access(name, F_OK) == 0);
}

static void change_count(struct design *design, long runs)
{
    design->levels[design_execution_level(design)].count = (size_t)runs;
    design->rounds.find = false;
    design->changed = true;
}

static enum assay_status design_from_manifest(const struct design_request *request,
                                              const char *path, struct design **out,
                                              struct assay_error *error)
{
    const char *commands_only = design_commands_only(request);
    if (commands_only != NULL)
        return fail_naming(error, ASSAY_USAGE, "@%s is for commands given here; %s says it itself",
                           commands_only, path);
    if (request->runs == 0)
        return assay_fail(error, ASSAY_USAGE, "the number of runs must be 1 or more");
    TRY(request->manifest != NULL ? manifest_parse(request->manifest, strlen(request->manifest),
                                                   path, request->source, out, error)
                                  : manifest_read(path, out, error));
    if (request->runs > 0)
        change_count(*out, request->runs);
    return ASSAY_OK;
}

/* Short enough to be typed again. */
static enum assay_status draw_seed(struct design *design, struct assay_error *error)
{
    uint32_t drawn;
    if (!system_random(&drawn, sizeof drawn))
        return assay_fail(error, ASSAY_SYSTEM, "no random seed: %s", strerror(errno));
    design->seed = drawn % 1000000;
    design->seed_drawn = true;
    return ASSAY_OK;
}

/* Those that are not among the first n of `metrics`; returns how many there are then. */
static size_t add_metrics(char **metrics, size_t n, char *const *others, size_t n_others)
{
    for (size_t i = 0; i < n_others; i++) {
        size_t at = 0;
        while (at < n && strcmp(metrics[at], others[i]) != 0)
            at++;
        metrics[at] = others[i];
        n += at == n;
    }
    return n;
}

/* All that any benchmark asks for: counters are opened for these, and a gate looks here. */
static bool unite_metrics(struct design *design, const struct name_list *names)
{
    char **all = design_alloc(design, (names->n + design->n_metrics + 1) * sizeof *all);
    size_t n = 0;
    for (size_t i = 0; all != NULL && i < names->n; i++)
        if ((all[n++] = design_string(design, names->items[i])) == NULL)
            return false;
    if (all == NULL)
        return false;
    design->n_metrics = add_metrics(all, n, design->metrics, design->n_metrics);
    design->metrics = all;
    return true;
}

/* Beside what each benchmark measures anyway: the first decides, and nothing that notes and histories rest
 * on is lost. The manifest's checks look at the names. */
static bool take_metrics(struct design *design, const struct name_list *names)
{
    size_t n_usual;
    char **const usual = design_default_metrics(design, false, &n_usual);
    for (size_t b = 0; b < design->n_benchmarks; b++) {
        struct design_benchmark *benchmark = &design->benchmarks[b];
        const size_t room = names->n + n_usual + benchmark->n_metrics;
        char **metrics = design_alloc(design, room * sizeof *metrics);
        size_t n = 0;
        for (size_t i = 0; metrics != NULL && i < names->n; i++)
            if ((metrics[n++] = design_string(design, names->items[i])) == NULL)
                return false;
        if (metrics == NULL)
            return false;
        if (benchmark->source == VALUES_PROCESS)
            n = add_metrics(metrics, n, usual, n_usual);
        benchmark->n_metrics = add_metrics(metrics, n, benchmark->metrics, benchmark->n_metrics);
        benchmark->metrics = metrics;
    }
    design->decides = design_string(design, names->items[0]);
    design->changed = true;
    return design->decides != NULL && unite_metrics(design, names);
}

enum assay_status run_decide_by(struct design *design, const char *metric,
                                struct assay_error *error)
{
    return take_metrics(design, &(struct name_list){&metric, 1}) ? ASSAY_OK : fail_no_memory(error);
}

/* What may be said whatever the design comes from. */
static enum assay_status apply_request(const struct design_request *request, struct design *design,
                                       struct assay_error *error)
{
    if (request->name != NULL)
        design->experiment = design_string(design, request->name);
    if (!isnan(request->margin))
        design->margin = request->margin;
    if (request->statistic != NULL) {
        struct assay_question question;
        const enum assay_status status = assay_question_parse(request->statistic, &question, error);
        if (status != ASSAY_OK)
            return fail_naming(error, ASSAY_USAGE,
                               "@statistic: \"%.40s\" is none of both, typical, mean, median, or "
                               "a quantile such as p90",
                               request->statistic);
        design->statistic = design_string(design, request->statistic);
        design->changed = true;
    }
    const enum assay_status ordered = run_order_apply(request, design, error);
    if (ordered != ASSAY_OK)
        return ordered;
    const enum assay_status counted = run_counts_apply(request, design, error);
    if (counted != ASSAY_OK)
        return counted;
    if (request->metrics.n > 0 && !take_metrics(design, &request->metrics))
        return fail_no_memory(error);
    design->ignore_failure = design->ignore_failure || request->ignore_failure;
    design->changed = design->changed || (request->keep_builds && !design->keep_builds);
    design->keep_builds = design->keep_builds || request->keep_builds;
    if (request->no_trace) {
        design->changed = design->changed || design->trace != DESIGN_TRACE_NONE;
        design->trace = DESIGN_TRACE_NONE;
    }
    design->changed = design->changed || (request->only_builds && !design->only_builds);
    design->only_builds = design->only_builds || request->only_builds;
    if (request->seed_given)
        design->seed = request->seed;
    return request->seed_given || design->seed_given ? ASSAY_OK : draw_seed(design, error);
}

/* A rule of stopping would wait for values. */
static enum assay_status check_only_builds(struct design *design, struct assay_error *error)
{
    if (!design_has_builds(design))
        return fail_naming(error, ASSAY_USAGE,
                           "@only-builds: no system has a build command: give each a `build:` in a "
                           "manifest");
    if (design->stop.rule != STOP_FIXED)
        return fail_naming(error, ASSAY_USAGE,
                           "@only-builds makes the builds that the levels count: leave out "
                           "@precision, @time-budget, @stop and @looks, and `stop:`");
    design->rounds.find = false;
    return ASSAY_OK;
}

enum assay_status design_of(const struct design_request *request, struct design **out,
                            const char **manifest, struct assay_error *error)
{
    const struct name_list *arguments = &request->arguments;
    *manifest = NULL;
    if (request->manifest != NULL)
        *manifest = "manifest";
    else if (arguments->n == 0)
        *manifest = default_manifest;
    else if (arguments->n == 1 && is_manifest_name(arguments->items[0]))
        *manifest = arguments->items[0];
    if (*manifest == default_manifest && access(default_manifest, F_OK) != 0)
        return assay_fail(error, ASSAY_USAGE,
                          "there is no assay.yaml here. Name a manifest (assay help program), or "
                          "give commands: assay run 'old command' 'new command'");
    const enum assay_status status = *manifest != NULL
                                         ? design_from_manifest(request, *manifest, out, error)
                                         : run_quick_design(request, arguments, out, error);
    if (request->manifest != NULL)
        *manifest = NULL; /* no path: the store is where it is without one */
    TRY(status);
    TRY(apply_request(request, *out, error));
    TRY(run_select(request, *out, error));
    TRY(run_stop_apply(request, *out, error));
    TRY(run_surroundings_apply(request, *out, error));
    if ((*out)->only_builds)
        TRY(check_only_builds(*out, error));
    return (*out)->changed ? run_rewrite(*out, error) : ASSAY_OK;
}

/* What fits commands alone. */

const char *design_commands_only(const struct design_request *o)
{
    const struct {
        bool given;
        const char *name;
    } all[] = {{o->warmup >= 0, "warmup"},
               {o->min_runs >= 0, "min-runs"},
               {o->max_runs >= 0, "max-runs"},
               {o->prepare.n > 0, "prepare"},
               {o->conclude.n > 0, "conclude"},
               {o->setup != NULL, "setup"},
               {o->cleanup != NULL, "cleanup"},
               {o->no_shell, "no-shell"},
               {o->shell != NULL, "shell"},
               {o->names.n > 0, "command-name"},
               {o->lists.n > 0, "parameter-list"},
               {o->scans.n > 0, "parameter-scan"},
               {o->step != NULL, "parameter-step-size"},
               {o->geometric, "geometric"},
               {o->input != NULL, "input"},
               {o->output != NULL, "output"},
               {o->show_output, "show-output"},
               {!isnan(o->timeout_s), "timeout"},
               {o->exit_codes != NULL, "exit-codes"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].given)
            return all[i].name;
    return NULL;
}
