/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.c -- the verb `modes`: how do the values cluster, and which version wins a single run? */

#include <string.h>
#include <unistd.h>

#include "analysis/modes_analyse.h"
#include "analysis/processor_time.h"
#include "cli/fail.h"
#include "cli/input_options.h"
#include "cli/words/modes.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/json.h"
#include "view/terminal/modes.h"
#include "view/text/view_memory.h"

struct modes_options {
    struct input_options input;
    long components, max_components, replicates;
    int likelihood, bic;
    bool no_test;
    double delta;
};

static bool check(const struct modes_options *options)
{
    if (options->components > ASSAY_MIXTURE_MAX || options->max_components > ASSAY_MIXTURE_MAX)
        return terminal_complain("assay: --components and --max-components are at most %d",
                                 ASSAY_MIXTURE_MAX);
    if (options->components > 0 && options->max_components > 0)
        return terminal_complain("assay: give --components or --max-components, not both");
    return true;
}

static void present(const struct input *input, const struct modes_finding *finding, bool processor,
                    const struct global_options *global)
{
    if (global->json) {
        render_json_print(stdout,
                          modes_document(input, finding, global->confidence, &global->command));
    } else {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        modes_view_print(&terminal,
                         &(struct modes_view){finding, global->confidence, global->quiet});
        if (processor)
            terminal_sentence(&terminal, "",
                              "Processor time (user + system) is looked at: others took the "
                              "processors, and modes of wall "
                              "time would be theirs. --metric wall looks at that.");
        if (!global->quiet)
            experiment_print_failures(&terminal, input);
    }
}

/* One line on a terminal, gone when all is done. */
static void draw_progress(void *context, size_t done, size_t n)
{
    const struct terminal terminal = terminal_of(stderr, *(const enum terminal_color *)context);
    fputs("\r\033[K", stderr);
    if (done < n)
        terminal_printf(&terminal, STYLE_PLAIN, "fits sample %zu of %zu", done + 1, n);
    (void)fflush(stderr);
}

static enum exit_code analyse(const struct input *input, const struct modes_options *options,
                              bool processor, const struct global_options *global)
{
    enum terminal_color color = (enum terminal_color)global->color;
    const struct modes_request request = {
        .fit = {.components = (size_t)options->components,
                .max_components = (size_t)options->max_components,
                .likelihood = (enum assay_likelihood)options->likelihood,
                .paper_bic = options->bic == 1,
                .seed = global->seed.value},
        .no_test = options->no_test,
        .warm_up_settled = input->warm_up.settled,
        .replicates = (size_t)options->replicates,
        .delta = options->delta,
        .confidence = global->confidence,
        .seed = global->seed.value,
        .n_threads = (size_t)global->threads,
        .progress = isatty(STDERR_FILENO) != 0 && !global->quiet ? draw_progress : NULL,
        .context = &color};
    SCOPED(modes_finding_fini) struct modes_finding finding = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    const enum assay_status status = modes_analyse(input, &request, &finding, &remarks, &error);
    if (status == ASSAY_OK)
        present(input, &finding, processor, global);
    return conclude(status, &remarks, &error);
}

/* Where others took the processors modes of wall time are of what they took: processor time is looked at, as it decides. *processor
 * says so. */
static enum exit_code read_modes(const struct modes_options *options,
                                 struct option_arguments *arguments, struct global_options *global,
                                 struct input *input, bool *processor)
{
    const char *metric = NULL;
    struct assay_error error;
    struct modes_options again = *options;
    SCOPED(input_fini) struct input first = {0};
    enum exit_code code = input_options_read(&options->input, arguments, global, &first);
    *processor = code == EXIT_DONE && options->input.metrics.n == 0 &&
                 processor_time_rules_alone(&first, &metric, &error) == ASSAY_OK && metric != NULL;
    if (!*processor) {
        *input = first;
        first = (struct input){0};
        return code;
    }
    OWNED const char **metrics = view_room(first.metrics.n + 1, sizeof *metrics);
    if (metrics == NULL)
        return EXIT_SYSTEM;
    metrics[0] = metric;
    memcpy(metrics + 1, first.metrics.items, first.metrics.n * sizeof *metrics);
    again.input.metrics = (struct name_list){metrics, global->json ? first.metrics.n + 1 : 1};
    return input_options_read(&again.input, arguments, global, input);
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct modes_options *options = given;
    SCOPED(input_fini) struct input input = {0};
    bool processor = false;
    const enum exit_code code =
        check(options) ? read_modes(options, arguments, global, &input, &processor) : EXIT_USAGE;
    return code == EXIT_DONE ? analyse(&input, options, processor, global) : code;
}

const struct verb verb_modes = {
    VERB_PAGE,
    .takes_experiments = true,
    .answer = answer,
};
