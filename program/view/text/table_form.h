/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_form.h -- the tables of a screen in another form, for papers and pages: every view's, since all of them are built
 * in view/text/table.c. The words around them become comments (LaTeX, CSV) or paragraphs (Markdown). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum table_form { TABLE_SCREEN, TABLE_LATEX, TABLE_MARKDOWN, TABLE_CSV };

/* From now on all tables in this form, the first with this caption (NULL: none) and label (of LaTeX; NULL: none); for a
 * user's wish, once, before anything is shown. */
void table_form_want(enum table_form form, const char *caption, const char *label);
bool table_form_wanted(void);
/* LaTeX or Markdown, which people read at the width of a page. */
bool table_form_of_page(void);

/* Where the words around the tables go; NULL: no memory, and lost. */
FILE *table_form_words(void);

/* A table by its cells. A column that holds drawings, and is not the first, is left out. */
struct table_cells {
    size_t n_rows, n_columns;
    const char *(*cell)(const void *context, size_t row, size_t column); /* row 0: the titles */
    bool (*is_right)(const void *context, size_t column);
    const void *context;
};
/* Writes to standard output the words so far, then the table. */
void table_form_write(const struct table_cells *cells);

/* The words behind the last table. */
void table_form_end(void);
