/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen.c -- a table laid out for a terminal, in as narrow a form as it must be. */
#include "view/medium/screen.h"

#include <stdlib.h>
#include <string.h>

#include "view/medium/form.h"
#include "view/text/distinct_names.h"
#include "view/text/view_memory.h"

enum { INDENT = 2 };

/* A table as one fit has it. */
struct layout {
    const struct terminal *terminal;
    const struct table *table;
    struct table_fit fit;
    char **cells; /* of each column the title and its rows; NULL: the column is left out */
    int *widths;  /* of columns */
    int width;    /* of the widest line; -1: no memory */
};

static void layout_fini(struct layout *layout)
{
    const size_t n = layout->table->n_columns * (layout->table->n_rows + 1);
    for (size_t i = 0; layout->cells != NULL && i < n; i++)
        free(layout->cells[i]);
    free(layout->cells);
    free(layout->widths);
    layout->cells = NULL;
    layout->widths = NULL;
}

static char **column_of(const struct layout *layout, size_t column)
{
    return &layout->cells[column * (layout->table->n_rows + 1)];
}

static bool is_shown(const struct layout *layout, size_t column)
{
    const struct table_head *head = &layout->table->columns[column];
    return (head->part & layout->fit.without) == 0 &&
           (head->draw == NULL || layout->fit.drawing > 0);
}

/* ---- the cells of a column ---- */

static int limit_of(const struct layout *layout, const struct table_field *field)
{
    const int names = layout->fit.names;
    if (field->limit < TABLE_FITTED)
        return names > 0 && names < -field->limit ? names : -field->limit;
    return field->limit == TABLE_FITTED ? names : field->limit;
}

/* The names of one column get the limit of its first. */
static bool cut_names(const struct layout *layout, size_t column)
{
    const struct table *table = layout->table;
    OWNED const char **names = view_room(table->n_rows + 1, sizeof *names);
    OWNED char **cut = view_room(table->n_rows + 1, sizeof *cut);
    size_t n = 0;
    int limit = 0;
    if (names == NULL || cut == NULL)
        return false;
    for (size_t row = 1; row <= table->n_rows; row++) {
        const struct table_field *field = table_field_of(table, row, column);
        if (field == NULL || !field->is_name)
            continue;
        limit = n == 0 ? limit_of(layout, field) : limit;
        names[n++] = field->text;
    }
    if (n == 0)
        return true;
    if (!distinct_names(names, n, limit, cut))
        return false;
    for (size_t row = 1, k = 0; row <= table->n_rows; row++) {
        const struct table_field *field = table_field_of(table, row, column);
        if (field != NULL && field->is_name)
            column_of(layout, column)[row] = cut[k++];
    }
    return true;
}

static const char *text_of(const struct layout *layout, size_t row, size_t column,
                           char drawn[TABLE_DRAWN])
{
    const struct table *table = layout->table;
    if (row == 0 || table->columns[column].draw == NULL)
        return table_text(table, row, column, layout->fit.terse);
    table->columns[column].draw(table->drawn, row - 1, layout->fit.drawing, layout->terminal->utf8,
                                drawn);
    return drawn;
}

/* False: no memory. */
static bool fill_column(const struct layout *layout, size_t column)
{
    char drawn[TABLE_DRAWN], **cells = column_of(layout, column);
    if (!cut_names(layout, column))
        return false;
    for (size_t row = 0; row <= layout->table->n_rows; row++) {
        OWNED char *cut = cells[row];
        cells[row] = terminal_text(layout->terminal,
                                   cut != NULL ? cut : text_of(layout, row, column, drawn));
        if (cells[row] == NULL)
            return false;
        const int columns = terminal_columns(cells[row]);
        if (columns > layout->widths[column])
            layout->widths[column] = columns;
    }
    return true;
}

/* ---- lines ---- */

/* Bytes of a text without its trailing spaces. */
static size_t trimmed(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length;
}

/* The last column of a row that shows anything; none: SIZE_MAX. */
static size_t last_shown(const struct layout *layout, size_t row)
{
    size_t last = SIZE_MAX;
    for (size_t column = 0; column < layout->table->n_columns; column++) {
        const char *text = column_of(layout, column)[row];
        if (text != NULL && trimmed(text) > 0)
            last = column;
    }
    return last;
}

static const char *style_of(const struct layout *layout, size_t row, size_t column)
{
    const struct table_field *field = row > 0 ? table_field_of(layout->table, row, column) : NULL;
    return field != NULL ? terminal_style(layout->terminal, field->style) : "";
}

/* Returns its columns; prints it, unless the stream is NULL. */
static int write_line(const struct layout *layout, size_t row, FILE *stream)
{
    const size_t last = last_shown(layout, row);
    int at = INDENT, pad = INDENT;
    for (size_t column = 0; last != SIZE_MAX && column <= last; column++) {
        const char *text = column_of(layout, column)[row];
        if (text == NULL)
            continue;
        const int free_columns = layout->widths[column] - terminal_columns(text);
        const bool right = layout->table->columns[column].align == TABLE_RIGHT;
        const size_t length = column == last ? trimmed(text) : strlen(text);
        pad += right ? free_columns : 0;
        at += (right ? free_columns : 0) + terminal_columns(text) - (int)(strlen(text) - length);
        if (stream != NULL) {
            fprintf(stream, "%*s", pad, "");
            const char *begin = style_of(layout, row, column);
            fprintf(stream, "%s%.*s%s", length > 0 ? begin : "", (int)length, text,
                    length > 0 && begin[0] != '\0' ? "\x1b[0m" : "");
        }
        pad = (right ? 0 : free_columns) + layout->fit.gap;
        at += column == last ? 0 : pad;
    }
    if (stream != NULL)
        fputc('\n', stream);
    return last == SIZE_MAX ? 0 : at;
}

/* ---- the fit ---- */

/* Its width is negative where memory lacks: some cells are not there then. */
static struct layout lay_out(const struct terminal *terminal, const struct table *table,
                             struct table_fit fit)
{
    struct layout layout = {.terminal = terminal, .table = table, .fit = fit, .width = -1};
    layout.cells = view_room((table->n_columns + 1) * (table->n_rows + 1), sizeof *layout.cells);
    layout.widths = view_room(table->n_columns + 1, sizeof *layout.widths);
    bool done = layout.cells != NULL && layout.widths != NULL;
    for (size_t column = 0; done && column < table->n_columns; column++)
        done = !is_shown(&layout, column) || fill_column(&layout, column);
    for (size_t row = 0; done && row <= table->n_rows; row++) {
        const int columns = write_line(&layout, row, NULL);
        layout.width = columns > layout.width ? columns : layout.width;
    }
    for (size_t column = 0; done && column < table->n_columns; column++)
        if (table->columns[column].draw != NULL && fit.drawing < fit.drawing_most)
            layout.width += fit.drawing - layout.widths[column]; /* what it does not fill now */
    return layout;
}

/* The widest of the names that give way. */
static int longest_name(const struct layout *layout)
{
    int longest = 0;
    for (size_t column = 0; column < layout->table->n_columns; column++)
        for (size_t row = 1; is_shown(layout, column) && row <= layout->table->n_rows; row++) {
            const struct table_field *field = table_field_of(layout->table, row, column);
            if (field == NULL || !field->is_name || field->limit != TABLE_FITTED)
                continue;
            const int columns = terminal_columns(column_of(layout, column)[row]);
            longest = columns > longest ? columns : longest;
        }
    return longest;
}

static void again(struct layout *layout, struct table_fit fit)
{
    layout_fini(layout);
    *layout = lay_out(layout->terminal, layout->table, fit);
}

/* One fit, its names as long and its drawings as wide as there is room. */
static struct layout fit_out(const struct terminal *terminal, const struct table *table,
                             struct table_fit fit)
{
    struct layout layout = lay_out(terminal, table, fit);
    int longest = layout.width >= 0 && fit.names_least > 0 ? longest_name(&layout) : 0;
    while (layout.width > terminal->width && longest > fit.names_least) {
        const int room = longest - (layout.width - terminal->width);
        longest = fit.names = room > fit.names_least ? room : fit.names_least;
        again(&layout, fit); /* names that would look alike keep more */
    }
    const int slack = terminal->width - layout.width;
    if (layout.width >= 0 && slack > 0 && fit.drawing_most > fit.drawing) {
        fit.drawing += slack;
        fit.drawing = fit.drawing < fit.drawing_most ? fit.drawing : fit.drawing_most;
        again(&layout, fit);
    }
    return layout;
}

static const struct table_fit *fits_of(const struct table *table, size_t *n)
{
    *n = table->fits != NULL ? table->n_fits : 1;
    return table->fits != NULL ? table->fits : &table->whole;
}

/* The first fit with room, else the last. */
static struct layout choose(const struct terminal *terminal, const struct table *table)
{
    size_t n;
    const struct table_fit *fits = fits_of(table, &n);
    struct layout layout = fit_out(terminal, table, fits[0]);
    for (size_t i = 1; i < n && layout.width > terminal->width; i++) {
        layout_fini(&layout);
        layout = fit_out(terminal, table, fits[i]);
    }
    return layout;
}

bool table_has_room(const struct terminal *terminal, const struct table *table)
{
    if (table == NULL || table->failed) {
        view_lose();
        return false;
    }
    SCOPED(layout_fini) struct layout layout = choose(terminal, table);
    return layout.width <= terminal->width;
}

/* ---- all of it ---- */

static struct table_fit print_screen(const struct terminal *terminal, const struct table *table)
{
    SCOPED(layout_fini) struct layout layout = choose(terminal, table);
    for (size_t row = 0; layout.width >= 0 && row <= table->n_rows; row++)
        (void)write_line(&layout, row, terminal->stream);
    if (layout.width < 0)
        view_lose();
    return layout.fit;
}

struct table_fit table_print(const struct terminal *terminal, struct table **table)
{
    struct table_fit fit = {0};
    if (*table == NULL || (*table)->failed)
        view_lose();
    else if (form_wanted())
        form_write(*table);
    else
        fit = print_screen(terminal, *table);
    table_free(table);
    return fit;
}
