/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_options.c -- options become a request. */
#include "cli/input_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/fail.h"

const char *const input_dialects[] = {"auto", "comma",     "semicolon", "semicolon-comma",
                                      "tab",  "tab-comma", NULL};
const char *const input_levels[] = {"auto", "execution", "iteration", "build", NULL};

static enum exit_code find_format(const char *name, const struct format **format)
{
    *format = name != NULL ? format_named(name) : NULL;
    if (name == NULL || *format != NULL)
        return EXIT_DONE;
    char known[768];
    size_t n = 0;
    for (size_t i = 0; formats[i] != NULL && n < sizeof known; i++)
        n += (size_t)snprintf(known + n, sizeof known - n, "%s %s", i > 0 ? "," : "",
                              formats[i]->name);
    struct assay_error error;
    (void)assay_fail(&error, ASSAY_USAGE, "there is no format \"%s\"; known are%s", name, known);
    return fail_with(&error);
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
                                .all_metrics = global->json,
                                .level = options->level > 0 ? input_levels[options->level] : NULL,
                                .level_of_files = options->level_of_files,
                                .columns = options->columns,
                                .partial = options->partial,
                                .stored = options->stored,
                                .redact = options->redact,
                                .by_version = options->by_version,
                                .draws = options->draws,
                                .store = global->store};
    return find_format(options->format, &request->format);
}

enum exit_code input_options_read(const struct input_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global, struct input *input)
{
    struct source_request request;
    struct remarks remarks = {0};
    struct assay_error error;
    *input = (struct input){0};
    enum exit_code code = input_options_request(options, arguments, global, &request);
    if (code != EXIT_DONE)
        return code;
    enum assay_status status = input_read(&request, input, global->quiet ? NULL : &remarks, &error);
    return conclude(status, &remarks, &error);
}

void input_options_fini(struct input_options *options)
{
    option_list_fini(&options->systems);
    option_list_fini(&options->benchmarks);
    option_list_fini(&options->metrics);
    option_list_fini(&options->columns.values);
}
