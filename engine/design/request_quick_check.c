/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_quick_check.c -- whether the options of quick mode fit its commands, in words that name options.
 * What they make together, the manifest's own checks look at. */
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "base/utf8.h"
#include "design/command_words.h"
#include "design/request_parts.h"
#include "design/value.h"

/* The store and every finding are UTF-8; what is none is refused by name. */
static enum assay_status check_text(const char *what, const char *text, struct assay_error *error)
{
    return utf8_is_valid(text)
               ? ASSAY_OK
               : assay_fail(error, ASSAY_USAGE, "%s \"%s\" is not UTF-8 text", what, text);
}

static enum assay_status check_words(const char *command, struct assay_error *error)
{
    char operator[3];
    size_t n = 0;
    const char *problem;
    char **words = command_words_split(command, &n, &problem);
    free(words);
    if (words == NULL)
        return problem == NULL
                   ? fail_no_memory(error)
                   : assay_fail(error, ASSAY_USAGE, "%s in the command: %s", problem, command);
    if (n == 0)
        return assay_fail(error, ASSAY_USAGE, "a command is empty");
    if (command_shell_syntax(command, operator) == NULL)
        return ASSAY_OK;
    return fail_naming(
        error, ASSAY_USAGE,
        "the command contains \"%s\" and no shell was asked for. Add @shell=sh, or write a script.",
        operator);
}

static bool asks_for_shell(const struct design_request *request)
{
    return request->shell != NULL && strcmp(request->shell, "none") != 0;
}

static enum assay_status check_command(const struct design_request *request, const char *command,
                                       struct assay_error *error)
{
    const bool shell = asks_for_shell(request) && !request->no_shell;
    enum assay_status status = check_text("the command", command, error);
    return status == ASSAY_OK && !shell ? check_words(command, error) : status;
}

static enum assay_status check_number(const char *option, size_t n, size_t n_commands,
                                      struct assay_error *error)
{
    if (n <= 1 || n == n_commands)
        return ASSAY_OK;
    return fail_naming(error, ASSAY_USAGE,
                       "@%s is given %zu times for %zu command%s; give it once, or once for each",
                       option, n, n_commands, n_commands == 1 ? "" : "s");
}

static enum assay_status check_counts(const struct design_request *request,
                                      struct assay_error *error)
{
    if (request->runs >= 0 && (request->min_runs >= 0 || request->max_runs >= 0))
        return fail_naming(
            error, ASSAY_USAGE,
            "@runs says the number of runs exactly; leave out @min-runs and @max-runs");
    if (request->runs == 0 || request->max_runs == 0)
        return assay_fail(error, ASSAY_USAGE, "the number of runs must be 1 or more");
    if (request->timeout_s <= 0)
        return fail_naming(error, ASSAY_USAGE, "@timeout: 0 is no time at all");
    if (request->max_runs >= 0 && request->min_runs > request->max_runs)
        return fail_naming(error, ASSAY_USAGE,
                           "at least %ld runs (@min-runs) are more than at most %ld (@max-runs)",
                           request->min_runs, request->max_runs);
    return ASSAY_OK;
}

static enum assay_status check_exit_codes(const char *text, struct assay_error *error)
{
    struct exit_codes codes;
    if (text == NULL || value_read_exit_codes(text, &codes))
        return ASSAY_OK;
    return fail_naming(error, ASSAY_USAGE,
                       "@exit-codes: \"%s\" names none (write 0 to 255, such as 0,1)", text);
}

enum assay_status run_quick_check(const struct design_request *request,
                                  const struct name_list *commands, struct assay_error *error)
{
    if (request->no_shell && asks_for_shell(request))
        return fail_naming(error, ASSAY_USAGE,
                           "@no-shell asks for no shell and @shell for one; give one of them");
    for (size_t i = 0; i < commands->n; i++)
        TRY(check_command(request, commands->items[i], error));
    for (size_t i = 0; i < request->names.n; i++)
        TRY(check_text("the name", request->names.items[i], error));
    TRY(check_counts(request, error));
    TRY(check_exit_codes(request->exit_codes, error));
    TRY(check_number("command-name", request->names.n, commands->n, error));
    TRY(check_number("prepare", request->prepare.n, commands->n, error));
    return check_number("conclude", request->conclude.n, commands->n, error);
}
