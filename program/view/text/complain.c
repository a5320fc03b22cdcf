/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complain.c -- messages on stderr. */
#include "view/text/complain.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/owned.h"
#include "base/terminal_name.h"
#include "view/text/terminal.h"

void terminal_say_name(const char *name, size_t length)
{
    OWNED char *copy = strndup(name, length), *safe = copy != NULL ? terminal_name(copy) : NULL;
    fputs(safe != NULL ? safe : "?", stderr);
}

/* At blanks, where the terminal would break it anywhere. */
static void say_folded(const char *text)
{
    const struct terminal terminal = terminal_of(stderr, TERMINAL_NEVER);
    if (terminal_columns(text) > terminal.width)
        terminal_paragraph(&terminal, "", text);
    else
        fprintf(stderr, "%s\n", text);
}

bool terminal_complain_of(const char *format, va_list arguments)
{
    OWNED char *text = NULL;
    OWNED char *safe = vasprintf(&text, format, arguments) >= 0 ? terminal_name(text) : NULL;
    if (safe != NULL && isatty(STDERR_FILENO))
        say_folded(safe);
    else
        fprintf(stderr, "%s\n", safe != NULL ? safe : "assay: out of memory");
    return false;
}

bool terminal_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    terminal_complain_of(format, arguments);
    va_end(arguments);
    return false;
}
