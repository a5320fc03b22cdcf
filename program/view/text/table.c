/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table.c -- a thin coat over libsmartcols. The program has called setlocale by now: libsmartcols
 * escapes every sign that the locale cannot show. */
#include "view/text/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <libsmartcols.h>

#include "base/array.h"
#include "base/utf8.h"
#include "view/text/distinct_names.h"
#include "view/text/view_memory.h"

/* A name whose cut depends on the others of its column. */
struct name_cell {
    struct libscols_line *line;
    size_t column;
    int limit;
    enum style style;
    char *name;
};

struct table {
    const struct terminal *terminal;
    struct libscols_table *scols;
    struct libscols_line *line;
    size_t n_columns, next;
    struct name_cell *names; /* not in the table yet */
    size_t n_names, room;
    bool failed;
};

enum { INDENT = 2 };

struct table *table_new(const struct terminal *terminal, int gap)
{
    struct table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    char spaces[16];
    (void)snprintf(spaces, sizeof spaces, "%*s", gap, "");
    table->terminal = terminal;
    table->scols = scols_new_table();
    if (table->scols == NULL || scols_table_set_column_separator(table->scols, spaces) != 0 ||
        scols_table_set_termforce(table->scols, SCOLS_TERMFORCE_NEVER) != 0 ||
        scols_table_enable_colors(table->scols, terminal->color) != 0)
        table->failed = true;
    return table;
}

void table_free(struct table **table)
{
    if (*table == NULL)
        return;
    scols_unref_table((*table)->scols);
    for (size_t i = 0; i < (*table)->n_names; i++)
        free((*table)->names[i].name);
    free((*table)->names);
    free(*table);
    *table = NULL;
}

void table_column(struct table *table, const char *title, enum table_align align)
{
    if (table == NULL || table->failed)
        return;
    OWNED char *shown = terminal_text(table->terminal, title);
    if (shown == NULL || scols_table_new_column(table->scols, shown, 0,
                                                align == TABLE_RIGHT ? SCOLS_FL_RIGHT : 0) == NULL)
        table->failed = true;
    table->n_columns++;
}

void table_columns(struct table *table, enum table_align align, const char *const *titles)
{
    for (; *titles != NULL; titles++)
        table_column(table, *titles, align);
}

void table_name_column(struct table *table, enum table_align align, const char *name, int limit)
{
    OWNED char *title = view_said("%.*s", limit, name);
    table_column(table, title != NULL ? title : "?", align);
}

void table_row(struct table *table)
{
    if (table == NULL || table->failed)
        return;
    table->line = scols_table_new_line(table->scols, NULL);
    table->failed = table->line == NULL;
    table->next = 0;
}

static bool set_cell(struct table *table, struct libscols_line *line, size_t column,
                     enum style style, const char *text)
{
    char *shown = text != NULL ? terminal_text(table->terminal, text) : NULL;
    if (shown == NULL)
        return false;
    if (scols_line_refer_data(line, column, shown) != 0) {
        free(shown);
        return false;
    }
    const char *sequence = terminal_style(table->terminal, style);
    return sequence[0] == '\0' ||
           scols_cell_set_color(scols_line_get_cell(line, column), sequence) == 0;
}

/* Whether the row has room for another cell. */
static bool takes_cell(const struct table *table)
{
    return table != NULL && !table->failed && table->line != NULL && table->next < table->n_columns;
}

void table_cell(struct table *table, enum style style, const char *format, ...)
{
    if (!takes_cell(table))
        return;
    va_list arguments;
    va_start(arguments, format);
    OWNED char *text = view_of(format, arguments);
    va_end(arguments);
    table->failed = !set_cell(table, table->line, table->next++, style, text);
}

void table_name(struct table *table, enum style style, const char *name, int limit)
{
    if (!takes_cell(table))
        return;
    table->failed = !array_more(&table->names, table->n_names, &table->room);
    if (table->failed)
        return;
    char *safe = terminal_name(name);
    table->failed = safe == NULL;
    if (safe != NULL)
        table->names[table->n_names++] = (struct name_cell){
            table->line, table->next, table_form_wanted() ? 0 : limit, style, safe};
    table->next++;
}

/* The names of one column get the limit of its first. */
static bool set_column(struct table *table, size_t column, const char **names, char **cut)
{
    size_t n = 0, k = 0;
    int limit = 0;
    for (size_t i = 0; i < table->n_names; i++)
        if (table->names[i].column == column) {
            limit = n == 0 ? table->names[i].limit : limit;
            names[n++] = table->names[i].name;
        }
    if (!distinct_names(names, n, limit, cut))
        return false;
    bool set = true;
    for (size_t i = 0; i < table->n_names; i++) {
        const struct name_cell *cell = &table->names[i];
        if (cell->column != column)
            continue;
        set = set && set_cell(table, cell->line, column, cell->style, cut[k]);
        free(cut[k++]);
    }
    return set;
}

/* Cuts the names, when all are known, and puts them into their cells. */
static bool set_names(struct table *table)
{
    OWNED const char **names = malloc((table->n_names + 1) * sizeof *names);
    OWNED char **cut = malloc((table->n_names + 1) * sizeof *cut);
    bool set = names != NULL && cut != NULL;
    for (size_t column = 0; set && column < table->n_columns; column++)
        set = set_column(table, column, names, cut);
    for (size_t i = 0; i < table->n_names; i++)
        free(table->names[i].name);
    table->n_names = 0;
    return set;
}

/* The table as text, to be freed. A cell that finds no memory is printed as an empty one, and only
 * errno tells. */
static char *to_text(struct table *table)
{
    char *text = NULL;
    if (table != NULL && !table->failed && table->n_names > 0)
        table->failed = !set_names(table);
    if (table == NULL || table->failed)
        return NULL;
    errno = 0;
    if (scols_print_table_to_string(table->scols, &text) == 0 && errno != ENOMEM)
        return text;
    free(text);
    return NULL;
}

/* Length of a line without its trailing spaces. */
static size_t trimmed(const char *line, size_t length)
{
    while (length > 0 && line[length - 1] == ' ')
        length--;
    return length;
}

/* Columns of length bytes of text, escape sequences left out. */
static int line_columns(const char *line, size_t length)
{
    int columns = 0;
    char one[8];
    for (size_t i = 0; i < length;) {
        if (line[i] == '\x1b') {
            while (i < length && line[i] != 'm')
                i++;
            i++;
            continue;
        }
        size_t n = 1;
        while (i + n < length && utf8_goes_on(line[i + n]) && n < 4)
            n++;
        memcpy(one, line + i, n);
        one[n] = '\0';
        columns += terminal_columns(one);
        i += n;
    }
    return columns;
}

int table_width(struct table *table)
{
    OWNED char *text = view_kept(to_text(table));
    if (text == NULL)
        return -1;
    int widest = 0;
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        int columns = line_columns(line, trimmed(line, length));
        widest = columns > widest ? columns : widest;
        line += length + (line[length] == '\n');
    }
    return widest + INDENT;
}

/* ---- in another form ---- */

static const char *cell_of(const void *context, size_t row, size_t column)
{
    struct libscols_table *scols = ((const struct table *)context)->scols;
    struct libscols_cell *cell =
        row == 0 ? scols_column_get_header(scols_table_get_column(scols, column))
                 : scols_line_get_cell(scols_table_get_line(scols, row - 1), column);
    return scols_cell_get_data(cell);
}

static bool is_right(const void *context, size_t column)
{
    struct libscols_table *scols = ((const struct table *)context)->scols;
    return (scols_column_get_flags(scols_table_get_column(scols, column)) & SCOLS_FL_RIGHT) != 0;
}

static void print_form(struct table *table)
{
    if (table == NULL || table->failed || (table->n_names > 0 && !set_names(table))) {
        view_lose();
        return;
    }
    table_form_write(&(struct table_cells){scols_table_get_nlines(table->scols), table->n_columns,
                                           cell_of, is_right, table});
}

void table_print(struct table **table)
{
    if (table_form_wanted()) {
        print_form(*table);
        table_free(table);
        return;
    }
    OWNED char *text = view_kept(to_text(*table));
    for (const char *line = text; line != NULL && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf((*table)->terminal->stream, "%*s%.*s\n", INDENT, "", (int)trimmed(line, length),
                line);
        line += length + (line[length] == '\n');
    }
    table_free(table);
}
