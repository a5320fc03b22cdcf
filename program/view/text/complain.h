/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complain.h -- messages on stderr, whatever the names in them hold. `assay cc` and its linker speak by
 * them, too.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Writes the name, at most `length` bytes of it, to stderr as terminal_name makes it. */
void terminal_say_name(const char *name, size_t length);

/* Writes one line to stderr; names from outside in it are made safe as by terminal_name. False, for those who
 * end so. */
bool terminal_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool terminal_complain_of(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));
