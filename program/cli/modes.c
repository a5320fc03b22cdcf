/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.c -- the verb `modes`: how do the values cluster, and which version wins a single run? */
#include "cli/verbs.h"

#include <unistd.h>

#include "analysis/modes_analyse.h"
#include "cli/fail.h"
#include "cli/input_options.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/terminal/modes.h"

struct modes_options {
    struct input_options input;
    long components, max_components, replicates;
    int likelihood, bic;
    bool no_test;
    double delta;
};

static const char *const likelihoods[] = {"auto", "density", "rounded", NULL};
static const char *const penalties[] = {"corrected", "paper", NULL};

#define FIELD(field) offsetof(struct modes_options, field)

static const struct option options_table[] = {
    {0, "delta", OPTION_NUMBER, FIELD(delta), "D",
     "i2 is the probability that a run of x stays below a run of y plus D, in the unit of the "
     "values "
     "(default 0)."},
    {0, "components", OPTION_COUNT, FIELD(components), "K",
     "Number of components (default: chosen by the smallest BIC)."},
    {0, "max-components", OPTION_COUNT, FIELD(max_components), "K",
     "Largest number of components tried (default 10)."},
    {0, "likelihood", OPTION_CHOICE, FIELD(likelihood), "WHICH",
     "density, rounded (to the tick of the values) or auto (default: rounded when a tick shows).",
     likelihoods},
    {0, "bic", OPTION_CHOICE, FIELD(bic), "WHICH",
     "Penalty (3K - 1) log n, corrected (default), or K log n, paper.", penalties},
    {0, "replicates", OPTION_COUNT, FIELD(replicates), "B",
     "Samples drawn for the fit test (default 999; beyond 2000 values fewer, at least 99)."},
    {0, "no-test", OPTION_FLAG, FIELD(no_test), NULL, "Leave the fit test out; it takes longest."},
    INPUT_OPTIONS(struct modes_options, input),
    WARM_UP_OPTION(struct modes_options, input),
    OPTION_END,
};

static bool check(const struct modes_options *options)
{
    if (options->components > ASSAY_MIXTURE_MAX || options->max_components > ASSAY_MIXTURE_MAX) {
        fprintf(stderr, "assay modes: --components and --max-components are at most %d\n",
                ASSAY_MIXTURE_MAX);
        return false;
    }
    if (options->components > 0 && options->max_components > 0) {
        fputs("assay modes: give --components or --max-components, not both\n", stderr);
        return false;
    }
    return true;
}

static void present(const struct input *input, const struct modes_finding *finding,
                    const struct global_options *global)
{
    if (global->json) {
        json_t *document = render_json_document("modes", global->confidence);
        modes_json_set(document, finding);
        provenance_set(input, &global->command, document);
        render_json_print(stdout, document);
    } else {
        const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
        modes_view_print(&terminal,
                         &(struct modes_view){finding, global->confidence, global->quiet});
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
        .warm_up_settled = input->warm_up_settled,
        .replicates = (size_t)options->replicates,
        .delta = options->delta,
        .confidence = global->confidence,
        .seed = global->seed.value,
        .n_threads = (size_t)global->threads,
        .progress = isatty(STDERR_FILENO) != 0 && !global->quiet ? draw_progress : NULL,
        .context = &color};
    struct modes_finding finding = {0};
    struct remarks remarks = {0};
    struct assay_error error;
    const enum assay_status status = modes_analyse(input, &request, &finding, &remarks, &error);
    if (status == ASSAY_OK)
        present(input, &finding, global);
    modes_finding_fini(&finding);
    return conclude(status, &remarks, &error);
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct modes_options *options = given;
    struct input input;
    enum exit_code code = check(options)
                              ? input_options_read(&options->input, arguments, global, &input)
                              : EXIT_USAGE;
    if (code == EXIT_DONE) {
        code = analyse(&input, options, global);
        input_fini(&input);
    }
    return code;
}

const struct verb verb_modes = {
    .name = "modes",
    .question = "how do the values cluster, and which version wins a single run?",
    .synopsis = "[OPTIONS] [FILE|EXPERIMENT]…",
    .description =
        "Fits a mixture of normal components to each sample. Says where its modes lie, whether it "
        "fits, and which level (build, execution, iteration) decides between them. Of several "
        "systems it says how often a single run of one is below another's, and which to take for a "
        "single run.\n\nReads the files named, or experiments of the store by id, name or "
        "\"latest\" (default); - is standard input.",
    .examples = "  assay modes\tThe latest experiment\n"
                "  assay modes old.csv new.csv\tTwo files of values\n"
                "  assay modes 12 --delta 0.001 --json\tWith a difference of 1 ms allowed, as JSON",
    .options = options_table,
    .takes_experiments = true,
    .size = sizeof(struct modes_options),
    .answer = answer,
};
