/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markup_text.c -- any text, so that LaTeX and Markdown show it as it stands.
 * Checked:  pdflatex of TeX Live 2022 with the fonts that it has by itself (OT1): all of Latin-1 but the six letters and
 *           quotes below. */
#include "export/markup_text.h"

#include <string.h>
#include <strings.h>

#include "base/owned.h"
#include "base/utf8.h"
#include "export/export.h"

/* What TeX takes for a command, for another sign, or joins with its neighbour (-- becomes a dash). */
static const char *in_place_of(const char *text)
{
    switch (*text) {
    case '\\': return "\\textbackslash{}";
    case '~': return "\\textasciitilde{}";
    case '^': return "\\textasciicircum{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '"': return "\\char34{}";
    case '`': return "\\textasciigrave{}";
    case '-': return text[1] == '-' ? "{-}" : NULL;
    case '[': return "{[}"; /* behind \\ it would be a length */
    case ']': return "{]}"; /* in an optional argument it would end that */
    case '*': return "{*}"; /* behind \\ it would forbid a page break */
    default: return NULL;
    }
}

static bool has_glyph(unsigned code)
{
    static const unsigned beyond[] = {0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2026};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        if (code == beyond[i])
            return true;
    return code >= 0xa0 && code <= 0xff && code != 0xab && code != 0xbb && code != 0xd0 &&
           code != 0xde && code != 0xf0 && code != 0xfe;
}

void latex_text(FILE *stream, const char *text)
{
    OWNED char *visible = export_visible(text);
    const char *c = visible != NULL ? visible : "?";
    while (*c != '\0') {
        unsigned code;
        const size_t length = utf8_decode(c, &code);
        const char *instead = length <= 1 ? in_place_of(c) : NULL;
        if (instead != NULL)
            fputs(instead, stream);
        else if (length <= 1)
            fprintf(stream, "%s%c", strchr("&%$#_{}", *c) != NULL ? "\\" : "", *c);
        else if (code == 0x2212)
            fputs("$-$", stream);
        else if (has_glyph(code))
            fwrite(c, 1, length, stream);
        else
            fprintf(stream, "\\{U+%04X\\}", code);
        c += length > 0 ? length : 1;
    }
}

/* Where a forge looks for a person, another issue, or an address: it goes by the text that is shown, so that an
 * entity would not help. A comment of HTML splits it, and is not shown.
 * Source: docs.github.com, "Autolinked references and URLs" and "Mentioning people"; GitLab's "special references". */
static bool calls_behind(const char *begin, const char *c)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const bool in_word = c > begin && c[-1] != '\0' && strchr(letters, c[-1]) != NULL;
    const bool before_word = c[1] != '\0' && strchr(letters, c[1]) != NULL;
    switch (*c) {
    case '@': return before_word && !in_word;
    case '#':
    case '!':
    case '$':
    case '%':
    case '&': return c[1] >= '0' && c[1] <= '9';
    case ':': return c[1] == '/' && c[2] == '/';
    case '-': return c - begin >= 2 && strncasecmp(c - 2, "GH", 2) == 0 && before_word;
    case 'w':
    case 'W': return !in_word && strncasecmp(c, "www.", 4) == 0;
    default: return false;
    }
}

/* Signs that Markdown or HTML would read. */
void markdown_text(FILE *stream, const char *text)
{
    OWNED char *visible = export_visible(text);
    const char *begin = visible != NULL ? visible : "?";
    for (const char *c = begin; *c != '\0'; c++) {
        switch (*c) {
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '&': fputs("&amp;", stream); break;
        case '~':
        case '|':
        case '`':
        case '*':
        case '_':
        case '[':
        case ']':
        case '\\': fputc('\\', stream); /* fall through */
        default: fputc(*c, stream);
        }
        if (calls_behind(begin, c))
            fputs("<!-- -->", stream);
    }
}

void xml_text(FILE *stream, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&': fputs("&amp;", stream); break;
        case '<': fputs("&lt;", stream); break;
        case '>': fputs("&gt;", stream); break;
        case '"': fputs("&quot;", stream); break;
        case '\'': fputs("&#39;", stream); break;
        default: fputc(*text, stream);
        }
}
