/* SPDX-License-Identifier: GPL-3.0-or-later */
/* methods.c -- the verb `methods`: how was this measured and analysed, as a paper says it? */
#include "cli/verbs.h"

#include "cli/compare.h"
#include "cli/fail.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/page/methods.h"
#include "view/text/terminal.h"

struct methods_options {
    struct input_options input;
    int to; /* enum methods_target */
    double margin;
};

static const char *const targets[] = {"text", "markdown", "latex", "bibtex", NULL};

static const struct option options_table[] = {
    {'t', "to", OPTION_CHOICE, offsetof(struct methods_options, to), "FORMAT",
     "text (default), markdown, latex (with \\cite), or bibtex: the works that it cites.", targets},
    {0, "margin", OPTION_FRACTION, offsetof(struct methods_options, margin), "M",
     "The smallest change that matters (default: the experiment's, else 1%)."},
    STATISTIC_OPTION(struct methods_options, input,
                     "What verdicts rest on, as of assay compare (default: the experiment's)."),
    WARM_UP_OPTION(struct methods_options, input),
    REDACT_OPTION(struct methods_options, input),
    INPUT_OPTIONS(struct methods_options, input),
    OPTION_END,
};

static void present(const struct methods_view *view, enum methods_target target,
                    const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (!global->json) {
        methods_print(stdout, view, target, terminal.width);
        return;
    }
    json_t *document = render_json_document("methods", global->confidence);
    methods_set(view, document);
    provenance_set(view->input, &global->command, document);
    render_json_print(stdout, document);
}

static enum exit_code analyse(const struct input *input, const struct methods_options *options,
                              const struct global_options *global)
{
    struct compare_request request = compare_request_of(input, global);
    struct comparison pairs = {NULL, 0};
    struct assay_error error;
    enum exit_code code = EXIT_DONE;
    request.margin = options->margin;
    request.keep_hopeless = true;
    if (input->systems.n > 1 && compare_systems(&request, &pairs, &error) != ASSAY_OK)
        code = fail_with(&error);
    if (code == EXIT_DONE)
        present(
            &(struct methods_view){input, &pairs, input_question(input, NULL), global->confidence},
            (enum methods_target)options->to, global);
    comparison_fini(&pairs);
    return code;
}

static const struct methods_options defaults = {.margin = (double)NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct methods_options *options = given;
    struct input input;
    enum exit_code code = input_options_read(&options->input, arguments, global, &input);
    if (code == EXIT_DONE) {
        code = analyse(&input, options, global);
        input_fini(&input);
    }
    return code;
}

const struct verb verb_methods = {
    .name = "methods",
    .question = "how was this measured and analysed, as a paper says it?",
    .synopsis = "[--to FORMAT] [OPTIONS] [FILE|EXPERIMENT]…",
    .description =
        "Writes the paragraph on methods. What was measured, how often at each level, in which "
        "order, and how it ended; on which machine, with which compilers and versions. By which "
        "statistics intervals and verdicts are made. It says what store and findings hold, and "
        "nothing that nobody recorded.\n\nReads the files named, or experiments of the store by "
        "id, "
        "name or \"latest\" (default); - is standard input.",
    .examples = "  assay methods\tOf the latest experiment\n"
                "  assay methods 12 --to latex\tFor a paper; its citations: --to bibtex",
    .options = options_table,
    .takes_experiments = true,
    .defaults = &defaults,
    .size = sizeof(struct methods_options),
    .answer = answer,
};
