/* SPDX-License-Identifier: GPL-3.0-or-later */
/* latex_text.h -- any text, as LaTeX prints it. */
#ifndef EXPORT_LATEX_TEXT_H
#define EXPORT_LATEX_TEXT_H

#include <stdio.h>

/* Writes a name or a sentence so that pdflatex prints it as it stands, wherever it stands: at the beginning of a row
 * of a table, in \texttt, in a caption. Beyond Latin-1 a character that needs another font appears as {U+65E5}. */
void latex_text(FILE *stream, const char *text);

#endif
