/* SPDX-License-Identifier: GPL-3.0-or-later */
/* say.h -- printf for what people read: what %s brings may come from outside. */
#pragma once

#include <stdarg.h>
#include <stdio.h>

/* Writes what a %s brings; limit: its precision, 0: none. */
typedef void view_say_text(FILE *stream, const char *text, int limit);

/* What printf would write, but for texts, which `put` writes. */
void view_say_by(view_say_text *put, FILE *stream, const char *format, va_list *arguments)
    __attribute__((format(printf, 3, 0)));

/* What printf would write, with texts as terminal_name makes them; of more columns than a precision, as in "%.24s",
 * they lose their middle: "gzip -1 … corpus". A text with a width is one of ours, and written as it is. */
void view_say(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same as a text, to be freed. NULL: no memory, and lost. */
char *view_said(const char *format, ...) __attribute__((format(printf, 1, 2)));
char *view_said_of(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
