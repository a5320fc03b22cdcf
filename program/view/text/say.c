/* SPDX-License-Identifier: GPL-3.0-or-later */
/* say.c -- a format taken apart: texts go to who writes them, numbers to printf. */
#include "view/text/say.h"

#include <stdlib.h>
#include <string.h>

#include "base/terminal_name.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

/* The text of a conversion such as "%s", "%.24s", "%.*s". */
static void put_text(view_say_text *put, FILE *stream, const char *conversion, va_list *arguments)
{
    const char *precision = strchr(conversion, '.');
    int limit = 0;
    if (precision != NULL)
        limit = precision[1] == '*' ? va_arg(*arguments, int) : atoi(precision + 1);
    put(stream, va_arg(*arguments, const char *), limit);
}

/* What printf makes of one conversion, whose arguments are taken. */
static void put_other(FILE *stream, const char *conversion, va_list *arguments)
{
    const char type = conversion[strlen(conversion) - 1];
    va_list own;
    va_copy(own, *arguments);
    (void)vfprintf(stream, conversion, own);
    va_end(own);
    if (strchr(conversion, '*') != NULL)
        (void)va_arg(*arguments, int);
    if (type == 's')
        (void)va_arg(*arguments, const char *);
    else if (strchr("efg", type) != NULL)
        (void)va_arg(*arguments, double);
    else if (strpbrk(conversion, "lz") != NULL)
        (void)va_arg(*arguments, size_t);
    else if (type != '%')
        (void)va_arg(*arguments, int);
}

void view_say_by(view_say_text *put, FILE *stream, const char *format, va_list *arguments)
{
    for (const char *at = format; *at != '\0';) {
        char conversion[16];
        const size_t plain = strcspn(at, "%");
        fwrite(at, 1, plain, stream);
        at += plain;
        if (*at == '\0')
            break;
        const size_t n = strcspn(at + 1, "cdefgsuX%") + 2;
        (void)snprintf(conversion, sizeof conversion, "%.*s", (int)n, at);
        if (at[n - 1] == 's' && (at[1] == 's' || at[1] == '.'))
            put_text(put, stream, conversion, arguments);
        else
            put_other(stream, conversion, arguments);
        at += n;
    }
}

static void put_name(FILE *stream, const char *text, int limit)
{
    OWNED char *safe = view_kept(terminal_name(text)),
               *shown = safe != NULL ? terminal_shorten(safe, limit) : NULL;
    fputs(shown != NULL ? shown : "?", stream);
}

void view_say(FILE *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    view_say_by(put_name, stream, format, &arguments);
    va_end(arguments);
}

char *view_said_of(const char *format, va_list arguments)
{
    va_list own;
    va_copy(own, arguments);
    char *text = VIEW_TEXT(stream, view_say_by(put_name, stream, format, &own));
    va_end(own);
    return text;
}

char *view_said(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = view_said_of(format, arguments);
    va_end(arguments);
    return text;
}
