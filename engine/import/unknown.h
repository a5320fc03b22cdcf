/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unknown.h -- what a file is that no reader knows: said in a sentence, with what to do next. */
#pragma once

#include "text/text.h"

/* A text in a code that nobody reads here, or no text at all: what it is; NULL: it may be read. */
const char *format_no_text(const struct format_text *text);

struct format_sentence {
    char text[400];
};
/* Of a text that no reader knows. */
struct format_sentence format_unknown(const struct format_text *text);
