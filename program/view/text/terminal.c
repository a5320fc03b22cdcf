/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal.c -- signs, colors, widths and safe names. */
#include "view/text/terminal.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/utf8.h"
#include "view/text/form.h"
#include "view/text/view_memory.h"

/* ---- abilities ---- */

/* Escape sequences reach somebody who follows them. */
static bool follows_escapes(bool is_terminal)
{
    const char *term = getenv("TERM");
    return is_terminal && term != NULL && strcmp(term, "dumb") != 0;
}

static bool color_wanted(bool is_terminal, enum terminal_color color)
{
    if (color != TERMINAL_AUTO)
        return color == TERMINAL_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    return follows_escapes(is_terminal) && (no_color == NULL || no_color[0] == '\0');
}

static int width_of(int fd, bool is_terminal)
{
    enum { NARROWEST = 60 };
    struct winsize size;
    const char *columns = getenv("COLUMNS"); /* of what reads the pipe, where somebody says so */
    long width = TERMINAL_WIDTH;
    if (is_terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        width = size.ws_col;
    else if (!is_terminal && columns != NULL && columns[0] != '\0')
        width = strtol(columns, NULL, 10);
    return width > TERMINAL_WIDTH ? TERMINAL_WIDTH : width < NARROWEST ? NARROWEST : (int)width;
}

/* Wide enough for every name; nobody looks at it on a screen. */
static struct terminal terminal_of_forms(void)
{
    enum { WIDE = 240 };
    FILE *words = form_words();
    return (struct terminal){.stream = words != NULL ? words : stdout, .utf8 = true, .width = WIDE};
}

struct terminal terminal_of(FILE *stream, enum terminal_color color)
{
    if (stream == stdout && form_wanted())
        return terminal_of_forms();
    int fd = fileno(stream);
    bool is_terminal = fd >= 0 && isatty(fd);
    return (struct terminal){.stream = stream,
                             .utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
                             .color = color_wanted(is_terminal, color),
                             .redraws = follows_escapes(is_terminal),
                             .width = width_of(fd, is_terminal)};
}

const char *terminal_style(const struct terminal *terminal, enum style style)
{
    static const char *const sequences[] = {
        [STYLE_PLAIN] = "",         [STYLE_GOOD] = "\x1b[32m", [STYLE_BAD] = "\x1b[31m",
        [STYLE_SAME] = "\x1b[36m",  [STYLE_OPEN] = "\x1b[33m", [STYLE_FAINT] = "\x1b[2m",
        [STYLE_STRONG] = "\x1b[1m",
    };
    return terminal->color ? sequences[style] : "";
}

/* ---- text ---- */

static const struct {
    const char *sign, *plain;
} signs[] = {
    {"\u2212", "-"},  /* minus */
    {"\u2026", ".."}, /* ellipsis */
    {"\u00b7", "-"},  /* middle dot */
    {"\u00d7", "x"},  /* times */
    {"\u00b1", "+-"}, /* plus or minus */
    {"\u00b5", "u"},  /* micro */
    {"\u2013", "-"},  /* en dash */
    {"\u251c", "|"},  /* plot: left end */
    {"\u2500", "-"},  /* plot: line */
    {"\u25cf", "o"},  /* plot: estimate */
    {"\u2524", "|"},  /* plot: right end */
    {"\u2502", ":"},  /* plot: no change */
    {"\u25c2", "<"},  /* plot: goes on to the left */
    {"\u25b8", ">"},  /* plot: goes on to the right */
};

static const char *plain_sign(const char *text, size_t *length)
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        *length = strlen(signs[i].sign);
        if (strncmp(text, signs[i].sign, *length) == 0)
            return signs[i].plain;
    }
    return NULL;
}

static void write_plain(FILE *stream, const char *text)
{
    while (*text != '\0') {
        size_t length;
        const char *plain = (unsigned char)*text >= 0x80 ? plain_sign(text, &length) : NULL;
        if (plain != NULL) {
            fputs(plain, stream);
            text += length;
        } else {
            fputc(*text++, stream);
        }
    }
}

char *terminal_text(const struct terminal *terminal, const char *text)
{
    if (terminal->utf8)
        return view_kept(terminal_lines(text));
    OWNED char *safe = view_kept(terminal_lines(text));
    return safe != NULL ? VIEW_TEXT(stream, write_plain(stream, safe)) : NULL;
}

void terminal_puts(const struct terminal *terminal, enum style style, const char *text)
{
    const char *begin = terminal_style(terminal, style);
    OWNED char *shown = terminal_text(terminal, text);
    fputs(begin, terminal->stream);
    fputs(shown != NULL ? shown : "?", terminal->stream);
    fputs(begin[0] != '\0' ? "\x1b[0m" : "", terminal->stream);
}

void terminal_printf(const struct terminal *terminal, enum style style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    OWNED char *text = view_said_of(format, arguments);
    va_end(arguments);
    terminal_puts(terminal, style, text != NULL ? text : "?");
}

/* ---- columns ---- */

static int sign_columns(const char *text, size_t *length)
{
    unsigned code;
    *length = utf8_decode(text, &code);
    if (*length == 0) {
        *length = 1;
        return 1;
    }
    int width = wcwidth((wchar_t)code);
    return width >= 0 ? width : 1;
}

int terminal_sign(const char **text)
{
    size_t length;
    const int columns = sign_columns(*text, &length);
    *text += length;
    return columns;
}

int terminal_columns(const char *text)
{
    int columns = 0;
    for (size_t length; *text != '\0'; text += length)
        columns += sign_columns(text, &length);
    return columns;
}

/* Where the first `columns` columns of text end. */
static const char *skip_columns(const char *text, int columns)
{
    for (size_t length; *text != '\0'; text += length) {
        columns -= sign_columns(text, &length);
        if (columns < 0)
            break;
    }
    return text;
}

char *terminal_shorten(const char *name, int limit)
{
    const int columns = terminal_columns(name);
    if (limit < 5 || columns <= limit)
        return view_kept(strdup(name));
    const int front = (limit - 1) * 2 / 3, back = limit - 1 - front;
    const char *head = skip_columns(name, front), *tail = skip_columns(name, columns - back);
    return view_format("%.*s\u2026%s", (int)(head - name), name, tail);
}

char *terminal_place(const char *path)
{
    const char *home = getenv("HOME");
    const size_t length = home != NULL ? strlen(home) : 0;
    if (strncmp(path, "./", 2) == 0)
        return view_said("%s", path + 2);
    const bool below = length >= 2 && strncmp(path, home, length) == 0 && path[length] == '/';
    return view_said("%s%s", below ? "~" : "", below ? path + length : path);
}
