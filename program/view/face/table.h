/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.h -- a table as data: its cells, and what of it gives way where there is little room. A medium draws it.
 *
 * A row is written column by column, each said once with its cell (table_put): the first row that has a column makes
 * it. Where columns stand apart from their rows they are said before (table_left, table_right), and rows fill them in
 * order (table_cell, table_name). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include <assay/interval.h>

#include "view/text/terminal.h"

enum table_align { TABLE_LEFT, TABLE_RIGHT };

/* What a column is. */
struct column {
    const char *title;
    enum table_align align;
    unsigned part;     /* it goes where a fit is without this; 0: it stays */
    const char *terse; /* its title in a fit that is terse by `terse_at`; NULL: the same */
    int terse_at;
    bool folds; /* its words may stand on several lines, where a medium can */
};

/* How much a table says where there is little room, from wide to narrow. */
struct table_fit {
    int gap; /* between columns */
    /* Columns of names that give way: names of more lose their middle (0: whole); with names_least what there is room
     * for, and no less than that. */
    int names, names_least;
    int drawing, drawing_most; /* columns of a drawing, and of a wider one where there is room */
    unsigned without;          /* parts that are left out */
    int terse;                 /* titles and cells are their terse ones up to this */
};

enum { TABLE_DRAWN = 256 }; /* bytes of a drawing */
/* Draws a row's cell of so many columns. */
typedef void (*table_draw)(const void *context, size_t row, int columns, bool utf8,
                           char text[TABLE_DRAWN]);

struct table_head {
    char *title, *terse;
    enum table_align align;
    unsigned part;
    int terse_at;
    bool folds;
    table_draw draw; /* NULL: of words */
};

/* NULL, and nothing: empty. */
struct table_field {
    char *text, *terse;
    enum style style;
    bool is_name;
    int limit; /* of a name, 0: whole */
};

/* What documents hold of a row. */
struct table_value {
    size_t row; /* from 1; 0: of the table */
    const char *key;
    enum table_kind { TABLE_NUMBER, TABLE_COUNT, TABLE_WORD } kind;
    double number;
    size_t count;
    const char *word; /* NULL: none */
};

struct table {
    struct table_head *columns;
    struct table_field *fields;
    size_t *rows; /* of each row its first field */
    struct table_value *values;
    size_t n_columns, n_fields, n_rows, n_values;
    size_t room_columns, room_fields, room_rows, room_values;
    const struct table_fit *fits;
    size_t n_fits;
    struct table_fit whole; /* where no other is given */
    const void *drawn;
    bool failed; /* no memory: it is not printed, and counted as lost */
};

/* Columns stand `gap` apart. NULL when memory ran out; every other function then does nothing, and printing counts it
 * as lost (view_memory.h), so that a view need not ask. */
struct table *table_new(int gap);
void table_free(struct table **table);
/* Borrowed, at least one: in place of the gap. */
void table_fits(struct table *table, const struct table_fit *fits, size_t n);

void table_row(struct table *table);

/* The next cell of the row and its column. */
void table_put(struct table *table, struct column column, enum style style, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same with a name from outside, made safe: of more columns than limit (0: none; TABLE_FITTED: as the fit says) it
 * loses its middle, and looks different from the other names of its column. */
enum { TABLE_FITTED = -1 };
#define TABLE_FITTED_TO(most) (-(most)) /* as the fit says, and no more than this: 2 or more */
void table_put_name(struct table *table, struct column column, const char *name, int limit);
/* The same with a drawing, which forms for papers leave out. The context is the table's, and borrowed. */
void table_put_drawn(struct table *table, struct column column, table_draw draw,
                     const void *context);
/* A verdict by its word and colour. */
void table_verdict(struct table *table, enum assay_verdict verdict);
/* What documents say of the row so far, before any row of the table, with all digits: a number (NaN and infinite: none), a
 * count, a word. Key and word are borrowed. */
void table_number(struct table *table, const char *key, double number);
void table_count(struct table *table, const char *key, size_t count);
void table_word(struct table *table, const char *key, const char *word);
/* What the cell before says in a terse fit. */
void table_terse(struct table *table, const char *text);

#define COLUMN_LEFT(...) ((struct column){.align = TABLE_LEFT, .title = __VA_ARGS__})
#define COLUMN_RIGHT(...) ((struct column){.align = TABLE_RIGHT, .title = __VA_ARGS__})

/* ---- columns before their rows ---- */

void table_add(struct table *table, struct column column);
/* Columns of words, and columns of numbers, by their titles. */
#define table_left(table, ...)                                                                     \
    table_columns(table, TABLE_LEFT, (const char *const[]){__VA_ARGS__, NULL})
#define table_right(table, ...)                                                                    \
    table_columns(table, TABLE_RIGHT, (const char *const[]){__VA_ARGS__, NULL})
void table_columns(struct table *table, enum table_align align, const char *const *titles);
/* One by a name from outside, made safe; of more columns than limit (0: none) it loses its middle. */
void table_name_column(struct table *table, enum table_align align, const char *name, int limit);
void table_cell(struct table *table, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void table_name(struct table *table, enum style style, const char *name, int limit);

/* ---- for media ---- */

/* What stands in a field, or above its column (row 0), in a fit that is terse so far. */
const char *table_text(const struct table *table, size_t row, size_t column, int terse);
/* NULL: the row ends before. */
const struct table_field *table_field_of(const struct table *table, size_t row, size_t column);
