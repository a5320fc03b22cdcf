/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal.h -- what the reader's end can show, and text made safe for it.
 *
 * Views are written with the signs that read best ("−38.1 %", "…", "·"); where they cannot be
 * shown, terminal_puts writes the same words in plain ASCII. Names from outside (benchmarks,
 * commands) may hold escape sequences: view_say makes them harmless.
 */
#pragma once

#include <stdio.h>

#include "base/owned.h"
#include "base/terminal_name.h"
#include "view/text/complain.h"
#include "view/text/say.h"

enum terminal_color { TERMINAL_AUTO, TERMINAL_ALWAYS, TERMINAL_NEVER };

enum { TERMINAL_WIDTH = 100 }; /* widest view, also where no terminal says its width */

struct terminal {
    FILE *stream;
    bool utf8; /* else plain ASCII */
    bool color;
    int width;    /* 60 … TERMINAL_WIDTH */
    bool redraws; /* a line can be drawn over: a terminal, and no dumb one */
};

/* The stream's abilities: UTF-8 needs a UTF-8 locale; color as --color says,
 * NO_COLOR and TERM=dumb respected when it says auto. */
struct terminal terminal_of(FILE *stream, enum terminal_color color);

enum style {
    STYLE_PLAIN,
    STYLE_GOOD,
    STYLE_BAD,
    STYLE_SAME,
    STYLE_OPEN,
    STYLE_FAINT,
    STYLE_STRONG
};

/* The escape sequence that begins a style, "" for STYLE_PLAIN or when there is no color. */
const char *terminal_style(const struct terminal *terminal, enum style style);

/* Writes text in a style, with its signs replaced where only ASCII can be shown. */
void terminal_puts(const struct terminal *terminal, enum style style, const char *text);
/* The same of what view_say writes. */
void terminal_printf(const struct terminal *terminal, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A copy of text as it can be shown (signs replaced in ASCII); NULL when memory ran out. */
char *terminal_text(const struct terminal *terminal, const char *text);

/* A path as people write it, ~/assay.db, assay.db, to be freed. NULL: no memory. */
char *terminal_place(const char *path);

/* Columns that UTF-8 text takes (as wcwidth says; what it does not know counts one). */
int terminal_columns(const char *text);
/* Columns of the sign at *text, which moves to the next one. */
int terminal_sign(const char **text);
/* A copy that has lost its middle when it was of more columns than limit (below 5: none is): "gzip -1
 * … corpus". NULL: no memory. */
char *terminal_shorten(const char *name, int limit);

/* Writes a paragraph folded at the width: the first line begins with `lead`, the others under its
 * end. Ends with a newline. Nothing of NULL. */
void terminal_paragraph(const struct terminal *terminal, const char *lead, const char *text);
/* The same with what view_say writes. */
void terminal_sentence(const struct terminal *terminal, const char *lead, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same without a lead, in the style of an answer where it is one line. */
void terminal_headline(const struct terminal *terminal, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
