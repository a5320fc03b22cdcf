/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markup.h -- what is written in a language of marks, for others to read by programs: Markdown, JUnit's XML, OpenMetrics,
 * SVG, PGF.
 *
 * Names, units and notes come from outside. A stream of these languages is of this type, which neither fprintf nor fputs
 * takes: the compiler refuses a text that did not go through the language's own way of showing it as it stands.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "view/text/say.h"

struct markup {
    FILE *closed;       /* for markup.c alone (tests/check/ways) */
    view_say_text *put; /* a text, as the language shows it */
};

/* The stream in a language. A text is shown in Markdown and PGF wherever it stands, in XML between tags and in
 * attributes, in OpenMetrics as the value of a label. */
struct markup markup_markdown(FILE *stream);
struct markup markup_xml(FILE *stream);
struct markup markup_metrics(FILE *stream);
struct markup markup_pgf(FILE *stream);

/* Marks, in which what each %s brings is shown as it stands. */
void markup_write(const struct markup *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* How many bytes have been written. */
size_t markup_length(const struct markup *out);

/* What print writes, as a whole: false, and nothing, where out would be longer than most with it. */
bool markup_fits(const struct markup *out, size_t most,
                 void (*print)(const struct markup *out, const void *what), const void *what);
