/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal_name.h -- names from outside made safe for a terminal.
 *
 * Apart from the other abilities of terminals, because `assay cc` and its linker speak, too.
 */
#pragma once

#include <stdbool.h>

/* A copy of a name from outside: control characters, bytes that are no UTF-8 and marks that change
 * the direction of writing appear as \n, \t, \033, \u202e. NULL when memory ran out. */
char *terminal_name(const char *name);

/* The same with its lines as they are: for what views have composed, should a name in it have been
 * forgotten. */
char *terminal_lines(const char *text);

/* Whether terminal_name would leave it as it is. */
bool terminal_is_safe(const char *text);

/* Control characters (C0, C1), line and paragraph separators, marks that reorder or hide text. */
bool terminal_obeys(unsigned code);
