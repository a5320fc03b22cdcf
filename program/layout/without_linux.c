/* SPDX-License-Identifier: GPL-3.0-or-later */
/* without_linux.c -- in place of the room where compilers, linkers and the names of open files are others: `assay cc` is refused. */
#include "layout/layout.h"

#include "view/text/complain.h"

int layout_wrap(const struct layout_options *options, char **argv)
{
    (void)options, (void)argv;
    (void)terminal_complain(
        "assay cc: code is laid out on Linux alone (cc itself builds without it)");
    return LAYOUT_FAILED;
}

bool layout_is_linker(const char *program)
{
    (void)program;
    return false;
}

int layout_link(char **argv)
{
    (void)argv;
    return LAYOUT_FAILED;
}

bool layout_is_assembler(const char *program)
{
    (void)program;
    return false;
}

int layout_assemble(char **argv)
{
    (void)argv;
    return LAYOUT_FAILED;
}
