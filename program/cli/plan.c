/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c -- `assay plan`: how many repetitions at each level, for a precision or a time. */

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "analysis/comparison.h"
#include "analysis/planning.h"
#include "analysis/units_needed.h"
#include "cli/fail.h"
#include "cli/latest.h"
#include "cli/plan_options.h"
#include "cli/words/plan.h"
#include "design/manifest.h"
#include "source/read_source.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/json.h"
#include "view/face/units_needed.h"
#include "view/terminal/plan.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* ---- counts into a manifest ---- */

/* What --write writes. */
struct written {
    const char *path; /* NULL: nothing */
    bool typical;     /* what the typical run, or a quantile, takes; not the mean */
    double budget_s;  /* NaN: none was given */
    struct manifest_count counts[ASSAY_MAX_LEVELS];
    size_t n;
    double time_s;
};

/* The counts for the first precision or time that can be reached. */
static enum assay_status counts_of(const struct planning *planning, struct written *written,
                                   struct assay_error *error)
{
    const struct plan_finding *shown = planning_common(planning);
    if (shown == NULL)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the plans differ in their levels; select one with --benchmark and "
                          "--system to write it");
    struct plan_target typical;
    const struct plan_target *target = plan_first_target(shown);
    if (written->typical)
        target = planning_typical_target(planning, written->budget_s, &typical) ? &typical : NULL;
    if (target == NULL)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "no count reaches what was asked for; nothing is written. What can be "
                          "reached is shown without --write");
    written->n = shown->input.n_levels;
    written->time_s = target->planned.time_s;
    for (size_t i = 0; i < written->n; i++)
        written->counts[i] = (struct manifest_count){.level = shown->level_name[shown->first + i],
                                                     .count = target->planned.count[i]};
    return ASSAY_OK;
}

static enum exit_code check_write(const struct planning *planning, struct written *written)
{
    struct assay_error error;
    if (written->path == NULL)
        return EXIT_DONE;
    enum assay_status status = counts_of(planning, written, &error);
    if (status == ASSAY_OK)
        status = plan_check_counts(written->path, written->counts, written->n, &error);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

static void say_written(const struct written *written)
{
    terminal_say_name(written->path, strlen(written->path));
    fputs(" now says", stderr);
    for (size_t i = 0; i < written->n; i++)
        fprintf(stderr, "%s %s", i > 0 ? " \u00d7" : "",
                level_units(written->counts[i].count, written->counts[i].level).text);
    if (isfinite(written->time_s))
        fprintf(stderr, ", about %s", duration_of(written->time_s).text);
    fputs(".\n", stderr);
}

static enum exit_code write_counts(const struct written *written, bool quiet)
{
    struct assay_error error;
    if (written->path == NULL)
        return EXIT_DONE;
    if (plan_write_counts(written->path, written->counts, written->n, &error) != ASSAY_OK)
        return fail_with(&error);
    if (!quiet)
        say_written(written);
    return EXIT_DONE;
}

/* ---- screen and document ---- */

/* "experiment 12", or the file's name; of several a plan stands for one of them, whose name is its system's. */
static void name_source(const struct input *input, char *text, size_t size)
{
    if (input->experiment != NULL)
        (void)snprintf(text, size, "experiment %" PRId64, input->experiment->id);
    else if (input->n_sources > 1)
        (void)snprintf(text, size, "%zu files", input->n_sources);
    else
        (void)snprintf(text, size, "%s", input->sources[0].name);
}

/* "sum, sort": where processor time is planned for while wall time is elsewhere. */
static void name_by_processor(const struct planning *planning, char *text, size_t size)
{
    OWNED const char **names = view_room(planning->n, sizeof *names);
    struct name_list list = {names, 0};
    for (size_t i = 0; names != NULL && i < planning->n; i++)
        if (strcmp(planning->plans[i].metric, "wall") != 0 &&
            !name_list_has(&list, planning->plans[i].benchmark))
            names[list.n++] = planning->plans[i].benchmark;
    name_list_join(&list, text, size);
}

/* What decides where --metric names something else, to be freed; NULL: nothing else does, or benchmarks differ in it. */
static char *decides_beside(const struct source_request *source, const struct input *named)
{
    SCOPED(input_fini) struct input whole = {0};
    struct source_request asked = *source;
    asked.metrics = (struct name_list){NULL, 0};
    if (source->metrics.n != 1 || named->n_sources != 1 ||
        planning_read(&asked, &whole, NULL, NULL) != ASSAY_OK || whole.primary_only ||
        strcmp(whole.series[0].metric, named->series[0].metric) == 0)
        return NULL;
    return view_format("%s", whole.series[0].metric);
}

/* ---- what the pilot leaves open ---- */

/* Of the comparison that is open: what it takes, where the change that it is of may be told already; to be freed. NULL: none is, or
 * several are. */
static char *open_of(const struct comparison *pairs)
{
    const struct comparison_finding *row = NULL;
    struct units_needed needed;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t k = 0; k < pairs->items[i].n; k++)
            if (pair_is_inconclusive(&pairs->items[i], k))
                row = &pairs->items[i].rows[k];
    if (row == NULL || comparison_inconclusive(pairs) > 1 ||
        units_needed_of(row, units_needed_replicates(1), &needed) != ASSAY_OK ||
        needed.may_be_unchanged)
        return NULL;
    return units_needed_sentence(&needed);
}

/* As assay compare says it. */
static char *left_open(const struct input *input, double confidence)
{
    SCOPED(comparison_fini) struct comparison pairs = {0};
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    request.input = input;
    request.confidence = confidence;
    return !input->primary_only && compare_systems(&request, &pairs, NULL) == ASSAY_OK
               ? open_of(&pairs)
               : NULL;
}

/* Shows the plans; input is NULL for given numbers. */
static void present(const struct plan_options *options, const struct plan_request *request,
                    const struct planning *planning, const struct machine_planning *machines,
                    const struct input *input, const struct global_options *global)
{
    char source[128], by_processor[160];
    struct plan_view view = plan_view_of(request, planning);
    OWNED char *open = isnan(request->at_margin) || global->quiet || global->json
                           ? NULL
                           : left_open(input, request->confidence);
    view.quiet = global->quiet;
    view.open = open;
    if (input != NULL) {
        name_source(input, source, sizeof source);
        view.source = source;
        view.processor = planning_of_processor(input, options->input.metrics.n > 0);
        view.of_load = planning_of_load(input);
        view.metric = input->series[0].metric;
        view.decides = options->decides;
        name_by_processor(planning, by_processor, sizeof by_processor);
        view.processor_on = input->primary_only ? by_processor : NULL;
    }
    if (options->write == NULL && input != NULL && input->experiment != NULL &&
        !input->experiment->quick && access("assay.yaml", W_OK) == 0)
        view.manifest = "assay.yaml";
    if (global->json) {
        render_json_print(stdout, plan_document(&view, machines, input, &global->command));
        return;
    }
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    plan_view_print(&terminal, &view);
    plan_machines_print(&terminal, machines);
    if (input != NULL && !global->quiet)
        experiment_print_failures(&terminal, input);
}

/* A manifest that cannot take the counts is refused before anything is shown. */
static enum exit_code show(const struct plan_options *options, const struct plan_request *request,
                           const struct planning *planning, const struct input *input,
                           const struct global_options *global)
{
    struct written written = {.path = options->write,
                              .typical = request->question.basis == ASSAY_BASIS_TYPICAL ||
                                         planning_typical_leads(request, planning),
                              .budget_s =
                                  request->budgets.n > 0 ? request->budgets.items[0] : (double)NAN};
    const enum exit_code code = check_write(planning, &written);
    if (code != EXIT_DONE)
        return code;
    SCOPED(machine_planning_fini) struct machine_planning machines = {0};
    struct assay_error error;
    if (input != NULL && plan_machines(request, input, options->machine_s,
                                       (size_t)options->machines, &machines, &error) != ASSAY_OK)
        return fail_with(&error);
    present(options, request, planning, &machines, input, global);
    return write_counts(&written, global->quiet);
}

/* ---- the verb ---- */

static enum exit_code plan_numbers(const struct plan_options *options,
                                   const struct plan_request *request,
                                   const struct option_arguments *arguments,
                                   const struct global_options *global)
{
    SCOPED(planning_fini) struct planning planning = {0};
    struct assay_error error;
    if (arguments->n > 0)
        return fail_saying(EXIT_USAGE, "assay: --level-sds take the place of a pilot: leave out %s",
                           arguments->items[0]);
    struct plan_request asked = *request;
    double usual[PLAN_PRECISIONS_USUAL];
    planning_ask(NULL, usual, &asked);
    return planning_from_numbers(&asked, &planning, &error) == ASSAY_OK
               ? show(options, &asked, &planning, NULL, global)
               : fail_with(&error);
}

/* ---- words of the field that a file is from ---- */

static void call_level(struct plan_finding *plan, const char *name)
{
    for (size_t i = 0; i < plan->first + plan->input.n_levels; i++)
        if (strcmp(plan->level_name[i], "iteration") == 0)
            plan->level_name[i] = name;
}

/* What -count repeats is a run to who knows go test; a run is also all of a plan, so the option stands before it. Documents and manifests keep the level's name. */
static void call_as_there(const struct option_arguments *arguments, struct planning *planning)
{
    const struct format *format = arguments->n > 0 ? source_format(arguments->items[0]) : NULL;
    if (format == NULL || strncmp(format->name, "go", 2) != 0 ||
        (format->name[2] != '\0' && format->name[2] != '-'))
        return;
    for (size_t i = 0; i < planning->n; i++)
        call_level(&planning->plans[i], "-count run");
    for (size_t i = 0; i < planning->n_ratios; i++)
        call_level(&planning->ratios[i], "-count run");
    if (planning->has_together)
        call_level(&planning->together, "-count run");
}

static enum exit_code plan_pilot(const struct plan_options *options,
                                 const struct plan_request *request,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global)
{
    struct source_request source;
    SCOPED(input_fini) struct input input = {0};
    SCOPED(planning_fini) struct planning planning = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    enum exit_code code = input_options_request(&options->input, arguments, global, &source);
    if (code == EXIT_DONE)
        code = conclude(planning_read(&source, &input, global->quiet ? NULL : &remarks, &error),
                        &remarks, &error);
    if (code != EXIT_DONE)
        return code;
    if (arguments->n == 0)
        latest_elsewhere(input.experiment, global);
    struct plan_request asked = *request;
    double usual[PLAN_PRECISIONS_USUAL];
    planning_ask(&input, usual, &asked);
    asked.question = input_question(&input, NULL);
    code = conclude(planning_from_input(&asked, &input, &planning, &remarks, &error), &remarks,
                    &error);
    if (code == EXIT_DONE && !global->json && options->write == NULL)
        call_as_there(arguments, &planning);
    OWNED char *decides =
        code == EXIT_DONE && !global->json ? decides_beside(&source, &input) : NULL;
    struct plan_options known = *options;
    known.decides = decides;
    if (code == EXIT_DONE)
        code = show(&known, &asked, &planning, &input, global);
    return code;
}

static const struct plan_options defaults = {.margin = NAN, .change = NAN, .extrapolate = NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct plan_options *options = given;
    SCOPED(plan_request_fini) struct plan_request request = {0};
    enum exit_code code = plan_options_request(options, global, &request);
    if (code == EXIT_DONE)
        code = request.t2.n > 0 ? plan_numbers(options, &request, arguments, global)
                                : plan_pilot(options, &request, arguments, global);
    return code;
}

const struct verb verb_plan = {
    VERB_PAGE,
    .takes_experiments = true,
    .defaults = &defaults,
    .answer = answer,
};
