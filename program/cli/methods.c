/* SPDX-License-Identifier: GPL-3.0-or-later */
/* methods.c -- the verb `methods`: how was this measured and analysed, as a paper says it? */

#include "cli/compare.h"
#include "cli/fail.h"
#include "cli/latest.h"
#include "cli/words/methods.h"
#include "view/document/json.h"
#include "view/document/provenance.h"
#include "view/page/methods.h"
#include "view/text/terminal.h"

struct methods_options {
    struct input_options input;
    int to; /* enum methods_target */
    double margin;
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
    SCOPED(comparison_fini) struct comparison pairs = {NULL, 0};
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
    return code;
}

static const struct methods_options defaults = {.margin = (double)NAN};

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    const struct methods_options *options = given;
    SCOPED(input_fini) struct input input = {0};
    const enum exit_code code = input_options_read(&options->input, arguments, global, &input);
    if (code == EXIT_DONE && arguments->n == 0)
        latest_say(input.sources[0].experiment->id, global);
    return code == EXIT_DONE ? analyse(&input, options, global) : code;
}

const struct verb verb_methods = {
    VERB_PAGE,
    .takes_experiments = true,
    .defaults = &defaults,
    .answer = answer,
};
