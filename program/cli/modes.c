/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.c -- the verb `modes`: how do the values cluster, and which version wins a single run? */

#include <unistd.h>

#include "analysis/modes_analyse.h"
#include "cli/fail.h"
#include "cli/input_options.h"
#include "cli/words/modes.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/json.h"
#include "view/terminal/modes.h"

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

static void present(const struct input *input, const struct modes_finding *finding,
                    const struct global_options *global)
{
    if (global->json) {
        render_json_print(stdout,
                          modes_document(input, finding, global->confidence, &global->command));
    } else {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        modes_view_print(&terminal,
                         &(struct modes_view){finding, global->confidence, global->quiet});
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
                              const struct global_options *global)
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
        present(input, &finding, global);
    return conclude(status, &remarks, &error);
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct modes_options *options = given;
    SCOPED(input_fini) struct input input = {0};
    const enum exit_code code = check(options)
                                    ? input_options_read(&options->input, arguments, global, &input)
                                    : EXIT_USAGE;
    return code == EXIT_DONE ? analyse(&input, options, global) : code;
}

const struct verb verb_modes = {
    VERB_PAGE,
    .takes_experiments = true,
    .answer = answer,
};
