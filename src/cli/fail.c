/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail.c -- what many verbs may have to say on stderr. */
#include "cli/fail.h"

#include <stdio.h>

#include "render/terminal.h"

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
