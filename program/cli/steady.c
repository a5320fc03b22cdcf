/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.c -- when is each benchmark warm, and are its iterations independent? */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/steady_analyse.h"
#include "cli/fail.h"
#include "cli/input_options.h"
#include "cli/words/steady.h"
#include "design/manifest.h"
#include "source/read_source.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/json.h"
#include "view/terminal/steady.h"
#include "view/text/terminal.h"

/* ---- options ---- */

struct steady_options {
    struct input_options input;
    long from; /* -1: not given */
    bool automatic, write, plots;
    const char *manifest, *penalty;
    int cost; /* enum assay_changepoint_cost */
    long min_segment;
    double margin, least_share;
};

/* ---- the store ---- */

/* Keeps the choice as steady_choose does, in the store as global names it, and says so. */
static enum exit_code steady_record(const struct input *input, size_t from,
                                    const struct steady_finding *finding,
                                    const struct global_options *global)
{
    if (input->experiment == NULL)
        return fail_saying(
            EXIT_USAGE,
            "assay: a choice of warm-up is kept in the store, and this was read from files; import "
            "them first, or name an experiment");
    struct store *store = NULL;
    struct remarks remarks = {0};
    struct assay_error error = {0};
    OWNED char *path = source_store_path(global->store);
    if (path == NULL)
        return fail_memory();
    enum assay_status status = store_open(path, STORE_WRITE, &store, &error);
    if (status == ASSAY_OK)
        status =
            steady_choose(store, input, from, finding, global->quiet ? NULL : &remarks, &error);
    return fail_closing(&store, conclude(status, &remarks, &error));
}

/* ---- the manifest ---- */

/* To be freed; NULL: no memory. */
static char *manifest_path(const struct steady_options *options, const struct input *input)
{
    char *path = NULL;
    if (options->manifest != NULL)
        return strdup(options->manifest);
    if (input->experiment == NULL || input->experiment->source == NULL)
        return strdup("assay.yaml");
    return asprintf(&path, "%s/assay.yaml", input->experiment->source) < 0 ? NULL : path;
}

/* Writes warm-up and number of iterations into the experiment's manifest file. only_check: whether
 * that can be done, as far as can be seen before anything is shown. */
static enum exit_code steady_write(const struct steady_options *options, const struct input *input,
                                   const struct steady_finding *finding, bool only_check)
{
    OWNED char *path = manifest_path(options, input);
    if (path == NULL)
        return fail_memory();
    const struct manifest_count count = steady_counts(finding, options->automatic);
    struct assay_error error;
    const enum assay_status status = only_check ? plan_check_counts(path, &count, 1, &error)
                                                : plan_write_counts(path, &count, 1, &error);
    if (status == ASSAY_OK && !only_check)
        terminal_complain("%s now says %zu iteration%s after %zu of warm-up.", path, count.count,
                          count.count == 1 ? "" : "s", count.warmup);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

static bool read_penalty(const char *text, struct assay_changepoint_options *changes)
{
    if (text == NULL || strcmp(text, "default") == 0)
        return true;
    if (strcmp(text, "mbic") == 0) {
        changes->penalty = ASSAY_PENALTY_MBIC;
        return true;
    }
    char *end;
    changes->penalty = ASSAY_PENALTY_GIVEN;
    changes->penalty_value = strtod(text, &end);
    if (end != text && *end == '\0' && isfinite(changes->penalty_value) &&
        changes->penalty_value > 0)
        return true;
    return terminal_complain("assay: --penalty is default, mbic or a positive number, is \"%s\"",
                             text);
}

static bool options_are_sound(const struct steady_options *options)
{
    const char *problem = NULL;
    if (options->from == 0)
        problem = "--live-from counts iterations from 1";
    else if (options->from > 0 && (options->automatic || options->write))
        problem = "--live-from records a choice by hand; leave out --automatic and --write";
    else if (options->least_share >= 1)
        problem = "--share must be below 100%";
    else if (options->min_segment == 0)
        problem = "--min-segment is 1 or more";
    if (problem != NULL)
        terminal_complain("assay: %s", problem);
    return problem == NULL;
}

static bool make_request(const struct steady_options *options, const struct global_options *global,
                         struct steady_request *request)
{
    request->how.changes.cost = (enum assay_changepoint_cost)options->cost;
    request->how.changes.min_segment = (size_t)options->min_segment;
    request->how.margin = options->margin;
    request->how.least_share = options->least_share;
    request->how.n_threads = (size_t)global->threads;
    if (global->seed.given)
        request->how.seed = global->seed.value;
    request->all_metrics = options->input.metrics.n > 0;
    return options_are_sound(options) && read_penalty(options->penalty, &request->how.changes);
}

/* ---- views ---- */

static void say_short(const struct steady_finding *finding)
{
    const struct sample_state *row = finding->rows;
    if (finding->n_short == 0)
        return;
    while (row->problem.status == ASSAY_OK)
        row++;
    terminal_complain("assay: %s on %s (%s): %s", row->series->benchmark, row->series->system,
                      row->series->metric, row->problem.text);
    if (finding->n_short > 1)
        fprintf(stderr, "assay: %zu more like this\n", finding->n_short - 1);
}

static void print_screen(const struct input *input, const struct steady_finding *finding,
                         const struct global_options *global, bool plots)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    steady_view_print(&terminal, &(struct steady_view){finding, plots, global->quiet});
    if (!global->quiet)
        experiment_print_failures(&terminal, input);
}

static enum exit_code present(const struct steady_options *options, const struct input *input,
                              const struct steady_request *request,
                              const struct global_options *global)
{
    SCOPED(steady_finding_fini) struct steady_finding finding = {0};
    struct assay_error error;
    enum exit_code code = EXIT_DONE;
    if (steady_analyse(input, request, &finding, &error) != ASSAY_OK) {
        code = fail_with(&error);
    } else {
        say_short(&finding);
        code = finding.n_short < finding.n ? EXIT_DONE : EXIT_DATA;
    }
    if (code == EXIT_DONE && options->write)
        code = steady_write(options, input, &finding, true);
    if (code == EXIT_DONE && global->json)
        render_json_print(stdout, steady_document(input, &finding, request->how.seed,
                                                  options->plots, global->confidence,
                                                  &global->command));
    else if (code == EXIT_DONE)
        print_screen(input, &finding, global, options->plots);
    if (code == EXIT_DONE && options->automatic)
        code = steady_record(input, 0, &finding, global);
    if (code == EXIT_DONE && options->write)
        code = steady_write(options, input, &finding, false);
    return code;
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct steady_options *options = given;
    struct steady_request request = STEADY_REQUEST_DEFAULTS;
    SCOPED(input_fini) struct input input = {0};
    enum exit_code code = EXIT_USAGE;
    if (make_request(options, global, &request))
        code = input_options_read(&options->input, arguments, global, &input);
    return code != EXIT_DONE   ? code
           : options->from > 0 ? steady_record(&input, (size_t)options->from, NULL, global)
                               : present(options, &input, &request, global);
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    /* A flat list of values is iterations here: what else would be asked about warming up? */
    const struct steady_request request = STEADY_REQUEST_DEFAULTS;
    struct steady_options options = {.input.level = INPUT_LEVEL_ITERATION,
                                     .from = -1,
                                     .min_segment = (long)request.how.changes.min_segment,
                                     .margin = request.how.margin,
                                     .least_share = request.how.least_share};
    return verb_begin(verb, argc, argv, global, &options);
}

const struct verb verb_steady = {
    VERB_PAGE,
    .takes_experiments = true,
    .answer = answer,
    .run = run,
};
