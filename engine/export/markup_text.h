/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markup_text.h -- any text, so that LaTeX, Markdown, XML and HTML show it as it stands. */
#pragma once

#include <stdio.h>

/* Writes a name or a sentence so that pdflatex prints it as it stands, wherever it stands: at the beginning of a row
 * of a table, in \texttt, in a caption. Beyond Latin-1 a character that needs another font appears as {U+65E5}. */
void latex_text(FILE *stream, const char *text);

/* The same for Markdown, in a cell of a table, too. Nobody is called by it (@name) and nothing is linked (#12, an
 * address), where a forge would do so. */
void markdown_text(FILE *stream, const char *text);

/* The same for XML and HTML, in a quoted attribute, too, of text without control characters. */
void xml_text(FILE *stream, const char *text);
