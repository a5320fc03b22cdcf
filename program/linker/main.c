/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c -- `ld` and `as`, which stand in their place while `assay cc` builds.
 *
 * A program of its own, so that a link does not wait for the libraries that the whole program loads:
 * it starts in a third of the time.
 */
#include "layout/layout.h"

int main(int argc, char **argv)
{
    (void)argc;
    return layout_is_assembler(argv[0]) ? layout_assemble(argv) : layout_link(argv);
}
