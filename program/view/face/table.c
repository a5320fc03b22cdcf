/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c -- a table put together. */
#include "view/face/table.h"

#include <stdlib.h>

#include "base/array.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

struct table *table_new(int gap)
{
    struct table *table = calloc(1, sizeof *table);
    if (table != NULL)
        table->whole.gap = gap;
    return table;
}

void table_free(struct table **table)
{
    if (*table == NULL)
        return;
    for (size_t i = 0; i < (*table)->n_columns; i++) {
        free((*table)->columns[i].title);
        free((*table)->columns[i].terse);
    }
    for (size_t i = 0; i < (*table)->n_fields; i++) {
        free((*table)->fields[i].text);
        free((*table)->fields[i].terse);
    }
    free((*table)->columns);
    free((*table)->fields);
    free((*table)->rows);
    free((*table)->values);
    free(*table);
    *table = NULL;
}

void table_fits(struct table *table, const struct table_fit *fits, size_t n)
{
    if (table == NULL)
        return;
    table->fits = fits;
    table->n_fits = n;
}

/* ---- columns ---- */

static struct table_head *add_column(struct table *table, struct column column)
{
    if (table == NULL || table->failed)
        return NULL;
    table->failed = !array_more(&table->columns, table->n_columns, &table->room_columns);
    if (table->failed)
        return NULL;
    struct table_head *head = &table->columns[table->n_columns++];
    *head = (struct table_head){view_format("%s", column.title),
                                column.terse != NULL ? view_format("%s", column.terse) : NULL,
                                column.align,
                                column.part,
                                column.terse_at,
                                column.folds,
                                NULL};
    table->failed = head->title == NULL;
    return head;
}

void table_add(struct table *table, struct column column)
{
    (void)add_column(table, column);
}

void table_columns(struct table *table, enum table_align align, const char *const *titles)
{
    for (; *titles != NULL; titles++)
        table_add(table, (struct column){.title = *titles, .align = align});
}

void table_name_column(struct table *table, enum table_align align, const char *name, int limit)
{
    OWNED char *title = view_said("%.*s", limit, name);
    table_add(table, (struct column){.title = title != NULL ? title : "?", .align = align});
}

/* ---- cells ---- */

void table_row(struct table *table)
{
    if (table == NULL || table->failed)
        return;
    table->failed = !array_more(&table->rows, table->n_rows, &table->room_rows);
    if (!table->failed)
        table->rows[table->n_rows++] = table->n_fields;
}

/* Cells of the row so far. */
static size_t n_filled(const struct table *table)
{
    return table->n_fields - table->rows[table->n_rows - 1];
}

/* Takes the text; what stands behind the last column is lost. */
static void add_field(struct table *table, struct table_field field)
{
    const bool takes =
        table != NULL && !table->failed && table->n_rows > 0 && n_filled(table) < table->n_columns;
    if (takes)
        table->failed =
            field.text == NULL || !array_more(&table->fields, table->n_fields, &table->room_fields);
    if (takes && !table->failed)
        table->fields[table->n_fields++] = field;
    else
        free(field.text);
}

/* Makes the next cell's column where no row has had it. */
static void want_column(struct table *table, struct column column)
{
    if (table != NULL && !table->failed && table->n_rows > 0 && n_filled(table) == table->n_columns)
        (void)add_column(table, column);
}

void table_cell(struct table *table, enum style style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_field(table, (struct table_field){.text = view_of(format, arguments), .style = style});
    va_end(arguments);
}

void table_put(struct table *table, struct column column, enum style style, const char *format, ...)
{
    want_column(table, column);
    va_list arguments;
    va_start(arguments, format);
    add_field(table, (struct table_field){.text = view_of(format, arguments), .style = style});
    va_end(arguments);
}

void table_name(struct table *table, enum style style, const char *name, int limit)
{
    add_field(table, (struct table_field){.text = view_kept(terminal_name(name)),
                                          .style = style,
                                          .is_name = true,
                                          .limit = limit});
}

void table_put_name(struct table *table, struct column column, const char *name, int limit)
{
    want_column(table, column);
    table_name(table, STYLE_PLAIN, name, limit);
}

void table_put_drawn(struct table *table, struct column column, table_draw draw,
                     const void *context)
{
    want_column(table, column);
    table_put(table, column, STYLE_PLAIN, "%s", "");
    if (table == NULL || table->failed)
        return;
    table->columns[n_filled(table) - 1].draw = draw;
    table->drawn = context;
}

void table_verdict(struct table *table, enum assay_verdict verdict)
{
    table_cell(table, verdict_style(verdict), "%s", assay_verdict_name(verdict));
}

void table_terse(struct table *table, const char *text)
{
    if (table == NULL || table->failed || table->n_fields == 0)
        return;
    struct table_field *field = &table->fields[table->n_fields - 1];
    field->terse = view_format("%s", text);
    table->failed = field->terse == NULL;
}

/* ---- values ---- */

static void add_value(struct table *table, struct table_value value)
{
    if (table == NULL || table->failed)
        return;
    table->failed = !array_more(&table->values, table->n_values, &table->room_values);
    value.row = table->n_rows;
    if (!table->failed)
        table->values[table->n_values++] = value;
}

void table_number(struct table *table, const char *key, double number)
{
    add_value(table, (struct table_value){.key = key, .kind = TABLE_NUMBER, .number = number});
}

void table_count(struct table *table, const char *key, size_t count)
{
    add_value(table, (struct table_value){.key = key, .kind = TABLE_COUNT, .count = count});
}

void table_word(struct table *table, const char *key, const char *word)
{
    add_value(table, (struct table_value){.key = key, .kind = TABLE_WORD, .word = word});
}

/* ---- for media ---- */

const struct table_field *table_field_of(const struct table *table, size_t row, size_t column)
{
    const size_t at = table->rows[row - 1] + column,
                 end = row < table->n_rows ? table->rows[row] : table->n_fields;
    return at < end ? &table->fields[at] : NULL;
}

const char *table_text(const struct table *table, size_t row, size_t column, int terse)
{
    const struct table_head *head = &table->columns[column];
    const struct table_field *field = row > 0 ? table_field_of(table, row, column) : NULL;
    if (row == 0)
        return head->terse != NULL && terse >= head->terse_at ? head->terse : head->title;
    if (field == NULL)
        return "";
    return field->terse != NULL && terse > 0 ? field->terse : field->text;
}
