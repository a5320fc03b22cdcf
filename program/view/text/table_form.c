/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_form.c -- tables as LaTeX (booktabs), Markdown and CSV. */
#include "view/text/table.h"

#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "export/markup_text.h"
#include "view/text/table_csv.h"
#include "view/text/view_memory.h"

static struct {
    enum table_form form;
    const char *caption, *label; /* of the next table */
    FILE *words;
    char *text;
    size_t size, told; /* bytes of the text, and those that were written */
    bool ends;         /* a table of Markdown, which would take the next line for a row */
} state;

/* How a form writes a table. */
struct form {
    void (*text)(FILE *stream, const char *text);
    const char *before, *between, *after; /* of the cells of a row */
    const char *remark;                   /* before a line of words; NULL: as text */
};

/* What a spreadsheet would compute is marked as in assay CSV, but not a number with its sign. */
static void csv_text(FILE *stream, const char *text)
{
    const bool is_signed = text[0] == '+' || text[0] == '-';
    const bool is_number = is_signed && text[1] >= '0' && text[1] <= '9';
    (is_number ? export_csv_field : export_csv_name)(stream, text);
}

static const struct form forms[] = {
    [TABLE_SCREEN] = {NULL, "", "", "", NULL},
    [TABLE_LATEX] = {latex_text, "", " & ", " \\\\\n", "% "},
    [TABLE_MARKDOWN] = {markdown_text, "| ", " | ", " |\n", NULL},
    [TABLE_CSV] = {csv_text, "", ",", "\n", "# "},
};

void table_form_want(enum table_form form, const char *caption, const char *label)
{
    state.form = form;
    state.caption = caption;
    state.label = label;
}

bool table_form_wanted(void)
{
    return state.form != TABLE_SCREEN;
}

bool table_csv_wanted(void)
{
    return state.form == TABLE_CSV;
}

bool table_form_of_page(void)
{
    return state.form == TABLE_LATEX || state.form == TABLE_MARKDOWN;
}

FILE *table_form_words(void)
{
    if (state.words == NULL)
        state.words = open_memstream(&state.text, &state.size);
    if (state.words == NULL)
        view_lose();
    return state.words;
}

/* A line without the indent of screens. */
static void write_line(const struct form *form, const char *line, size_t length)
{
    OWNED char *copy = view_kept(strndup(line, length));
    if (copy == NULL)
        return;
    const char *text = copy + strspn(copy, " ");
    if (text[0] == '\0') {
        putchar('\n');
    } else if (form->remark != NULL) {
        printf("%s%s\n", form->remark, text);
    } else {
        form->text(stdout, text);
        putchar('\n');
    }
}

static void write_words(void)
{
    if (state.words == NULL || fflush(state.words) != 0)
        return;
    if (state.ends && state.told < state.size && state.text[state.told] != '\n')
        putchar('\n');
    state.ends = state.ends && state.told == state.size;
    while (state.told < state.size) {
        const char *line = state.text + state.told;
        const size_t length = strcspn(line, "\n");
        write_line(&forms[state.form], line, length);
        state.told += length + (line[length] == '\n');
    }
}

/* ---- a table ---- */

/* Lines, blocks and dots: U+2500 to U+25FF. */
static bool has_drawing(const char *text)
{
    for (const char *c = text; c != NULL && (c = strchr(c, '\xe2')) != NULL; c++)
        if ((unsigned char)c[1] >= 0x94 && (unsigned char)c[1] <= 0x97)
            return true;
    return false;
}

static bool is_drawing(const struct table_cells *cells, size_t column)
{
    for (size_t row = 1; column > 0 && row <= cells->n_rows; row++)
        if (has_drawing(cells->cell(cells->context, row, column)))
            return true;
    return false;
}

static void write_row(const struct form *form, const struct table_cells *cells, size_t row)
{
    bool first = true;
    fputs(form->before, stdout);
    for (size_t column = 0; column < cells->n_columns; column++) {
        const char *text = cells->cell(cells->context, row, column);
        if (is_drawing(cells, column))
            continue;
        fputs(first ? "" : form->between, stdout);
        form->text(stdout, text != NULL ? text : "");
        first = false;
    }
    fputs(form->after, stdout);
}

/* The letters of LaTeX's columns, or Markdown's line below the titles. */
static void write_alignments(const struct table_cells *cells, const char *left, const char *right)
{
    for (size_t column = 0; column < cells->n_columns; column++)
        if (!is_drawing(cells, column))
            fputs(cells->is_right(cells->context, column) ? right : left, stdout);
}

static void begin_environment(const struct form *form)
{
    if (state.form == TABLE_LATEX)
        fputs("\\begin{table}\n\\centering\n\\caption{", stdout);
    else
        fputs(form->remark != NULL ? form->remark : "", stdout);
    form->text(stdout, state.caption);
    if (state.form == TABLE_LATEX)
        putchar('}');
    if (state.form == TABLE_LATEX && state.label != NULL)
        printf("\\label{%s}", state.label);
    fputs(state.form == TABLE_MARKDOWN ? "\n\n" : "\n", stdout);
}

void table_form_write(const struct table_cells *cells)
{
    const struct form *form = &forms[state.form];
    const bool named = state.caption != NULL;
    write_words();
    if (named)
        begin_environment(form);
    state.caption = NULL;
    if (state.form == TABLE_CSV) {
        table_csv_write(cells, is_drawing, csv_text);
        return;
    }
    if (state.form == TABLE_LATEX) {
        fputs("\\begin{tabular}{", stdout);
        write_alignments(cells, "l", "r");
        fputs("}\n\\toprule\n", stdout);
    }
    write_row(form, cells, 0);
    if (state.form == TABLE_LATEX)
        fputs("\\midrule\n", stdout);
    if (state.form == TABLE_MARKDOWN) {
        write_alignments(cells, "|---", "|---:");
        fputs("|\n", stdout);
    }
    for (size_t row = 1; row <= cells->n_rows; row++)
        write_row(form, cells, row);
    if (state.form == TABLE_LATEX)
        fputs("\\bottomrule\n\\end{tabular}\n", stdout);
    if (state.form == TABLE_LATEX && named)
        fputs("\\end{table}\n", stdout);
    state.ends = state.form == TABLE_MARKDOWN;
}

void table_form_end(void)
{
    if (state.words == NULL)
        return;
    write_words();
    fclose(state.words);
    free(state.text);
    state.words = NULL;
}
