/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_spaced.c -- tables whose columns white space parts, as R's write.table, print and column -t
 * write them: made into one of tabs, line for line.
 * Edge:     names with spaces stand in quotes, but for that of a single column, which is no such
 *           table. R gives rows a name, and its column none: then the first line has one word fewer
 *           than the others. */

#include "base/text_buffer.h"
#include "import/columns.h"
#include "text/lines.h"
#include "text/number.h"

static size_t count_fields(struct word line)
{
    struct word field;
    size_t n = 0;
    while (word_take_quoted(&line, &field)) {
        double x;
        if (n == 0 && number_read(field.text, field.text + field.size, 0, &x) != NULL)
            return 0; /* no header */
        n++;
    }
    return n;
}

static void put_line(FILE *table, struct word line)
{
    struct word field;
    for (const char *separator = ""; word_take_quoted(&line, &field); separator = "\t") {
        fputs(separator, table);
        fwrite(field.text, 1, field.size, table);
    }
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
    struct word field;
    return count_fields(lines.line) > 1 && lines_next_told(&lines) &&
           word_take_quoted(&lines.line, &field) && word_take_quoted(&lines.line, &field);
}

struct format_text columns_of_spaced(const struct format_text *text)
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
            while (word_take_quoted(&row, &field))
                n++;
            fputs(n == n_names + 1 ? "\"\"\t" : "", table);
        }
        put_line(table, line);
    }
    const char *whole = text_buffer_close(&buffer);
    return (struct format_text){whole, whole != NULL ? buffer.size : 0, false};
}
