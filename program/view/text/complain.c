/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complain.c -- messages on stderr. */
#include "view/text/complain.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/terminal_name.h"
#include "view/text/owned.h"

void terminal_say_name(const char *name, size_t length)
{
    OWNED char *copy = strndup(name, length), *safe = copy != NULL ? terminal_name(copy) : NULL;
    fputs(safe != NULL ? safe : "?", stderr);
}

void terminal_complain(const char *format, ...)
{
    char *text = NULL, *safe = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) >= 0) {
        safe = terminal_name(text);
        free(text);
    }
    va_end(arguments);
    fprintf(stderr, "%s\n", safe != NULL ? safe : "assay: out of memory");
    free(safe);
}
