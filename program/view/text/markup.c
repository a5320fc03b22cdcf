/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markup.c -- the one way of a text into a language of marks. */
#include "view/text/markup.h"

#include <string.h>

#include "export/markup_text.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

/* UTF-8 without control characters, in one line; at most so many bytes of the text, where limit is not 0. */
static char *visible_of(const char *text, int limit)
{
    OWNED char *part = limit > 0 ? view_kept(strndup(text, (size_t)limit)) : NULL;
    return view_kept(terminal_name(part != NULL ? part : text));
}

static void put_markdown(FILE *stream, const char *text, int limit)
{
    OWNED char *visible = visible_of(text, limit);
    markdown_text(stream, visible != NULL ? visible : "?");
}

static void put_xml(FILE *stream, const char *text, int limit)
{
    OWNED char *visible = visible_of(text, limit);
    xml_text(stream, visible != NULL ? visible : "?");
}

static void put_pgf(FILE *stream, const char *text, int limit)
{
    OWNED char *visible = visible_of(text, limit);
    latex_text(stream, visible != NULL ? visible : "?");
}

/* Source: OpenMetrics 1.0.0, "Text format": escaped-string. */
static void put_label(FILE *stream, const char *text, int limit)
{
    OWNED char *visible = visible_of(text, limit);
    for (const char *c = visible != NULL ? visible : "?"; *c != '\0'; c++) {
        if (*c == '\\' || *c == '"')
            fputc('\\', stream);
        fputc(*c, stream);
    }
}

struct markup markup_markdown(FILE *stream)
{
    return (struct markup){stream, put_markdown};
}

struct markup markup_xml(FILE *stream)
{
    return (struct markup){stream, put_xml};
}

struct markup markup_metrics(FILE *stream)
{
    return (struct markup){stream, put_label};
}

struct markup markup_pgf(FILE *stream)
{
    return (struct markup){stream, put_pgf};
}

void markup_write(const struct markup *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    view_say_by(out->put, out->closed, format, &arguments);
    va_end(arguments);
}

size_t markup_length(const struct markup *out)
{
    const long n = ftell(out->closed);
    return n > 0 ? (size_t)n : 0;
}

bool markup_fits(const struct markup *out, size_t most,
                 void (*print)(const struct markup *out, const void *what), const void *what)
{
    OWNED char *text = VIEW_TEXT(own, print(&(const struct markup){own, out->put}, what));
    const bool fits = text != NULL && markup_length(out) + strlen(text) <= most;
    if (fits)
        fputs(text, out->closed);
    return fits;
}
