/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_spaced.c -- tables whose columns white space parts, as R's write.table, print and column -t
 * write them: made into one of tabs, line for line.
 * Edge:     names with spaces stand in quotes. R gives rows a name, and its column none: then the first
 *           line has one word fewer than the others. */
#include <stdlib.h>

#include "base/text_buffer.h"
#include "import/columns.h"
#include "text/lines.h"
#include "text/number.h"

/* Takes the first word off the line, with the quotes that it may have. */
static bool take_field(struct word *line, struct word *field)
{
    *line = word_after(*line, 0);
    if (line->size == 0 || line->text[0] != '"')
        return word_take(line, field);
    const char *quote = memchr(line->text + 1, '"', line->size - 1);
    if (quote == NULL)
        return false;
    *field = (struct word){line->text, (size_t)(quote + 1 - line->text)};
    *line = (struct word){quote + 1, line->size - field->size};
    return true;
}

static size_t count_fields(struct word line)
{
    struct word field;
    size_t n = 0;
    while (take_field(&line, &field)) {
        double x;
        if (n == 0 && number_read(field.text, field.text + field.size, 0, &x) > field.text)
            return 0; /* no header */
        n++;
    }
    return n;
}

static void put_line(FILE *table, struct word line)
{
    struct word field;
    for (const char *separator = ""; take_field(&line, &field); separator = "\t")
        fprintf(table, "%s%.*s", separator, (int)field.size, field.text);
    putc('\n', table);
}

bool columns_spaced(const struct format_text *text)
{
    static const char others[] = ",;\t|";
    struct lines lines = lines_of(text);
    if (!lines_next_told(&lines))
        return false;
    for (size_t i = 0; i < lines.line.size; i++)
        if (lines.line.text[i] == '\0' || strchr(others, lines.line.text[i]) != NULL)
            return false;
    return count_fields(lines.line) > 1 && lines_next_told(&lines);
}

char *columns_of_spaced(const struct format_text *text)
{
    struct text_buffer buffer;
    FILE *table = text_buffer_open(&buffer);
    struct lines lines = lines_of(text);
    size_t n_names = 0;
    while (table != NULL && lines_next(&lines)) {
        struct word line = lines.line;
        if (line_is_silent(line)) {
            putc('\n', table);
            continue;
        }
        if (n_names == 0) {
            struct lines next = lines;
            n_names = count_fields(line);
            struct word row = lines_next_told(&next) ? next.line : line, field;
            size_t n = 0;
            while (take_field(&row, &field))
                n++;
            fputs(n == n_names + 1 ? "\"\"\t" : "", table);
        }
        put_line(table, line);
    }
    return text_buffer_close(&buffer);
}
