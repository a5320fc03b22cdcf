/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal_name.c -- escapes for what a terminal would obey. */
#include "base/terminal_name.h"

#include <string.h>

#include "base/text_buffer.h"
#include "base/utf8.h"

/* Control characters (C0, C1), line and paragraph separators, marks that reorder or hide text. */
bool terminal_obeys(unsigned code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
           code == 0xfeff;
}

/* Octal, as C and shells read it. */
static void write_escaped(FILE *stream, unsigned code)
{
    if (code == '\n')
        fputs("\\n", stream);
    else if (code == '\t')
        fputs("\\t", stream);
    else if (code == '\r')
        fputs("\\r", stream);
    else
        fprintf(stream, code < 0x100 ? "\\%03o" : "\\u%04x", code);
}

/* A copy without what a terminal would obey; the signs of `kept` stay. */
static char *harmless(const char *text, const char *kept)
{
    struct text_buffer buffer;
    FILE *stream = text_buffer_open(&buffer);
    if (stream == NULL)
        return NULL;
    while (*text != '\0') {
        unsigned code;
        size_t n = utf8_decode(text, &code);
        if (n == 0)
            write_escaped(stream, (unsigned char)*text);
        else if (terminal_obeys(code) && (n > 1 || strchr(kept, *text) == NULL))
            write_escaped(stream, code);
        else
            fwrite(text, 1, n, stream);
        text += n > 0 ? n : 1;
    }
    return text_buffer_close(&buffer);
}

char *terminal_name(const char *name)
{
    return harmless(name, "");
}

char *terminal_lines(const char *text)
{
    return harmless(text, "\n");
}

bool terminal_is_safe(const char *text)
{
    unsigned code;
    for (size_t n; *text != '\0'; text += n)
        if ((n = utf8_decode(text, &code)) == 0 || terminal_obeys(code))
            return false;
    return true;
}
