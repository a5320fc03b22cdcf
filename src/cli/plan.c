/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c -- `assay plan`: how many repetitions at each level, for a precision or a time. */
#include "cli/plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/plan_power.h"
#include "cli/plan_write.h"
#include "cli/planning.h"
#include "render/json.h"
#include "render/terminal.h"

static const char *const method_names[] = {"exact", "paper", "kt2006"};

/* "experiment 12", or the file's name. */
static void name_source(const struct input *input, char *text, size_t size)
{
    if (input->experiment != NULL)
        (void)snprintf(text, size, "experiment %" PRId64, input->experiment->id);
    else
        (void)snprintf(text, size, "%s", input->sources[0].name);
}

static void present(const struct plan_view *view, const struct global_options *global)
{
    if (global->json) {
        render_json_print(stdout, plan_json(view));
        return;
    }
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    plan_view_print(&terminal, view);
}

/* Shows the plans; input is NULL for given numbers. */
static enum exit_code show(const struct plan_options *options, const struct planning *planning,
                           const struct input *input, const struct global_options *global)
{
    char source[128];
    struct shown_power *powers = NULL;
    struct plan_view view = {.method = method_names[planning->method],
                             .plans = planning->plans,
                             .n = planning->n,
                             .together = planning->has_together ? &planning->together : NULL,
                             .confidence = global->confidence,
                             .quiet = global->quiet};
    if (input != NULL) {
        name_source(input, source, sizeof source);
        view.source = source;
    }
    enum exit_code code = EXIT_DONE;
    if (!isnan(options->margin))
        code = plan_powers(planning, options->margin, options->change, global, &powers,
                           &view.n_powers);
    view.powers = powers;
    if (code == EXIT_DONE && options->write != NULL)
        code = plan_check_write(planning, options->write);
    if (code == EXIT_DONE) {
        if (input != NULL && input->experiment != NULL && !input->experiment->quick &&
            options->write == NULL && access("assay.yaml", W_OK) == 0)
            view.manifest = "assay.yaml";
        present(&view, global);
        if (options->write != NULL)
            code = plan_write(planning, options->write, global->quiet);
    }
    if (powers != NULL)
        plan_powers_free(&powers, view.n_powers);
    return code;
}

static enum exit_code plan_numbers(const struct plan_options *options, struct planning *planning,
                                   const struct option_arguments *arguments,
                                   const struct global_options *global)
{
    if (arguments->n > 0) {
        terminal_complain("assay: --components take the place of a pilot: leave out %s",
                          arguments->items[0]);
        return EXIT_USAGE;
    }
    enum exit_code code = planning_from_numbers(planning, options->mean);
    if (code == EXIT_DONE && options->relative)
        planning->plans[0].unit = NULL;
    return code == EXIT_DONE ? show(options, planning, NULL, global) : code;
}

static enum exit_code plan_pilot(const struct plan_options *options, struct planning *planning,
                                 const struct option_arguments *arguments,
                                 const struct global_options *global)
{
    struct input input;
    /* One plan is for one metric, on the screen and in JSON: the one that others would be read from. */
    struct global_options one_metric = *global;
    one_metric.json = false;
    enum exit_code code = input_options_read(&options->input, arguments, &one_metric, &input);
    if (code != EXIT_DONE)
        return code;
    code = planning_from_input(planning, &input);
    if (code == EXIT_DONE)
        code = show(options, planning, &input, global);
    input_fini(&input);
    return code;
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    struct plan_options options = {.mean = NAN, .margin = NAN, .change = NAN, .extrapolate = NAN};
    struct option_arguments arguments;
    struct plan_request request;
    enum exit_code code;
    if (!verb_parse(verb, argc, argv, global, &options, &arguments, &code))
        return code;
    if (plan_request_of(&options, &request, &code)) {
        struct planning planning = {.request = &request,
                                    .method = (enum plan_method)options.method,
                                    .confidence = global->confidence,
                                    .extrapolation = options.extrapolate};
        code = request.t2.n > 0 ? plan_numbers(&options, &planning, &arguments, global)
                                : plan_pilot(&options, &planning, &arguments, global);
        planning_fini(&planning);
    }
    plan_request_fini(&request);
    input_options_fini(&options.input);
    option_arguments_fini(&arguments);
    return code;
}

const struct verb verb_plan = {
    .name = "plan",
    .question = "how many repetitions at each level, for a precision or a time budget?",
    .synopsis = "[OPTIONS] [FILE|EXPERIMENT]…",
    .description =
        "Reads a pilot: an experiment of the store (default: the latest) or files. Says where its "
        "variance and its time sit, how often each level is best repeated, and what half-width of "
        "the interval takes how long.\n\n"
        "A plan from a pilot holds for a fresh run: adding to the pilot until the interval is "
        "narrow enough gives intervals that promise too much.\n\n"
        "With --components and --costs it plans from given numbers.",
    .examples = "  assay plan --precision 1%,0.5% --budget 30m\tFrom the latest experiment\n"
                "  assay plan 12 --margin 1%\tWhat it takes to tell equivalent and slower\n"
                "  assay plan --precision 1% --write assay.yaml\tPut the counts into the manifest\n"
                "  assay plan --components 4.6,6.66,4.04 --costs 0.22,4.3,20m --mean 100 --budget "
                "6h\tFrom the numbers of a paper",
    .options = plan_options_table,
    .run = run,
};
