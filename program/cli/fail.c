/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.c -- errors become sentences on stderr and exit codes. */
#include "cli/fail.h"

#include <stdarg.h>
#include <stdio.h>

#include "view/text/terminal.h"

enum exit_code fail_code(enum assay_status status)
{
    switch (status) {
    case ASSAY_OK: return EXIT_DONE;
    case ASSAY_INVALID:
    case ASSAY_UNDEFINED:
    case ASSAY_NO_CONVERGENCE:
    case ASSAY_MISSING: return EXIT_DATA;
    case ASSAY_USAGE: return EXIT_USAGE;
    case ASSAY_FAILED: return EXIT_COMMAND;
    case ASSAY_NO_MEMORY:
    case ASSAY_SYSTEM: return EXIT_SYSTEM;
    case ASSAY_INTERRUPTED: return EXIT_INTERRUPTED;
    }
    return EXIT_SYSTEM;
}

static void say(const char *name, bool located, const char *text)
{
    if (located)
        terminal_complain("%s", text);
    else
        terminal_complain("%s: %s", name, text);
}

enum exit_code fail_as(const char *name, const struct assay_error *error)
{
    say(name, error->located, error->text);
    return fail_code(error->status);
}

enum exit_code fail_with(const struct assay_error *error)
{
    return fail_as("assay", error);
}

enum exit_code conclude_as(const char *name, enum assay_status status, struct remarks *remarks,
                           const struct assay_error *error)
{
    for (size_t i = 0; i < remarks->n; i++)
        say(name, remarks->items[i].located, remarks->items[i].text);
    remarks_fini(remarks);
    return status == ASSAY_OK ? EXIT_DONE : fail_as(name, error);
}

enum exit_code conclude(enum assay_status status, struct remarks *remarks,
                        const struct assay_error *error)
{
    return conclude_as("assay", status, remarks, error);
}

bool fail_is_answer(enum exit_code code)
{
    return code == EXIT_DONE || code == EXIT_SLOWER || code == EXIT_INCONCLUSIVE;
}

enum exit_code fail_closing(struct store **store, enum exit_code code)
{
    struct assay_error error;
    if (*store != NULL && store_settle(*store, &error) != ASSAY_OK && code != EXIT_SYSTEM) {
        const enum exit_code failed = fail_with(&error);
        code = fail_is_answer(code) ? failed : code;
    }
    store_close(store);
    return code;
}

enum exit_code fail_withheld(const struct assay_told *told, const char *metric,
                             const char *benchmark)
{
    if (told->direction == ASSAY_TOLD_BY_NOBODY)
        return fail_saying(EXIT_DATA,
                           "assay: the gate decides nothing: of %.80s on %.80s nobody says whether "
                           "more or less is better. Say it: --direction METRIC=less, or =more",
                           metric, benchmark);
    return fail_saying(EXIT_DATA,
                       "assay: the gate decides nothing: of %.80s on %.80s nobody says the unit. "
                       "Write it (%.40s_ms), or say which way is better: --direction METRIC=less, "
                       "or =more",
                       metric, benchmark, metric);
}

enum exit_code fail_saying(enum exit_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    terminal_complain_of(format, arguments);
    va_end(arguments);
    return code;
}

enum exit_code fail_memory(void)
{
    fputs("assay: out of memory\n", stderr);
    return EXIT_SYSTEM;
}
