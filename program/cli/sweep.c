/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.c -- the verb `sweep`: which setting is best, does a gain hold, where do systems cross, how does it
 * grow? */
#include "cli/verbs.h"

#include <math.h>
#include <string.h>

#include "analysis/sweep_analyse.h"
#include "cli/fail.h"
#include "cli/report_options.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/page/sweep_page.h"

struct sweep_options {
    struct input_options input;
    struct name_list at, per;
    const char *reference, *page;
    bool all_pairs, csv, suite, gate;
    int error;
    double margin;
};

static const char *const errors[] = {"own", "pooled", NULL};

#define FIELD(field) offsetof(struct sweep_options, field)

static const struct option options_table[] = {
    {0, "at", OPTION_LIST, FIELD(at), "NAME=VALUE",
     "Only cells where the parameter has this value; may be repeated."},
    {0, "per", OPTION_LIST, FIELD(per), "NAME",
     "A sweep of its own for each value of this parameter: the best of each file, each size; may "
     "be repeated."},
    {0, "reference", OPTION_STRING, FIELD(reference), "CELL",
     "The cell that all others are compared with: NAME=VALUE, or as best and ties name it "
     "(default: the first)."},
    {0, "all-pairs", OPTION_FLAG, FIELD(all_pairs), NULL,
     "Compare all pairs of cells, in JSON, instead of each with the reference."},
    {0, "error", OPTION_CHOICE, FIELD(error), "WHICH",
     "own (default): each difference by its own error over the rounds; pooled: one variance for "
     "all cells, narrower, and wrong where cells differ in noise.",
     errors},
    {0, "margin", OPTION_FRACTION, FIELD(margin), "M",
     "Growth over the whole range below this is none (default: the experiment's, else 5%); of "
     "--gate what a system may be worse by."},
    {0, "suite", OPTION_FLAG, FIELD(suite), NULL,
     "Let all sweeps of the input share the error: each of pairs, ties, gains holds of all at "
     "once."},
    {0, "gate", OPTION_FLAG, FIELD(gate), NULL,
     "Exit 1 when a system is certainly worse than the first beyond the margin at any value, 6 "
     "when "
     "that is not excluded everywhere (--suite)."},
    {0, "page", OPTION_OUTPUT, FIELD(page), "FILE",
     "Write a page with curves over the sizes, maps and all cells; - is standard output."},
    {0, "csv", OPTION_FLAG, FIELD(csv), NULL, "Print the cells as CSV."},
    INPUT_OPTIONS(struct sweep_options, input),
    OPTION_END,
};

static void print_page(FILE *stream, void *context)
{
    sweep_page_print(stream, context);
}

static enum exit_code present(const struct input *input, const struct sweep_finding *finding,
                              const struct sweep_options *options,
                              const struct global_options *global)
{
    struct sweep_view view = {finding, global->details, global->quiet};
    if (options->page != NULL && strcmp(options->page, "-") != 0)
        return report_write_file(options->page, print_page, &view);
    if (options->page != NULL) {
        print_page(stdout, &view);
    } else if (options->csv) {
        sweep_csv_print(stdout, finding);
    } else if (global->json) {
        json_t *document = render_json_document("sweep", global->confidence);
        sweep_json_set(document, finding);
        provenance_set(input, &global->command, document);
        render_json_print(stdout, document);
    } else {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        sweep_view_print(&terminal, &view);
    }
    return EXIT_DONE;
}

static enum exit_code exit_of(enum sweep_gate gate)
{
    struct assay_error error;
    switch (gate) {
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
        .margin = isnan(options->margin) ? input_margin(input, 0.05) : options->margin,
        .confidence = global->confidence};
    struct sweep_finding finding = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    const enum assay_status status = sweep_analyse(input, &request, &finding, &remarks, &error);
    enum exit_code written = EXIT_DONE;
    if (status == ASSAY_OK)
        written = present(input, &finding, options, global);
    const enum sweep_gate gate = sweep_gate_of(&finding);
    sweep_finding_fini(&finding);
    const enum exit_code code = conclude(status, &remarks, &error);
    if (code != EXIT_DONE || written != EXIT_DONE)
        return code != EXIT_DONE ? code : written;
    return options->gate ? exit_of(gate) : EXIT_DONE;
}

static const struct sweep_options defaults = {.margin = (double)NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct sweep_options *options = given;
    struct input input;
    enum exit_code code = input_options_read(&options->input, arguments, global, &input);
    if (code == EXIT_DONE) {
        code = analyse(&input, options, global);
        input_fini(&input);
    }
    return code;
}

const struct verb verb_sweep = {
    .name = "sweep",
    .question = "which setting is best, does a gain hold at every size, and how does time grow?",
    .synopsis = "[OPTIONS] [FILE|EXPERIMENT]…",
    .description =
        "Takes parameters for factors of one design: -L and -P of assay run, those of a manifest, "
        "sizes in names of other tools' benchmarks. Says which cell is best, and which cannot be "
        "told from it. Whether a gain holds everywhere, where systems cross, and by which power or "
        "law values grow. Of several --metric also which cells no other beats in all.\n\n"
        "Reads the files named, or experiments of the store by id, name or \"latest\" (default); - "
        "is "
        "standard input.",
    .examples =
        "  assay sweep\tThe latest experiment\n"
        "  assay sweep 12 --reference level=6\tEach level against level 6\n"
        "  assay sweep bench.json --at threads=4 --csv\tThe cells of a file with four threads",
    .options = options_table,
    .takes_experiments = true,
    .defaults = &defaults,
    .size = sizeof(struct sweep_options),
    .answer = answer,
};
