/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h -- tables on the terminal: libsmartcols aligns, this keeps our habits in one place. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "view/text/terminal.h"

struct table;

enum table_align { TABLE_LEFT, TABLE_RIGHT };

/* Columns stand `gap` apart. NULL when memory ran out; every other function then does nothing, and
 * table_print counts it as lost (words.h), so that a view need not ask. */
struct table *table_new(const struct terminal *terminal, int gap);
void table_free(struct table **table);

void table_column(struct table *table, const char *title, enum table_align align);
/* Columns of words, and columns of numbers, by their titles. */
#define table_left(table, ...)                                                                     \
    table_columns(table, TABLE_LEFT, (const char *const[]){__VA_ARGS__, NULL})
#define table_right(table, ...)                                                                    \
    table_columns(table, TABLE_RIGHT, (const char *const[]){__VA_ARGS__, NULL})
void table_columns(struct table *table, enum table_align align, const char *const *titles);
/* One by a name from outside, made safe; of more columns than limit (0: none) it loses its middle. */
void table_name_column(struct table *table, enum table_align align, const char *name, int limit);
void table_row(struct table *table);
/* The next cell of the row. */
void table_cell(struct table *table, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with a name from outside, made safe: of more columns than limit (0: none) it loses its
 * middle, and looks different from the other names of its column. */
void table_name(struct table *table, enum style style, const char *name, int limit);

/* Columns of the widest line, the indent of two included; -1 when memory ran out. */
int table_width(struct table *table);

/* Prints it, indented by two, without trailing spaces, and frees it. */
void table_print(struct table **table);

/* The tables of a screen in another form, for papers and pages: every view's, since all of them are built
 * in view/text/table.c. The words around them become comments (LaTeX, CSV) or paragraphs (Markdown). */

enum table_form { TABLE_SCREEN, TABLE_LATEX, TABLE_MARKDOWN, TABLE_CSV };

/* From now on all tables in this form, the first with this caption (NULL: none) and label (of LaTeX; NULL: none); for a
 * user's wish, once, before anything is shown. */
void table_form_want(enum table_form form, const char *caption, const char *label);
bool table_form_wanted(void);
/* CSV, which programs read: a value a cell, and words in place of marks. */
bool table_csv_wanted(void);
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
