/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.c -- the verb `sweep`: which setting is best, does a gain hold, where do systems cross, how does it
 * grow? */

#include <math.h>

#include "analysis/sweep_analyse.h"
#include "cli/fail.h"
#include "cli/report_options.h"
#include "cli/words/sweep.h"
#include "view/document/documents.h"
#include "view/document/experiment.h"
#include "view/document/json.h"
#include "view/page/sweep_page.h"

struct sweep_options {
    struct input_options input;
    struct name_list at, per;
    const char *reference, *page;
    bool all_pairs, csv, suite, gate;
    int error;
    double margin, at_most;
};

static void print_page(FILE *stream, void *context)
{
    sweep_page_print(stream, context);
}

static enum exit_code present(const struct input *input, const struct sweep_finding *finding,
                              const struct sweep_options *options,
                              const struct global_options *global)
{
    struct sweep_view view = {finding, global->details, global->quiet, input->experiment};
    if (options->page != NULL)
        return report_write_saying(options->page, global->quiet, print_page, &view);
    if (options->csv) {
        sweep_csv_print(stdout, finding);
    } else if (global->json) {
        render_json_print(stdout,
                          sweep_document(input, finding, global->confidence, &global->command));
    } else {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        sweep_view_print(&terminal, &view);
        experiment_print_order(&terminal, input);
        if (!global->quiet)
            experiment_print_failures(&terminal, input);
    }
    return EXIT_DONE;
}

static enum exit_code exit_of(const struct sweep_finding *finding)
{
    const struct sweep_group *withheld = sweep_withheld(finding);
    if (withheld != NULL)
        return fail_withheld(&withheld->told, withheld->metric, withheld->benchmark);
    struct assay_error error;
    switch (sweep_gate_of(finding)) {
    case SWEEP_GATE_PASSED: return EXIT_DONE;
    case SWEEP_GATE_OPEN: return EXIT_INCONCLUSIVE;
    case SWEEP_GATE_FAILED: return EXIT_SLOWER;
    case SWEEP_GATE_NOTHING: break;
    }
    (void)assay_fail(&error, ASSAY_USAGE,
                     "--gate has nothing to compare with: no sweep has two systems at one value");
    return fail_with(&error);
}

static enum exit_code analyse(const struct input *input, const struct sweep_options *options,
                              const struct global_options *global)
{
    const struct sweep_request request = {
        .at = options->at,
        .per = options->per,
        .reference = options->reference,
        .pairs = options->all_pairs ? SWEEP_PAIRS_ALL : SWEEP_PAIRS_REFERENCE,
        .pooled = options->error == 1,
        .suite = options->suite || options->gate,
        .all_metrics = options->input.metrics.n > 0,
        .front = options->input.metrics.n > 1,
        .margin = isnan(options->margin) ? input_margin(input, SWEEP_MARGIN_DEFAULT) : options->margin,
        .confidence = global->confidence,
        .at_most = options->at_most};
    SCOPED(sweep_finding_fini) struct sweep_finding finding = {0};
    struct assay_error error;
    if (sweep_analyse(input, &request, &finding, &error) != ASSAY_OK)
        return fail_with(&error);
    const enum exit_code written = present(input, &finding, options, global);
    return written == EXIT_DONE && options->gate ? exit_of(&finding) : written;
}

static const struct sweep_options defaults = {.margin = (double)NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct sweep_options *options = given;
    SCOPED(input_fini) struct input input = {0};
    const enum exit_code code = input_options_read(&options->input, arguments, global, &input);
    return code == EXIT_DONE ? analyse(&input, options, global) : code;
}

const struct verb verb_sweep = {
    VERB_PAGE,
    .takes_experiments = true,
    .defaults = &defaults,
    .answer = answer,
};
