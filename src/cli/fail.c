/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.c -- what many verbs may have to say on stderr. */
#include "cli/fail.h"

#include <stdio.h>

#include "render/terminal.h"

enum exit_code fail_code(enum assay_status status)
{
    return status == ASSAY_OK ? EXIT_DONE : status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_DATA;
}

enum exit_code fail_library(const struct assay_error *error)
{
    terminal_complain("assay: %s", error->text);
    return fail_code(error->status);
}

enum exit_code fail_store(const struct store_error *error)
{
    terminal_complain("assay: %s", error->text);
    return error->status == STORE_MISSING ? EXIT_DATA : EXIT_SYSTEM;
}

enum exit_code fail_memory(void)
{
    fputs("assay: out of memory\n", stderr);
    return EXIT_SYSTEM;
}
