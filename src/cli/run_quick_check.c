/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_quick_check.c -- whether the options of quick mode fit its commands, in words that name options.
 * What they make together, the manifest's own checks look at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run_options.h"
#include "manifest/value.h"
#include "manifest/words.h"
#include "render/terminal.h"
#include "render/words.h"

/* The store and every finding are UTF-8; what is none is refused by name. */
static bool is_text(const char *what, const char *text)
{
    if (terminal_is_utf8(text))
        return true;
    terminal_complain("assay: %s \"%s\" is not UTF-8 text", what, text);
    return false;
}

static bool check_command(const struct run_options *options, const char *command)
{
    char operator[3];
    size_t n = 0;
    const char *problem;
    bool shell = options->shell != NULL && strcmp(options->shell, "none") != 0;
    if (!is_text("the command", command))
        return false;
    if (shell && !options->no_shell)
        return true;
    char **words = words_split(command, &n, &problem);
    free(words);
    if (words == NULL && problem == NULL) {
        words_lose();
        return false;
    }
    if (words == NULL) {
        terminal_complain("assay: %s in the command: %s", problem, command);
        return false;
    }
    if (n == 0) {
        fputs("assay: a command is empty\n", stderr);
        return false;
    }
    if (words_shell_syntax(command, operator) == NULL)
        return true;
    terminal_complain(
        "assay: the command contains \"%s\" and no shell was asked for. Add -S sh, or write a "
        "script.",
        operator);
    return false;
}

static bool check_number(const char *option, size_t n, size_t n_commands)
{
    if (n <= 1 || n == n_commands)
        return true;
    terminal_complain("assay: %s is given %zu times for %zu commands; give it once, or once for "
                      "each",
                      option, n, n_commands);
    return false;
}

static bool check_counts(const struct run_options *options)
{
    if (options->runs >= 0 && (options->min_runs >= 0 || options->max_runs >= 0)) {
        fputs("assay: -r says the number of runs exactly; leave out -m and -M\n", stderr);
        return false;
    }
    if (options->runs == 0 || options->max_runs == 0) {
        fputs("assay: the number of runs must be 1 or more\n", stderr);
        return false;
    }
    if (options->timeout_s <= 0) {
        fputs("assay: --timeout: 0 is no time at all\n", stderr);
        return false;
    }
    if (options->max_runs >= 0 && options->min_runs > options->max_runs) {
        fprintf(stderr, "assay: at least %ld runs (-m) are more than at most %ld (-M)\n",
                options->min_runs, options->max_runs);
        return false;
    }
    return true;
}

static bool check_exit_codes(const char *text)
{
    struct exit_codes codes;
    if (text == NULL || value_read_exit_codes(text, &codes))
        return true;
    terminal_complain("assay: --exit-codes: \"%s\" names none (write 0 to 255, such as 0,1)", text);
    return false;
}

bool run_quick_check(const struct run_options *options, const struct option_arguments *commands)
{
    if (options->no_shell && options->shell != NULL && strcmp(options->shell, "none") != 0) {
        fputs("assay: -N asks for no shell and -S for one; give one of them\n", stderr);
        return false;
    }
    for (size_t i = 0; i < commands->n; i++)
        if (!check_command(options, commands->items[i]))
            return false;
    for (size_t i = 0; i < options->names.n; i++)
        if (!is_text("the name", options->names.items[i]))
            return false;
    return check_counts(options) && check_exit_codes(options->exit_codes) &&
           check_number("-n", options->names.n, commands->n) &&
           check_number("-p", options->prepare.n, commands->n) &&
           check_number("-C", options->conclude.n, commands->n);
}
