/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_options.c -- options become a request. */
#include "cli/input_options.h"

#include <string.h>

#include "cli/fail.h"
#include "cli/latest.h"
#include "cli/suggestion.h"
#include "import/direct.h"
#include "view/text/about.h"
#include "view/text/terminal.h"

const char *const input_dialects[] = {"auto", "comma",     "semicolon", "semicolon-comma",
                                      "tab",  "tab-comma", NULL};
const char *const input_levels[] = {"auto", "execution", "iteration", "build", NULL};

const char *input_format_word(size_t index)
{
    return formats[index] != NULL ? formats[index]->name : NULL; /* asked for in order */
}

static enum exit_code find_format(const char *name, const struct format **format)
{
    *format = name != NULL ? format_named(name) : NULL;
    if (name == NULL || *format != NULL)
        return EXIT_DONE;
    fputs("assay: there is no format \"", stderr);
    terminal_say_name(name, strlen(name));
    fputc('"', stderr);
    const bool near = suggestion_say(name, input_format_word);
    for (size_t i = 0; !near && formats[i] != NULL; i++)
        fprintf(stderr, "%s %s", i > 0 ? "," : "; known are", formats[i]->name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

enum exit_code input_options_request(const struct input_options *options,
                                     const struct option_arguments *arguments,
                                     const struct global_options *global,
                                     struct source_request *request)
{
    *request =
        (struct source_request){.arguments = {arguments->items, arguments->n},
                                .systems = options->systems,
                                .benchmarks = options->benchmarks,
                                .metrics = options->metrics,
                                .others_too = global->json,
                                .level = options->level > 0 ? input_levels[options->level] : NULL,
                                .level_of_files = options->level_of_files,
                                .columns = options->columns,
                                .declaration = options->declaration,
                                .directions = options->directions,
                                .partial = options->partial,
                                .stored = options->stored,
                                .redact = options->redact,
                                .by_version = options->by_version,
                                .draws = options->draws,
                                .occasions = options->occasions,
                                .store = global->store};
    const enum exit_code code = find_format(options->format, &request->format);
    struct assay_error error;
    if (code == EXIT_DONE && direct_check(&options->directions, &error) != ASSAY_OK)
        return fail_saying(EXIT_USAGE, "assay: --direction: %s", error.text);
    request->has_question = options->statistic != NULL;
    if (options->declaration != NULL &&
        (options->format != NULL || column_choices_given(&options->columns)))
        return fail_saying(EXIT_USAGE, "assay: --as says what --format, --value, --dialect and the "
                                       "names of columns would say");
    if (code != EXIT_DONE || !request->has_question ||
        assay_question_parse(options->statistic, &request->question, &error) == ASSAY_OK)
        return code;
    return fail_saying(EXIT_USAGE, "assay: --statistic: %s", error.text);
}

static enum assay_status settle(const struct input_options *options, struct input *input,
                                struct assay_error *error)
{
    enum warm_up_choice choice;
    size_t first;
    if (!warm_up_parse(options->warm_up, &choice, &first))
        return assay_fail(error, ASSAY_USAGE,
                          "--warm-up: \"%s\" is not keep, cut or a number of iterations",
                          options->warm_up);
    return input_settle_warm_up(input, choice, first, error);
}

enum exit_code input_options_read(const struct input_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global, struct input *input)
{
    struct source_request request;
    struct remarks remarks = {0};
    struct assay_error error;
    *input = (struct input){0};
    about_set(arguments->items, arguments->n);
    enum exit_code code = input_options_request(options, arguments, global, &request);
    if (code != EXIT_DONE)
        return code;
    enum assay_status status = input_read(&request, input, global->quiet ? NULL : &remarks, &error);
    if (status == ASSAY_OK) {
        status = settle(options, input, &error);
        if (status != ASSAY_OK)
            input_fini(input);
    }
    if (status == ASSAY_OK && arguments->n == 0)
        latest_elsewhere(input->sources[0].experiment, global);
    return conclude(status, &remarks, &error);
}
