/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form.c -- tables as LaTeX (booktabs), Markdown and CSV. */
#include "view/medium/form.h"

#include <string.h>

#include "export/export.h"
#include "export/markup_text.h"
#include "view/medium/csv.h"
#include "view/text/view_memory.h"

/* How a form writes a table. */
struct form_look {
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

static const struct form_look looks[] = {
    [FORM_SCREEN] = {NULL, "", "", "", NULL},
    [FORM_LATEX] = {latex_text, "", " & ", " \\\\\n", "% "},
    [FORM_MARKDOWN] = {markdown_text, "| ", " | ", " |\n", NULL},
    [FORM_CSV] = {csv_text, "", ",", "\n", "# "},
};

/* Markdown would take the line behind a table for a row. */
static bool is_behind_table;

/* A line without the indent of screens. */
static void write_line(const struct form_look *look, const char *line, size_t length)
{
    OWNED char *copy = view_kept(strndup(line, length));
    if (copy == NULL)
        return;
    const char *text = copy + strspn(copy, " ");
    if (text[0] == '\0') {
        putchar('\n');
    } else if (look->remark != NULL) {
        printf("%s%s\n", look->remark, text);
    } else {
        look->text(stdout, text);
        putchar('\n');
    }
}

static void write_words(void)
{
    size_t n;
    const char *words = form_words_so_far(&n);
    if (n > 0 && is_behind_table && words[0] != '\n')
        putchar('\n');
    is_behind_table = is_behind_table && n == 0;
    for (const char *end = words + n; words < end;) {
        const char *newline = memchr(words, '\n', (size_t)(end - words));
        const size_t length = (size_t)((newline != NULL ? newline : end) - words);
        write_line(&looks[form_wanted()], words, length);
        words += length + (newline != NULL);
    }
}

/* ---- a table ---- */

static void write_row(const struct form_look *look, const struct table *table, size_t row)
{
    bool first = true;
    fputs(look->before, stdout);
    for (size_t column = 0; column < table->n_columns; column++) {
        if (table->columns[column].draw != NULL)
            continue;
        fputs(first ? "" : look->between, stdout);
        look->text(stdout, table_text(table, row, column, 0));
        first = false;
    }
    fputs(look->after, stdout);
}

/* The letters of LaTeX's columns, or Markdown's line below the titles. */
static void write_alignments(const struct table *table, const char *left, const char *right)
{
    for (size_t column = 0; column < table->n_columns; column++)
        if (table->columns[column].draw == NULL)
            fputs(table->columns[column].align == TABLE_RIGHT ? right : left, stdout);
}

static void write_latex(const struct form_look *look, const struct table *table)
{
    const char *label, *caption = form_caption(&label);
    if (caption != NULL) {
        fputs("\\begin{table}\n\\centering\n\\caption{", stdout);
        look->text(stdout, caption);
        printf(label != NULL ? "}\\label{%s}\n" : "}\n", label);
    }
    fputs("\\begin{tabular}{", stdout);
    write_alignments(table, "l", "r");
    fputs("}\n\\toprule\n", stdout);
    for (size_t row = 0; row <= table->n_rows; row++) {
        write_row(look, table, row);
        fputs(row == 0 ? "\\midrule\n" : "", stdout);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", stdout);
    if (caption != NULL)
        fputs("\\end{table}\n", stdout);
}

static void write_markdown(const struct form_look *look, const struct table *table)
{
    const char *label, *caption = form_caption(&label);
    if (caption != NULL) {
        look->text(stdout, caption);
        fputs("\n\n", stdout);
    }
    for (size_t row = 0; row <= table->n_rows; row++) {
        write_row(look, table, row);
        if (row > 0)
            continue;
        write_alignments(table, "|---", "|---:");
        fputs("|\n", stdout);
    }
    is_behind_table = true;
}

static void write_csv(const struct form_look *look, const struct table *table)
{
    const char *label, *caption = form_caption(&label);
    if (caption != NULL) {
        fputs(look->remark, stdout);
        look->text(stdout, caption);
        putchar('\n');
    }
    csv_write(table, look->text);
}

void form_write(const struct table *table)
{
    static void (*const write[])(const struct form_look *look, const struct table *table) = {
        [FORM_LATEX] = write_latex, [FORM_MARKDOWN] = write_markdown, [FORM_CSV] = write_csv};
    write_words();
    write[form_wanted()](&looks[form_wanted()], table);
}

void form_end(void)
{
    write_words();
    form_words_end();
}
