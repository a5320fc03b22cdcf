/* SPDX-License-Identifier: GPL-3.0-or-later */
/* knob.c -- how sentences name what a caller can set. */
#include "base/knob.h"

#include <stdbool.h>
#include <stdio.h>

enum { LONGEST_FORMAT = 2048 };

static struct knob_style style = {"", "=", '_'};

void knob_style_set(struct knob_style spelt)
{
    style = spelt;
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

struct spelling {
    char *out;
    size_t size, used;
};

static void put(struct spelling *spelling, char c)
{
    if (spelling->used + 1 < spelling->size)
        spelling->out[spelling->used++] = c;
}

static void put_text(struct spelling *spelling, const char *text)
{
    while (*text != '\0')
        put(spelling, *text++);
}

/* A dash belongs to the word when a letter follows. Gives what stands behind the word, and behind its "=". */
static const char *put_knob(struct spelling *spelling, const char *p)
{
    put_text(spelling, style.before);
    if (*p == '%') { /* %s */
        put(spelling, *p++);
        put(spelling, *p++);
    }
    for (; is_lower(*p) || (*p == '-' && is_lower(p[1])); p++)
        put(spelling, *p == '-' ? style.joint : *p);
    if (*p != '=')
        return p;
    put_text(spelling, style.is);
    return p + 1;
}

char *knob_spell(const char *text, char *out, size_t size)
{
    struct spelling spelling = {out, size, 0};
    for (const char *p = text; *p != '\0';) {
        if (*p == '@' && (is_lower(p[1]) || (p[1] == '%' && p[2] == 's')))
            p = put_knob(&spelling, p + 1);
        else
            put(&spelling, *p++);
    }
    out[spelling.used] = '\0';
    return out;
}

/* The compiler has checked the format as it was written: spelling changes no conversion of it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

int knob_vprint(char *out, size_t size, const char *format, va_list arguments)
{
    char spelt[LONGEST_FORMAT];
    (void)knob_spell(format, spelt, sizeof spelt);
    return vsnprintf(out, size, spelt, arguments);
}

int knob_vasprint(char **out, const char *format, va_list arguments)
{
    char spelt[LONGEST_FORMAT];
    (void)knob_spell(format, spelt, sizeof spelt);
    return vasprintf(out, spelt, arguments);
}

#pragma GCC diagnostic pop

int knob_print(char *out, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = knob_vprint(out, size, format, arguments);
    va_end(arguments);
    return n;
}
