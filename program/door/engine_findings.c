/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine_findings.c -- the findings of assay/engine.h: each is the document of the verb of its name. */
#include "door/door.h"

#include <math.h>
#include <string.h>

#include "analysis/machine_planning.h"
#include "analysis/modes_analyse.h"
#include "analysis/steady_analyse.h"
#include "analysis/sweep_analyse.h"
#include "base/decimal.h"
#include "base/failure.h"
#include "source/read_source.h"
#include "view/document/documents.h"
#include "view/document/store_list.h"

/* ---- the store ---- */

enum assay_status assay_engine_list(struct assay_engine *engine, char **json,
                                    struct assay_engine_error *error)
{
    if (engine == NULL || json == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "store");
    SCOPED(store_close) struct store *store = NULL;
    SCOPED(store_listing_fini) struct store_listing listing = {0};
    json_t *document = NULL;
    OWNED char *path = source_store_path(engine->store);
    enum assay_status status = path != NULL ? store_open(path, STORE_READ, &store, &call.error)
                                            : fail_no_memory(&call.error);
    if (status == ASSAY_OK)
        status = store_listing_read(store, &listing, &call.error);
    if (status == ASSAY_OK)
        document = store_list_document(&listing, engine->confidence);
    return door_end_with(&call, status, document, json, error);
}

/* ---- one system at a time ---- */

enum assay_status assay_engine_show(struct assay_engine *engine,
                                    const struct assay_engine_source *source, char **json,
                                    struct assay_engine_error *error)
{
    if (engine == NULL || json == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "show");
    const struct door_reading reading = {.all_metrics = true, .draws = "batch"};
    const struct describe_request request = {
        .confidence = engine->confidence, .builds = true, .n_threads = engine->threads};
    SCOPED(input_fini) struct input input = {0};
    OWNED struct sample_finding *samples = NULL;
    json_t *document = NULL;
    enum assay_status status = door_read(&call, source, &reading, &input);
    if (status == ASSAY_OK)
        status = describe_input(&input, &request, &samples, &call.error);
    if (status == ASSAY_OK)
        document = show_document(&input, samples, engine->confidence, &call.command);
    return door_end_with(&call, status, document, json, error);
}

/* ---- old and new ---- */

/* The method of this name, which answers what is asked of the source. */
static enum assay_status find_method(struct door_call *call, const char *name,
                                     const struct source_request *source,
                                     enum assay_compare_method *method)
{
    const struct assay_question both = {.basis = ASSAY_BASIS_BOTH};
    size_t at = 0;
    while (name != NULL && compare_methods[at] != NULL && strcmp(compare_methods[at], name) != 0)
        at++;
    if (name != NULL && compare_methods[at] == NULL)
        return assay_fail(&call->error, ASSAY_USAGE, "method: \"%.60s\" is none that compares",
                          name);
    *method = name != NULL ? (enum assay_compare_method)at : ASSAY_COMPARE_AUTO;
    return comparison_check_method(*method, source->has_question ? &source->question : &both,
                                   &call->error);
}

static enum assay_status compare(struct door_call *call,
                                 const struct assay_engine_compare_options *options,
                                 const struct assay_engine_source *given, json_t **document)
{
    const struct door_reading reading = {.all_metrics = true};
    const struct assay_engine *engine = call->engine;
    struct assay_engine_source source;
    struct source_request read;
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    SCOPED(input_fini) struct input input = {0};
    SCOPED(comparison_fini) struct comparison pairs = {0};
    TRY(door_check_margin(call, options->margin));
    TRY(door_request(call, given, &reading, &source, &read));
    TRY(find_method(call, options->method, &read, &request.method));
    TRY(door_read_request(call, &read, source.warm_up, &input));
    TRY(comparison_check_hosts(&input, options->allow_different_hosts != 0, &call->error));
    request.input = &input;
    request.old_system = options->old_system;
    request.new_systems = door_names(call, options->new_systems);
    request.margin = options->margin;
    request.allow_negative = options->allow_negative != 0;
    request.jointly = read.metrics.n > 0;
    request.confidence = engine->confidence;
    request.seed = engine->seed;
    request.seed_given = engine->seed_given;
    request.n_threads = engine->threads;
    request.checked = true;
    TRY(compare_systems(&request, &pairs, &call->error));
    *document = compare_document(&request, &pairs, &call->command);
    return ASSAY_OK;
}

enum assay_status assay_engine_compare(struct assay_engine *engine,
                                       const struct assay_engine_source *source,
                                       const struct assay_engine_compare_options *given,
                                       char **json, struct assay_engine_error *error)
{
    if (engine == NULL || json == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "compare");
    struct assay_engine_compare_options options = ASSAY_ENGINE_COMPARE_DEFAULTS;
    json_t *document = NULL;
    enum assay_status status = door_take(&call, &options, sizeof options, given);
    if (status == ASSAY_OK) {
        door_option(&call, "--old", options.old_system);
        for (size_t i = 0; options.new_systems != NULL && options.new_systems[i] != NULL; i++)
            door_option(&call, "--new", options.new_systems[i]);
        door_option(&call, "--method", options.method);
        if (!isnan(options.margin))
            door_option(&call, "--margin",
                        arena_copy(&call.memory, decimal_of(options.margin).text));
        if (options.allow_different_hosts)
            door_word(&call, "--allow-different-hosts");
        if (options.allow_negative)
            door_word(&call, "--allow-negative");
        status = compare(&call, &options, source, &document);
    }
    return door_end_with(&call, status, document, json, error);
}

/* ---- plans ---- */

static struct plan_numbers numbers_of(struct door_call *call, const double *items, size_t n)
{
    struct plan_numbers numbers = {arena_array(&call->memory, n, sizeof *items), n};
    if (numbers.items == NULL)
        return (struct plan_numbers){0};
    if (n > 0)
        memcpy(numbers.items, items, n * sizeof *items);
    return numbers;
}

static struct plan_request plan_of(struct door_call *call,
                                   const struct assay_engine_plan_options *options)
{
    struct plan_request request = PLAN_REQUEST_DEFAULTS;
    request.precisions = numbers_of(call, options->precisions, options->n_precisions);
    request.budgets = numbers_of(call, options->budgets_s, options->n_budgets);
    request.margin = options->margin;
    request.confidence = call->engine->confidence;
    if (call->engine->seed_given)
        request.seed = call->engine->seed;
    return request;
}

static enum assay_status plan(struct door_call *call, const struct plan_request *request,
                              bool metric_named, const struct input *input, json_t **document)
{
    SCOPED(planning_fini) struct planning planning = {0};
    SCOPED(machine_planning_fini) struct machine_planning machines = {0};
    struct plan_request asked = *request;
    double usual[PLAN_PRECISIONS_USUAL];
    planning_ask(input, usual, &asked);
    asked.question = input_question(input, NULL);
    enum assay_status status =
        planning_from_input(&asked, input, &planning, &call->remarks, &call->error);
    if (status == ASSAY_OK)
        status = plan_machines(&asked, input, 0, 0, &machines, &call->error);
    if (status == ASSAY_OK) {
        struct plan_view view = plan_view_of(&asked, &planning);
        view.processor = planning_of_processor(input, metric_named);
        view.processor_on = input->primary_only ? "" : NULL;
        *document = plan_document(&view, &machines, input, &call->command);
    }
    return status;
}

/* An option takes its numbers in one word, with commas between them. */
static void tell_numbers(struct door_call *call, const char *option, const double *items, size_t n,
                         const char *unit)
{
    const char *word = NULL;
    for (size_t i = 0; i < n; i++)
        word = arena_print(&call->memory, "%s%s%s%s", word != NULL ? word : "",
                           word != NULL ? "," : "", decimal_of(items[i]).text, unit);
    door_option(call, option, word);
}

enum assay_status assay_engine_plan(struct assay_engine *engine,
                                    const struct assay_engine_source *given_source,
                                    const struct assay_engine_plan_options *given, char **json,
                                    struct assay_engine_error *error)
{
    if (engine == NULL || json == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "plan");
    struct assay_engine_plan_options options = ASSAY_ENGINE_PLAN_DEFAULTS;
    const struct door_reading reading = {0};
    struct assay_engine_source source;
    struct source_request request;
    SCOPED(input_fini) struct input input = {0};
    json_t *document = NULL;
    enum assay_status status = door_take(&call, &options, sizeof options, given);
    if (status == ASSAY_OK) {
        tell_numbers(&call, "--precision", options.precisions, options.n_precisions, "");
        tell_numbers(&call, "--budget", options.budgets_s, options.n_budgets, "s");
        if (!isnan(options.margin))
            tell_numbers(&call, "--margin", &options.margin, 1, "");
        status = door_check_margin(&call, options.margin);
    }
    if (status == ASSAY_OK)
        status = door_request(&call, given_source, &reading, &source, &request);
    if (status == ASSAY_OK)
        status = planning_read(&request, &input, &call.remarks, &call.error);
    if (status == ASSAY_OK) {
        const struct plan_request asked = plan_of(&call, &options);
        status = plan(&call, &asked, request.metrics.n > 0, &input, &document);
    }
    return door_end_with(&call, status, document, json, error);
}

/* ---- versions ---- */

static enum assay_status history(struct door_call *call,
                                 const struct assay_engine_history_options *options,
                                 const struct assay_engine_source *given, json_t **document)
{
    const struct door_reading reading = {0};
    const struct assay_engine *engine = call->engine;
    struct assay_engine_source source;
    struct history_request request = HISTORY_REQUEST_DEFAULTS;
    SCOPED(history_fini) struct history found = {0};
    request.rule.confidence = engine->confidence;
    request.rule.margin = options->margin;
    if (engine->seed_given)
        request.rule.seed = engine->seed;
    request.experiments = door_names(call, options->experiments);
    request.branch = options->branch;
    request.last = options->last;
    request.n_threads = engine->threads;
    TRY(door_request(call, given, &reading, &source, &request.source));
    request.source.others_too =
        false; /* what is asked of more series has wider intervals for each */
    if (source.statistic != NULL && request.source.question.basis != ASSAY_BASIS_STATISTIC)
        return assay_fail(&call->error, ASSAY_USAGE,
                          "statistic: \"%.60s\" is not mean, median or a quantile of one version",
                          source.statistic);
    if (source.statistic != NULL)
        request.statistic = request.source.question.statistic;
    if (!warm_up_parse(source.warm_up, &request.warm_up, &request.first))
        return assay_fail(&call->error, ASSAY_USAGE,
                          "warm_up: \"%.60s\" is not keep, cut or a number of iterations",
                          source.warm_up);
    TRY(history_analyse(&request, &found, &call->remarks, &call->error));
    *document = history_document(&found, NULL, &call->command);
    return ASSAY_OK;
}

enum assay_status assay_engine_history(struct assay_engine *engine,
                                       const struct assay_engine_source *source,
                                       const struct assay_engine_history_options *given,
                                       char **json, struct assay_engine_error *error)
{
    if (engine == NULL || json == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "history");
    struct assay_engine_history_options options = ASSAY_ENGINE_HISTORY_DEFAULTS;
    json_t *document = NULL;
    enum assay_status status = door_take(&call, &options, sizeof options, given);
    if (status == ASSAY_OK) {
        for (size_t i = 0; options.experiments != NULL && options.experiments[i] != NULL; i++)
            door_option(&call, "--experiment", options.experiments[i]);
        door_option(&call, "--branch", options.branch);
        if (options.last > 0)
            door_option(&call, "--last", arena_print(&call.memory, "%zu", options.last));
        if (options.margin > 0)
            tell_numbers(&call, "--margin", &options.margin, 1, "");
        status = history(&call, &options, source, &document);
    }
    return door_end_with(&call, status, document, json, error);
}

/* ---- parameters, warm-up, modes ---- */

static bool names_metrics(const struct assay_engine_source *source)
{
    return source != NULL && source->metrics != NULL && source->metrics[0] != NULL;
}

enum assay_status assay_engine_sweep(struct assay_engine *engine,
                                     const struct assay_engine_source *source, double margin,
                                     char **json, struct assay_engine_error *error)
{
    if (engine == NULL || json == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "sweep");
    const struct door_reading reading = {
        .all_metrics = true, .no_statistic = true, .no_warm_up = true};
    SCOPED(input_fini) struct input input = {0};
    SCOPED(sweep_finding_fini) struct sweep_finding finding = {0};
    json_t *document = NULL;
    if (!isnan(margin))
        tell_numbers(&call, "--margin", &margin, 1, "");
    enum assay_status status = door_check_margin(&call, margin);
    if (status == ASSAY_OK)
        status = door_read(&call, source, &reading, &input);
    if (status == ASSAY_OK) {
        const struct sweep_request request = {
            .all_metrics = names_metrics(source),
            .front = names_metrics(source) && source->metrics[1] != NULL,
            .margin = isnan(margin) ? input_margin(&input, SWEEP_MARGIN_DEFAULT) : margin,
            .confidence = engine->confidence};
        status = sweep_analyse(&input, &request, &finding, &call.error);
    }
    if (status == ASSAY_OK)
        document = sweep_document(&input, &finding, engine->confidence, &call.command);
    return door_end_with(&call, status, document, json, error);
}

/* Where no benchmark has a state, why the first one has none is the error. */
static enum assay_status any_state(const struct steady_finding *finding, struct assay_error *error)
{
    if (finding->n_short < finding->n)
        return ASSAY_OK;
    *error = finding->rows[0].problem;
    return error->status;
}

enum assay_status assay_engine_steady(struct assay_engine *engine,
                                      const struct assay_engine_source *source, char **json,
                                      struct assay_engine_error *error)
{
    if (engine == NULL || json == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "steady");
    /* A flat list of values is iterations here: what else would be asked about warming up? */
    const struct door_reading reading = {
        .all_metrics = true, .no_statistic = true, .no_warm_up = true, .level = "iteration"};
    struct steady_request request = STEADY_REQUEST_DEFAULTS;
    struct steady_finding finding = {0};
    SCOPED(input_fini) struct input input = {0};
    json_t *document = NULL;
    request.how.n_threads = engine->threads;
    if (engine->seed_given)
        request.how.seed = engine->seed;
    request.all_metrics = names_metrics(source);
    enum assay_status status = door_read(&call, source, &reading, &input);
    if (status == ASSAY_OK) {
        status = steady_analyse(&input, &request, &finding, &call.error);
        if (status == ASSAY_OK)
            status = any_state(&finding, &call.error);
        if (status == ASSAY_OK)
            document = steady_document(&input, &finding, request.how.seed, false,
                                       engine->confidence, &call.command);
        steady_finding_fini(&finding);
    }
    return door_end_with(&call, status, document, json, error);
}

enum assay_status assay_engine_modes(struct assay_engine *engine,
                                     const struct assay_engine_source *source, char **json,
                                     struct assay_engine_error *error)
{
    if (engine == NULL || json == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "modes");
    const struct door_reading reading = {.all_metrics = true, .no_statistic = true};
    SCOPED(input_fini) struct input input = {0};
    SCOPED(modes_finding_fini) struct modes_finding finding = {0};
    json_t *document = NULL;
    enum assay_status status = door_read(&call, source, &reading, &input);
    if (status == ASSAY_OK) {
        const struct modes_request request = {.fit.seed = engine->seed,
                                              .warm_up_settled = input.warm_up.settled,
                                              .confidence = engine->confidence,
                                              .seed = engine->seed,
                                              .n_threads = engine->threads};
        status = modes_analyse(&input, &request, &finding, &call.remarks, &call.error);
    }
    if (status == ASSAY_OK)
        document = modes_document(&input, &finding, engine->confidence, &call.command);
    return door_end_with(&call, status, document, json, error);
}
